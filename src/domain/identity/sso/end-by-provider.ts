import { InvalidInput } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import { findMembership } from '../account/queries.ts'
import { listCarrying, takeChallenge } from '../factor/queries.ts'
import { ssoLogoutKeptMs } from '../limits.ts'
import type { SsoLogout } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { sliceMax } from '../session/end-most.ts'
import { getProvider } from './provider.ts'
import { deleteSessionsOf, hasSessionsOfBeyond, isLogoutTaken, takeLogout } from './queries.ts'
import type { CarriedLogin } from './remember-provider.ts'

/**
 * Ends the sessions that came from a session of a provider, or from all of somebody's, and what is
 * under way to one, because the provider says so (OpenID Connect Back-Channel Logout 1.0). Gives
 * how many. Throws NotFound, InvalidInput for what is no such message, or was taken before.
 */
export async function endByProvider(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { providerId, logoutToken }: { providerId: string; logoutToken: string },
): Promise<{ ended: number }> {
  const provider = getProvider(room, providerId)
  const said = await room.sso.client.readLogout(provider, logoutToken)
  const { ssoSecrets: secrets } = room
  const { issuer, subject, sid, jti } = said
  const of = {
    issuer,
    ...(subject !== undefined && { subjectHash: secrets.subject({ issuer, subject }) }),
    ...(sid !== undefined && { sidHash: secrets.sid({ issuer, sid }) }),
  }
  const jtiHash = secrets.jti({ issuer, jti })
  if (isLogoutTaken(room.store.db, jtiHash, room.clock.nowMs())) throw replayed()
  const most: UserId[] = []
  while (hasSessionsOfBeyond(room.store.db, of, sliceMax)) {
    most.push(...(await room.store.write((tx) => deleteSessionsOf(tx, of, sliceMax))))
  }
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const taken = { jtiHash, nowMs, expiresAt: nowMs + ssoLogoutKeptMs }
    if (!takeLogout(tx, taken)) throw replayed()
    endWaiting(room, tx, said)
    const ended = [...most, ...deleteSessionsOf(tx, of, -1)]
    for (const userId of new Set(ended)) {
      recordAudit(tx, {
        atMs: nowMs,
        tenantId: findMembership(tx, userId)?.tenantId ?? null,
        actor: { type: 'system', id: null },
        action: 'user.sessions_ended',
        subject: { type: 'user', id: userId },
        details: {
          sessions_ended: ended.filter((id) => id === userId).length,
          provider: provider.id,
        },
        requestId: cmd.requestId,
      })
    }
    return { ended: ended.length }
  })
}

function replayed(): InvalidInput {
  const message = 'This logout_token was taken before.'
  return new InvalidInput({ field: 'logout_token', reason: 'replayed', message })
}

/** Log-ins that wait for a second factor, by the rule of sessions: what came of them is sealed. */
function endWaiting(room: IdentityRoom, tx: Tx, { issuer, subject, sid }: SsoLogout): void {
  for (const { challengeHash, carried } of listCarrying(tx)) {
    const text = carried === null ? undefined : room.factorSecrets.openedText(carried)
    if (text === undefined) continue
    const { login } = JSON.parse(text) as CarriedLogin
    const isOfSubject = subject === undefined || login.subject === subject
    const isOfNone = subject !== undefined && login.sid === undefined
    const isOfSession = sid === undefined || login.sid === sid || isOfNone
    if (login.issuer === issuer && isOfSubject && isOfSession) takeChallenge(tx, challengeHash)
  }
}
