import type { Matches } from '../ranking/scorer.ts'

/** The documents by their scores, equal ones in their own order. */
export function byScore({ docIds, scores }: Matches): Int32Array {
  const order = (a: number, b: number) => (scores[b] as number) - (scores[a] as number) || a - b
  return docIds.slice().sort(order)
}
