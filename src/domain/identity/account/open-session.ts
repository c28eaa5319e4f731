import { newId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { newSessionToken } from '../credentials.ts'
import { sessionLifetimeMs, sessionSweepMax } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { newDeviceToken } from './devices.ts'
import type { FailedLoginCount } from './failed-logins.ts'
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

/** A new session of 7 days, and the end of some expired ones. */
export function openSession(
  room: IdentityRoom,
  tx: Tx,
  userId: UserId,
): Pick<LoggedIn, 'sessionToken' | 'expiresAtMs' | 'deviceToken'> {
  const createdAt = room.clock.nowMs()
  const expiresAt = createdAt + sessionLifetimeMs
  const sessionToken = newSessionToken()
  deleteExpiredSessions(tx, { nowMs: createdAt, max: sessionSweepMax })
  insertSession(tx, {
    sessionId: newId('ses', createdAt),
    userId,
    tokenHash: room.hashes.session(sessionToken),
    createdAt,
    expiresAt,
  })
  return { sessionToken, expiresAtMs: expiresAt, deviceToken: newDeviceToken(room, userId) }
}
