import type { Matches } from '../ranking/scorer.ts'
import { selectTop } from '../ranking/top-k.ts'

/** So many of the documents with the best scores, in order, equal ones in their own order. */
export function bestByScore({ docIds, scores }: Matches, count: number): Int32Array {
  const order = (a: number, b: number) => (scores[b] as number) - (scores[a] as number) || a - b
  return Int32Array.from(selectTop(docIds, { count, rank: scores, order }))
}
