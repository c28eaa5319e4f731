import { isoOf } from '../../base/clock.ts'
import { recordAudit } from '../audit/index.ts'
import { aboutObject } from '../catalog/index.ts'
import { platformStream, recordEvent } from '../events/index.ts'
import { expiresSoonMs, warningSliceMax } from './limits.ts'
import type { ReviewRoom } from './room.ts'

/**
 * For the upkeep: notes, once for each review, that it ends in 12 hours without a decision: the
 * provider sees it with the object, on its dashboard, in its audit log and among its events; those
 * who review are told as well. One short transaction; gives how many there were,
 * `warningSliceMax` when there may be more.
 */
export function warnOfExpiry({ store, clock, catalog }: ReviewRoom): Promise<number> {
  return store.write((tx) => {
    const warned = catalog.warnOfReviews(tx, { withinMs: expiresSoonMs, limit: warningSliceMax })
    for (const object of warned) {
      const { tenantId, objectId, datasetId, reviewExpiresAtMs } = object
      recordAudit(tx, {
        atMs: clock.nowMs(),
        tenantId,
        actor: { type: 'system', id: null },
        action: 'review.expires_soon',
        subject: { type: 'object', id: objectId },
        details: { dataset_id: datasetId, review_expires_at: reviewExpiresAtMs },
      })
      const atMs = clock.nowMs()
      const data = {
        ...aboutObject(object),
        tenant_id: tenantId,
        review_expires_at: isoOf(reviewExpiresAtMs ?? atMs),
      }
      for (const stream of [tenantId, platformStream] as const) {
        recordEvent(tx, { stream, type: 'review.expiring', atMs, data })
      }
    }
    return warned.length
  })
}
