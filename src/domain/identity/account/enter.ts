import { Unauthenticated } from '../../../base/errors.ts'
import type { SessionId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { ShownFactor } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { type LoggedIn, openSession, type SessionPlace } from '../session/open-session.ts'
import { deleteSession } from '../session/queries.ts'
import { findMembership, findUser, forgetFailedLogins } from './queries.ts'

export type Entering = {
  readonly userId: UserId
  readonly place?: SessionPlace | undefined
  /** What the same browser was logged in with: it ends. */
  readonly replaces?: SessionId | undefined
  readonly factor?: ShownFactor | undefined
}

/**
 * Somebody has shown all that is asked: the session, and what a log-in tells. Throws
 * Unauthenticated for who is not here any more.
 */
export function enter(
  room: IdentityRoom,
  tx: Tx,
  { userId, place, replaces, factor }: Entering,
): LoggedIn & { sessionId: SessionId } {
  const user = findUser(tx, userId)
  const membership = findMembership(tx, userId)
  if (!user || !membership) throw loginRefused()
  if (user.failedLogins > 0) forgetFailedLogins(tx, userId)
  if (replaces) deleteSession(tx, replaces)
  return {
    userId,
    tenantId: membership.tenantId,
    email: user.email,
    displayName: user.displayName,
    failedLogins: { count: user.failedLogins, lastAtMs: user.lastFailedLoginAt },
    ...openSession(room, tx, { userId, place, factor }),
  }
}

export function loginRefused(): Unauthenticated {
  return new Unauthenticated('The e-mail address or the password is wrong.')
}
