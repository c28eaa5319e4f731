/**
 * Review: a person looks at every upload before anybody can find it.
 *
 * Owns the rules of the decision; the state itself lies on the object, in the catalog, and what
 * the reviewer reads about the file was found by the inspection job.
 *
 * States: pending → approved, which enqueues the ingestion, or rejected, which marks the bytes for
 * removal, or expired, when nobody decided in time. A decision is made once and for good: there is
 * no way back from either. Who looks at an object may say so (a claim), which binds nobody.
 *
 * Refuses: everybody but a platform admin with a session and the operator at the command line
 * (Forbidden), what was never confirmed or is deleted (NotFound), a second decision (Conflict). A
 * platform admin may review the uploads of its own tenant: an installation of one person must work.
 * The audit event says so.
 */
import { bind } from '../../base/bind.ts'
import { approveAsOperator, approveObject } from './approve-object.ts'
import { claimObject, releaseObject } from './claim-object.ts'
import { decideMany } from './decide-many.ts'
import { expireOverdue } from './expire-overdue.ts'
import { getDetail } from './get-detail.ts'
import { getPreview } from './get-preview.ts'
import { listDecided } from './list-decided.ts'
import { listQueue } from './list-queue.ts'
import { listWaiting } from './list-waiting.ts'
import { rejectAsOperator, rejectObject } from './reject-object.ts'
import type { ReviewDeps, ReviewRoom } from './room.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

export type Review = ReturnType<typeof openReview>

export function openReview({ secrets, ...deps }: ReviewDeps) {
  const room: ReviewRoom = {
    ...deps,
    cursorKey: secrets.signing('review-cursor'),
    claims: new Map(),
  }
  return bind(room, {
    queue: listQueue,
    detail: getDetail,
    preview: getPreview,
    approve: approveObject,
    reject: rejectObject,
    decideMany,
    decided: listDecided,
    claim: claimObject,
    release: releaseObject,

    // For the operator, at the command line
    listWaiting,
    approveAsOperator,
    rejectAsOperator,

    expireOverdue,
    warnOfExpiry,
  })
}

export type { Approved } from './approve-object.ts'
export type { Claim } from './claim-object.ts'
export { expiresSoon, type ReviewDetail } from './get-detail.ts'
export * from './limits.ts'
export type { DecidedList } from './list-decided.ts'
export type { ReviewQueue } from './list-queue.ts'
export type { StoredInspection } from './ports.ts'
