import type { DocValues } from '../documents/doc-values.ts'
import type { DocIds, Postings } from './postings.ts'

type Columns = Pick<DocValues, 'langs' | 'langNames'>

/** 1 at the number of each of the languages. */
export function languageFlags({ langNames }: Columns, languages: readonly string[]): Uint8Array {
  return Uint8Array.from(langNames, (name) => (languages.includes(name) ? 1 : 0))
}

/** The documents in one of the languages; the same lists where all of them are. */
export function postingsIn(
  docValues: Columns,
  { postings, languages }: { postings: Postings; languages: readonly string[] },
): Postings {
  const flags = languageFlags(docValues, languages)
  const kept = postings.map((docIds) => docIds && docIdsIn(docIds, docValues.langs, flags))
  while (kept.length > 0 && (kept.at(-1)?.length ?? 0) === 0) kept.pop()
  return kept
}

function docIdsIn(docIds: DocIds, langs: Uint8Array, flags: Uint8Array): DocIds {
  let kept: Int32Array | undefined
  let count = 0
  for (let i = 0; i < docIds.length; i++) {
    const docId = docIds[i] as number
    if (flags[langs[docId] as number] === 1) {
      if (kept) kept[count] = docId
      count += 1
    } else if (!kept) {
      kept = Int32Array.from(docIds)
    }
  }
  return kept ? kept.subarray(0, count) : docIds
}
