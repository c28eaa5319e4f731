import { type After, type PlacedRequest, readPage, requireOneStart } from '../../base/page.ts'
import * as catalog from '../catalog/index.ts'
import { type Claim, claimsOn } from './claim-object.ts'
import { expiresSoonMs } from './limits.ts'
import { type Reviewer, type ReviewRoom, requireReviewer } from './room.ts'

export type ListQueueRequest = catalog.ReviewFilters &
  PlacedRequest & {
    sort?: catalog.ReviewSort | undefined
  }

/** A line of the queue, and who looks at it now. */
export type QueueItem = catalog.ReviewItem & { claim: Claim | undefined }

export type ReviewQueue = {
  items: QueueItem[]
  total: number
  /** Of the total, those whose review ends in 12 hours or less. */
  expiringSoon: number
  nextCursor: string | null
}

/**
 * What waits for a decision, in all tenants, the oldest upload first if not said otherwise. Throws
 * InvalidInput.
 */
export function listQueue(
  room: ReviewRoom,
  reviewer: Reviewer,
  { cursor, limit, offset, sort = 'oldest', ...filters }: ListQueueRequest,
): ReviewQueue {
  requireReviewer(reviewer)
  requireOneStart({ cursor, offset })
  const { store, clock, cursorKey } = room
  const { db } = store
  const { tenantId = null, datasetId = null, modality = null, q } = filters
  const odd = { ...(sort === 'oldest' ? {} : { sort }), ...(q === undefined ? {} : { q }) }
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'review-queue',
      tenantId: reviewer.tenantId,
      restriction: null,
      filters: { tenantId, datasetId, modality, ...odd },
    },
    read: (part: After<catalog.ReviewPlace>) =>
      catalog.pageInReview(db, { ...filters, ...part, sort, offset: offset ?? 0 }),
    positionOf: (item) => catalog.reviewPlaceOf(sort, item),
  })
  const claims = claimsOn(
    room,
    reviewer,
    rows.map(({ objectId }) => objectId),
  )
  return {
    items: rows.map((item) => ({ ...item, claim: claims.get(item.objectId) })),
    ...catalog.countInReview(db, { ...filters, untilMs: clock.nowMs() + expiresSoonMs }),
    nextCursor,
  }
}
