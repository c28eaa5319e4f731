import type { ApiKeyId, DatasetId, SessionId, TenantId, UserId } from '../base/ids.ts'
import type { Cents } from '../base/money.ts'
import type { AuditActor } from './audit/index.ts'

/** Spec 5.2, rule 5. */
export const SCOPES = [
  'datasets:read',
  'datasets:write',
  'objects:write',
  'search:query',
  'usage:read',
  'keys:write',
  'billing:read',
  'admin:*',
] as const
export type Scope = (typeof SCOPES)[number]

export const ROLES = [
  'owner',
  'admin',
  'seller_manager',
  'buyer_manager',
  'operator',
  'viewer',
] as const
export type Role = (typeof ROLES)[number]

export const DATASET_ACCESS_MODES = ['all_available', 'allow_list'] as const
export type DatasetAccessMode = (typeof DATASET_ACCESS_MODES)[number]

/** Which datasets a credential may touch, within what its tenant may touch anyway (spec 5.2.6). */
export type DatasetAccess =
  | { readonly mode: 'all_available' }
  | { readonly mode: 'allow_list'; readonly datasetIds: readonly DatasetId[] }

/**
 * The narrowest limits of a key and of those that it comes from; null is no limit. Sessions have
 * none.
 */
export type CredentialLimits = {
  readonly ratePerMinute: number | null
  readonly monthlyBudgetCredits: Cents | null
  readonly expiresAtMs: number | null
}

/** A key, or one that it comes from, with what it limits itself; null is no limit of its own. */
export type KeyInLine = {
  readonly apiKeyId: ApiKeyId
  readonly ratePerMinute: number | null
  readonly monthlyBudgetCredits: Cents | null
}

/** What else somebody showed than a password; `provider`: that one asked for it. */
export const SHOWN_FACTORS = ['totp', 'passkey', 'recovery_code', 'provider'] as const
export type ShownFactor = (typeof SHOWN_FACTORS)[number]

/** What is known of who sits behind a session. */
export type SessionProof = {
  readonly kind: 'bearer' | 'browser'
  /** When that was last shown: a log-in shows it, too. */
  readonly confirmedAtMs: number
  /** Null: a password, or a provider, alone. */
  readonly factor: ShownFactor | null
}

/** Who asks: what every request resolves from its one credential (spec 1). */
export type Principal = {
  readonly tenantId: TenantId
  readonly principalId: UserId | ApiKeyId
  readonly principalType: 'user' | 'api_key'
  readonly userId?: UserId
  readonly apiKeyId?: ApiKeyId
  readonly sessionId?: SessionId
  /** A program that somebody let in: its token is for MCP alone. */
  readonly isApplication?: true
  /** With a session. */
  readonly proof?: SessionProof
  /** Whoever may open the data folder, in the place of this user; there is no session to end. */
  readonly isOperator?: true
  readonly scopes: ReadonlySet<Scope>
  /** Empty for a key. */
  readonly roles: readonly Role[]
  /** True for sessions only: a key never administers the platform. */
  readonly isPlatformAdmin: boolean
  readonly datasetAccess: DatasetAccess
  readonly limits: CredentialLimits
  /**
   * The key and those that it comes from, itself first, the nearest next: what one of them may use
   * is used up by all that come from it. Empty for a session.
   */
  readonly line: readonly KeyInLine[]
}

/** The same in the words of the audit log. */
export function actorOf(principal: Principal): AuditActor {
  if (principal.isOperator) return { type: 'operator', id: null }
  return { type: principal.principalType, id: principal.principalId }
}
