import type { ReadWords, TermComparer, TermSimilarities } from '../embedding/embedder.ts'
import { type Kept, keepLatest } from '../keep-latest.ts'
import { textsOf } from '../keyword/queries.ts'
import type { IndexReader } from '../searcher/index-reader.ts'

/** So many of the nearest passages, and of the best by words, are read closely. */
export const readMax = 100
const textsAtOnce = 25

/** The words of passages by their numbers, as they were read for earlier queries. */
export type ReadPassages = Kept<number, ReadWords>

/** Forty thousand passages of a hundred words. */
const keptBytesMax = 24 * 2 ** 20
const bytesPerPassage = 200

/** Of one database and one model. */
export function openReadPassages(): ReadPassages {
  const sizeOf = ({ numbers }: ReadWords) => numbers.byteLength + bytesPerPassage
  return keepLatest({ max: keptBytesMax, sizeOf })
}

export type LateInteraction = {
  /** Those of the query that are known. */
  readonly words: TermComparer['words']
  /** Fetches the texts of passages; the others stay unread. */
  fetch(docIds: Int32Array): void
  has(docId: number): boolean
  /** How near the words of a passage come to those of the query. */
  similarities(docId: number): TermSimilarities
  /** The same in one number: each word of the query counts as much as it says, and as its boost. */
  likeness(docId: number): number
}

type Asked = {
  comparer: TermComparer
  boosts: readonly number[]
  /** Passages that are there are not fetched. */
  read: ReadPassages
}

/**
 * Late interaction: compares each word of a query with the words of a passage, in the snapshot that
 * is open, where a single vector cannot tell passages apart. Everything is compared at most once.
 */
export function openLateInteraction(
  { db, docValues }: Pick<IndexReader, 'db' | 'docValues'>,
  { comparer, boosts, read }: Asked,
): LateInteraction {
  const compared = new Map<number, TermSimilarities>()
  const weights = comparer.words.map(({ weight }, i) => weight * (boosts[i] as number))
  const said = weights.reduce((sum, weight) => sum + weight, 0)
  const numberOf = (docId: number) => docValues.numbers[docId] as number

  function similarities(docId: number): TermSimilarities {
    return compared.get(docId) ?? comparer.compare('')
  }

  function compare(docId: number, words: ReadWords | undefined): boolean {
    const found = words && comparer.compareRead(words)
    if (found) compared.set(docId, found)
    return found !== undefined
  }

  function compareText(docId: number, text: string): void {
    const words = comparer.read(text)
    read.set(numberOf(docId), words)
    compare(docId, words)
  }

  return {
    words: comparer.words,
    similarities,
    has: (docId) => compared.has(docId),
    fetch(docIds) {
      const missing = docIds.filter(
        (docId) => !compared.has(docId) && !compare(docId, read.get(numberOf(docId))),
      )
      for (let from = 0; from < missing.length; from += textsAtOnce) {
        const some = missing.subarray(from, from + textsAtOnce)
        const rows = textsOf(db, [...some].map(numberOf))
        rows.forEach(({ text }, i) => void compareText(some[i] as number, text))
      }
    },
    likeness(docId) {
      if (said === 0) return 0
      const { nearest } = similarities(docId)
      return weights.reduce((sum, weight, i) => sum + weight * (nearest[i] ?? 0), 0) / said
    },
  }
}
