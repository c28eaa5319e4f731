import type { Tx } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { listUnwarnedReviews, updateObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'

/**
 * Marks staged objects whose review ends within so long and was not warned of, the next to end
 * first, and gives them.
 */
export function warnOfReviews(
  room: CatalogRoom,
  tx: Tx,
  { withinMs, limit }: { withinMs: number; limit: number },
): ObjectRecord[] {
  const nowMs = room.clock.nowMs()
  return listUnwarnedReviews(tx, { nowMs, untilMs: nowMs + withinMs, limit }).map(({ objectId }) =>
    updateObject(tx, objectId, { reviewWarnedAtMs: nowMs }),
  )
}
