import type { TermComparer, TermSimilarities } from '../embedding/embedder.ts'
import { textsOf } from '../keyword/queries.ts'
import type { IndexReader } from '../searcher/index-reader.ts'

/** So many of the nearest passages, and of the best by words, are read closely. */
export const readMax = 100
const textsAtOnce = 25

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

/**
 * Late interaction: compares each word of a query with the words of a passage, in the snapshot that
 * is open, where a single vector cannot tell passages apart. Everything is read at most once.
 */
export function openLateInteraction(
  { db, docValues }: Pick<IndexReader, 'db' | 'docValues'>,
  { comparer, boosts }: { comparer: TermComparer; boosts: readonly number[] },
): LateInteraction {
  const texts = new Map<number, string>()
  const compared = new Map<number, TermSimilarities>()
  const weights = comparer.words.map(({ weight }, i) => weight * (boosts[i] as number))
  const said = weights.reduce((sum, weight) => sum + weight, 0)

  function similarities(docId: number): TermSimilarities {
    const known = compared.get(docId) ?? comparer.compare(texts.get(docId) ?? '')
    compared.set(docId, known)
    return known
  }

  return {
    words: comparer.words,
    similarities,
    has: (docId) => texts.has(docId),
    fetch(docIds) {
      const missing = docIds.filter((docId) => !texts.has(docId))
      for (let from = 0; from < missing.length; from += textsAtOnce) {
        const some = missing.subarray(from, from + textsAtOnce)
        const rows = textsOf(
          db,
          [...some].map((docId) => docValues.numbers[docId] as number),
        )
        rows.forEach(({ text }, i) => void texts.set(some[i] as number, text))
      }
    },
    likeness(docId) {
      if (said === 0) return 0
      const { nearest } = similarities(docId)
      return weights.reduce((sum, weight, i) => sum + weight * (nearest[i] ?? 0), 0) / said
    },
  }
}
