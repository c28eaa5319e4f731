import type { UserId } from '../../../base/ids.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { getPerson } from './person.ts'

/**
 * Logs somebody out everywhere, whoever asks as well. Gives how many sessions ended. Throws
 * Forbidden unless a platform admin asks, and NotFound.
 */
export function endSessionsOf(
  room: IdentityRoom,
  cmd: Command,
  userId: UserId,
): Promise<{ userId: UserId; ended: number }> {
  const { principal, requestId } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const { tenantId } = getPerson(room, tx, userId)
    const ended = deleteOtherSessions(tx, userId, undefined)
    if (ended > 0) {
      recordAudit(tx, {
        atMs: room.clock.nowMs(),
        tenantId,
        actor: actorOf(principal),
        action: 'user.sessions_ended',
        subject: { type: 'user', id: userId },
        details: { sessions_ended: ended },
        requestId,
      })
    }
    return { userId, ended }
  })
}
