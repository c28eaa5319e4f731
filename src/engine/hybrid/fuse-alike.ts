import type { Matches } from '../ranking/scorer.ts'
import { cosinesOf, type VectorSpace } from '../vectors/nearest-passages.ts'
import { bestByScore } from './by-score.ts'

/** So many of the best are compared with one another. */
const comparedMax = 50
/** What is half as near again counts twenty-five times as much. */
const nearPower = 8

/**
 * What answers a question stands among other passages that do: each of the best gets a share of
 * its score from those of them that are like it, the more the nearer. Those behind them get none.
 * The best score stays what it was.
 */
export function shareAmongAlike(space: VectorSpace, found: Matches, share: number): Matches {
  const { docIds, scores } = found
  const best = bestByScore(found, comparedMax)
  const mixed = scores.slice()
  for (const docId of docIds) mixed[docId] = (1 - share) * (mixed[docId] as number)
  for (const docId of best) {
    const alike = scoreOfAlike(space, { docId, best, scores }) ?? (scores[docId] as number)
    mixed[docId] = (mixed[docId] as number) + share * alike
  }
  const highest = (of: Float64Array) =>
    best.reduce((most, docId) => Math.max(most, of[docId] as number), 0)
  const scale = highest(scores) / (highest(mixed) || 1)
  for (const docId of docIds) mixed[docId] = scale * (mixed[docId] as number)
  return { docIds, scores: mixed }
}

type Beside = { docId: number; best: Int32Array; scores: Float64Array }

/** Undefined where nothing is like it. */
function scoreOfAlike(space: VectorSpace, { docId, best, scores }: Beside): number | undefined {
  const node = space.nodes.nodeAt(docId)
  if (node < 0) return undefined
  const cosines = cosinesOf(space, { vector: space.index.vectorOf(node), docIds: best })
  let [sum, weights] = [0, 0]
  for (const [i, other] of best.entries()) {
    const weight = other === docId ? 0 : Math.max(0, cosines[i] as number) ** nearPower
    sum += weight * (scores[other] as number)
    weights += weight
  }
  return weights > 0 ? sum / weights : undefined
}
