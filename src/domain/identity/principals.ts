import { Conflict, Forbidden, Unauthenticated } from '../../base/errors.ts'
import type { SessionId } from '../../base/ids.ts'
import { keptRead, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { DatasetAccess, Principal } from '../principal.ts'
import { findFirstOwner } from './account/queries.ts'
import { isSessionToken, parseApiKey } from './credentials.ts'
import { openKnownKeys } from './key/known-keys.ts'
import { findKeyPrincipal, updateLastUsed } from './key/queries.ts'
import { findStanding, lastingStanding, standingAt } from './key/standing.ts'
import type { LastUsed } from './last-used.ts'
import { lastUsedStepMs, sessionUsedStepMs } from './limits.ts'
import type { IdentityRoom } from './room.ts'
import { scopesOfRoles } from './scopes.ts'
import { liveAt } from './session/live-at.ts'
import * as queries from './session/queries.ts'
import type { SessionKind } from './tables.ts'
import { isSuspended, requireNotSuspended } from './tenant/suspension.ts'
import { getTenantNamed } from './tenant/tenant.ts'

/** Made when one is shown, as for keys: commands that read open the room on an older schema. */
const sessionPrincipal = {
  bearer: prepared((db) => queries.prepareSessionPrincipal(db, 'bearer')),
  browser: prepared((db) => queries.prepareSessionPrincipal(db, 'browser')),
}

/** What is written of the key with this beginning. */
const keyShown = keptRead((db, prefix: string) => {
  const row = findKeyPrincipal(db, prefix)
  return row && { row, lasting: lastingStanding(db, row.apiKeyId) }
})

/** From what a request shows to who asks: the part of this room that every request goes through. */
export function openPrincipals(room: IdentityRoom, lastUsed: LastUsed) {
  const { store, clock, hashes } = room
  const knownKeys = openKnownKeys(hashes)

  function noteSession(row: { sessionId: SessionId; lastUsedAt: number | null }, nowMs: number) {
    const { sessionId: id, lastUsedAt } = row
    const update = (tx: Tx) => queries.updateSessionUsed(tx, id, nowMs)
    lastUsed.note({ id, lastUsedAt, stepMs: sessionUsedStepMs, update }, nowMs)
  }

  return {
    /**
     * Who a session token stands for that was shown in this way; undefined when it is unknown,
     * ended, expired, or is shown in another way.
     */
    principalOfToken(token: string, kind: SessionKind = 'bearer'): Principal | undefined {
      if (!isSessionToken(token)) return undefined
      const at = liveAt(room)
      let row: ReturnType<ReturnType<typeof sessionPrincipal.bearer>['get']>
      for (const tokenHash of hashes.sessionsTaken(token)) {
        row ??= sessionPrincipal[kind](store.db).get({ tokenHash, ...at })
      }
      if (!row) return undefined
      const { roles, lastUsedAt, kind: shown, factor, confirmedAtMs, ...ids } = row
      noteSession({ sessionId: row.sessionId, lastUsedAt }, at.nowMs)
      return {
        ...ids,
        principalId: row.userId,
        principalType: 'user',
        proof: { kind: shown, factor, confirmedAtMs },
        scopes: scopesOfRoles(roles),
        roles,
        datasetAccess: { mode: 'all_available' },
        limits: { ratePerMinute: null, monthlyBudgetCredits: null, expiresAtMs: null },
        line: [],
      }
    },

    /**
     * Who an API key stands for; undefined when it is unknown, revoked or expired. The hash is
     * compared in constant time, also with nothing when the prefix is unknown.
     */
    principalOfKey(text: string): Principal | undefined {
      const parts = parseApiKey(text)
      if (!parts) return undefined
      const shown = keyShown(store.db, parts.prefix)
      const row = shown?.row
      const genuine = knownKeys.isGenuine(row, { text, parts })
      const nowMs = clock.nowMs()
      const standing = genuine ? standingAt(shown?.lasting, nowMs) : undefined
      if (!row || !standing) return undefined
      const { apiKeyId: id, lastUsedAt } = row
      const update = (tx: Tx) => updateLastUsed(tx, id, nowMs)
      lastUsed.note({ id, lastUsedAt, stepMs: lastUsedStepMs, update }, nowMs)
      return {
        tenantId: row.tenantId,
        principalId: row.apiKeyId,
        principalType: 'api_key',
        apiKeyId: row.apiKeyId,
        roles: [],
        isPlatformAdmin: false,
        ...(row.accessUntil === null ? {} : { isApplication: true }),
        ...standing,
      }
    },

    /**
     * Whoever may open the data folder, in the place of a tenant's owner; the log names the
     * operator. Throws NotFound, InvalidInput for a name of several, Conflict without an owner.
     */
    principalOfOperator(nameOrId: string): Principal {
      const { tenantId, name } = getTenantNamed(store.db, nameOrId)
      const owner = findFirstOwner(store.db, tenantId)
      if (!owner) {
        const message = `Nobody has joined ${name} yet: there is nobody to act for.`
        throw new Conflict({ reason: 'no_owner', message })
      }
      return {
        tenantId,
        userId: owner.userId,
        principalId: owner.userId,
        principalType: 'user',
        isOperator: true,
        limits: { ratePerMinute: null, monthlyBudgetCredits: null, expiresAtMs: null },
        line: [],
        ...ownersRights,
      }
    },

    /**
     * Throws Unauthenticated when the credential ended since the request began: a revoked key
     * stops also the requests that are under way (spec 3, API key).
     */
    assertLive(db: Db, principal: Principal): void {
      getRights(db, principal, liveAt(room))
    },

    /**
     * The one place that says that nobody of a suspended tenant does anything: sessions and keys
     * alike, and from the next request on. Throws Forbidden with the reason. Whoever may open the
     * data folder acts in its place all the same.
     */
    requireActive(db: Db, { tenantId, isOperator }: Principal): void {
      if (!isOperator) requireNotSuspended(db, tenantId)
    },

    /**
     * For what a request is about to write: the same, and Forbidden when its credential may do less
     * by now than when it began. Whoever was demoted while a file came in does not end with the
     * right of before.
     */
    assertStillMay(db: Db, principal: Principal): void {
      if (covers(getRights(db, principal, liveAt(room)), principal)) return
      throw new Forbidden({
        reason: 'rights_narrowed',
        message: 'What this credential may do was narrowed while the request was under way.',
      })
    },

    /** For what lasts: who asks as of now; undefined when that ended, or may do less by now. */
    principalNow(db: Db, principal: Principal): Principal | undefined {
      const rights = findRights(db, principal, liveAt(room))
      if (!rights || !covers(rights, principal)) return undefined
      if (!principal.isOperator && isSuspended(db, principal.tenantId)) return undefined
      return { ...principal, ...rights }
    },
  }
}

type Rights = Pick<Principal, 'scopes' | 'datasetAccess' | 'isPlatformAdmin' | 'proof'> & {
  roles: Principal['roles']
}

const ownersRights: Rights = {
  scopes: scopesOfRoles(['owner']),
  isPlatformAdmin: false,
  datasetAccess: { mode: 'all_available' },
  roles: ['owner'],
}

/** What a credential may do at this moment. Throws Unauthenticated when it ended. */
function getRights(db: Db, principal: Principal, at: queries.LiveAt): Rights {
  const rights = findRights(db, principal, at)
  if (!rights) throw new Unauthenticated('This credential is not valid any more.')
  return rights
}

function findRights(db: Db, principal: Principal, at: queries.LiveAt): Rights | undefined {
  const { apiKeyId, sessionId, isOperator } = principal
  if (isOperator) return ownersRights
  const standing = apiKeyId && findStanding(db, apiKeyId, at.nowMs)
  if (standing) return { ...standing, isPlatformAdmin: false, roles: [] }
  const session = sessionId && queries.findSessionRights(db, sessionId, at)
  if (!session) return undefined
  const { roles, isPlatformAdmin, ...proof } = session
  const scopes = scopesOfRoles(roles)
  return { scopes, isPlatformAdmin, datasetAccess: { mode: 'all_available' }, roles, proof }
}

function covers(now: Rights, before: Rights): boolean {
  return (
    reachesAll(now.scopes, before.scopes) &&
    (now.isPlatformAdmin || !before.isPlatformAdmin) &&
    reaches(now.datasetAccess, before.datasetAccess)
  )
}

/** What is kept is mostly the very same. */
function reachesAll(now: Rights['scopes'], before: Rights['scopes']): boolean {
  return now === before || [...before].every((scope) => now.has(scope))
}

function reaches(now: DatasetAccess, before: DatasetAccess): boolean {
  if (now === before || now.mode === 'all_available') return true
  if (before.mode === 'all_available') return false
  const still = new Set(now.datasetIds)
  return before.datasetIds.every((id) => still.has(id))
}
