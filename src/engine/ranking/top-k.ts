import type { PassageColumns } from '../documents/doc-values.ts'
import type { SearchOrder } from '../outcome.ts'
import type { Matches } from './scorer.ts'

export type PageRequest = { sort: SearchOrder; limit: number; offset: number }

/**
 * One page of the matches in order: best or newest first. Equal scores: newest first, then in the
 * order of passage ids, which is the order of places.
 */
export function topPlaces(
  { places, scores }: Matches,
  { createdAtS }: Pick<PassageColumns, 'createdAtS'>,
  { sort, limit, offset }: PageRequest,
): number[] {
  const newest = (a: number, b: number) =>
    (createdAtS[b] as number) - (createdAtS[a] as number) || a - b
  const best = (a: number, b: number) =>
    (scores[b] as number) - (scores[a] as number) || newest(a, b)
  const count = offset + limit
  const first =
    sort === 'recent'
      ? firstInOrder(places, { count, rank: createdAtS, order: newest })
      : firstInOrder(places, { count, rank: scores, order: best })
  return first.slice(offset)
}

/** The order goes by rank, the highest first, before anything else. */
type Ranking = { count: number; rank: Float64Array; order: (a: number, b: number) => number }

/**
 * The first of many places, without sorting the many: a heap of those kept so far, the worst at its
 * top, and whoever ranks below that one is passed over.
 */
function firstInOrder(places: Matches['places'], { count, rank, order }: Ranking): number[] {
  const heap = new Int32Array(Math.min(count, places.length))
  let kept = 0
  for (; kept < heap.length; kept++) rise(heap, { at: kept, place: places[kept] as number, order })
  let worst = heap[0] ?? 0
  let lowest = rank[worst] as number
  for (let i = kept; i < places.length; i++) {
    const place = places[i] as number
    if ((rank[place] as number) < lowest || order(place, worst) >= 0) continue
    sink(heap, { place, order })
    worst = heap[0] as number
    lowest = rank[worst] as number
  }
  return Array.from(heap).sort(order)
}

type Order = Ranking['order']

/** Puts a place at the end of the heap and lets it rise above better ones. */
function rise(heap: Int32Array, added: { at: number; place: number; order: Order }): void {
  const { place, order } = added
  let { at } = added
  while (at > 0) {
    const above = (at - 1) >> 1
    if (order(heap[above] as number, place) >= 0) break
    heap[at] = heap[above] as number
    at = above
  }
  heap[at] = place
}

/** Puts a place in the stead of the worst and lets it sink below worse ones. */
function sink(heap: Int32Array, { place, order }: { place: number; order: Order }): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    const right = below + 1
    if (right < heap.length && order(heap[right] as number, heap[below] as number) > 0)
      below = right
    if (order(place, heap[below] as number) >= 0) break
    heap[at] = heap[below] as number
    at = below
  }
  heap[at] = place
}
