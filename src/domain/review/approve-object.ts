import assert from 'node:assert/strict'
import { type DatasetRow, findForReview, type ObjectRecord } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import { enqueue } from '../outbox/index.ts'
import { decide } from './decide.ts'
import type { ReviewTarget } from './get-detail.ts'
import type { ReviewRoom } from './room.ts'

export type ApproveRequest = ReviewTarget & { note?: string | undefined }

export type Approved = {
  object: ObjectRecord
  /** What the reviewer might not expect: that no buyer will see it. */
  notice: string | null
}

/**
 * Lets a staged object into the index (spec 3): its ingestion is enqueued with the decision.
 * Throws NotFound, Conflict when it is decided already, Forbidden.
 */
export function approveObject(
  room: ReviewRoom,
  cmd: Command,
  { note, ...target }: ApproveRequest,
): Promise<Approved> {
  return cmd.write((tx) => {
    const decision = { ...target, decision: 'approved' as const, note: note ?? null }
    const object = decide(room, tx, { cmd, decision })
    const { objectId, tenantId } = object
    const nowMs = room.clock.nowMs()
    const payload = { objectId }
    enqueue(tx, { kind: 'ingest-object', payload, subjectId: objectId, tenantId, nowMs })
    const found = findForReview(tx, target)
    assert(found)
    return { object, notice: noticeFor(found.dataset) }
  })
}

/** Says it plainly when what will be indexed shows to its owner alone. */
export function noticeFor({ visibility, status }: DatasetRow): string | null {
  if (visibility === 'private') {
    return 'The dataset is private: this object will be indexed, but no buyer can see it.'
  }
  if (status === 'active' || status === 'ingesting') return null
  return `The dataset is ${status}: this object will be indexed, but no buyer can see it for now.`
}
