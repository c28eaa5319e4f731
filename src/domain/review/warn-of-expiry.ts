import { recordAudit } from '../audit/index.ts'
import { expiresSoonMs, warningSliceMax } from './limits.ts'
import type { ReviewRoom } from './room.ts'

/**
 * For the upkeep: notes, once for each review, that it ends in 12 hours without a decision: the
 * provider sees it with the object, on its dashboard and in its audit log (our choice: no events
 * are sent out, spec 6). One short transaction; gives how many there were, `warningSliceMax` when
 * there may be more.
 */
export function warnOfExpiry({ store, clock, catalog }: ReviewRoom): Promise<number> {
  return store.write((tx) => {
    const warned = catalog.warnOfReviews(tx, { withinMs: expiresSoonMs, limit: warningSliceMax })
    for (const { tenantId, objectId, datasetId, reviewExpiresAtMs } of warned) {
      recordAudit(tx, {
        atMs: clock.nowMs(),
        tenantId,
        actor: { type: 'system', id: null },
        action: 'review.expires_soon',
        subject: { type: 'object', id: objectId },
        details: { dataset_id: datasetId, review_expires_at: reviewExpiresAtMs },
      })
    }
    return warned.length
  })
}
