import type { Db } from '../../store/tx.ts'
import { type DocValues, docIdsOf } from '../documents/doc-values.ts'
import { langTag } from '../documents/tags.ts'
import { remember } from '../keep-latest.ts'
import { languageFlags } from '../keyword/in-languages.ts'
import type { KeywordIndex } from '../keyword/keyword-index.ts'
import { askTheTime, matchingPassages } from '../keyword/queries.ts'
import type { VisibleCollection } from '../ranking/visible-collection.ts'
import type { StemEvidence } from './clause.ts'

type View = {
  readonly db: Db
  readonly docValues: DocValues
  readonly keywords: Pick<KeywordIndex, 'postingsOf'>
  readonly collection: VisibleCollection
}

/** What the passages that a viewer sees say of stems and words (stem-atoms.ts). */
export function stemEvidence(view: View): StemEvidence {
  const { given } = view.collection
  if (given?.evidence) return given.evidence
  return {
    isStemIn: (stem, languages) => isStemIn(view, { stem, languages }),
    isWordIn: (term, languages) => {
      const found = languagesOfWord(view, term)
      return languages.some((language) => found.includes(language))
    },
    atoms: foundIn(view.collection).atoms,
  }
}

type Found = { readonly languages: Map<string, readonly string[]> } & Pick<StemEvidence, 'atoms'>

/** Of each collection, as long as it is the same. */
const known = new WeakMap<VisibleCollection, Found>()

function foundIn(collection: VisibleCollection): Found {
  const old = known.get(collection)
  if (old) return old
  const found: Found = { languages: new Map(), atoms: new Map() }
  known.set(collection, found)
  return found
}

/** The languages of the passages that have a word as it stands. */
export function languagesOfWord(view: View, word: string): readonly string[] {
  const { languages } = foundIn(view.collection)
  const old = languages.get(word)
  if (old) return old
  const value = lookUp(view, word)
  remember(languages, { key: word, value })
  return value
}

/** A word that more passages have is looked for language by language, in so many first. */
const passagesAtOnce = 256

function lookUp(view: View, word: string): readonly string[] {
  const { db, docValues, collection } = view
  askTheTime(db)
  const quoted = `body : "${word.replaceAll('"', '""')}"`
  const first = matchingPassages(db, { match: quoted, limit: passagesAtOnce })
  const found = languagesIn(view, first)
  if (first.length < passagesAtOnce) return found
  const others = collection.langs.filter((lang) => !found.includes(lang))
  const more = others.filter((lang) => {
    const match = `${quoted} AND tags : "${langTag(lang)}"`
    const some = matchingPassages(db, { match, limit: passagesAtOnce })
    if (languagesIn(view, some).length > 0) return true
    if (some.length < passagesAtOnce) return false
    return languagesIn({ docValues, collection }, matchingPassages(db, { match })).length > 0
  })
  return [...found, ...more]
}

function languagesIn(
  { docValues, collection }: Pick<View, 'docValues' | 'collection'>,
  passageNos: readonly number[],
): string[] {
  const { langs, langNames } = docValues
  const codes = new Set<number>()
  for (const docId of docIdsOf(docValues, passageNos)) {
    if (collection.visible.bytes[docId] === 1) codes.add(langs[docId] as number)
  }
  return [...codes].map((code) => langNames[code] ?? 'und')
}

/** Whether the viewer sees a passage in one of the languages that has the stem. */
export function isStemIn(
  { keywords, docValues, collection }: Omit<View, 'db'>,
  { stem, languages }: { stem: string; languages: readonly string[] },
): boolean {
  const flags = languageFlags(docValues, languages)
  return keywords
    .postingsOf(stem)
    .some((docIds) =>
      docIds?.some(
        (docId) =>
          collection.visible.bytes[docId] === 1 && flags[docValues.langs[docId] as number] === 1,
      ),
    )
}
