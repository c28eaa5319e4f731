import type { Matches } from '../rank/evaluate.ts'
import type { PassageColumns } from '../rank/passage-columns.ts'
import { cosinesOf, type VectorSpace } from './near-passages.ts'

/**
 * How much of a score comes from the words. On queries held out of the training every weight from
 * 0.5 to 0.9 helps; this is the lowest of them at which none of the judged sets loses, because
 * meaning must never make an answer worse than the words alone.
 */
export const wordsWeight = 0.75
/** So many of the best by words get their share of meaning; those behind them have none. */
const comparedMax = 1_000

type Sides = { words: Matches; near: Matches; vector: Int16Array; columns: PassageColumns }

/**
 * Passages found by their words or by their meaning, each with a score from both: its share of the
 * best one by words, and of the nearest one by meaning. The cutoff only decides whether a passage
 * without any of the words may join: inside the score it would weaken the better answers.
 */
export function fuse(space: VectorSpace, { words, near, vector, columns }: Sides): Matches {
  const { places: byWords, scores: wordScores } = words
  const places = union({ byWords, byMeaning: near.places, size: columns.size })
  const compared = bestFirst(byWords, wordScores).slice(0, comparedMax)
  const cosines = new Map<number, number>()
  const found = cosinesOf(space, { vector, places: compared })
  for (const [i, place] of compared.entries()) cosines.set(place, found[i] as number)
  for (const place of near.places) cosines.set(place, near.scores[place] as number)

  const bestWords = wordScores[compared[0] ?? -1] ?? 0
  const nearest = Math.max(0, ...cosines.values())
  const meaning = (cosine: number) => (nearest > 0 ? Math.max(0, cosine) / nearest : 0)
  const scores = new Float64Array(columns.size)
  for (const place of places) {
    const share = bestWords > 0 ? (wordScores[place] ?? 0) / bestWords : 0
    const cosine = cosines.get(place) ?? 0
    scores[place] = wordsWeight * share + (1 - wordsWeight) * meaning(cosine)
  }
  return { places, scores }
}

function bestFirst(places: Int32Array, scores: Float64Array): Int32Array {
  const order = (a: number, b: number) => (scores[b] as number) - (scores[a] as number) || a - b
  return places.slice().sort(order)
}

type Lists = { byWords: Int32Array; byMeaning: Int32Array; size: number }

function union({ byWords, byMeaning, size }: Lists): Int32Array {
  const has = new Uint8Array(size)
  for (const place of byWords) has[place] = 1
  return Int32Array.from([...byWords, ...byMeaning.filter((place) => has[place] === 0)])
}
