import { Forbidden } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { OidcProvider } from '../../../base/oidc-settings.ts'
import { ROLES, type Role } from '../../principal.ts'
import type { SsoLogin } from '../ports.ts'

/** What the settings make of the groups that a provider names. Pure: nothing is looked up. */

/** One group may come as a text. None are none: whoever is in no group has no claim at some. */
export function groupsOf({ claims: names }: OidcProvider, claims: SsoLogin['claims']): string[] {
  const said = claims[names.groups]
  // Entra names the place of the list where there are more than two hundred: half a list is none.
  const elsewhere = claims._claim_names
  if (said === undefined && isRecord(elsewhere) && names.groups in elsewhere) {
    throw new Forbidden({
      reason: 'sso_too_many_groups',
      message: 'The provider names too many groups to say which. Its operator can name fewer.',
    })
  }
  const all = Array.isArray(said) ? said : [said]
  return all.filter((group): group is string => typeof group === 'string' && group !== '')
}

/** Undefined where groups give no roles. */
export function rolesOfGroups(
  { roles: mapped, defaultRoles }: OidcProvider,
  groups: readonly string[],
): Role[] | undefined {
  if (mapped === undefined) return undefined
  const given = new Set<Role>(groups.flatMap((group) => own(mapped, group) ?? []))
  if (given.size === 0) return inOrder(defaultRoles)
  return inOrder([...given])
}

/** The tenant that somebody with these groups joins. */
export function tenantOfGroups(
  { tenant, tenants }: OidcProvider,
  groups: readonly string[],
): TenantId | undefined {
  const named = Object.keys(tenants).find((group) => groups.includes(group))
  return named === undefined ? tenant : tenants[named]
}

/** The tenants in which the provider says who is what. */
export function tenantsOf({ tenant, tenants }: OidcProvider): TenantId[] {
  return [...(tenant === undefined ? [] : [tenant]), ...Object.values(tenants)]
}

export function speaksFor(provider: OidcProvider, tenantId: TenantId): boolean {
  return tenantsOf(provider).includes(tenantId)
}

export function isPlatformAdminBy(
  { platformAdmins }: OidcProvider,
  groups: readonly string[],
): boolean | undefined {
  return platformAdmins?.some((group) => groups.includes(group))
}

/** Throws Forbidden for who is in none of the groups that are let in. */
export function requireAllowedGroup(
  { allowedGroups, name }: OidcProvider,
  groups: readonly string[],
): void {
  if (allowedGroups === undefined || allowedGroups.some((group) => groups.includes(group))) return
  throw new Forbidden({
    reason: 'sso_group_required',
    message: `Your account at ${name} is in no group that may use this service.`,
  })
}

/** Throws Forbidden unless somebody showed who it is in a way that the operator wants. */
export function requireProof(
  { requiredAmr, requiredAcr, name }: OidcProvider,
  claims: SsoLogin['claims'],
): void {
  const amr = Array.isArray(claims.amr) ? claims.amr : []
  const byAmr = requiredAmr.length === 0 || requiredAmr.some((method) => amr.includes(method))
  const byAcr = requiredAcr.length === 0 || requiredAcr.some((level) => level === claims.acr)
  if (byAmr && byAcr) return
  throw new Forbidden({
    reason: 'sso_proof_required',
    message: `This service wants a stronger log-in at ${name}, such as a second factor.`,
  })
}

/** Whether what the provider says of this log-in counts as a second factor here. */
export function hasShownFactor(
  { secondFactorAmr, secondFactorAcr }: OidcProvider,
  claims: SsoLogin['claims'],
): boolean {
  const amr = Array.isArray(claims.amr) ? claims.amr : []
  return (
    secondFactorAmr.some((method) => amr.includes(method)) ||
    secondFactorAcr.some((level) => level === claims.acr)
  )
}

function inOrder(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role))
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
