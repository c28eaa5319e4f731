import { Unauthenticated } from '../../../base/errors.ts'
import type { ApiKeyId, UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { type Principal, type Role, SCOPES, type Scope } from '../../principal.ts'
import { findTerms } from '../key/queries.ts'
import { getTenant, type Tenant } from '../tenant/tenant.ts'
import type { FailedLoginCount } from './failed-logins.ts'
import { findUser } from './queries.ts'

export type Me = {
  readonly who:
    | {
        readonly type: 'user'
        readonly userId: UserId
        readonly email: string
        readonly isEmailVerified: boolean
        readonly displayName: string
        readonly isPlatformAdmin: boolean
        readonly failedLogins: FailedLoginCount
      }
    | { readonly type: 'api_key'; readonly apiKeyId: ApiKeyId; readonly name: string }
  readonly tenant: Tenant
  readonly roles: readonly Role[]
  readonly scopes: readonly Scope[]
}

/** Who the caller is and what it may do. Throws Unauthenticated when that ended meanwhile. */
export function me(db: Db, principal: Principal): Me {
  return {
    who: whoIs(db, principal),
    tenant: getTenant(db, principal.tenantId),
    roles: principal.roles,
    scopes: SCOPES.filter((scope) => principal.scopes.has(scope)),
  }
}

function whoIs(db: Db, principal: Principal): Me['who'] {
  const { apiKeyId, userId } = principal
  if (apiKeyId) {
    const key = findTerms(db, apiKeyId)
    if (key) return { type: 'api_key', apiKeyId, name: key.name }
  }
  const user = userId && findUser(db, userId)
  if (!user) throw new Unauthenticated()
  const { email, displayName, isPlatformAdmin } = user
  const failedLogins = { count: user.failedLogins, lastAtMs: user.lastFailedLoginAt }
  const isEmailVerified = user.emailVerifiedAt !== null
  return {
    type: 'user',
    userId,
    email,
    isEmailVerified,
    displayName,
    isPlatformAdmin,
    failedLogins,
  }
}
