import type { ApiKeyId, DatasetId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { keptRead } from '../../../store/prepared.ts'
import type { Db } from '../../../store/tx.ts'
import type { CredentialLimits, DatasetAccess, KeyInLine, Scope } from '../../principal.ts'
import { scopesOfKey } from '../scopes.ts'
import { findTerms, type KeyTerms, listAncestors } from './queries.ts'

/** What a key may do at this moment. */
export type KeyStanding = {
  readonly scopes: ReadonlySet<Scope>
  readonly datasetAccess: DatasetAccess
  readonly limits: CredentialLimits
  readonly line: readonly KeyInLine[]
}

/** The same until a moment, or until what is written changes. */
export type LastingStanding = { readonly standing: KeyStanding; readonly untilMs: number | null }

/**
 * What is written on a key, within what is written on those that it comes from: a key that is
 * narrowed narrows all that come from it. That one of them was revoked takes nothing from the
 * others, or a key could not be replaced by one that it made (spec 5.2.7).
 * Undefined for a key that is revoked or is not there. It ends once the key or one that it comes
 * from expires, or a program is to renew it.
 */
export const lastingStanding = keptRead((db, apiKeyId: ApiKeyId): LastingStanding | undefined => {
  const terms = findTerms(db, apiKeyId)
  return terms && standingOf(db, terms)
})

function standingOf(db: Db, key: KeyTerms): LastingStanding | undefined {
  if (key.revokedAt !== null) return undefined
  const line = key.createdBy.startsWith('key_') ? [key, ...listAncestors(db, key.apiKeyId)] : [key]
  const limits = {
    ratePerMinute: least(line.map(({ ratePerMinute }) => ratePerMinute)),
    monthlyBudgetCredits: leastCents(line),
    expiresAtMs: least(line.map(({ expiresAt }) => expiresAt)),
  }
  const standing = {
    scopes: line.map(({ scopes }) => scopesOfKey(scopes)).reduce((all, one) => both(all, one)),
    datasetAccess: line.map(datasetAccessOf).reduce(narrower),
    limits,
    line: line.map(({ apiKeyId, ratePerMinute, monthlyBudgetCredits }) => ({
      apiKeyId,
      ratePerMinute,
      monthlyBudgetCredits,
    })),
  }
  return { standing, untilMs: least([key.accessUntil, limits.expiresAtMs]) }
}

/** What a key may do now; undefined for one that may nothing any more, and where there is none. */
export function findStanding(db: Db, apiKeyId: ApiKeyId, nowMs: number): KeyStanding | undefined {
  return standingAt(lastingStanding(db, apiKeyId), nowMs)
}

/** Undefined from its last moment on. */
export function standingAt(
  lasting: LastingStanding | undefined,
  nowMs: number,
): KeyStanding | undefined {
  if (!lasting || (lasting.untilMs !== null && lasting.untilMs <= nowMs)) return undefined
  return lasting.standing
}

function both<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one].filter((scope) => other.has(scope)))
}

/** Null is no limit. */
function least(limits: readonly (number | null)[]): number | null {
  const set = limits.filter((limit) => limit !== null)
  return set.length === 0 ? null : Math.min(...set)
}

function leastCents(line: readonly KeyTerms[]): Cents | null {
  const budget = least(line.map(({ monthlyBudgetCredits }) => monthlyBudgetCredits))
  return budget === null ? null : cents(budget)
}

/** Spec 5.2.6: the list and the grants together. */
function datasetAccessOf({ mode, datasetIds, granted }: KeyTerms): DatasetAccess {
  if (mode === 'all_available') return { mode }
  const added: DatasetId[] = granted === null ? [] : JSON.parse(granted)
  return { mode, datasetIds: [...new Set([...datasetIds, ...added])] }
}

function narrower(one: DatasetAccess, other: DatasetAccess): DatasetAccess {
  if (one.mode === 'all_available') return other
  if (other.mode === 'all_available') return one
  const theirs = new Set(other.datasetIds)
  return { mode: 'allow_list', datasetIds: one.datasetIds.filter((id) => theirs.has(id)) }
}
