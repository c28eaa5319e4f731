import type { SessionId } from '../../../base/ids.ts'
import type { AnonymousCommand } from '../../command.ts'
import { factorAtLogIn } from '../factor/ask-for-factor.ts'
import type { PasskeyPlace } from '../factor/passkey-options.ts'
import type { Shown } from '../factor/prove-factor.ts'
import type { IdentityRoom } from '../room.ts'
import type { LoggedIn, SessionPlace } from '../session/open-session.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { knownDevice } from './devices.ts'
import { normaliseEmail } from './email.ts'
import { enter, loginRefused } from './enter.ts'
import { findUser, findUserByEmail, type UserRow, updatePassword } from './queries.ts'

export type LogInRequest = {
  readonly email: string
  readonly password: string
  /** Of an earlier login of this device. */
  readonly deviceToken?: string | undefined
  readonly place?: SessionPlace | undefined
  /** What the same browser was logged in with: it ends. */
  readonly replaces?: SessionId | undefined
  /** The second factor, for who sends it along. */
  readonly shown?: Shown | undefined
  /** Where passkeys are for; undefined where there are none. */
  readonly passkeys?: PasskeyPlace | undefined
}

/**
 * A new session for who knows the password, and shows the second factor where there is one. Throws
 * Forbidden where the domain of the address logs in elsewhere and with what is asked where a second
 * factor is, and Unauthenticated, the same for an unknown address and a wrong password, after
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
  const { userId } = user
  const { place, replaces, shown, passkeys } = request
  const factor = await factorAtLogIn(room, {
    userId,
    kind: place?.kind ?? 'bearer',
    replaces,
    shown,
    place: passkeys,
    requestId: cmd.requestId,
  })
  return cmd.write((tx) => {
    // While we hashed, another session may have changed the password and ended all others.
    if (findUser(tx, userId)?.passwordHash !== user.passwordHash) throw loginRefused()
    if (freshHash) updatePassword(tx, userId, { passwordHash: freshHash })
    return enter(room, tx, { userId, place, replaces, factor })
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
    throw loginRefused()
  }
  const who = knownDevice(room, { email, deviceToken }) ? 'known' : 'unknown'
  const { fits, outdated } = await passwords.verify({ password, hash: user.passwordHash }, who)
  if (!fits) {
    room.failedLogins.note(user.userId)
    throw loginRefused()
  }
  return { user, freshHash: outdated ? await passwords.hash(password, who) : undefined }
}
