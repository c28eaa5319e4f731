import type { Matches } from '../ranking/scorer.ts'
import { cosinesOf, type VectorSpace } from '../vectors/nearest-passages.ts'
import { bestFirst } from './by-score.ts'

/** So many of the best are compared with one another. */
const comparedMax = 50
/** What is twice as near counts sixteen times as much. */
const nearPower = 4

/**
 * What answers a question stands among other passages that do: each of the best gets a share of
 * its score from those of them that are like it, the more the nearer. Those behind them get none.
 * The best score stays what it was.
 */
export function withAlike(space: VectorSpace, found: Matches, share: number): Matches {
  const { places, scores } = found
  const best = bestFirst(found).slice(0, comparedMax)
  const mixed = scores.slice()
  for (const place of places) mixed[place] = (1 - share) * (mixed[place] as number)
  for (const place of best) {
    const alike = scoreOfAlike(space, { place, best, scores }) ?? (scores[place] as number)
    mixed[place] = (mixed[place] as number) + share * alike
  }
  const highest = (of: Float64Array) =>
    best.reduce((most, place) => Math.max(most, of[place] as number), 0)
  const scale = highest(scores) / (highest(mixed) || 1)
  for (const place of places) mixed[place] = scale * (mixed[place] as number)
  return { places, scores: mixed }
}

type Beside = { place: number; best: Int32Array; scores: Float64Array }

/** Undefined where nothing is like it. */
function scoreOfAlike(space: VectorSpace, { place, best, scores }: Beside): number | undefined {
  const node = space.nodes.nodeAt(place)
  if (node < 0) return undefined
  const cosines = cosinesOf(space, { vector: space.index.vectorOf(node), places: best })
  let [sum, weights] = [0, 0]
  for (const [i, other] of best.entries()) {
    const weight = other === place ? 0 : Math.max(0, cosines[i] as number) ** nearPower
    sum += weight * (scores[other] as number)
    weights += weight
  }
  return weights > 0 ? sum / weights : undefined
}
