import type { UserId, WebhookId } from '../../../base/ids.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf, ROLES, type Role } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { revokeBeyond } from './invitation.ts'
import { getMemberRow, type Member, requireAnotherOwner, withKeys } from './member.ts'
import { type NarrowedKeys, narrowKeys, stopWebhooksBeyond } from './narrow-keys.ts'
import { updateRoles } from './queries.ts'
import { requireReach } from './role-reach.ts'

/** The member as it is now, and what became of the keys that go beyond its roles. */
export type ChangedMember = Member & {
  readonly keys: NarrowedKeys
  readonly webhooksPaused: readonly WebhookId[]
}

export type ChangeRolesRequest = { readonly userId: UserId; readonly roles: readonly Role[] }

/**
 * Gives a member these roles instead of the present ones, from the next request of any of its
 * sessions on; its keys, and those that come from them, keep only what the roles may do, and
 * webhooks of who may make none any more pause. Throws Forbidden for a key, for who is neither
 * owner nor admin, and for an admin where an owner is concerned; NotFound; Conflict where no owner
 * would be left.
 */
export function changeRoles(
  room: IdentityRoom,
  cmd: Command,
  request: ChangeRolesRequest,
): Promise<ChangedMember> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { tenantId } = principal
  const address = { tenantId, userId: request.userId }
  const roles = inOrder(request.roles)
  return cmd.write((tx) => {
    requireReach(tx, principal, roles)
    const row = getMemberRow(tx, address)
    requireReach(tx, principal, row.roles)
    const before = inOrder(row.roles)
    let keys: NarrowedKeys = { narrowed: [], revoked: [] }
    let webhooksPaused: readonly WebhookId[] = []
    if (!roles.includes('owner')) requireAnotherOwner(tx, address, before)
    if (before.join() !== roles.join()) {
      updateRoles(tx, row.userId, roles)
      const by = actorOf(principal)
      keys = narrowKeys(room, tx, { ...address, roles, by, requestId })
      const revoked = revokeBeyond(room, tx, { ...address, roles })
      const change = { ...address, before, roles, keys, by, requestId }
      webhooksPaused = stopWebhooksBeyond(room, tx, change)
      recordAudit(tx, {
        atMs: room.clock.nowMs(),
        tenantId,
        actor: by,
        action: 'member.roles_changed',
        subject: { type: 'user', id: row.userId },
        details: {
          before,
          after: roles,
          invitations_revoked: revoked,
          webhooks_paused: webhooksPaused,
          api_keys_narrowed: keys.narrowed,
          api_keys_revoked: keys.revoked,
        },
        requestId,
      })
    }
    const [member] = withKeys(room, tx, { tenantId, rows: [getMemberRow(tx, address)] })
    return { ...(member as Member), keys, webhooksPaused }
  })
}

/** Each once and in the order of the list, so that equal sets look alike. */
export function inOrder(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role))
}
