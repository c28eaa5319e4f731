import type { VisibleSet } from '../catalogue.ts'
import { capacityOf, type DocValues } from '../documents/doc-values.ts'
import type { Postings } from '../keyword/postings.ts'
import { type Bitset, emptyBitset } from './bitset.ts'
import { type CollectionStatistics, openTfNorms, type TfNorms } from './bm25.ts'

/** What a viewer may see, and what is counted among it. */
export type VisibleCollection = CollectionStatistics & {
  readonly visible: Bitset
  readonly tfNorms: TfNorms
  /** How many of its documents have a term, as far as somebody asked. */
  readonly documentFrequencies: Map<string, number>
  /** Which words a compound is made of, going by these documents; as far as somebody asked. */
  readonly parts: Map<string, readonly string[]>
  /** Codes of the languages that its documents are in. */
  readonly langs: readonly string[]
}

/** Most searches in a row come from a few callers. */
const keptMax = 4

/**
 * Finds out which documents belong to some datasets. The answer depends on the datasets and the
 * documents alone, so it is kept while both stay the same; which datasets a viewer may see is asked
 * anew for each search.
 */
export function openCollections(docValues: DocValues): (visible: VisibleSet) => VisibleCollection {
  let kept: { key: string; collection: VisibleCollection }[] = []
  return (visible) => {
    const { datasetNos, hiddenObjectNos } = visible
    const key = `${docValues.version}:${datasetNos.join()}:${hiddenObjectNos.join()}`
    const old = kept.find((one) => one.key === key)
    const collection = old?.collection ?? collectionOf(docValues, visible)
    kept = [{ key, collection }, ...kept.filter((one) => one !== old)].slice(0, keptMax)
    return collection
  }
}

function collectionOf(
  docValues: DocValues,
  { datasetNos, hiddenObjectNos }: VisibleSet,
): VisibleCollection {
  const { size, datasets, objects, lengths, langs, langNames } = docValues
  const isOpen = flags(datasetNos)
  const isHidden = flags(hiddenObjectNos)
  const hasLanguage = new Uint8Array(langNames.length)
  const visible = emptyBitset(capacityOf(docValues))
  let count = 0
  let totalLength = 0
  for (let docId = 0; docId < size; docId++) {
    if (isOpen[datasets[docId] as number] !== 1) continue
    if (hiddenObjectNos.length > 0 && isHidden[objects[docId] as number] === 1) continue
    visible.bytes[docId] = 1
    count += 1
    totalLength += lengths[docId] as number
    hasLanguage[langs[docId] as number] = 1
  }
  const tfNorms = openTfNorms({ count, totalLength })
  return {
    visible,
    tfNorms,
    documentFrequencies: new Map(),
    parts: new Map(),
    count,
    totalLength,
    langs: langNames.filter((_, code) => hasLanguage[code] === 1),
  }
}

/** 1 at each of the numbers; nothing behind the last. */
function flags(numbers: readonly number[]): Uint8Array {
  const all = new Uint8Array(numbers.reduce((most, no) => Math.max(most, no), 0) + 1)
  for (const no of numbers) all[no] = 1
  return all
}

/** In how many of the documents a term is; asked again for the same collection, it is known. */
export function documentFrequencyOf(
  { documentFrequencies, visible }: VisibleCollection,
  { key, postings }: { key: string; postings: Postings },
): number {
  const known = documentFrequencies.get(key)
  if (known !== undefined) return known
  const count = countVisible(postings, { visible, max: Number.MAX_SAFE_INTEGER })
  remember(documentFrequencies, { key, value: count })
  return count
}

/** Begins anew when there are too many. */
export function remember<V>(kept: Map<string, V>, { key, value }: { key: string; value: V }): void {
  if (kept.size >= rememberedMax) kept.clear()
  kept.set(key, value)
}

const rememberedMax = 10_000

/** How many of them are visible: as far as `max`, and not much further. */
export function countVisible(
  postings: Postings,
  { visible: { bytes }, max }: { visible: Bitset; max: number },
): number {
  let count = 0
  for (const docIds of postings) {
    if (!docIds) continue
    for (let i = 0; i < docIds.length && count < max; i++) {
      count += bytes[docIds[i] as number] as number
    }
  }
  return count
}
