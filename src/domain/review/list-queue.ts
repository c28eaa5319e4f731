import { type After, readPage } from '../../base/page.ts'
import {
  countInReview,
  pageInReview,
  type ReviewFilters,
  type ReviewItem,
  type ReviewPosition,
} from '../catalog/index.ts'
import { expiresSoonMs } from './limits.ts'
import { type Reviewer, type ReviewRoom, requireReviewer } from './room.ts'

export type ListQueueRequest = ReviewFilters & { cursor?: string | undefined; limit: number }

export type ReviewQueue = {
  items: ReviewItem[]
  total: number
  /** Of the total, those whose review ends in 12 hours or less. */
  expiringSoon: number
  nextCursor: string | null
}

/** What waits for a decision, in all tenants, the oldest upload first. Throws InvalidInput. */
export function listQueue(
  { store: { db }, clock, cursorKey }: ReviewRoom,
  reviewer: Reviewer,
  { cursor, limit, ...filters }: ListQueueRequest,
): ReviewQueue {
  requireReviewer(reviewer)
  const { tenantId = null, datasetId = null, modality = null } = filters
  const { rows, nextCursor } = readPage(
    cursorKey,
    { cursor, limit },
    {
      binding: {
        route: 'review-queue',
        tenantId: reviewer.tenantId,
        restriction: null,
        filters: { tenantId, datasetId, modality },
      },
      read: (page: After<ReviewPosition>) => pageInReview(db, { ...filters, ...page }),
      positionOf: positionOf,
    },
  )
  return {
    items: rows,
    ...countInReview(db, { ...filters, untilMs: clock.nowMs() + expiresSoonMs }),
    nextCursor,
  }
}

function positionOf({ uploadedAtMs, objectId }: ReviewItem): ReviewPosition {
  return { uploadedAtMs, objectId }
}
