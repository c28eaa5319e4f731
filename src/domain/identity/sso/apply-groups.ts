import type { RequestId, UserId } from '../../../base/ids.ts'
import type { OidcProvider } from '../../../base/oidc-settings.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { deleteSetupCode, findMembership, findUser } from '../account/queries.ts'
import { inOrder } from '../member/change-roles.ts'
import { revokeBeyond } from '../member/invitation.ts'
import { narrowKeys, stopWebhooksBeyond } from '../member/narrow-keys.ts'
import { countOwners, countPlatformAdmins, updateRoles } from '../member/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { isPlatformAdminBy, rolesOfGroups, speaksFor } from './groups.ts'
import { updatePlatformAdmin } from './queries.ts'

type Grouped = {
  provider: OidcProvider
  userId: UserId
  /** By this log-in, from whoever made the account. */
  isTakenOver: boolean
  groups: readonly string[]
  requestId: RequestId
}

/**
 * Gives somebody the roles that the groups of this log-in bring, where the settings map them: in
 * tenants that the provider speaks for, and on the platform. The last owner and the last platform
 * admin stay what they are: a slip in a directory must not lock everybody out. An account that was
 * taken over runs the platform from the next log-in on.
 */
export function applyGroups(room: IdentityRoom, tx: Tx, grouped: Grouped): void {
  applyRoles(room, tx, grouped)
  applyPlatformAdmin(room, tx, grouped)
}

const by = { type: 'system', id: null } as const

function applyRoles(room: IdentityRoom, tx: Tx, grouped: Grouped): void {
  const { provider, userId, groups, requestId } = grouped
  const membership = findMembership(tx, userId)
  const mapped = rolesOfGroups(provider, groups)
  if (!membership || !mapped || !speaksFor(provider, membership.tenantId)) return
  const { tenantId } = membership
  const before = inOrder(membership.roles)
  const isLastOwner =
    before.includes('owner') && !mapped.includes('owner') && countOwners(tx, tenantId) < 2
  const roles = inOrder(isLastOwner ? ['owner', ...mapped] : mapped)
  if (before.join() === roles.join()) return
  updateRoles(tx, userId, roles)
  const keys = narrowKeys(room, tx, { tenantId, userId, roles, by, requestId })
  const revoked = revokeBeyond(room, tx, { tenantId, userId, roles })
  const change = { tenantId, userId, before, roles, keys, by, requestId }
  const webhooksPaused = stopWebhooksBeyond(room, tx, change)
  recordAudit(tx, {
    atMs: room.clock.nowMs(),
    tenantId,
    actor: by,
    action: 'member.roles_changed',
    subject: { type: 'user', id: userId },
    details: {
      provider: provider.id,
      before,
      after: roles,
      last_owner_kept: isLastOwner,
      invitations_revoked: revoked,
      webhooks_paused: webhooksPaused,
      api_keys_narrowed: keys.narrowed,
      api_keys_revoked: keys.revoked,
    },
    requestId,
  })
}

function applyPlatformAdmin(room: IdentityRoom, tx: Tx, grouped: Grouped): void {
  const { provider, userId, groups, isTakenOver, requestId } = grouped
  const isToBe = isPlatformAdminBy(provider, groups)
  const isNow = findUser(tx, userId)?.isPlatformAdmin
  if (isToBe === undefined || isToBe === isNow || (isToBe && isTakenOver)) return
  if (isNow && countPlatformAdmins(tx) < 2) return
  updatePlatformAdmin(tx, userId, isToBe)
  if (isToBe) deleteSetupCode(tx)
  recordAudit(tx, {
    atMs: room.clock.nowMs(),
    tenantId: findMembership(tx, userId)?.tenantId ?? null,
    actor: by,
    action: 'user.platform_admin_changed',
    subject: { type: 'user', id: userId },
    details: { provider: provider.id, platform_admin: isToBe },
    requestId,
  })
}
