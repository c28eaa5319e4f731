import type { UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { actorOf, type Role } from '../../principal.ts'
import { recordDeed } from '../../record-deed.ts'
import { findMembership } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { revokeBeyond } from './invitation.ts'
import type { MemberAddress } from './member.ts'
import { type NarrowedKeys, narrowKeys, takeKeysOver } from './narrow-keys.ts'
import { deleteMembership } from './queries.ts'

/** What becomes of the keys that the person made, and of those that come from them. */
export const keyFates = ['revoke', 'take_over'] as const
export type KeyFate = (typeof keyFates)[number]

export type Ended = { readonly sessionsEnded: number; readonly keys: NarrowedKeys }

type Ending = {
  cmd: Command
  address: MemberAddress
  roles: readonly Role[]
  fate: KeyFate
  /** Sessions that ended before. */
  most: number
}

/**
 * Somebody is of a tenant no more, by whoever asks: sessions and open invitations end, keys are
 * revoked or taken over, and the audit log has it all. The person stays, for the caller to blank.
 * Throws Conflict while there is money of the person's own.
 */
export function endMembership(
  room: IdentityRoom,
  tx: Tx,
  { cmd, address, roles, fate, most }: Ending,
): Ended {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { tenantId, userId } = address
  room.leaving?.(tx, userId)
  const atMs = room.clock.nowMs()
  const sessionsEnded = most + deleteOtherSessions(tx, userId, undefined)
  const all = { ...address, by: actorOf(principal), requestId }
  const keys =
    fate === 'revoke'
      ? narrowKeys(room, tx, { ...all, roles: [] })
      : takeKeysOver(room, tx, { ...all, roles: rolesOf(tx, principal), heir: principal.userId })
  const revoked = revokeBeyond(room, tx, { ...address, roles: [] })
  const makers = [userId, ...keys.narrowed, ...keys.revoked]
  const webhooksPaused = room.stopWebhooks?.(tx, { ...all, makers }) ?? []
  deleteMembership(tx, userId)
  recordDeed(tx, cmd, {
    atMs,
    tenantId,
    action: 'member.removed',
    subject: { type: 'user', id: userId },
    details: {
      roles: [...roles],
      sessions_ended: sessionsEnded,
      api_keys: fate,
      api_keys_narrowed: keys.narrowed,
      api_keys_revoked: keys.revoked,
      invitations_revoked: revoked,
      webhooks_paused: webhooksPaused,
    },
  })
  return { sessionsEnded, keys }
}

/** As they are now: somebody may have changed them since the request began. */
function rolesOf(db: Db, { userId }: SessionPrincipal): readonly Role[] {
  return findMembership(db, userId)?.roles ?? []
}

/** What is left of a person in the records of a tenant: an id. */
export function blankOf(userId: UserId, passwordHash: string) {
  return { email: `${userId}@removed.invalid`, displayName: 'Removed', passwordHash }
}
