import type { TenantId, UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../principal.ts'
import { isLocked } from '../people/lock.ts'
import { scopesOfRoles } from '../scopes.ts'
import { isSuspended } from '../tenant/suspension.ts'
import { findMembership, findUser, listManagers } from './queries.ts'

/** As whom somebody is told of things who is not asking for anything just now. */
export function addresseeOf(
  db: Db,
  userId: UserId,
): { principal: Principal; email: string } | undefined {
  const user = findUser(db, userId)
  const membership = findMembership(db, userId)
  if (!user || !membership || isSuspended(db, membership.tenantId)) return undefined
  if (isLocked(db, userId)) return undefined
  const { tenantId, roles } = membership
  const principal: Principal = {
    tenantId,
    userId,
    principalId: userId,
    principalType: 'user',
    roles,
    scopes: scopesOfRoles(roles),
    isPlatformAdmin: user.isPlatformAdmin,
    datasetAccess: { mode: 'all_available' },
    limits: { ratePerMinute: null, monthlyBudgetCredits: null, expiresAtMs: null },
    line: [],
  }
  return { principal, email: user.email }
}

export type Manager = { readonly userId: UserId; readonly email: string }

/** Who answers for a tenant, also a suspended one: its owners and admins, but who is locked. */
export function managersOf(db: Db, tenantId: TenantId): Manager[] {
  return listManagers(db, tenantId).filter(({ userId }) => !isLocked(db, userId))
}
