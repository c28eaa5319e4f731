/**
 * Review: a person looks at every upload before anybody can find it.
 *
 * Owns the rules of the decision; the state itself lies on the object, in the catalog, and what
 * the reviewer reads about the file was found by the inspection job.
 *
 * States: pending → approved, which enqueues the ingestion, or rejected, which marks the bytes for
 * removal, or expired, when nobody decided in time. A decision is made once.
 *
 * Refuses: everybody but a platform admin with a session and the operator at the command line
 * (Forbidden), what was never confirmed or is deleted (NotFound), a second decision (Conflict). A
 * platform admin may review the uploads of its own tenant: an installation of one person must work.
 * The audit event says so.
 */
import type { AnonymousCommand, Command } from '../command.ts'
import { type ApproveRequest, approveAsOperator, approveObject } from './approve-object.ts'
import { expireOverdue } from './expire-overdue.ts'
import { getDetail, type ReviewTarget } from './get-detail.ts'
import { getPreview } from './get-preview.ts'
import { type ListQueueRequest, listQueue } from './list-queue.ts'
import { type ListWaitingRequest, listWaiting } from './list-waiting.ts'
import { type RejectRequest, rejectAsOperator, rejectObject } from './reject-object.ts'
import type { ReviewDeps, Reviewer, ReviewRoom } from './room.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

export type Review = ReturnType<typeof openReview>

export function openReview({ secrets, ...deps }: ReviewDeps) {
  const room: ReviewRoom = { ...deps, cursorKey: secrets.signing('review-cursor') }
  return {
    queue: (reviewer: Reviewer, request: ListQueueRequest) => listQueue(room, reviewer, request),
    detail: (reviewer: Reviewer, target: ReviewTarget) => getDetail(room, reviewer, target),
    preview: (reviewer: Reviewer, target: ReviewTarget) => getPreview(room, reviewer, target),
    approve: (cmd: Command, request: ApproveRequest) => approveObject(room, cmd, request),
    reject: (cmd: Command, request: RejectRequest) => rejectObject(room, cmd, request),

    // For the operator, at the command line
    listWaiting: (request: ListWaitingRequest) => listWaiting(room, request),
    approveAsOperator: (cmd: AnonymousCommand, request: ApproveRequest) =>
      approveAsOperator(room, cmd, request),
    rejectAsOperator: (cmd: AnonymousCommand, request: RejectRequest) =>
      rejectAsOperator(room, cmd, request),

    /** For the upkeep: ends reviews whose time is over, a slice at a time; gives how many. */
    expireOverdue: () => expireOverdue(room),
    /** Likewise: notes reviews whose time is nearly over. */
    warnOfExpiry: () => warnOfExpiry(room),
  }
}

export type { Approved, ApproveRequest } from './approve-object.ts'
export { expiresSoon, type ReviewDetail, type ReviewTarget } from './get-detail.ts'
export * from './limits.ts'
export type { ListQueueRequest, ReviewQueue } from './list-queue.ts'
export type { ListWaitingRequest } from './list-waiting.ts'
export type { StoredInspection } from './ports.ts'
export type { RejectRequest } from './reject-object.ts'
export type { ReviewDeps } from './room.ts'
