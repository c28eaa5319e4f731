import type { Me } from '../../../domain/identity/index.ts'
import { presentFailedLogins } from './present-logged-in.ts'

/** `user` for a session, `api_key` in its place for a key (our choice for spec 2.2). */
export function presentMe({ who, tenant, roles, scopes }: Me) {
  return {
    ...presentWho(who),
    tenant: {
      tenant_id: tenant.tenantId,
      name: tenant.name,
      region: tenant.region,
      plan: tenant.plan,
    },
    roles: [...roles],
    scopes: [...scopes],
  }
}

function presentWho(who: Me['who']) {
  if (who.type === 'api_key') return { api_key: { api_key_id: who.apiKeyId, name: who.name } }
  return {
    user: {
      user_id: who.userId,
      email: who.email,
      email_verified: who.isEmailVerified,
      display_name: who.displayName,
      is_platform_admin: who.isPlatformAdmin,
      failed_logins: presentFailedLogins(who.failedLogins),
    },
  }
}
