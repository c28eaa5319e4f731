import { Forbidden } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import { ROLES, type Role } from '../../principal.ts'
import { findMembership } from '../account/queries.ts'
import type { SessionPrincipal } from '../scopes.ts'

/**
 * Which roles a role may give, change and take away (our choice). Who has a role out of reach is
 * out of reach altogether: an admin changes nothing about an owner.
 */
export const ROLE_REACH: Readonly<Record<Role, readonly Role[]>> = {
  owner: ROLES,
  admin: ROLES.filter((role) => role !== 'owner'),
  seller_manager: [],
  buyer_manager: [],
  operator: [],
  viewer: [],
}

/**
 * Throws Forbidden unless the caller may give and take every one of these roles. Its own roles are
 * read anew, because somebody may have taken them since the request began.
 */
export function requireReach(
  db: Db,
  { userId }: Pick<SessionPrincipal, 'userId'>,
  roles: readonly Role[],
): void {
  const own = findMembership(db, userId)?.roles ?? []
  const reach = new Set(own.flatMap((role) => ROLE_REACH[role]))
  if (reach.size === 0) {
    throw new Forbidden({
      reason: 'role_required',
      message: 'This needs the role owner or admin.',
    })
  }
  const beyond = roles.find((role) => !reach.has(role))
  if (beyond === undefined) return
  throw new Forbidden({
    reason: 'beyond_own_role',
    message: `Only an owner may give or take the role ${beyond}, or change who has it.`,
  })
}

/** Whether somebody could manage the tenant, and could not any more. */
export function losesReach(before: readonly Role[], after: readonly Role[]): boolean {
  const has = (roles: readonly Role[]) => roles.some((role) => ROLE_REACH[role].length > 0)
  return has(before) && !has(after)
}

/** Whether all of these roles are within the reach of somebody with those. */
export function reaches(own: readonly Role[], roles: readonly Role[]): boolean {
  const reach = new Set(own.flatMap((role) => ROLE_REACH[role]))
  return roles.every((role) => reach.has(role))
}
