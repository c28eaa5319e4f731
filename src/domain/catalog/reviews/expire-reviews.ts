import type { Tx } from '../../../store/tx.ts'
import { expiredBytesKeptMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import { purgeAfterGrace } from '../objects/bury-object.ts'
import { listOverdueReviews, updateObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'

/**
 * Turns staged objects whose review window is over into expired ones, those that wait longest
 * first, and gives them. (spec 3, Object flow; how long the bytes stay is our choice)
 */
export function expireReviews(
  room: CatalogRoom,
  tx: Tx,
  { limit }: { limit: number },
): ObjectRecord[] {
  const nowMs = room.clock.nowMs()
  return listOverdueReviews(tx, { nowMs, limit }).map(({ objectId }) => {
    const expired = updateObject(tx, objectId, { status: 'expired', reviewState: 'expired' })
    purgeAfterGrace(room, tx, expired, expiredBytesKeptMs)
    return expired
  })
}
