import type { Desk } from '../finder.ts'
import type { CloseReader, NearWords } from '../ports.ts'
import { textsOf } from '../rank/queries.ts'

/** So many of the nearest passages, and of the best by words, are read closely. */
export const readMax = 100
const textsAtOnce = 25
/** Of a long text only the beginning is read sentence by sentence. */
const sentencesMax = 40

export type CloseReadings = {
  /** Fetches the texts of passages; the others stay unread. */
  fetch(places: Int32Array): void
  has(place: number): boolean
  /** The cosine of the sentence that is nearest to the query. */
  sentence(place: number): number
  /** How near the words of a passage come to those of the query. */
  nearWords(place: number): NearWords
  /** The same in one number: each word of the query counts as much as it says, and is stressed. */
  likeness(place: number): number
}

/**
 * Reads passages beside a query, in the snapshot that is open: sentence by sentence and word by
 * word, which a single vector cannot say. Everything is read at most once.
 */
export function openCloseReadings(
  { db, columns }: Pick<Desk, 'db' | 'columns'>,
  { reader, stresses }: { reader: CloseReader; stresses: readonly number[] },
): CloseReadings {
  const texts = new Map<number, string>()
  const sentences = new Map<number, number>()
  const compared = new Map<number, NearWords>()
  const weights = reader.words.map(({ weight }, i) => weight * (stresses[i] as number))
  const said = weights.reduce((sum, weight) => sum + weight, 0)

  function nearWords(place: number): NearWords {
    const known = compared.get(place) ?? reader.compare(texts.get(place) ?? '')
    compared.set(place, known)
    return known
  }

  return {
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
    sentence(place) {
      const known = sentences.get(place) ?? nearestSentence(reader, texts.get(place) ?? '')
      sentences.set(place, known)
      return known
    },
    likeness(place) {
      if (said === 0) return 0
      const { nearest } = nearWords(place)
      return weights.reduce((sum, weight, i) => sum + weight * (nearest[i] ?? 0), 0) / said
    },
  }
}

const sentenceEnd = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}"“(])/u

function nearestSentence(reader: CloseReader, text: string): number {
  const sentences = text.split(sentenceEnd, sentencesMax)
  return sentences.reduce((most, sentence) => Math.max(most, reader.cosine(sentence)), 0)
}
