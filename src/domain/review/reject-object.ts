import type { ObjectRecord } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import { decide } from './decide.ts'
import type { ReviewTarget } from './get-detail.ts'
import type { ReviewRoom } from './room.ts'

export type RejectRequest = ReviewTarget & { reason: string }

/**
 * Keeps a staged object out of the index for good and marks its bytes for removal (spec 3).
 * Throws NotFound, Conflict when it is decided already, Forbidden.
 */
export function rejectObject(
  room: ReviewRoom,
  cmd: Command,
  { reason, ...target }: RejectRequest,
): Promise<ObjectRecord> {
  return cmd.write((tx) => {
    const decision = { ...target, decision: 'rejected' as const, note: reason }
    return decide(room, tx, { cmd, decision })
  })
}
