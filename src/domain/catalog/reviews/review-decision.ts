import { Conflict, NotFound } from '../../../base/errors.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { purgeAfterGrace } from '../objects/bury-object.ts'
import { findObject, updateObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { reindexRecordings } from '../sidecars/reindex-recordings.ts'

export type ReviewDecision = {
  objectId: string
  /** Whose it must be; a reviewer may name the object alone. */
  tenantId?: string | undefined
  decision: 'approved' | 'rejected'
  /** The user id of the reviewer. */
  reviewedBy: string
  /** The note of an approval or the reason of a rejection. */
  note: string | null
}

/**
 * Enters the decision on a staged object (spec 3): approved ones wait for their passages, rejected
 * ones lose their bytes after the grace period. Throws NotFound, and Conflict once it is decided.
 */
export function setReviewDecision(
  room: CatalogRoom,
  tx: Tx,
  { objectId, tenantId, decision, reviewedBy, note }: ReviewDecision,
): ObjectRecord {
  const object = findReviewable(tx, { tenantId, objectId })
  if (!object) throw new NotFound('object')
  if (object.status !== 'staged') {
    throw new Conflict({
      reason: 'already_decided',
      message: `This object is ${object.reviewState} already.`,
      facts: { review_state: object.reviewState },
    })
  }
  const approved = decision === 'approved'
  const decided = updateObject(tx, object.objectId, {
    status: approved ? 'active' : 'rejected',
    reviewState: decision,
    indexState: approved ? 'queued' : 'none',
    reviewedAtMs: room.clock.nowMs(),
    reviewedBy,
    reviewNote: note,
  })
  if (!approved) purgeAfterGrace(room, tx, decided)
  else reindexRecordings(tx, decided, room.clock.nowMs())
  return decided
}

/** What a reviewer may know of: what was confirmed, and is not deleted. */
export function findReviewable(
  db: Db,
  { tenantId, objectId }: Pick<ReviewDecision, 'tenantId' | 'objectId'>,
): ObjectRecord | undefined {
  const object = findObject(db, objectId)
  if (!object || object.status === 'initiated' || object.status === 'deleted') return undefined
  return tenantId === undefined || object.tenantId === tenantId ? object : undefined
}
