import type { Db } from '../../store/tx.ts'
import type { Narrowed } from './match/narrow.ts'
import { creationTimes, listBest, listRecent, listTied, type Scored } from './queries.ts'
import type { SearchOrder } from './search-request.ts'

export type PageRequest = { sort: SearchOrder; limit: number; offset: number }

/** One page of the matches in order. Equal scores: newest first, then in order of passage id. */
export function rankPage(db: Db, narrowed: Narrowed, request: PageRequest): Scored[] {
  if (request.sort === 'recent') return listRecent(db, narrowed, request)
  return pageByScore(db, narrowed, request)
}

/**
 * The order by score comes from the index alone, which knows no dates; asking for them row by row
 * would double the time of a search. So only those equal scores are put in order that touch the
 * page, and only a tie that reaches beyond the page is asked for again.
 */
function pageByScore(
  db: Db,
  narrowed: Narrowed,
  { limit, offset }: { limit: number; offset: number },
): Scored[] {
  const end = offset + limit
  const best = listBest(db, narrowed, { limit: end + 1 })
  const page = best.slice(offset, end)
  const highest = page[0]?.score
  const lowest = page.at(-1)?.score
  if (highest === undefined || lowest === undefined) return []

  const above = best.findIndex(({ score }) => score === highest)
  const tieGoesOn = best.length > end && best[end]?.score === lowest
  const touched = best
    .slice(above)
    .filter(({ score }) => score > lowest || (score === lowest && !tieGoesOn))
  const whole = inOrder(db, touched)
  if (tieGoesOn) {
    const rest = end - above - whole.length
    whole.push(...listTied(db, narrowed, { score: lowest, limit: rest }))
  }
  return whole.slice(offset - above, end - above)
}

function inOrder(db: Db, scored: readonly Scored[]): Scored[] {
  const times = creationTimes(
    db,
    scored.map(({ no }) => no),
  )
  const timeOf = ({ no }: Scored) => times.get(no) ?? 0
  return scored.toSorted((a, b) => b.score - a.score || timeOf(b) - timeOf(a) || a.no - b.no)
}
