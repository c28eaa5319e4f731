import { newId } from '../../src/base/ids.ts'
import type { Principal } from '../../src/domain/identity/index.ts'

/** A key with the scope of searching and nothing else, unless told otherwise. */
export function testPrincipal(part: Partial<Principal> = {}): Principal {
  const apiKeyId = newId('key', 0)
  return {
    tenantId: newId('tnt', 0),
    principalId: apiKeyId,
    principalType: 'api_key',
    apiKeyId,
    scopes: new Set(['search:query']),
    roles: [],
    isPlatformAdmin: false,
    datasetAccess: { mode: 'all_available' },
    limits: { ratePerMinute: null, monthlyBudgetCredits: null, expiresAtMs: null },
    line: [],
    ...part,
  }
}

/** The session of a platform administrator. */
export function adminPrincipal(): Principal {
  const userId = newId('usr', 0)
  const { apiKeyId: _, ...rest } = testPrincipal({ isPlatformAdmin: true })
  return { ...rest, principalId: userId, principalType: 'user', userId, sessionId: newId('ses', 0) }
}
