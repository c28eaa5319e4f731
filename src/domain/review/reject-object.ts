import type { ObjectRecord } from '../catalog/index.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import { decide } from './decide.ts'
import { type Judge, judgeOf, operator } from './judge.ts'
import type { ReviewRoom, ReviewTarget } from './room.ts'

export type RejectRequest = ReviewTarget & { reason: string }

/**
 * Keeps a staged object out of the index for good and marks its bytes for removal (spec 3).
 * Throws NotFound, Conflict when it is decided already, Forbidden.
 */
export async function rejectObject(
  room: ReviewRoom,
  cmd: Command,
  request: RejectRequest,
): Promise<ObjectRecord> {
  return reject(room, cmd, { ...request, judge: judgeOf(cmd.principal) })
}

/** The same from the command line. */
export function rejectAsOperator(
  room: ReviewRoom,
  cmd: AnonymousCommand,
  request: RejectRequest,
): Promise<ObjectRecord> {
  return reject(room, cmd, { ...request, judge: operator })
}

function reject(
  room: ReviewRoom,
  { write, requestId }: AnonymousCommand,
  { reason, judge, ...target }: RejectRequest & { judge: Judge },
): Promise<ObjectRecord> {
  return write((tx) => {
    const decision = { ...target, decision: 'rejected' as const, note: reason }
    return decide(room, tx, { judge, requestId, decision })
  })
}
