import type { CloseReader, NearWords } from '../embedding/embedder.ts'
import { textsOf } from '../keyword/queries.ts'
import type { Desk } from '../searcher/searcher.ts'

/** So many of the nearest passages, and of the best by words, are read closely. */
export const readMax = 100
const textsAtOnce = 25

export type CloseReadings = {
  /** Those of the query that are known. */
  readonly words: CloseReader['words']
  /** Fetches the texts of passages; the others stay unread. */
  fetch(places: Int32Array): void
  has(place: number): boolean
  /** How near the words of a passage come to those of the query. */
  nearWords(place: number): NearWords
  /** The same in one number: each word of the query counts as much as it says, and is stressed. */
  likeness(place: number): number
}

/**
 * Reads passages word by word beside a query, in the snapshot that is open, which a single vector
 * cannot say. Everything is read at most once.
 */
export function openCloseReadings(
  { db, columns }: Pick<Desk, 'db' | 'columns'>,
  { reader, stresses }: { reader: CloseReader; stresses: readonly number[] },
): CloseReadings {
  const texts = new Map<number, string>()
  const compared = new Map<number, NearWords>()
  const weights = reader.words.map(({ weight }, i) => weight * (stresses[i] as number))
  const said = weights.reduce((sum, weight) => sum + weight, 0)

  function nearWords(place: number): NearWords {
    const known = compared.get(place) ?? reader.compare(texts.get(place) ?? '')
    compared.set(place, known)
    return known
  }

  return {
    words: reader.words,
    nearWords,
    has: (place) => texts.has(place),
    fetch(places) {
      const missing = places.filter((place) => !texts.has(place))
      for (let from = 0; from < missing.length; from += textsAtOnce) {
        const some = missing.subarray(from, from + textsAtOnce)
        const rows = textsOf(
          db,
          [...some].map((place) => columns.numbers[place] as number),
        )
        rows.forEach(({ text }, i) => void texts.set(some[i] as number, text))
      }
    },
    likeness(place) {
      if (said === 0) return 0
      const { nearest } = nearWords(place)
      return weights.reduce((sum, weight, i) => sum + weight * (nearest[i] ?? 0), 0) / said
    },
  }
}
