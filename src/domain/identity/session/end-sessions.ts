import { NotFound } from '../../../base/errors.ts'
import type { SessionId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { endMostSessions } from './end-most.ts'
import { deleteOtherSessions, deleteSessionOf } from './queries.ts'

/**
 * Ends a session of whoever asks, this one too. Throws Forbidden for a key, NotFound for one that
 * is not there or somebody else's.
 */
export function endSession(room: IdentityRoom, cmd: Command, sessionId: SessionId): Promise<void> {
  const { principal } = cmd
  requireSession(principal)
  return cmd.write((tx) => {
    if (!deleteSessionOf(tx, principal.userId, sessionId)) throw new NotFound('session')
    record(room, tx, { cmd, ended: 1 })
  })
}

/** Ends all other sessions of whoever asks. Gives how many. Throws Forbidden for a key. */
export async function endOtherSessions(
  room: IdentityRoom,
  cmd: Command,
): Promise<{ ended: number }> {
  const { principal } = cmd
  requireSession(principal)
  const { userId, sessionId: kept } = principal
  const most = await endMostSessions(room, { userId, kept })
  return cmd.write((tx) => {
    const ended = most + deleteOtherSessions(tx, userId, kept)
    if (ended > 0) record(room, tx, { cmd, ended })
    return { ended }
  })
}

type Ended = { cmd: Command; ended: number }

function record(room: IdentityRoom, tx: Tx, { cmd, ended }: Ended): void {
  const { principal } = cmd
  recordDeed(tx, cmd, {
    atMs: room.clock.nowMs(),
    tenantId: principal.tenantId,
    action: 'user.sessions_ended',
    subject: { type: 'user', id: principal.principalId },
    details: { sessions_ended: ended },
  })
}
