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
 * The first of many places, without sorting the many: whoever ranks below the last of those kept
 * so far is passed over, and now and then those kept are sorted and cut.
 */
function firstInOrder(places: Matches['places'], { count, rank, order }: Ranking): number[] {
  const keptMax = Math.max(2 * count, 128)
  let kept: number[] = []
  let lowest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    if ((rank[place] as number) < lowest) continue
    kept.push(place)
    if (kept.length < keptMax) continue
    kept = kept.sort(order).slice(0, count)
    lowest = rank[kept.at(-1) ?? place] as number
  }
  return kept.sort(order).slice(0, count)
}
