import type { Matches } from '../rank/evaluate.ts'

export function bestFirst({ places, scores }: Matches): Int32Array {
  const order = (a: number, b: number) => (scores[b] as number) - (scores[a] as number) || a - b
  return places.slice().sort(order)
}
