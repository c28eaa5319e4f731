import { Conflict, InvalidInput, NotFound } from '../../../base/errors.ts'
import type { ApiKeyId, ClientId, DatasetId, GrantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import type { DatasetAccessMode, Principal, Scope } from '../../principal.ts'
import { listOAuthGrants, type OAuthGrantRow } from '../oauth/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { type ApiKeyRow, findKey, type GrantRow, type KeySight, listGrantRows } from './queries.ts'

/** A dataset that was added to a key by itself. */
export type Grant = {
  readonly grantId: GrantId
  readonly datasetId: DatasetId
  readonly createdAtMs: number
}

/** What may be known about a key; the secret and its hash are not among it. */
export type ApiKey = {
  readonly apiKeyId: ApiKeyId
  /** The user or the key that made it, or `operator`. */
  readonly createdBy: string
  readonly name: string
  readonly keyPrefix: string
  readonly scopes: readonly Scope[]
  readonly datasetAccessMode: DatasetAccessMode
  readonly datasetIds: readonly DatasetId[]
  readonly grants: readonly Grant[]
  readonly ratePerMinute: number | null
  readonly monthlyBudgetCredits: Cents | null
  readonly expiresAtMs: number | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
  /** Whose it is, where somebody let a program in; null for a key that is pasted. */
  readonly application: Application | null
}

/** A program that has a key of its own, which it renews. */
export type Application = {
  readonly clientId: ClientId
  /** As it says itself. */
  readonly name: string
  /** Where its answers go: a host, or the scheme of a program. */
  readonly redirectPlace: string
  /** Until when it may renew the key. */
  readonly refreshUntilMs: number
}

export type KeyAddress = { readonly sight: KeySight; readonly apiKeyId: ApiKeyId }

/** Throws NotFound for a key that is out of sight. Revoked keys stay readable. */
export function getKey(db: Db, address: KeyAddress): ApiKey {
  return withGrants(db, [getKeyRow(db, address)])[0] as ApiKey
}

export function getKeyRow(db: Db, address: KeyAddress): ApiKeyRow {
  const row = findKey(db, address)
  if (!row) throw new NotFound('API key')
  return row
}

/** The same for what changes a key: throws Conflict when it is revoked. */
export function getChangeableKeyRow(db: Db, address: KeyAddress): ApiKeyRow {
  const row = getKeyRow(db, address)
  if (row.revokedAt === null) return row
  throw new Conflict({ reason: 'key_revoked', message: 'This API key is revoked.' })
}

/** Rows as records, with the grants of all of them read at once, and whose they are. */
export function withGrants(db: Db, rows: readonly ApiKeyRow[]): ApiKey[] {
  const ids = rows.map(({ apiKeyId }) => apiKeyId)
  const grants = listGrantRows(db, ids)
  const applications = new Map(listOAuthGrants(db, ids).map((one) => [one.apiKeyId, one]))
  return rows.map((row) => ({
    apiKeyId: row.apiKeyId,
    createdBy: row.createdBy,
    name: row.name,
    keyPrefix: row.keyPrefix,
    scopes: row.scopes,
    datasetAccessMode: row.datasetAccessMode,
    datasetIds: row.datasetIds,
    grants: grants.filter(({ apiKeyId }) => apiKeyId === row.apiKeyId).map(grantOf),
    ratePerMinute: row.ratePerMinute,
    monthlyBudgetCredits: row.monthlyBudgetCredits,
    expiresAtMs: row.expiresAt,
    createdAtMs: row.createdAt,
    lastUsedAtMs: row.lastUsedAt,
    revokedAtMs: row.revokedAt,
    application: applicationOf(applications.get(row.apiKeyId)),
  }))
}

function applicationOf(grant: OAuthGrantRow | undefined): Application | null {
  if (!grant) return null
  const { clientId, clientName: name, redirectPlace, refreshUntil: refreshUntilMs } = grant
  return { clientId, name, redirectPlace, refreshUntilMs }
}

export function grantOf({ grantId, datasetId, createdAt }: GrantRow): Grant {
  return { grantId, datasetId, createdAtMs: createdAt }
}

/**
 * Throws InvalidInput unless the principal may know each of the datasets. A foreign one, one beyond
 * the principal's own list and one that never was are refused with the same words.
 */
export function requireKnownDatasets(
  room: IdentityRoom,
  db: Db,
  asked: { principal: Principal; datasetIds: readonly DatasetId[]; field: string },
): void {
  const { principal, datasetIds, field } = asked
  const { datasetAccess } = principal
  const known = (id: DatasetId) =>
    (datasetAccess.mode === 'all_available' || datasetAccess.datasetIds.includes(id)) &&
    room.knowsDataset(db, principal, id)
  if (datasetIds.every(known)) return
  throw new InvalidInput({
    field,
    reason: 'unknown_dataset',
    message: `${field} names a dataset that does not exist or that you cannot see.`,
  })
}

/** A key that is made to end has to end later than now. */
export function requireFuture(
  { expiresAtMs }: { expiresAtMs?: number | null | undefined },
  nowMs: number,
): void {
  if (expiresAtMs === undefined || expiresAtMs === null || expiresAtMs > nowMs) return
  throw new InvalidInput({
    field: 'expires_at',
    reason: 'in_the_past',
    message: 'expires_at must lie in the future.',
  })
}

/** Our choice: a list of datasets beside `all_available` would look like a restriction. */
export function requireListMeansSomething(
  mode: DatasetAccessMode,
  asked: { field: 'dataset_ids' | 'dataset_id'; datasetIds: readonly DatasetId[] | undefined },
): void {
  const { field, datasetIds } = asked
  if (mode === 'allow_list' || datasetIds === undefined) return
  throw new InvalidInput({
    field,
    reason: 'needs_allow_list',
    message: `${field} goes with dataset_access_mode allow_list only.`,
  })
}
