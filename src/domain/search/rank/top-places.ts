import type { SearchOrder } from '../search-request.ts'
import type { Matches } from './evaluate.ts'
import type { PassageColumns } from './passage-columns.ts'

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
  const order = sort === 'recent' ? newest : best
  return firstInOrder(places, { count: offset + limit, order }).slice(offset)
}

type Order = (a: number, b: number) => number

/**
 * The first of many places, without sorting the many: whoever comes behind the last of those kept
 * so far is passed over, and now and then those kept are sorted and cut.
 */
function firstInOrder(
  places: Matches['places'],
  { count, order }: { count: number; order: Order },
): number[] {
  const keptMax = Math.max(2 * count, 128)
  let kept: number[] = []
  let last: number | undefined
  for (const place of places) {
    if (last !== undefined && order(place, last) >= 0) continue
    kept.push(place)
    if (kept.length < keptMax) continue
    kept = kept.sort(order).slice(0, count)
    last = kept.at(-1)
  }
  return kept.sort(order).slice(0, count)
}
