import { stemOf } from '../analysis/analyse.ts'
import type { Token } from '../analysis/tokenise.ts'
import type { VisibleSet } from '../catalogue.ts'
import { capacityOf, type DocValues } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import { keepLatest, remember } from '../keep-latest.ts'
import type { Postings } from '../keyword/postings.ts'
import { type Bitset, emptyBitset } from './bitset.ts'
import { type CollectionStatistics, openTfNorms, type TfNorms } from './bm25.ts'
import { type GivenCounts, givenCounts, type WordCounts } from './word-counts.ts'

/** What a viewer may see, and what is counted among it. */
export type VisibleCollection = CollectionStatistics & {
  readonly visible: Bitset
  /** Of these the names of assets: documents that are no passages of their own (name-scores.ts). */
  readonly names: Bitset
  readonly hasNames: boolean
  /** All others. */
  readonly contents: Bitset
  /** What statistics are counted among: the contents, or the names where there is nothing else. */
  readonly counted: Bitset
  readonly ofContents: CollectionStatistics
  readonly ofNames: CollectionStatistics
  /** How many assets the contents are of. */
  readonly assets: number
  readonly tfNorms: TfNorms
  /** What it says of terms, as far as somebody asked. */
  readonly terms: Map<string, TermStatistics>
  /** Which words a compound is made of, going by these documents; as far as somebody asked. */
  readonly parts: Map<string, readonly string[]>
  /** Codes of the languages that its documents are in. */
  readonly langs: readonly string[]
  /** What is counted elsewhere, where this is a part of a whole. */
  readonly given?: GivenCounts
}

export type TermStatistics = {
  /** How many of the documents that are counted have it. */
  readonly documentFrequency: number
  /** The names that have it, in the order of their ids in each list. */
  readonly names: readonly number[]
}

/** What a thread keeps of what viewers see: 16 views of a million passages, or more of fewer. */
const bytesMax = 64 * 2 ** 20
/** The sets of a collection, and about what its terms take, once they are asked for. */
const setsPerCollection = 3
const termsBytes = 2 ** 20

/**
 * Finds out which documents belong to some datasets. The answer depends on the datasets and the
 * documents alone, so it is kept while both stay the same. Which datasets a viewer may see is found
 * out by visible-sets.ts, and the same set comes as the same object.
 */
export function openCollections(docValues: DocValues): (visible: VisibleSet) => VisibleCollection {
  const sizeOf = ({ visible }: VisibleCollection) =>
    setsPerCollection * visible.bytes.length + termsBytes
  const kept = keepLatest<VisibleSet, VisibleCollection>({ max: bytesMax, sizeOf })
  let { version } = docValues
  return (visible) => {
    if (version !== docValues.version) kept.clear()
    version = docValues.version
    const known = kept.get(visible)
    if (known) return known
    const collection = collectionOf(docValues, visible)
    kept.set(visible, collection)
    return collection
  }
}

function collectionOf(
  docValues: DocValues,
  { datasetNos, hiddenObjectNos }: VisibleSet,
): VisibleCollection {
  const { size, datasets, objects, lengths, kinds, langs, langNames, previous } = docValues
  const isOpen = flags(datasetNos)
  const isHidden = flags(hiddenObjectNos)
  const hasLanguage = new Uint8Array(langNames.length)
  const [visible, names, contents] = Array.from({ length: 3 }, () =>
    emptyBitset(capacityOf(docValues)),
  ) as [Bitset, Bitset, Bitset]
  const ofNames = { count: 0, totalLength: 0 }
  const ofContents = { count: 0, totalLength: 0 }
  let assets = 0
  for (let docId = 0; docId < size; docId++) {
    if (isOpen[datasets[docId] as number] !== 1) continue
    if (hiddenObjectNos.length > 0 && isHidden[objects[docId] as number] === 1) continue
    const isName = kinds[docId] === nameKind
    visible.bytes[docId] = 1
    if (!isName && previous[docId] === 0) assets += 1
    const among = isName ? names : contents
    among.bytes[docId] = 1
    const statistics = isName ? ofNames : ofContents
    statistics.count += 1
    statistics.totalLength += lengths[docId] as number
    hasLanguage[langs[docId] as number] = 1
  }
  const hasContents = ofContents.count > 0
  const statistics = hasContents ? ofContents : ofNames
  return {
    ...statistics,
    visible,
    names,
    hasNames: ofNames.count > 0,
    contents,
    counted: hasContents ? contents : names,
    ofContents,
    ofNames,
    assets,
    tfNorms: openTfNorms(statistics),
    terms: new Map(),
    parts: new Map(),
    langs: langNames.filter((_, code) => hasLanguage[code] === 1),
  }
}

/** The same documents as a part of a whole, of which somebody counted the words. */
export function asPartOf(own: VisibleCollection, counts: WordCounts): VisibleCollection {
  const statistics = counts.contents.count > 0 ? counts.contents : counts.names
  return {
    ...own,
    ...statistics,
    assets: counts.assets,
    langs: counts.langs,
    tfNorms: openTfNorms(statistics),
    terms: new Map(),
    parts: new Map(),
    given: givenCounts(counts),
  }
}

const nameKind = passageKinds.indexOf('metadata')

/** 1 at each of the numbers; nothing behind the last. */
function flags(numbers: readonly number[]): Uint8Array {
  const all = new Uint8Array(numbers.reduce((most, no) => Math.max(most, no), 0) + 1)
  for (const no of numbers) all[no] = 1
  return all
}

/** What the collection says of a term; asked again for the same collection, it is known. */
export function termStatistics(
  collection: VisibleCollection,
  { key, postings }: { key: string; postings: () => Postings },
): TermStatistics {
  const { terms } = collection
  const known = terms.get(key)
  if (known !== undefined) return known
  const value = count(collection, postings())
  remember(terms, { key, value })
  return value
}

/** In one walk: each list is as long as a term is frequent. */
function count(
  { counted: { bytes: isCounted }, names: { bytes: isName } }: VisibleCollection,
  postings: Postings,
): TermStatistics {
  let documentFrequency = 0
  const names: number[] = []
  for (const list of postings) {
    if (!list) continue
    for (let i = 0; i < list.length; i++) {
      const docId = list[i] as number
      documentFrequency += isCounted[docId] as number
      if (isName[docId] === 1) names.push(docId)
    }
  }
  return { documentFrequency, names }
}

type Indexed = {
  readonly keywords: { postingsOf(stem: string): Postings }
  readonly collection: VisibleCollection
}

/** How many of the documents that are counted have a stem: as far as `max`, not much further. */
export function countStems(
  { keywords, collection }: Indexed,
  { stem, max }: { stem: string; max: number },
): number {
  const { given, counted } = collection
  if (given) return Math.min(given.ofStem(stem), max)
  return countVisible(keywords.postingsOf(stem), { visible: counted, max })
}

/** Whether any passage that is seen has a word, in whichever of their languages. */
export function isWordVisible({ keywords, collection }: Indexed, word: Token): boolean {
  const { visible, langs } = collection
  const stems = new Set(langs.map((lang) => stemOf(word, lang)))
  return [...stems].some(
    (stem) =>
      stem !== undefined && countVisible(keywords.postingsOf(stem), { visible, max: 1 }) > 0,
  )
}

/** How many of them are visible: as far as `max`, and not much further. */
function countVisible(
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
