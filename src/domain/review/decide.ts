import type { Tx } from '../../store/tx.ts'
import { recordAudit } from '../audit/index.ts'
import type { ObjectRecord } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { ReviewTarget } from './get-detail.ts'
import { type ReviewRoom, requireReviewer } from './room.ts'

export type Decision = ReviewTarget & {
  decision: 'approved' | 'rejected'
  note: string | null
}

/** Enters a decision and its audit event in the caller's transaction. */
export function decide(
  room: ReviewRoom,
  tx: Tx,
  { cmd, decision }: { cmd: Command; decision: Decision },
): ObjectRecord {
  const { principal, requestId } = cmd
  requireReviewer(principal)
  const object = room.catalog.setReviewDecision(tx, {
    ...decision,
    reviewedBy: principal.principalId,
  })
  recordAudit(tx, {
    atMs: room.clock.nowMs(),
    tenantId: object.tenantId,
    actor: { type: principal.principalType, id: principal.principalId },
    action: `review.${decision.decision}`,
    subject: { type: 'object', id: object.objectId },
    details: {
      datasetId: object.datasetId,
      // Allowed for an installation of one person, and never hidden. (our choice)
      self_review: object.tenantId === principal.tenantId,
      ...(decision.note === null ? {} : { note: decision.note }),
    },
    requestId,
  })
  return object
}
