import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ApiKeyId, DatasetId, GrantId, TenantId, UserId } from '../../../base/ids.ts'
import { later, prepared } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { DatasetAccess } from '../../principal.ts'
import { apiKeyAncestors, apiKeyGrants, apiKeys } from '../tables.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect
export type GrantRow = typeof apiKeyGrants.$inferSelect

/**
 * What is written on a key about what it may do. `granted` is a JSON array as text, or null without
 * an allow-list.
 */
const terms = {
  apiKeyId: apiKeys.apiKeyId,
  tenantId: apiKeys.tenantId,
  name: apiKeys.name,
  createdBy: apiKeys.createdBy,
  scopes: apiKeys.scopes,
  mode: apiKeys.datasetAccessMode,
  datasetIds: apiKeys.datasetIds,
  granted: sql<string | null>`CASE api_key.dataset_access_mode WHEN 'allow_list' THEN
    (SELECT json_group_array(dataset_id) FROM api_key_grant
      WHERE api_key_grant.api_key_id = api_key.api_key_id) END`,
  ratePerMinute: apiKeys.ratePerMinute,
  monthlyBudgetCredits: apiKeys.monthlyBudgetCredits,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
  lastUsedAt: apiKeys.lastUsedAt,
  accessUntil: apiKeys.accessUntil,
}

const keyPrincipal = prepared((db) =>
  db
    .select({ ...terms, secretHash: apiKeys.secretHash })
    .from(apiKeys)
    .where(eq(apiKeys.keyPrefix, later('prefix')))
    .prepare(),
)

/** The way of an API key to all that a principal needs: one indexed SELECT. */
export function findKeyPrincipal(db: Db, prefix: string) {
  return keyPrincipal(db).get({ prefix })
}

const termsById = prepared((db) =>
  db
    .select(terms)
    .from(apiKeys)
    .where(eq(apiKeys.apiKeyId, later('apiKeyId')))
    .prepare(),
)

export type KeyTerms = NonNullable<ReturnType<ReturnType<typeof termsById>['get']>>

export function findTerms(db: Db, apiKeyId: ApiKeyId): KeyTerms | undefined {
  return termsById(db).get({ apiKeyId })
}

const termsOfAncestors = prepared((db) =>
  db
    .select(terms)
    .from(apiKeyAncestors)
    .innerJoin(apiKeys, eq(apiKeys.apiKeyId, apiKeyAncestors.ancestorId))
    .where(eq(apiKeyAncestors.apiKeyId, later('apiKeyId')))
    .orderBy(desc(apiKeys.apiKeyId))
    .prepare(),
)

/** Of the keys that a key comes from, the nearest first. */
export function listAncestors(db: Db, apiKeyId: ApiKeyId): KeyTerms[] {
  return termsOfAncestors(db).all({ apiKeyId })
}

/** The keys that come from a key and are not revoked, the oldest first. */
export function listLiveDescendants(db: Db, apiKeyId: ApiKeyId) {
  const { apiKeyId: id, tenantId, keyPrefix, revokedAt } = apiKeys
  return db
    .select({ apiKeyId: id, tenantId, keyPrefix, revokedAt })
    .from(apiKeyAncestors)
    .innerJoin(apiKeys, eq(id, apiKeyAncestors.apiKeyId))
    .where(and(eq(apiKeyAncestors.ancestorId, apiKeyId), isNull(revokedAt)))
    .orderBy(asc(id))
    .all()
}

export function countAncestors(db: Db, apiKeyId: ApiKeyId): number {
  const own = eq(apiKeyAncestors.apiKeyId, apiKeyId)
  return db.select({ n: count() }).from(apiKeyAncestors).where(own).get()?.n ?? 0
}

/** Whose keys, as far as the one who looks may reach. */
export type KeySight = { readonly tenantId: TenantId; readonly datasetAccess: DatasetAccess }

/** A key in sight; any other is as good as none. */
export function findKey(
  db: Db,
  { sight, apiKeyId }: { sight: KeySight; apiKeyId: ApiKeyId },
): ApiKeyRow | undefined {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.apiKeyId, apiKeyId), inSight(sight)))
    .get()
}

/** Newest first, from below the position. */
export function listKeyRows(
  db: Db,
  page: { sight: KeySight; after: ApiKeyId | undefined; limit: number },
): ApiKeyRow[] {
  const below = page.after ? lt(apiKeys.apiKeyId, page.after) : undefined
  return db
    .select()
    .from(apiKeys)
    .where(and(inSight(page.sight), below))
    .orderBy(desc(apiKeys.apiKeyId))
    .limit(page.limit)
    .all()
}

export function countKeys(db: Db, sight: KeySight): number {
  const row = db.select({ n: count() }).from(apiKeys).where(inSight(sight)).get()
  return row?.n ?? 0
}

/** Who has a list of datasets sees the keys that reach nothing beyond it, itself among them. */
function inSight({ tenantId, datasetAccess }: KeySight): SQL | undefined {
  const ofTenant = eq(apiKeys.tenantId, tenantId)
  if (datasetAccess.mode === 'all_available') return ofTenant
  const own = sql`(SELECT value FROM json_each(${JSON.stringify(datasetAccess.datasetIds)}))`
  return and(
    ofTenant,
    eq(apiKeys.datasetAccessMode, 'allow_list'),
    sql`NOT EXISTS (SELECT 1 FROM json_each(${apiKeys.datasetIds}) WHERE value NOT IN ${own})`,
    sql`NOT EXISTS (SELECT 1 FROM api_key_grant WHERE api_key_grant.api_key_id =
      api_key.api_key_id AND api_key_grant.dataset_id NOT IN ${own})`,
  )
}

export function insertKey(tx: Tx, row: ApiKeyRow): void {
  tx.insert(apiKeys).values(row).run()
}

export type KeyChange = Partial<
  Pick<
    ApiKeyRow,
    | 'name'
    | 'scopes'
    | 'datasetAccessMode'
    | 'datasetIds'
    | 'ratePerMinute'
    | 'monthlyBudgetCredits'
    | 'expiresAt'
    | 'revokedAt'
    | 'secretHash'
    | 'accessUntil'
  >
>

export function updateKey(tx: Tx, apiKeyId: ApiKeyId, change: KeyChange): void {
  tx.update(apiKeys).set(change).where(eq(apiKeys.apiKeyId, apiKeyId)).run()
}

/** The keys that one member made are another's from now on. */
export function handKeysOver(
  tx: Tx,
  { tenantId, userId, heir }: { tenantId: TenantId; userId: UserId; heir: UserId },
): void {
  tx.update(apiKeys)
    .set({ createdBy: heir })
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.createdBy, userId)))
    .run()
}

export function updateLastUsed(tx: Tx, apiKeyId: ApiKeyId, nowMs: number): void {
  tx.update(apiKeys).set({ lastUsedAt: nowMs }).where(eq(apiKeys.apiKeyId, apiKeyId)).run()
}

export function listGrantRows(db: Db, apiKeyIds: readonly ApiKeyId[]): GrantRow[] {
  return db
    .select()
    .from(apiKeyGrants)
    .where(inArray(apiKeyGrants.apiKeyId, [...apiKeyIds]))
    .orderBy(asc(apiKeyGrants.grantId))
    .all()
}

export function findGrantOf(
  db: Db,
  key: { apiKeyId: ApiKeyId; datasetId: DatasetId },
): GrantRow | undefined {
  return db
    .select()
    .from(apiKeyGrants)
    .where(and(eq(apiKeyGrants.apiKeyId, key.apiKeyId), eq(apiKeyGrants.datasetId, key.datasetId)))
    .get()
}

export function insertGrant(tx: Tx, row: GrantRow): void {
  tx.insert(apiKeyGrants).values(row).run()
}

export function deleteGrantsOf(tx: Tx, apiKeyId: ApiKeyId): void {
  tx.delete(apiKeyGrants).where(eq(apiKeyGrants.apiKeyId, apiKeyId)).run()
}

/** The grant that went, if there was one on this key. */
export function deleteGrant(
  tx: Tx,
  grant: { apiKeyId: ApiKeyId; grantId: GrantId },
): GrantRow | undefined {
  const here = and(
    eq(apiKeyGrants.grantId, grant.grantId),
    eq(apiKeyGrants.apiKeyId, grant.apiKeyId),
  )
  const row = tx.select().from(apiKeyGrants).where(here).get()
  if (row) tx.delete(apiKeyGrants).where(here).run()
  return row
}
