import { NotFound } from '../../../base/errors.ts'
import type { SessionId, TenantId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions, deleteSessionOf } from '../session/queries.ts'
import { getPerson } from './person.ts'

/**
 * Logs somebody out everywhere, whoever asks as well. Gives how many sessions ended. Throws
 * Forbidden unless a platform admin asks, and NotFound.
 */
export async function endSessionsOf(
  room: IdentityRoom,
  cmd: Command,
  userId: UserId,
): Promise<{ userId: UserId; ended: number }> {
  requirePlatformAdmin(cmd.principal)
  const most = await endMostSessions(room, { userId })
  return cmd.write((tx) => {
    const { tenantId } = getPerson(room, tx, userId)
    const ended = most + deleteOtherSessions(tx, userId, undefined)
    if (ended > 0) record(room, tx, { cmd, tenantId, userId, ended })
    return { userId, ended }
  })
}

type One = { readonly userId: UserId; readonly sessionId: SessionId }

/** Ends one of somebody's sessions. Throws Forbidden unless a platform admin asks, and NotFound. */
export function endSessionOf(
  room: IdentityRoom,
  cmd: Command,
  { userId, sessionId }: One,
): Promise<void> {
  requirePlatformAdmin(cmd.principal)
  return cmd.write((tx) => {
    const { tenantId } = getPerson(room, tx, userId)
    if (!deleteSessionOf(tx, userId, sessionId)) throw new NotFound('session')
    record(room, tx, { cmd, tenantId, userId, ended: 1 })
  })
}

type Ended = { cmd: Command; tenantId: TenantId; userId: UserId; ended: number }

function record(room: IdentityRoom, tx: Tx, { cmd, tenantId, userId, ended }: Ended): void {
  recordDeed(tx, cmd, {
    atMs: room.clock.nowMs(),
    tenantId,
    action: 'user.sessions_ended',
    subject: { type: 'user', id: userId },
    details: { sessions_ended: ended },
  })
}
