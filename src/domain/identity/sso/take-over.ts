import { Forbidden } from '../../../base/errors.ts'
import type { SessionId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type UserRow, updatePassword } from '../account/queries.ts'
import { isEnrolled } from '../factor/ask-for-factor.ts'
import { deleteFactors } from '../factor/queries.ts'
import { deleteReset } from '../people/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { deleteOtherSessions, hasSession } from '../session/queries.ts'
import { deleteIdentities, listIssuersOf } from './queries.ts'

/**
 * Whether whoever has an account reads its address: that was shown, and by no provider that is not
 * believed; or the browser that comes back is logged in with it.
 */
export function isProven(
  room: IdentityRoom,
  db: Db,
  { user, replaces }: { user: UserRow; replaces: SessionId | null },
): boolean {
  const { userId, emailVerifiedAt } = user
  if (replaces !== null && hasSession(db, userId, replaces)) return true
  const issuers = listIssuersOf(db, userId)
  const doubted = room.sso.providers.filter(({ trustEmail }) => !trustEmail)
  return emailVerifiedAt !== null && !doubted.some(({ issuer }) => issuers.includes(issuer))
}

/**
 * An account that anybody may have made under the address is from now on its reader's alone: every
 * other way into it ends. Throws Forbidden where there is a second factor, which no provider takes
 * away.
 */
export function takeOver(room: IdentityRoom, tx: Tx, userId: UserId) {
  if (isEnrolled(tx, userId)) {
    throw new Forbidden({
      reason: 'sso_account_unproven',
      message:
        'An account here has your address and a second factor. If it is yours, log in as before, ' +
        'and from there by this button. Otherwise have an administrator remove the factor.',
    })
  }
  const passwordHash = room.passwords.unusable()
  updatePassword(tx, userId, { passwordHash, passwordChangedAt: room.clock.nowMs() })
  deleteReset(tx, userId)
  // A code by the time that was begun, and what somebody is being asked.
  deleteFactors(tx, userId)
  return {
    sessions_ended: deleteOtherSessions(tx, userId, undefined),
    identities_removed: deleteIdentities(tx, userId),
    password_ended: true,
  }
}
