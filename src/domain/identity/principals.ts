import { Unauthenticated } from '../../base/errors.ts'
import { sameBytes } from '../../base/secrets.ts'
import type { Db } from '../../store/tx.ts'
import type { DatasetAccess, Principal } from '../principal.ts'
import { isSessionLive, prepareSessionPrincipal } from './account/queries.ts'
import { isSessionToken, parseApiKey } from './credentials.ts'
import { isKeyLive, isLiveAt, type KeyPrincipalRow, prepareKeyPrincipal } from './key/queries.ts'
import type { LastUsed } from './last-used.ts'
import type { IdentityRoom } from './room.ts'
import { scopesOfKey, scopesOfRoles } from './scopes.ts'

/** From what a request shows to who asks: the part of this room that every request goes through. */
export function openPrincipals({ store, clock, hashes }: IdentityRoom, lastUsed: LastUsed) {
  const sessionPrincipal = prepareSessionPrincipal(store.db)
  const keyPrincipal = prepareKeyPrincipal(store.db)

  return {
    /** Who a session token stands for; undefined when it is unknown, ended or expired. */
    principalOfToken(token: string): Principal | undefined {
      if (!isSessionToken(token)) return undefined
      const nowMs = clock.nowMs()
      let row: ReturnType<typeof sessionPrincipal.get>
      for (const tokenHash of hashes.sessionsTaken(token)) {
        row ??= sessionPrincipal.get({ tokenHash, nowMs })
      }
      if (!row) return undefined
      const { roles, ...ids } = row
      return {
        ...ids,
        principalId: row.userId,
        principalType: 'user',
        scopes: scopesOfRoles(roles),
        roles,
        datasetAccess: { mode: 'all_available' },
        limits: { ratePerMinute: null, monthlyBudgetCredits: null, expiresAtMs: null },
      }
    },

    /**
     * Who an API key stands for; undefined when it is unknown, revoked or expired. The hash is
     * compared in constant time, also with nothing when the prefix is unknown.
     */
    principalOfKey(text: string): Principal | undefined {
      const parts = parseApiKey(text)
      if (!parts) return undefined
      const row = keyPrincipal.get({ prefix: parts.prefix })
      const genuine = sameBytes(row?.secretHash ?? noHash, hashes.apiKey(parts))
      const nowMs = clock.nowMs()
      if (!row || !genuine || !isLiveAt(row, nowMs)) return undefined
      lastUsed.note(row, nowMs)
      const { apiKeyId, tenantId, ratePerMinute, monthlyBudgetCredits, expiresAt } = row
      return {
        tenantId,
        principalId: apiKeyId,
        principalType: 'api_key',
        apiKeyId,
        scopes: scopesOfKey(row.scopes),
        roles: [],
        isPlatformAdmin: false,
        datasetAccess: datasetAccessOf(row),
        limits: { ratePerMinute, monthlyBudgetCredits, expiresAtMs: expiresAt },
      }
    },

    /**
     * Throws Unauthenticated when the credential ended since the request began: a revoked key
     * stops also the requests that are under way (spec 3, API key).
     */
    assertLive(db: Db, { apiKeyId, sessionId }: Principal): void {
      const nowMs = clock.nowMs()
      if (apiKeyId && isKeyLive(db, apiKeyId, nowMs)) return
      if (sessionId && isSessionLive(db, sessionId, nowMs)) return
      throw new Unauthenticated('This credential is not valid any more.')
    },
  }
}

const noHash = Buffer.alloc(32)

/** Spec 5.2.6: the list and the grants together. */
function datasetAccessOf({ mode, datasetIds, granted }: KeyPrincipalRow): DatasetAccess {
  if (mode === 'all_available') return { mode }
  const added = granted === null ? [] : JSON.parse(granted)
  return { mode, datasetIds: [...new Set([...datasetIds, ...added])] }
}
