import { Conflict, Forbidden } from '../../../base/errors.ts'
import type { ApiKeyId, UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf, type Principal } from '../../principal.ts'
import { deleteOtherSessions } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { revokeBeyond } from './invitation.ts'
import { getMemberRow, requireAnotherOwner } from './member.ts'
import {
  blankUser,
  countPlatformAdmins,
  deleteMembership,
  liveKeysMadeBy,
  type MemberRow,
} from './queries.ts'
import { requireReach } from './role-reach.ts'

export type RemovedMember = {
  readonly userId: UserId
  readonly sessionsEnded: number
  /** Keys that the person made and that still work. */
  readonly apiKeyIds: readonly ApiKeyId[]
}

/**
 * Takes a person out of the tenant: sessions and open invitations end at once, the address is free
 * for another account, and of the person only the id is left. The keys that the person made go on,
 * because programs depend on them: they are named in the audit log. Throws Forbidden like
 * changeRoles, and for a platform admin; NotFound; Conflict for the last owner.
 */
export function removeMember(
  room: IdentityRoom,
  cmd: Command,
  { userId }: { userId: UserId },
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
    const atMs = room.clock.nowMs()
    const sessionsEnded = deleteOtherSessions(tx, userId, undefined)
    const made = liveKeysMadeBy(tx, { tenantId, userIds: [userId], nowMs: atMs })
    const apiKeyIds = made.get(userId) ?? []
    const revoked = revokeBeyond(room, tx, { ...address, roles: [] })
    deleteMembership(tx, userId)
    blankUser(tx, userId, {
      email: `${userId}@removed.invalid`,
      displayName: 'Removed',
      passwordHash,
    })
    recordAudit(tx, {
      atMs,
      tenantId,
      actor: actorOf(principal),
      action: 'member.removed',
      subject: { type: 'user', id: userId },
      details: {
        roles: row.roles,
        sessions_ended: sessionsEnded,
        api_key_ids: apiKeyIds,
        invitations_revoked: revoked,
      },
      requestId,
    })
    return { userId, sessionsEnded, apiKeyIds }
  })
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
  if (countPlatformAdmins(db) > 1) return
  throw new Conflict({
    reason: 'last_platform_admin',
    message: 'The platform keeps at least one administrator.',
  })
}
