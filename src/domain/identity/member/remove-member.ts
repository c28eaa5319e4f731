import { Forbidden } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { actorOf, type Principal, type Role } from '../../principal.ts'
import { recordDeed } from '../../record-deed.ts'
import { findMembership } from '../account/queries.ts'
import { requireAdminLeft } from '../people/require-admin-left.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { endIdentities } from '../sso/queries.ts'
import { revokeBeyond } from './invitation.ts'
import { getMemberRow, requireAnotherOwner } from './member.ts'
import { type NarrowedKeys, narrowKeys, takeKeysOver } from './narrow-keys.ts'
import { blankUser, deleteMembership, type MemberRow } from './queries.ts'
import { requireReach } from './role-reach.ts'

/** What becomes of the keys that the person made, and of those that come from them. */
export const keyFates = ['revoke', 'take_over'] as const
export type KeyFate = (typeof keyFates)[number]

export type RemovedMember = {
  readonly userId: UserId
  readonly sessionsEnded: number
  readonly keys: NarrowedKeys
}

/**
 * Takes a person out of the tenant: sessions and open invitations end at once, the address is free
 * for another account, and of the person only the id is left. The keys that the person made are
 * revoked, with all that come from them, unless who removes takes them over: then they are that
 * one's, and do no more than it may; webhooks of the person and of revoked keys pause. All of them
 * are named in the audit log. Throws Forbidden
 * like changeRoles, and for a platform admin; NotFound; Conflict for the last owner, and while
 * there is money of the person's own.
 */
export function removeMember(
  room: IdentityRoom,
  cmd: Command,
  { userId, fate = 'revoke' }: { userId: UserId; fate?: KeyFate | undefined },
): Promise<RemovedMember> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { tenantId } = principal
  const address = { tenantId, userId }
  const passwordHash = room.passwords.unusable()
  return cmd.write((tx) => {
    requireReach(tx, principal, [])
    const row = getMemberRow(tx, address)
    requireReach(tx, principal, row.roles)
    requireMayGo(tx, principal, row)
    requireAnotherOwner(tx, address, row.roles)
    room.leaving?.(tx, userId)
    const atMs = room.clock.nowMs()
    const sessionsEnded = deleteOtherSessions(tx, userId, undefined)
    const all = { ...address, by: actorOf(principal), requestId }
    const keys =
      fate === 'revoke'
        ? narrowKeys(room, tx, { ...all, roles: [] })
        : takeKeysOver(room, tx, { ...all, roles: rolesOf(tx, principal), heir: principal.userId })
    const revoked = revokeBeyond(room, tx, { ...address, roles: [] })
    const makers = [userId, ...keys.narrowed, ...keys.revoked]
    const webhooksPaused = room.stopWebhooks?.(tx, { ...all, makers }) ?? []
    deleteMembership(tx, userId)
    endIdentities(tx, userId, atMs)
    blankUser(tx, userId, {
      email: `${userId}@removed.invalid`,
      displayName: 'Removed',
      passwordHash,
    })
    recordDeed(tx, cmd, {
      atMs,
      tenantId,
      action: 'member.removed',
      subject: { type: 'user', id: userId },
      details: {
        roles: row.roles,
        sessions_ended: sessionsEnded,
        api_keys: fate,
        api_keys_narrowed: keys.narrowed,
        api_keys_revoked: keys.revoked,
        invitations_revoked: revoked,
        webhooks_paused: webhooksPaused,
      },
    })
    return { userId, sessionsEnded, keys }
  })
}

/** As they are now: somebody may have changed them since the request began. */
function rolesOf(db: Db, { userId }: SessionPrincipal): readonly Role[] {
  return findMembership(db, userId)?.roles ?? []
}

/** Who runs the platform is not for a tenant's owner to remove, and one is always left. */
function requireMayGo(db: Db, principal: Principal, row: MemberRow): void {
  if (!row.isPlatformAdmin) return
  if (!principal.isPlatformAdmin) {
    throw new Forbidden({
      reason: 'platform_admin_required',
      message: 'Only a platform administrator may remove a platform administrator.',
    })
  }
  requireAdminLeft(db, 1)
}
