import { newId, type SessionId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { ShownFactor } from '../../principal.ts'
import { newDeviceToken } from '../account/devices.ts'
import type { FailedLoginCount } from '../account/failed-logins.ts'
import { findMembership } from '../account/queries.ts'
import { newSessionToken } from '../credentials.ts'
import { sessionLifetimeMs, sessionSweepMax, userAgentLengthMax } from '../limits.ts'
import { requireNotLocked } from '../people/lock.ts'
import type { IdentityRoom } from '../room.ts'
import type { SessionKind } from '../tables.ts'
import { requireNotSuspended } from '../tenant/suspension.ts'
import { deleteExpiredSessions, insertSession } from './queries.ts'

/** What signup and login give back. The token is not kept anywhere: only its hash is. */
export type LoggedIn = {
  readonly userId: UserId
  readonly tenantId: TenantId
  readonly email: string
  readonly displayName: string
  readonly sessionToken: string
  readonly expiresAtMs: number
  /** Shown at the next login it says that this device is known. */
  readonly deviceToken: string
  /** Since the login before. */
  readonly failedLogins: FailedLoginCount
}

/** Who opens a session, as far as that shows: for the list in which people look for strangers. */
export type SessionPlace = {
  /** How its token is shown: in a header, or by a browser as a cookie. Never the other way. */
  readonly kind: SessionKind
  readonly address: string
  /** What the program calls itself. */
  readonly userAgent: string
}

type Opened = {
  userId: UserId
  place?: SessionPlace | undefined
  /** What was shown besides a password, or instead of one. */
  factor?: ShownFactor | undefined
  /** When who it is was shown, where that was before. */
  confirmedAtMs?: number | undefined
}

/**
 * A new session of 7 days, and the end of some expired ones. Throws Forbidden for somebody who is
 * locked and for somebody of a tenant that is suspended, however the person came in.
 */
export function openSession(
  room: IdentityRoom,
  tx: Tx,
  { userId, place, factor, confirmedAtMs }: Opened,
): Pick<LoggedIn, 'sessionToken' | 'expiresAtMs' | 'deviceToken'> & { sessionId: SessionId } {
  const tenantId = findMembership(tx, userId)?.tenantId
  if (tenantId) requireNotSuspended(tx, tenantId)
  requireNotLocked(tx, userId)
  const createdAt = room.clock.nowMs()
  const expiresAt = createdAt + sessionLifetimeMs
  const sessionToken = newSessionToken()
  const sessionId = newId('ses', createdAt)
  deleteExpiredSessions(tx, { nowMs: createdAt, max: sessionSweepMax })
  insertSession(tx, {
    sessionId,
    userId,
    tokenHash: room.hashes.session(sessionToken),
    kind: place?.kind ?? 'bearer',
    address: place?.address ?? null,
    userAgent: place?.userAgent.slice(0, userAgentLengthMax) ?? null,
    createdAt,
    lastUsedAt: createdAt,
    expiresAt,
    confirmedAt: Math.max(0, Math.min(createdAt, Math.trunc(confirmedAtMs ?? createdAt))),
    factor: factor ?? null,
  })
  const deviceToken = newDeviceToken(room, userId)
  return { sessionId, sessionToken, expiresAtMs: expiresAt, deviceToken }
}
