import type { TenantId } from './ids.ts'

/** Roles as they are written in settings; the rooms' own list is held against it by its type. */
export type MappedRole =
  | 'owner'
  | 'admin'
  | 'seller_manager'
  | 'buyer_manager'
  | 'operator'
  | 'viewer'

/** Who becomes whom: accounts that exist, accounts that are invited, or everybody. */
export type JoinRule = 'verified_email' | 'invitation' | 'create'

/** A provider of OpenID Connect that people may log in by, as the operator set it up. */
export type OidcProvider = {
  /** In the addresses of this server. */
  readonly id: string
  /** On the button. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Undefined: a public client, with PKCE alone. */
  readonly clientSecret: string | undefined
  readonly scopes: readonly string[]
  readonly claims: {
    readonly email: string
    readonly emailVerified: string
    readonly name: string
    readonly groups: string
  }
  /** Whether what it says of addresses joins accounts that are here. */
  readonly trustEmail: boolean
  /** Domains of addresses that it may speak for; empty: all. */
  readonly emailDomains: readonly string[]
  readonly join: JoinRule
  /** Whom people join: one tenant, or that of the first group in the map which they have. */
  readonly tenant: TenantId | undefined
  readonly tenants: Readonly<Record<string, TenantId>>
  /** Undefined: roles are given here, and not by groups. */
  readonly roles: Readonly<Record<string, readonly MappedRole[]>> | undefined
  /** For who has no group with roles. */
  readonly defaultRoles: readonly MappedRole[]
  /** Groups whose people run the platform; undefined: that is said here. */
  readonly platformAdmins: readonly string[] | undefined
  /** Groups of which one is needed; undefined: none. */
  readonly allowedGroups: readonly string[] | undefined
  /** Domains of addresses that do not log in by passwords any more. */
  readonly passwordOffFor: readonly string[]
  /** How somebody must have shown who it is: one of these (OpenID Connect Core 2, amr and acr). */
  readonly requiredAmr: readonly string[]
  readonly requiredAcr: readonly string[]
  /** What of amr and acr counts as a second factor here; empty: nothing does. */
  readonly secondFactorAmr: readonly string[]
  readonly secondFactorAcr: readonly string[]
  /** What the provider is to ask of people each time (OpenID Connect Core 3.1.2.1). */
  readonly prompt: string | undefined
  /** Path of this server, known to the provider, to come back to after a log-out. */
  readonly afterLogout: string | undefined
}
