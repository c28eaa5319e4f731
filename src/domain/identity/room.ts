import type { Clock } from '../../base/clock.ts'
import type { DatasetId, RequestId, TenantId, UserId, WebhookId } from '../../base/ids.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import type { Store } from '../../store/open.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { AuditActor } from '../audit/index.ts'
import type { OffMarket } from '../events/index.ts'
import type { Principal } from '../principal.ts'
import { type FailedLogins, openFailedLogins } from './account/failed-logins.ts'
import { type CredentialHashes, openCredentialHashes } from './credentials.ts'
import type { SecondFactorRule } from './factor/rule.ts'
import { type FactorSecrets, openFactorSecrets } from './factor/secrets.ts'
import { openPasswords, type PasswordCost, type Passwords } from './password/passwords.ts'
import type { ClientDocuments, PasskeyChecks, SsoClient, SsoSettings } from './ports.ts'
import { openSsoSecrets, type SsoSecrets } from './sso/secrets.ts'

/** Who may sign up: everybody, whoever brings an invitation, or nobody. */
export type SignupPolicy = 'open' | 'invite' | 'closed'

export type IdentitySettings = {
  readonly signup: SignupPolicy
  /** Assigned to every tenant at its creation. */
  readonly region: string
  /** Searches a minute of a key that has no rate of its own. */
  readonly searchRatePerMinute: number
  /** What a tenant may keep that has no quota of its own; 0 is no limit. */
  readonly storageQuotaBytes: number
  /** A browser session that is not used for so long ends. */
  readonly sessionIdleMs: number
  /** Of whom a second factor is wanted; unless given, of nobody. */
  readonly secondFactor?: SecondFactorRule | undefined
  /** Registered programs: anybody may register one. */
  readonly oauthProgramsMax?: number | undefined
}

type ToPerson = { email: string; tenantId: TenantId; spoken: string | undefined }
type Coded = ToPerson & { code: string; expiresAtMs: number }

/** Something of a tenant that is off the market, or back. */
export type OffMarketNews = {
  readonly tenantId: TenantId
  readonly type: OffMarket
  readonly name: string
  /** Only what its owner may read. */
  readonly reason?: string | undefined
  /** In the console, where it is shown. */
  readonly place: string
}

/** Writes to whoever answers for the tenant. */
export type TellManagers = (tx: Tx, news: OffMarketNews) => void

export type Letters = {
  readonly isSet: () => boolean
  readonly invitation: (tx: Tx, letter: Coded & { house: string; by: UserId }) => void
  readonly reset: (tx: Tx, letter: Coded & { userId: UserId }) => void
  readonly verification: (tx: Tx, letter: Coded & { userId: UserId }) => void
  readonly moved: (tx: Tx, letter: ToPerson & { userId: UserId }) => void
}

export type LostRights = {
  readonly tenantId: TenantId
  readonly makers: readonly string[]
  readonly by: AuditActor
  readonly requestId?: RequestId | undefined
}

export type IdentityDeps = {
  readonly store: Pick<Store, 'db' | 'write'>
  readonly clock: Clock
  readonly secrets: Secrets
  readonly settings: IdentitySettings
  /**
   * Whether a principal may know that a dataset exists. Asked of the catalog, which leans on this
   * room and so cannot be called from here.
   */
  readonly knowsDataset: (db: Db, principal: Principal, datasetId: DatasetId) => boolean
  /** Runs in the transaction that makes a tenant: welcome credits. */
  readonly welcome?: ((tx: Tx, tenantId: TenantId) => void) | undefined
  /** Runs in the transaction that takes somebody out of a tenant, and may refuse it. */
  readonly leaving?: ((tx: Tx, userId: UserId) => void) | undefined
  /** Runs in the transaction that takes rights from people and keys; gives what it paused. */
  readonly stopWebhooks?: ((tx: Tx, lost: LostRights) => readonly WebhookId[]) | undefined
  /** Letters with codes, in the transaction that makes the code; without it none are written. */
  readonly letters?: Letters | undefined
  /** Letters of what is off the market, or back; without it none are written. */
  readonly tellManagers?: TellManagers | undefined
  /** Single sign-on; without it nobody comes in by a provider. */
  readonly sso?: SsoSettings | undefined
  /** Without it programs register, and are asked for nowhere. */
  readonly clientDocuments?: ClientDocuments | undefined
  /** Without them nobody has passkeys. */
  readonly passkeys?: PasskeyChecks | undefined
  /** Tests lower it. */
  readonly passwordCost?: PasswordCost | undefined
}

/** What the commands of this room share. */
export type IdentityRoom = Omit<IdentityDeps, 'passwordCost' | 'secrets' | 'sso'> & {
  readonly sso: SsoSettings
  readonly ssoSecrets: SsoSecrets
  readonly factorSecrets: FactorSecrets
  readonly hashes: CredentialHashes
  readonly passwords: Passwords
  readonly failedLogins: FailedLogins
  /** What seals codes for addresses, and when the last was sent to whom. */
  readonly emailKey: SigningKeys
  readonly emailCodes: Map<string, number>
  readonly cursorKey: SigningKeys
}

export function makeRoom({ passwordCost, secrets, sso, ...rest }: IdentityDeps): IdentityRoom {
  return {
    ...rest,
    sso: sso ?? noProviders,
    ssoSecrets: openSsoSecrets(secrets),
    factorSecrets: openFactorSecrets(secrets),
    hashes: openCredentialHashes(secrets),
    passwords: openPasswords(passwordCost),
    failedLogins: openFailedLogins(rest),
    emailKey: secrets.signing('email-code'),
    emailCodes: new Map(),
    cursorKey: secrets.signing('api-key-cursor'),
  }
}

/** Without providers nobody asks the client for anything. */
const noProviders: SsoSettings = { providers: [], client: {} as SsoClient, refreshMs: 0 }
