import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { blankUser, forgetInvited } from '../member/queries.ts'
import { requireAdminLeft } from '../people/require-admin-left.ts'
import type { IdentityRoom } from '../room.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { endIdentities } from '../sso/queries.ts'
import { apiKeys, invitations, memberships, tenants, users } from '../tables.ts'

/**
 * Nobody of a tenant can act any more: sessions, keys and invitations end, and of the people only
 * the ids are left. Throws Conflict when nobody would administer the platform then.
 */
export function lockOut(room: IdentityRoom, tenantId: TenantId): Promise<void> {
  const passwordHash = room.passwords.unusable()
  return room.store.write((tx) => {
    const people = tx
      .select({ userId: users.userId, was: users.email, isPlatformAdmin: users.isPlatformAdmin })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.userId))
      .where(eq(memberships.tenantId, tenantId))
      .all()
    const admins = people.filter(({ isPlatformAdmin }) => isPlatformAdmin).length
    if (admins > 0) requireAdminLeft(tx, admins)
    const nowMs = room.clock.nowMs()
    for (const { userId, was } of people) {
      deleteOtherSessions(tx, userId, undefined)
      const email = `${userId}@erased.invalid`
      blankUser(tx, userId, { email, displayName: 'Erased', passwordHash })
      forgetInvited(tx, { email: was, nowMs })
      endIdentities(tx, userId, nowMs)
    }
    endKeysAndInvitations(tx, { tenantId, nowMs })
  })
}

function endKeysAndInvitations(tx: Tx, { tenantId, nowMs }: { tenantId: TenantId; nowMs: number }) {
  const ofTenant = eq(apiKeys.tenantId, tenantId)
  tx.update(apiKeys)
    .set({ revokedAt: nowMs })
    .where(and(ofTenant, isNull(apiKeys.revokedAt)))
    .run()
  tx.update(apiKeys).set({ name: 'Erased' }).where(ofTenant).run()
  tx.run(sql`
    DELETE FROM api_key_grant
    WHERE api_key_id IN (SELECT api_key_id FROM api_key WHERE tenant_id = ${tenantId})`)
  const open = and(
    eq(invitations.tenantId, tenantId),
    isNull(invitations.usedAt),
    isNull(invitations.revokedAt),
  )
  tx.update(invitations).set({ revokedAt: nowMs }).where(open).run()
  tx.update(invitations).set({ email: null }).where(eq(invitations.tenantId, tenantId)).run()
}

/** The last step of an erasure: from here on the tenant has no name. Twice is the same as once. */
export function blankTenant(room: IdentityRoom, tx: Tx, tenantId: TenantId): void {
  tx.update(tenants)
    .set({ name: 'Erased', erasedAt: room.clock.nowMs() })
    .where(and(eq(tenants.tenantId, tenantId), isNull(tenants.erasedAt)))
    .run()
}
