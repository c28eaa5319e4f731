import { Forbidden, InvalidInput } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { Principal } from '../../principal.ts'
import { requireAdminLeft } from '../people/require-admin-left.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
import { endIdentities } from '../sso/queries.ts'
import { blankOf, type Ended, endMembership, type KeyFate } from './end-membership.ts'
import { getMemberRow, type MemberAddress, requireAnotherOwner } from './member.ts'
import { blankUser, type MemberRow } from './queries.ts'
import { requireReach } from './role-reach.ts'

export type RemovedMember = Ended & { readonly userId: UserId }

/**
 * Takes a person out of the tenant, or oneself: sessions and open invitations end at once, the
 * address is free for another account, and of the person only the id is left. The keys that the
 * person made are revoked, with all that come from them, unless who removes takes them over: then
 * they are that one's, and do no more than it may; webhooks of the person and of revoked keys
 * pause. All of them are named in the audit log. Throws Forbidden like changeRoles, but to whoever
 * goes, and for a platform admin; InvalidInput where whoever goes would take keys over; NotFound;
 * Conflict for the last owner, and while there is money of the person's own.
 */
export async function removeMember(
  room: IdentityRoom,
  cmd: Command,
  { userId, fate = 'revoke' }: { userId: UserId; fate?: KeyFate | undefined },
): Promise<RemovedMember> {
  const { principal } = cmd
  requireSession(principal)
  const { tenantId } = principal
  const address = { tenantId, userId }
  const blank = blankOf(userId, room.passwords.unusable())
  const isOwn = userId === principal.userId
  if (isOwn && fate !== 'revoke') throw noHeir()
  getRemovable(room.store.db, principal, address)
  const most = await endMostSessions(room, { userId, kept: principal.sessionId })
  return cmd.write((tx) => {
    const { roles } = getRemovable(tx, principal, address)
    const ending = { cmd, address, roles, fate, most }
    const { sessionsEnded, keys } = endMembership(room, tx, ending)
    endIdentities(tx, userId, room.clock.nowMs())
    blankUser(tx, userId, blank)
    return { userId, sessionsEnded, keys }
  })
}

function noHeir(): InvalidInput {
  return new InvalidInput({
    field: 'api_keys',
    reason: 'own',
    message: 'Whoever leaves takes no keys over: an owner does, who removes you with take_over.',
  })
}

function getRemovable(db: Db, principal: SessionPrincipal, address: MemberAddress): MemberRow {
  const isOwn = address.userId === principal.userId
  if (!isOwn) requireReach(db, principal, [])
  const row = getMemberRow(db, address)
  if (!isOwn) requireReach(db, principal, row.roles)
  requireMayGo(db, principal, row)
  requireAnotherOwner(db, address, row.roles)
  return row
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
