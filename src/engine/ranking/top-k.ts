import type { DocValues } from '../documents/doc-values.ts'
import type { SearchOrder } from '../outcome.ts'
import type { Matches } from './scorer.ts'

export type PageRequest = { sort: SearchOrder; limit: number; offset: number }

/**
 * One page of the matches in order: best or newest first. Equal scores: newest first, then in the
 * order of passage ids, which is the order of document ids.
 */
export function topDocuments(
  { docIds, scores }: Matches,
  { createdAtS }: Pick<DocValues, 'createdAtS'>,
  { sort, limit, offset }: PageRequest,
): number[] {
  const newest = (a: number, b: number) =>
    (createdAtS[b] as number) - (createdAtS[a] as number) || a - b
  const best = (a: number, b: number) =>
    (scores[b] as number) - (scores[a] as number) || newest(a, b)
  const count = offset + limit
  const first =
    sort === 'recent'
      ? selectTop(docIds, { count, rank: createdAtS, order: newest })
      : selectTop(docIds, { count, rank: scores, order: best })
  return first.slice(offset)
}

/** The order goes by rank, the highest first, before anything else. */
type Ranking = { count: number; rank: Float64Array; order: (a: number, b: number) => number }

/**
 * The top k of many documents, without sorting the many: a heap of those kept so far, the worst at
 * its top, and whoever ranks below that one is passed over.
 */
export function selectTop(docIds: Matches['docIds'], { count, rank, order }: Ranking): number[] {
  const heap = new Int32Array(Math.min(count, docIds.length))
  let kept = 0
  for (; kept < heap.length; kept++)
    siftUp(heap, { at: kept, docId: docIds[kept] as number, order })
  let worst = heap[0] ?? 0
  let lowest = rank[worst] as number
  for (let i = kept; i < docIds.length; i++) {
    const docId = docIds[i] as number
    if ((rank[docId] as number) < lowest || order(docId, worst) >= 0) continue
    siftDown(heap, { docId, order })
    worst = heap[0] as number
    lowest = rank[worst] as number
  }
  return Array.from(heap).sort(order)
}

type Order = Ranking['order']

/** Puts a document at the end of the heap and lets it rise above better ones. */
function siftUp(heap: Int32Array, added: { at: number; docId: number; order: Order }): void {
  const { docId, order } = added
  let { at } = added
  while (at > 0) {
    const above = (at - 1) >> 1
    if (order(heap[above] as number, docId) >= 0) break
    heap[at] = heap[above] as number
    at = above
  }
  heap[at] = docId
}

/** Puts a document in the stead of the worst and lets it sink below worse ones. */
function siftDown(heap: Int32Array, { docId, order }: { docId: number; order: Order }): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    const right = below + 1
    if (right < heap.length && order(heap[right] as number, heap[below] as number) > 0)
      below = right
    if (order(docId, heap[below] as number) >= 0) break
    heap[at] = heap[below] as number
    at = below
  }
  heap[at] = docId
}
