import assert from 'node:assert/strict'
import type { JobId, RequestId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { type DatasetRow, findForReview, type ObjectRecord } from '../catalog/index.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import { enqueue } from '../outbox/index.ts'
import { decide } from './decide.ts'
import { type Judge, judgeOf, operator } from './judge.ts'
import type { ReviewRoom, ReviewTarget } from './room.ts'

export type ApproveRequest = ReviewTarget & { note?: string | undefined }

export type Approved = {
  object: ObjectRecord
  /** The ingestion that was enqueued. */
  jobId: JobId
  /** What the reviewer might not expect: that no buyer will see it. */
  notice: string | null
}

/**
 * Lets a staged object into the index (spec 3): its ingestion is enqueued with the decision.
 * Throws NotFound, Conflict when it is decided already, Forbidden.
 */
export async function approveObject(
  room: ReviewRoom,
  cmd: Command,
  request: ApproveRequest,
): Promise<Approved> {
  return approve(room, cmd, { ...request, judge: judgeOf(cmd.principal) })
}

/** The same from the command line. */
export function approveAsOperator(
  room: ReviewRoom,
  cmd: AnonymousCommand,
  request: ApproveRequest,
): Promise<Approved> {
  return approve(room, cmd, { ...request, judge: operator })
}

function approve(
  room: ReviewRoom,
  { write, requestId }: AnonymousCommand,
  { note, judge, ...target }: ApproveRequest & { judge: Judge },
): Promise<Approved> {
  return write((tx) => approveIn(room, tx, { judge, requestId, target, note: note ?? null }))
}

/** In the caller's transaction, in which it writes nothing before it refuses. */
export function approveIn(
  room: ReviewRoom,
  tx: Tx,
  { judge, requestId, target, note }: OneDecision,
): Approved {
  const decision = { ...target, decision: 'approved' as const, note }
  const object = decide(room, tx, { judge, requestId, decision })
  const { objectId, tenantId } = object
  const job = { kind: 'ingest-object', payload: { objectId }, subjectId: objectId } as const
  const jobId = enqueue(tx, { ...job, tenantId, nowMs: room.clock.nowMs() })
  const found = findForReview(tx, target)
  assert(found)
  return { object, jobId, notice: noticeFor(found.dataset) }
}

export type OneDecision = {
  judge: Judge
  requestId: RequestId
  target: ReviewTarget
  note: string | null
}

/** Says it plainly when what will be indexed shows to its owner alone. */
export function noticeFor({ visibility, status }: DatasetRow): string | null {
  if (visibility === 'private') {
    return 'The dataset is private: this object will be indexed, but no buyer can see it.'
  }
  if (status === 'active' || status === 'ingesting') return null
  return `The dataset is ${status}: this object will be indexed, but no buyer can see it for now.`
}
