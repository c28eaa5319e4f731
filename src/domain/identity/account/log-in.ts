import { Unauthenticated } from '../../../base/errors.ts'
import type { SessionId } from '../../../base/ids.ts'
import type { AnonymousCommand } from '../../command.ts'
import type { IdentityRoom } from '../room.ts'
import { type LoggedIn, openSession, type SessionPlace } from '../session/open-session.ts'
import { deleteSession } from '../session/queries.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { knownDevice } from './devices.ts'
import { normaliseEmail } from './email.ts'
import {
  findMembership,
  findUserByEmail,
  forgetFailedLogins,
  type UserRow,
  updatePassword,
} from './queries.ts'

export type LogInRequest = {
  readonly email: string
  readonly password: string
  /** Of an earlier login of this device. */
  readonly deviceToken?: string | undefined
  readonly place?: SessionPlace | undefined
  /** What the same browser was logged in with: it ends. */
  readonly replaces?: SessionId | undefined
}

/**
 * A new session for who knows the password. Throws Forbidden where the domain of the address logs
 * in elsewhere, and Unauthenticated, the same for an unknown address and a wrong password, after
 * the same work. Attempts are limited at the door, by address, account and device: this room says
 * yes or no, and tells the owner of those that failed.
 */
export async function logIn(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: LogInRequest,
): Promise<LoggedIn> {
  requirePasswordLogin(room, room.store.db, request.email)
  const { user, freshHash } = await checkPassword(room, request)
  return cmd.write((tx) => {
    const now = findUserByEmail(tx, user.email)
    const membership = findMembership(tx, user.userId)
    // While we hashed, another session may have changed the password and ended all others.
    if (!membership || now?.passwordHash !== user.passwordHash) throw refused()
    if (freshHash) updatePassword(tx, user.userId, { passwordHash: freshHash })
    if (now.failedLogins > 0) forgetFailedLogins(tx, user.userId)
    if (request.replaces) deleteSession(tx, request.replaces)
    return {
      userId: user.userId,
      tenantId: membership.tenantId,
      email: user.email,
      displayName: user.displayName,
      failedLogins: { count: now.failedLogins, lastAtMs: now.lastFailedLoginAt },
      ...openSession(room, tx, { userId: user.userId, place: request.place }),
    }
  })
}

async function checkPassword(
  room: IdentityRoom,
  { email, password, deviceToken }: LogInRequest,
): Promise<{ user: UserRow; freshHash: string | undefined }> {
  const { store, passwords } = room
  const user = findUserByEmail(store.db, normaliseEmail(email))
  if (!user) {
    await passwords.verifyNobody(password)
    throw refused()
  }
  const who = knownDevice(room, { email, deviceToken }) ? 'known' : 'unknown'
  const { fits, outdated } = await passwords.verify({ password, hash: user.passwordHash }, who)
  if (!fits) {
    room.failedLogins.note(user.userId)
    throw refused()
  }
  return { user, freshHash: outdated ? await passwords.hash(password, who) : undefined }
}

function refused(): Unauthenticated {
  return new Unauthenticated('The e-mail address or the password is wrong.')
}
