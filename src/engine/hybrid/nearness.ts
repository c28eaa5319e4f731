import type { Matches } from '../ranking/scorer.ts'
import { scoreOf } from '../searcher/present-hits.ts'
import { cosinesOf, type VectorSpace } from '../vectors/nearest-passages.ts'
import type { LateInteraction } from './late-interaction.ts'

type Evidence = {
  readonly space: VectorSpace
  readonly vector: Int16Array
  readonly interaction: LateInteraction | undefined
  /** The scores by words. */
  readonly words: Matches
  /** Which share of the query the model knows. */
  readonly known: number
}

/**
 * What a hybrid score is told by: that of the best is how near it comes to the query, as a search
 * by meaning says it, and each other one is its share of that. For what the model does not know of
 * the query the score by words speaks. A share alone would be 1 for the best of any query, whether
 * it has to do with the passages or not (DECISIONS 305).
 */
export function scoresByNearness(found: Matches, evidence: Evidence): (score: number) => number {
  const best = bestOf(found)
  if (best < 0) return () => 0
  const scale = nearnessOf(best, evidence) / (found.scores[best] as number)
  return (score) => score * scale
}

function bestOf({ docIds, scores }: Matches): number {
  let best = -1
  for (const docId of docIds) {
    if (best < 0 || (scores[docId] as number) > (scores[best] as number)) best = docId
  }
  return best
}

function nearnessOf(docId: number, evidence: Evidence): number {
  const { space, vector, interaction, words, known } = evidence
  const docIds = Int32Array.of(docId)
  const cosine = Math.max(0, cosinesOf(space, { vector, docIds })[0] as number)
  interaction?.fetch(docIds)
  const meaning = interaction ? (cosine + interaction.likeness(docId)) / 2 : cosine
  return known * meaning + (1 - known) * scoreOf(words.scores[docId] ?? 0)
}
