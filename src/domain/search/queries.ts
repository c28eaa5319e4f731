import { and, eq, sql } from 'drizzle-orm'
import type { PassageId, SearchId, TenantId } from '../../base/ids.ts'
import { placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { assetAccesses, searchActivities, searchReaches } from './tables.ts'

export type SearchActivityRow = typeof searchActivities.$inferSelect
export type SearchReachRow = typeof searchReaches.$inferSelect
export type AssetAccessRow = typeof assetAccesses.$inferSelect

const newSearchActivity = prepared((tx) =>
  tx.insert(searchActivities).values(placeholdersOf(searchActivities)).prepare(),
)

export function insertSearchActivity(tx: Tx, row: SearchActivityRow): void {
  newSearchActivity(tx).run(row)
}

const newSearchReach = prepared((tx) =>
  tx.insert(searchReaches).values(placeholdersOf(searchReaches)).prepare(),
)

/** Belongs to every search that has hits: one for each dataset among them. */
export function insertSearchReach(tx: Tx, row: SearchReachRow): void {
  newSearchReach(tx).run(row)
}

type FirstTry = { tenantId: TenantId; requestId: string; paramsHash: string; sinceMs: number }

/** What the very same search showed when it was billed under this request id. */
export function findFirstHits(db: Db, search: FirstTry): PassageId[] | undefined {
  const { tenantId, requestId, paramsHash, sinceMs } = search
  const row = db.get<{ hits: string } | undefined>(sql`SELECT hits FROM search_activity
    WHERE tenant_id = ${tenantId} AND request_id = ${requestId} AND params_hash = ${paramsHash}
      AND billed = 1 AND occurred_at >= ${sinceMs} ORDER BY occurred_at DESC LIMIT 1`)
  return row && JSON.parse(row.hits)
}

export function findSearchActivity(
  db: Db,
  { tenantId, searchId }: { tenantId: TenantId; searchId: SearchId },
): SearchActivityRow | undefined {
  return db
    .select()
    .from(searchActivities)
    .where(and(eq(searchActivities.searchId, searchId), eq(searchActivities.tenantId, tenantId)))
    .get()
}

const newAssetAccess = prepared((tx) =>
  tx.insert(assetAccesses).values(placeholdersOf(assetAccesses)).prepare(),
)

export function insertAssetAccess(tx: Tx, row: AssetAccessRow): void {
  newAssetAccess(tx).run(row)
}
