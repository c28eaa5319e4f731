import { Forbidden } from '../../base/errors.ts'
import type { SessionId, UserId } from '../../base/ids.ts'
import type { CredentialLimits, Principal, Role, Scope } from '../principal.ts'
import { SCOPES } from '../principal.ts'

/**
 * What a credential may do, all of it in one place: which scopes a role brings, what needs a
 * session, what needs a platform admin, and how far a key may reach that another credential makes.
 */

/** Our choice; spec 5.2.5 names only the owner's `admin:*`. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES.filter((scope) => scope !== 'admin:*'),
  seller_manager: [
    'datasets:read',
    'datasets:write',
    'objects:write',
    'usage:read',
    'billing:read',
  ],
  buyer_manager: ['datasets:read', 'search:query', 'usage:read', 'billing:read', 'keys:write'],
  operator: ['datasets:read', 'usage:read'],
  viewer: ['datasets:read'],
}

/** What a key may do when its creator does not say. */
export const DEFAULT_KEY_SCOPES: readonly Scope[] = ['datasets:read', 'search:query']

/** A session has every scope of every role of its user (spec 5.2.5). */
export function scopesOfRoles(roles: readonly Role[]): ReadonlySet<Scope> {
  return new Set(roles.flatMap((role) => ROLE_SCOPES[role]))
}

/** The scopes written on a key; `admin:*` is full access and so brings all others along. */
export function scopesOfKey(written: readonly Scope[]): ReadonlySet<Scope> {
  return new Set(written.includes('admin:*') ? SCOPES : written)
}

/** Throws Forbidden without the scope (spec 5.2.8). */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope)) return
  throw new Forbidden({
    reason: 'missing_scope',
    message: `This needs the scope ${scope}.`,
  })
}

/** For what shows the whole tenant: throws Forbidden for a key that may see some datasets only. */
export function requireEveryDataset({ datasetAccess }: Principal): void {
  if (datasetAccess.mode === 'all_available') return
  throw new Forbidden({
    reason: 'allow_list_key',
    message: 'This shows the whole tenant: a key for a list of datasets may not ask for it.',
  })
}

export type SessionPrincipal = Principal & {
  readonly userId: UserId
  readonly sessionId: SessionId
}

/** For what only a person may do: throws Forbidden for a key. */
export function requireSession(principal: Principal): asserts principal is SessionPrincipal {
  if (principal.sessionId !== undefined && principal.userId !== undefined) return
  throw new Forbidden({
    reason: 'session_required',
    message: 'This needs a session: log in instead of using an API key.',
  })
}

/**
 * Review, take-downs, credits: a session of a platform admin, never a key, and a tenant owner's
 * `admin:*` is not enough (our choice for spec 5.2.8). Throws Forbidden.
 */
export function requirePlatformAdmin(
  principal: Principal,
): asserts principal is SessionPrincipal & { readonly isPlatformAdmin: true } {
  requireSession(principal)
  if (principal.isPlatformAdmin) return
  throw new Forbidden({
    reason: 'platform_admin_required',
    message: 'Only a platform administrator may do this.',
  })
}

/** What somebody wants a key to reach. Fields that are left out are not being changed. */
export type KeyReach = {
  readonly scopes?: readonly Scope[] | undefined
  readonly datasetMode?: 'all_available' | 'allow_list' | undefined
  readonly ratePerMinute?: number | null | undefined
  readonly monthlyBudgetCredits?: number | null | undefined
  readonly expiresAtMs?: number | null | undefined
}

/**
 * A credential gives no key more than it has itself. Throws Forbidden, naming the first thing that
 * is too much. Which datasets it may name is asked of `knowsDataset`, because that answer must be
 * the same for foreign and unknown ones. A key without a rate of its own has that of all such keys.
 */
export function requireWithinOwnReach(
  principal: Principal,
  reach: KeyReach,
  { searchRatePerMinute }: { searchRatePerMinute: number },
): void {
  const scope = [...scopesOfKey(reach.scopes ?? [])].find((one) => !principal.scopes.has(one))
  if (scope) throw beyond('scopes', `the scope ${scope}, which this credential does not have`)
  if (reach.datasetMode === 'all_available' && principal.datasetAccess.mode === 'allow_list') {
    throw beyond('datasets', 'all datasets: this credential has an allow-list itself')
  }
  const isKey = principal.apiKeyId !== undefined
  const own = isKey ? withRate(principal.limits, searchRatePerMinute) : principal.limits
  const wanted = isKey ? withRate(reach, searchRatePerMinute) : reach
  for (const [name, what] of LIMIT_NAMES) {
    if (exceeds({ wanted: wanted[name], own: own[name] })) {
      throw beyond(what, `a higher or no ${what} limit: this credential has one itself`)
    }
  }
}

/** The limit that a new key gets: what was asked for, else the limit of its creator. */
export function inheritedLimits(principal: Principal, asked: KeyReach): CredentialLimits {
  const { limits } = principal
  return {
    ratePerMinute: asked.ratePerMinute ?? limits.ratePerMinute,
    monthlyBudgetCredits: (asked.monthlyBudgetCredits ??
      limits.monthlyBudgetCredits) as CredentialLimits['monthlyBudgetCredits'],
    expiresAtMs: asked.expiresAtMs ?? limits.expiresAtMs,
  }
}

const LIMIT_NAMES = [
  ['ratePerMinute', 'rate'],
  ['monthlyBudgetCredits', 'budget'],
  ['expiresAtMs', 'expiry'],
] as const

function withRate<T extends { ratePerMinute?: number | null | undefined }>(
  limits: T,
  usual: number,
): T {
  return limits.ratePerMinute === null ? { ...limits, ratePerMinute: usual } : limits
}

type Limits = { wanted: number | null | undefined; own: number | null }

/** Null is no limit at all, and so more than any. */
function exceeds({ wanted, own }: Limits): boolean {
  if (wanted === undefined || own === null) return false
  return wanted === null || wanted > own
}

function beyond(what: 'scopes' | 'datasets' | 'rate' | 'budget' | 'expiry', tooMuch: string) {
  return new Forbidden({
    reason: `beyond_own_${what}`,
    message: `A key cannot be given ${tooMuch}.`,
  })
}
