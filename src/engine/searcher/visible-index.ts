import type { KeywordIndex } from '../keyword/keyword-index.ts'
import { textsOf } from '../keyword/queries.ts'
import { type Words, wordsOfTexts } from '../keyword/words-of-texts.ts'
import type { Visibility } from '../port.ts'
import type { VisibleCollection } from '../ranking/visible-collection.ts'
import type { IndexReader } from './index-reader.ts'

/** What one viewer sees of the index. */
export type IndexView = IndexReader & {
  visibility: Visibility
  datasetNos: readonly number[]
  collection: VisibleCollection
}

export function viewOf(reader: IndexReader, visibility: Visibility): IndexView {
  const visible = reader.visibleSetOf(reader.db, visibility)
  const { datasetNos } = visible
  const collection = reader.collectionOf(visible)
  return {
    ...reader,
    visibility,
    datasetNos,
    collection,
    keywords: keywordsFor(reader, collection),
  }
}

/**
 * Cutting so many passages takes about as long as one walk through the words of an index in which
 * they are so small a share.
 */
const fewMax = 200
const fewShare = 1 / 50

/**
 * A search that meets an unknown word walks through all words of the index: for compounds, for
 * what a fuzzy word may be, for a correction. Who sees few passages needs the words of those alone.
 */
function keywordsFor(reader: IndexReader, collection: VisibleCollection): KeywordIndex {
  const { docValues, keywords } = reader
  const count = collection.ofContents.count + collection.ofNames.count
  if (count > Math.min(fewMax, docValues.living * fewShare)) return keywords
  return { postingsOf: (stem) => keywords.postingsOf(stem), ...wordsIn(reader, collection) }
}

/** As long as the collection is the same. */
const known = new WeakMap<VisibleCollection, Words>()

function wordsIn(reader: IndexReader, collection: VisibleCollection): Words {
  const old = known.get(collection)
  if (old) return old
  const words = wordsOfTexts(() => textsIn(reader, collection))
  known.set(collection, words)
  return words
}

function textsIn({ db, docValues }: IndexReader, { visible }: VisibleCollection): string[] {
  const { numbers, size } = docValues
  const nos: number[] = []
  for (let docId = 0; docId < size; docId++) {
    if (visible.bytes[docId] === 1) nos.push(numbers[docId] as number)
  }
  return textsOf(db, nos).map(({ text }) => text)
}
