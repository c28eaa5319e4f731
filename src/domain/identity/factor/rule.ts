import type { Principal } from '../../principal.ts'

/** Of whom the operator wants a second factor. */
export type SecondFactorRule = 'off' | 'admins' | 'staff' | 'all'

type Somebody = Pick<Principal, 'isPlatformAdmin' | 'scopes'>

/**
 * The one place that says who must have a second factor. Staff are platform admins, who are the
 * reviewers, and whoever sees the money of a tenant: the roles with `billing:read`, by which an
 * account for payouts is read and of which owners and admins write it.
 */
export function needsSecondFactor(
  rule: SecondFactorRule,
  { isPlatformAdmin, scopes }: Somebody,
): boolean {
  if (rule === 'all') return true
  if (rule === 'off') return false
  return isPlatformAdmin || (rule === 'staff' && scopes.has('billing:read'))
}
