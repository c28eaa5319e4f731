import { InvalidInput } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { findUser, updatePassword } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { requireGoodPassword } from './passwords.ts'

export type ChangePasswordRequest = {
  readonly currentPassword: string
  readonly newPassword: string
}

/**
 * Sets a new password and ends the user's other sessions. Throws Forbidden for a key, InvalidInput
 * when the current password is wrong or the new one is no good.
 */
export async function changePassword(
  room: IdentityRoom,
  cmd: Command,
  { currentPassword, newPassword }: ChangePasswordRequest,
): Promise<void> {
  const { principal } = cmd
  requireSession(principal)
  requireGoodPassword('new_password', newPassword)
  const { userId, sessionId, tenantId } = principal
  const hash = findUser(room.store.db, userId)?.passwordHash
  const { fits } = hash
    ? await room.passwords.verify({ password: currentPassword, hash }, 'known')
    : await room.passwords.verifyNobody(currentPassword)
  if (!fits) throw wrong()
  const passwordHash = await room.passwords.hash(newPassword, 'known')
  const most = await endMostSessions(room, { userId, kept: sessionId })
  await cmd.write((tx) => {
    if (findUser(tx, userId)?.passwordHash !== hash) throw wrong()
    const atMs = room.clock.nowMs()
    updatePassword(tx, userId, { passwordHash, passwordChangedAt: atMs })
    const ended = most + deleteOtherSessions(tx, userId, sessionId)
    recordDeed(tx, cmd, {
      atMs,
      tenantId,
      action: 'user.password_changed',
      subject: { type: 'user', id: userId },
      details: { sessions_ended: ended },
    })
  })
}

function wrong(): InvalidInput {
  return new InvalidInput({
    field: 'current_password',
    reason: 'wrong_password',
    message: 'This is not the current password.',
  })
}
