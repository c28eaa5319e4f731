import { sql } from 'drizzle-orm'
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type * as ids from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
import { DATASET_ACCESS_MODES, type Role, type Scope, SHOWN_FACTORS } from '../principal.ts'

export const PLANS = ['free', 'starter', 'pro', 'unlimited'] as const
export type Plan = (typeof PLANS)[number]

export const tenants = sqliteTable('tenant', {
  tenantId: text('tenant_id').$type<ids.TenantId>().primaryKey(),
  name: text('name').notNull(),
  region: text('region').notNull(),
  plan: text('plan', { enum: PLANS }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** Nothing but the id is left then. */
  erasedAt: integer('erased_at'),
  /** Null: what the setting says; 0: no limit. */
  storageQuotaBytes: integer('storage_quota_bytes'),
})

/** Whoever is of such a tenant may do nothing until it is lifted. */
export const tenantSuspensions = sqliteTable('tenant_suspension', {
  tenantId: text('tenant_id').$type<ids.TenantId>().primaryKey(),
  suspendedAt: integer('suspended_at').notNull(),
  reason: text('reason').notNull(),
})

/** Nobody is let in as such a person until the lock is taken away. */
export const userLocks = sqliteTable('user_lock', {
  userId: text('user_id').$type<ids.UserId>().primaryKey(),
  lockedAt: integer('locked_at').notNull(),
  reason: text('reason').notNull(),
})

/** The bytes that a tenant keeps; triggers of its objects count them. */
export const tenantStorage = sqliteTable('tenant_storage', {
  tenantId: text('tenant_id').$type<ids.TenantId>().primaryKey(),
  bytes: integer('bytes').notNull(),
})

/** Tenants that came out of archives of other installations. */
export const importedTenants = sqliteTable(
  'imported_tenant',
  {
    instanceId: text('instance_id').notNull(),
    sourceTenantId: text('source_tenant_id').notNull(),
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    importedAt: integer('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.sourceTenantId] })],
)

export const users = sqliteTable('user', {
  userId: text('user_id').$type<ids.UserId>().primaryKey(),
  email: text('email').notNull().unique(),
  displayName: text('display_name').notNull(),
  passwordHash: text('password_hash').notNull(),
  isPlatformAdmin: integer('is_platform_admin', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  passwordChangedAt: integer('password_changed_at').notNull(),
  /** Since the last login. */
  failedLogins: integer('failed_logins').notNull().default(0),
  lastFailedLoginAt: integer('last_failed_login_at'),
  /** When somebody was seen to read its mail. */
  emailVerifiedAt: integer('email_verified_at'),
})

export const memberships = sqliteTable('membership', {
  userId: text('user_id').$type<ids.UserId>().primaryKey(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  roles: text('roles', { mode: 'json' }).$type<Role[]>().notNull(),
  createdAt: integer('created_at').notNull(),
})

/** How a session's token is shown: as a bearer, or by a browser as a cookie. */
export const SESSION_KINDS = ['bearer', 'browser'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

export const sessions = sqliteTable('session', {
  sessionId: text('session_id').$type<ids.SessionId>().primaryKey(),
  userId: text('user_id').$type<ids.UserId>().notNull(),
  tokenHash: blob('token_hash', { mode: 'buffer' }).notNull().unique(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  kind: text('kind', { enum: SESSION_KINDS }).notNull().default('bearer'),
  /** Where it was opened; null for those of before this was kept. */
  address: text('address'),
  userAgent: text('user_agent'),
  lastUsedAt: integer('last_used_at'),
  /** When its user last showed who it is; null: when it was opened. */
  confirmedAt: integer('confirmed_at'),
  /** By which second factor that was; null: by none. */
  factor: text('factor', { enum: SHOWN_FACTORS }),
})

export const apiKeys = sqliteTable('api_key', {
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>().primaryKey(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  createdBy: text('created_by').notNull(),
  name: text('name').notNull(),
  keyPrefix: text('key_prefix').notNull().unique(),
  secretHash: blob('secret_hash', { mode: 'buffer' }).notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<Scope[]>().notNull(),
  datasetAccessMode: text('dataset_access_mode', { enum: DATASET_ACCESS_MODES }).notNull(),
  datasetIds: text('dataset_ids', { mode: 'json' }).$type<ids.DatasetId[]>().notNull(),
  ratePerMinute: integer('rate_per_minute'),
  monthlyBudgetCredits: integer('monthly_budget_credits').$type<Cents>(),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
  revokedAt: integer('revoked_at'),
  /** Of a program's access token: until when this secret counts. Null: a key like any other. */
  accessUntil: integer('access_until'),
})

/** Programs that registered themselves (RFC 7591). */
export const oauthClients = sqliteTable('oauth_client', {
  clientId: text('client_id').$type<ids.ClientId>().primaryKey(),
  name: text('name').notNull(),
  redirectUris: text('redirect_uris', { mode: 'json' }).$type<string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  usedAt: integer('used_at'),
})

/** What somebody said yes to, until the program fetches it. */
export const oauthCodes = sqliteTable('oauth_code', {
  codeHash: blob('code_hash', { mode: 'buffer' }).primaryKey(),
  clientId: text('client_id').$type<ids.ClientId>().notNull(),
  clientName: text('client_name').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  challenge: text('challenge').notNull(),
  resource: text('resource').notNull(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  userId: text('user_id').$type<ids.UserId>().notNull(),
  monthlyBudgetCredits: integer('monthly_budget_credits').$type<Cents>().notNull(),
  expiresAt: integer('expires_at').notNull(),
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>(),
})

/** What makes a key that of a program. */
export const oauthGrants = sqliteTable('oauth_grant', {
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>().primaryKey(),
  clientId: text('client_id').$type<ids.ClientId>().notNull(),
  clientName: text('client_name').notNull(),
  redirectPlace: text('redirect_place').notNull(),
  familyHash: blob('family_hash', { mode: 'buffer' }).notNull(),
  turnHash: blob('turn_hash', { mode: 'buffer' }).notNull(),
  refreshUntil: integer('refresh_until').notNull(),
})

/** The keys that a key comes from; a trigger fills it in. */
export const apiKeyAncestors = sqliteTable(
  'api_key_ancestor',
  {
    apiKeyId: text('api_key_id').$type<ids.ApiKeyId>().notNull(),
    ancestorId: text('ancestor_id').$type<ids.ApiKeyId>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.ancestorId] })],
)

export const apiKeyGrants = sqliteTable('api_key_grant', {
  grantId: text('grant_id').$type<ids.GrantId>().primaryKey(),
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>().notNull(),
  datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
  createdAt: integer('created_at').notNull(),
})

export const setupCodes = sqliteTable('setup_code', {
  setupCodeNo: integer('setup_code_no').primaryKey().default(sql`1`),
  codeHash: blob('code_hash', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
})

export const invitations = sqliteTable('invitation', {
  invitationId: text('invitation_id').$type<ids.InvitationId>().primaryKey(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  codeHash: blob('code_hash', { mode: 'buffer' }).notNull().unique(),
  roles: text('roles', { mode: 'json' }).$type<Role[]>().notNull(),
  email: text('email'),
  createdBy: text('created_by').$type<ids.UserId>().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
  usedBy: text('used_by').$type<ids.UserId>(),
  revokedAt: integer('revoked_at'),
})

/** Who somebody is at a provider of single sign-on. */
export const userIdentities = sqliteTable(
  'user_identity',
  {
    issuer: text('issuer').notNull(),
    subjectHash: blob('subject_hash', { mode: 'buffer' }).notNull(),
    userId: text('user_id').$type<ids.UserId>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the account was removed: whoever it was does not come back by itself. */
    endedAt: integer('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subjectHash] })],
)

/** Log-ins that are under way at a provider. */
export const ssoFlows = sqliteTable('sso_flow', {
  stateHash: blob('state_hash', { mode: 'buffer' }).primaryKey(),
  browserHash: blob('browser_hash', { mode: 'buffer' }).notNull(),
  provider: text('provider').notNull(),
  returnTo: text('return_to').notNull(),
  invitationHash: blob('invitation_hash', { mode: 'buffer' }),
  replaces: text('replaces').$type<ids.SessionId>(),
  expiresAt: integer('expires_at').notNull(),
})

/** What of a session a provider knows. */
export const ssoSessions = sqliteTable('sso_session', {
  sessionId: text('session_id').$type<ids.SessionId>().primaryKey(),
  provider: text('provider').notNull(),
  issuer: text('issuer').notNull(),
  subjectHash: blob('subject_hash', { mode: 'buffer' }).notNull(),
  sidHash: blob('sid_hash', { mode: 'buffer' }),
  /** Sealed, as the one below. */
  idToken: blob('id_token', { mode: 'buffer' }),
  refreshToken: blob('refresh_token', { mode: 'buffer' }),
  refreshAt: integer('refresh_at'),
})

export const ssoLogouts = sqliteTable('sso_logout', {
  jtiHash: blob('jti_hash', { mode: 'buffer' }).primaryKey(),
  expiresAt: integer('expires_at').notNull(),
})

/** With which somebody who lost a password sets another one, once. */
export const passwordResets = sqliteTable('password_reset', {
  userId: text('user_id').$type<ids.UserId>().primaryKey(),
  codeHash: blob('code_hash', { mode: 'buffer' }).notNull().unique(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

export const passwordPasses = sqliteTable('password_pass', {
  userId: text('user_id').$type<ids.UserId>().primaryKey(),
  until: integer('until').notNull(),
})

/** Codes by the time (RFC 6238); the secret is sealed. */
export const totps = sqliteTable('totp', {
  userId: text('user_id').$type<ids.UserId>().primaryKey(),
  secret: blob('secret', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** When its first code was shown; before that it is no factor. */
  confirmedAt: integer('confirmed_at'),
  /** Of the last code that was taken. */
  lastStep: integer('last_step').notNull(),
  lastUsedAt: integer('last_used_at'),
  /** Wrong codes since `failedSince`. */
  failed: integer('failed').notNull(),
  failedSince: integer('failed_since'),
})

export const recoveryCodes = sqliteTable('recovery_code', {
  codeHash: blob('code_hash', { mode: 'buffer' }).primaryKey(),
  userId: text('user_id').$type<ids.UserId>().notNull(),
  createdAt: integer('created_at').notNull(),
})

export const passkeys = sqliteTable('passkey', {
  passkeyId: text('passkey_id').$type<ids.PasskeyId>().primaryKey(),
  userId: text('user_id').$type<ids.UserId>().notNull(),
  credentialId: blob('credential_id', { mode: 'buffer' }).notNull().unique(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
  name: text('name').notNull(),
  transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
  backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
  /** What the authenticator counts; one that goes back is a copy of it. */
  signCount: integer('sign_count').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
})

export const CHALLENGE_PURPOSES = ['log_in', 'second_factor', 'confirm', 'add_passkey'] as const

/** What somebody is asked who wants in, or is to show again who it is. */
export const factorChallenges = sqliteTable('factor_challenge', {
  challengeHash: blob('challenge_hash', { mode: 'buffer' }).primaryKey(),
  purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
  /** Null: whoever has a passkey. */
  userId: text('user_id').$type<ids.UserId>(),
  /** The session that asks, or that ends when this log-in succeeds. */
  sessionId: text('session_id').$type<ids.SessionId>(),
  kind: text('kind', { enum: SESSION_KINDS }),
  /** Sealed: what a provider said of who is to be logged in. */
  carried: blob('carried', { mode: 'buffer' }),
  failed: integer('failed').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})
