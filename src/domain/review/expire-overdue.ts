import { recordAudit } from '../audit/index.ts'
import { aboutObject } from '../catalog/index.ts'
import { recordEvent } from '../events/index.ts'
import { expirySliceMax } from './limits.ts'
import type { ReviewRoom } from './room.ts'

/**
 * For the upkeep: ends the review of what nobody decided in its window (spec 3): it will not be
 * indexed, and its bytes are kept for a while. One short transaction; gives how many there were,
 * `expirySliceMax` when there may be more.
 */
export function expireOverdue({ store, clock, catalog }: ReviewRoom): Promise<number> {
  return store.write((tx) => {
    const expired = catalog.expireReviews(tx, { limit: expirySliceMax })
    for (const object of expired) {
      const { tenantId, objectId, datasetId, reviewExpiresAtMs } = object
      recordAudit(tx, {
        atMs: clock.nowMs(),
        tenantId,
        actor: { type: 'system', id: null },
        action: 'review.expired',
        subject: { type: 'object', id: objectId },
        details: { dataset_id: datasetId, review_expires_at: reviewExpiresAtMs },
      })
      const [atMs, data] = [clock.nowMs(), aboutObject(object)]
      recordEvent(tx, { stream: tenantId, type: 'object.expired', atMs, data })
    }
    return expired.length
  })
}
