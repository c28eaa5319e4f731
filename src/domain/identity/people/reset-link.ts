import { Forbidden } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { forgetFailedLogins, markVerified, updatePassword } from '../account/queries.ts'
import { newResetCode } from '../credentials.ts'
import { resetByMailMs, resetLinkLifetimeMs } from '../limits.ts'
import { requireGoodPassword } from '../password/passwords.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { getPerson } from './person.ts'
import { deleteReset, findPersonRow, findReset, type ResetRow, replaceReset } from './queries.ts'

/** The code is part of this answer and of no other. */
export type ResetLink = {
  readonly userId: UserId
  readonly email: string
  readonly code: string
  readonly expiresAtMs: number
}

/**
 * A code with which somebody who lost a password sets another one, once. One that was open ends.
 * Throws Forbidden unless a platform admin asks, and where the domain of the address logs in
 * elsewhere; NotFound.
 */
export function createResetLink(
  room: IdentityRoom,
  cmd: Command,
  userId: UserId,
): Promise<ResetLink> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  const createdAt = room.clock.nowMs()
  const expiresAt = createdAt + resetLinkLifetimeMs
  const code = newResetCode()
  return cmd.write((tx) => {
    const { email, tenantId } = getPerson(room, tx, userId)
    requirePasswordLogin(room, tx, email)
    replaceReset(tx, { userId, codeHash: room.hashes.resetCode(code), createdAt, expiresAt })
    recordDeed(tx, cmd, {
      atMs: createdAt,
      tenantId,
      action: 'user.reset_link_created',
      subject: { type: 'user', id: userId },
      details: { expires_at: expiresAt },
    })
    return { userId, email, code, expiresAtMs: expiresAt }
  })
}

export type CodeReset = { readonly userId: UserId; readonly email: string }

/**
 * Another password for whoever was handed a code; all sessions of that person end. Throws
 * InvalidInput for a password that is no good, which leaves the code as it is, and Forbidden for a
 * code that is not open, before anything slow is done.
 */
export async function resetByCode(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { code, newPassword }: { readonly code: string; readonly newPassword: string },
): Promise<CodeReset> {
  requireGoodPassword('new_password', newPassword)
  const asked = getOpenReset(room, room.store.db, code)
  const passwordHash = await room.passwords.hash(newPassword)
  const most = await endMostSessions(room, asked)
  return cmd.write((tx) => {
    const { userId, email, tenantId, wasMailed } = getOpenReset(room, tx, code)
    const atMs = room.clock.nowMs()
    updatePassword(tx, userId, { passwordHash, passwordChangedAt: atMs })
    if (wasMailed) markVerified(tx, userId, atMs)
    forgetFailedLogins(tx, userId)
    deleteReset(tx, userId)
    const ended = most + deleteOtherSessions(tx, userId, undefined)
    recordAudit(tx, {
      atMs,
      tenantId,
      actor: { type: 'user', id: userId },
      action: 'user.password_reset',
      subject: { type: 'user', id: userId },
      details: { sessions_ended: ended },
      requestId: cmd.requestId,
    })
    return { userId, email }
  })
}

/** A password that was changed since the code was made is one that somebody knows again. */
function getOpenReset(room: IdentityRoom, db: Db, code: string) {
  const row = findReset(db, room.hashes.resetCode(code.trim()))
  const person = row && findPersonRow(db, row.userId)
  const isOpen = row && row.expiresAt > room.clock.nowMs()
  if (!isOpen || !person || person.passwordChangedAtMs > row.createdAt) {
    throw new Forbidden({
      reason: 'reset_code_invalid',
      message: 'This code is not valid (any more).',
    })
  }
  requirePasswordLogin(room, db, person.email)
  return { ...person, wasMailed: wasMailed(row) }
}

/** An administrator's is good for longer, and was handed over in another way. */
export function wasMailed({ createdAt, expiresAt }: ResetRow): boolean {
  return expiresAt - createdAt === resetByMailMs
}
