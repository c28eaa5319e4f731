import type { Matches } from '../ranking/scorer.ts'

/** The places by their scores, equal ones in their own order. */
export function bestFirst({ places, scores }: Matches): Int32Array {
  const order = (a: number, b: number) => (scores[b] as number) - (scores[a] as number) || a - b
  return places.slice().sort(order)
}
