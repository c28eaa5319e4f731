import type { RequestId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { recordAudit } from '../audit/index.ts'
import { aboutObject, type ObjectRecord } from '../catalog/index.ts'
import { recordEvent } from '../events/index.ts'
import type { Judge } from './judge.ts'
import type { ReviewRoom, ReviewTarget } from './room.ts'

export type Decision = ReviewTarget & {
  decision: 'approved' | 'rejected'
  note: string | null
}

type Decided = { judge: Judge; requestId: RequestId; decision: Decision }

/** Enters a decision and its audit event in the caller's transaction. */
export function decide(
  room: ReviewRoom,
  tx: Tx,
  { judge, requestId, decision }: Decided,
): ObjectRecord {
  const { actor } = judge
  const object = room.catalog.setReviewDecision(tx, {
    ...decision,
    reviewedBy: actor.id ?? actor.type,
  })
  room.claims.delete(object.objectId)
  recordAudit(tx, {
    atMs: room.clock.nowMs(),
    tenantId: object.tenantId,
    actor,
    action: `review.${decision.decision}`,
    subject: { type: 'object', id: object.objectId },
    details: {
      dataset_id: object.datasetId,
      // Allowed for an installation of one person, and never hidden. (our choice)
      self_review: object.tenantId === judge.tenantId,
      ...(decision.note === null ? {} : { note: decision.note }),
    },
    requestId,
  })
  recordEvent(tx, {
    stream: object.tenantId,
    type: `object.${decision.decision}`,
    atMs: room.clock.nowMs(),
    data: aboutObject(object),
  })
  return object
}
