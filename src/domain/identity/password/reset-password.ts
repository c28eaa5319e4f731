import { NotFound } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import { recordAudit } from '../../audit/index.ts'
import { normaliseEmail } from '../account/email.ts'
import { findMembership, findUserByEmail, updatePassword } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { requireGoodPassword } from './passwords.ts'

export type ResetPasswordRequest = { readonly email: string; readonly newPassword: string }

export type ResetPassword = {
  readonly userId: UserId
  readonly email: string
  readonly sessionsEnded: number
}

/**
 * For the operator at the command line: another password for somebody who lost theirs. All of that
 * person's sessions end. Throws InvalidInput for the address or the password, NotFound where nobody
 * has the address.
 */
export async function resetPassword(
  room: IdentityRoom,
  request: ResetPasswordRequest,
): Promise<ResetPassword> {
  const email = normaliseEmail(request.email)
  requireGoodPassword('new_password', request.newPassword)
  const found = findUserByEmail(room.store.db, email)
  if (!found) throw new NotFound('user')
  const passwordHash = await room.passwords.hash(request.newPassword)
  const most = await endMostSessions(room, { userId: found.userId })
  return room.store.write((tx) => {
    const userId = findUserByEmail(tx, email)?.userId
    const membership = userId && findMembership(tx, userId)
    if (!userId || !membership) throw new NotFound('user')
    const atMs = room.clock.nowMs()
    updatePassword(tx, userId, { passwordHash, passwordChangedAt: atMs })
    const sessionsEnded = most + deleteOtherSessions(tx, userId, undefined)
    recordAudit(tx, {
      atMs,
      tenantId: membership.tenantId,
      actor: { type: 'operator', id: null },
      action: 'user.password_reset',
      subject: { type: 'user', id: userId },
      details: { sessions_ended: sessionsEnded },
    })
    return { userId, email, sessionsEnded }
  })
}
