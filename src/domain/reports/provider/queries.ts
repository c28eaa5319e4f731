import { type SQL, sql } from 'drizzle-orm'
import { monthOf } from '../../../base/clock.ts'
import type { DatasetId, PayoutStatementId, TenantId } from '../../../base/ids.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db } from '../../../store/tx.ts'
import { type Caller, isOnOfferTo, isOwnedBy } from '../../catalog/index.ts'
import type { PayoutState } from '../../ledger/index.ts'
import { type Period, perDay } from '../period.ts'

// What a provider has

export type Holdings = {
  totalDatasets: number
  totalObjects: number
  totalStorageBytes: number
  objectsPendingReview: number
  objectsApproved: number
  /** Of those: buyers can find them now, because nothing stands in the way. */
  objectsForSale: number
  objectsRejected: number
  /** Approved, and could not be indexed. */
  objectsFailed: number
  /** Of those pending, warned of: their review ends soon. */
  objectsExpiringSoon: number
}

export function sumHoldings(reading: Reading, caller: Caller): Promise<Holdings> {
  return reading.get<Holdings>(sql`
    SELECT (SELECT count(*) FROM dataset WHERE ${isOwnedBy(caller)}) AS totalDatasets,
      coalesce(sum(holding.objects), 0) AS totalObjects,
      coalesce(sum(holding.bytes), 0) AS totalStorageBytes,
      ${objectsWith(sql`status = 'staged'`)} AS objectsPendingReview,
      ${objectsWith(sql`status = 'active'`)} AS objectsApproved,
      coalesce(sum(iif(${isForSale(caller)}, holding.objects, 0)), 0) AS objectsForSale,
      ${objectsWith(sql`status = 'rejected'`)} AS objectsRejected,
      ${objectsWith(sql`index_state = 'failed'`)} AS objectsFailed,
      ${objectsWith(sql`status = 'staged' AND holding.is_warned = 1`)} AS objectsExpiringSoon
    FROM dataset CROSS JOIN dataset_holding AS holding USING (dataset_id)
    WHERE ${isOwnedBy(caller)} AND ${confirmed}`)
}

export type DatasetHoldings = {
  datasetId: DatasetId
  datasetName: string
  objectCount: number
  activeObjectCount: number
  storageBytes: number
}

export function findDatasetHoldings(
  db: Db,
  caller: Caller,
  datasetId: string,
): DatasetHoldings | undefined {
  return db.get<DatasetHoldings | undefined>(sql`
    SELECT dataset.dataset_id AS datasetId, dataset.name AS datasetName,
      coalesce(sum(holding.objects), 0) AS objectCount,
      ${objectsWith(sql`status = 'active' AND holding.index_state = 'indexed'`)}
        AS activeObjectCount,
      coalesce(sum(holding.bytes), 0) AS storageBytes
    FROM dataset LEFT JOIN dataset_holding AS holding
      ON holding.dataset_id = dataset.dataset_id AND ${confirmed}
    WHERE ${isOwnedBy(caller)} AND dataset.dataset_id = ${datasetId}
    GROUP BY dataset.dataset_id`)
}

/** What `isOnShow` says of objects, of as many as are alike. */
function isForSale(caller: Caller): SQL {
  return sql`(holding.status = 'active' AND holding.index_state = 'indexed'
    AND holding.is_down = 0 AND ${isOnOfferTo(caller)})`
}

function objectsWith(condition: SQL): SQL {
  return sql`coalesce(sum(iif(holding.${condition}, holding.objects, 0)), 0)`
}

/** The objects that a dataset counts: confirmed and not deleted. */
const confirmed = sql`holding.status IN ('staged', 'active', 'rejected', 'expired')`

// What others did with it. A deleted dataset still counts: the money did not go with it.

export type Scope = Caller & { readonly datasetId: DatasetId | undefined } & Period

export type RevenueRow = { day: number; grossCents: number; sellerCents: number }

/**
 * Charges less what was given back, each at its own time. The provider's part of a refund counts
 * where it came from the provider: not from a statement that was paid or reversed before.
 */
export function sumRevenue(reading: Reading, scope: Scope): Promise<RevenueRow[]> {
  const { tenantId } = scope
  return reading.all<RevenueRow>(sql`
    SELECT at / ${perDay} AS day, sum(gross_cents) AS grossCents, sum(seller_cents) AS sellerCents
    FROM (
      SELECT created_at AS at, charge_cents AS gross_cents, provider_cents AS seller_cents
      FROM meter_event INDEXED BY meter_event_running_gross
      WHERE provider_tenant_id = ${tenantId} AND period >= ${monthOf(scope.fromMs)}
        AND ${within(scope, sql`created_at`)} AND charge_cents > 0
      UNION ALL
      SELECT refund.created_at, -refund.charge_cents,
        iif(refund.source IN ('earned', 'payable'), -refund.provider_cents, 0)
      FROM refund JOIN meter_event USING (event_id)
      WHERE refund.provider_tenant_id = ${tenantId} AND ${within(scope, sql`refund.created_at`)})
    GROUP BY day`)
}

export type DownloadsRow = { day: number; downloads: number }

export function countDownloads(reading: Reading, scope: Scope): Promise<DownloadsRow[]> {
  return reading.all<DownloadsRow>(sql`
    SELECT created_at / ${perDay} AS day, sum(quantity) AS downloads
    FROM meter_event INDEXED BY meter_event_downloads_of
    WHERE provider_tenant_id = ${scope.tenantId} AND ${within(scope, sql`created_at`)}
      AND buyer_tenant_id <> ${scope.tenantId} AND kind = 'download'
    GROUP BY day`)
}

export type SearchesRow = { day: number; searches: number; results: number }

export function countSearches(reading: Reading, scope: Scope): Promise<SearchesRow[]> {
  return reading.all<SearchesRow>(sql`
    SELECT occurred_at / ${perDay} AS day, count(DISTINCT search_id) AS searches,
      sum(passages) AS results
    FROM search_reach WHERE ${reachedByOthers(scope)} GROUP BY day`)
}

export type ReadsRow = { day: number; reads: number }

export function countReads(reading: Reading, scope: Scope): Promise<ReadsRow[]> {
  return reading.all<ReadsRow>(sql`
    SELECT asset_access.occurred_at / ${perDay} AS day, count(*) AS reads
    FROM dataset CROSS JOIN asset_access ON asset_access.dataset_id = dataset.dataset_id
    WHERE dataset.tenant_id = ${scope.tenantId} AND asset_access.tenant_id <> ${scope.tenantId}
      AND ${within(scope, sql`asset_access.occurred_at`, sql`asset_access.dataset_id`)}
    GROUP BY day`)
}

export type AskedRow = { queryText: string; tenantId: TenantId }

/** What others asked that these datasets answered, the latest first. */
export function listAsked(
  reading: Reading,
  scope: Scope,
  { limit }: { limit: number },
): Promise<AskedRow[]> {
  return reading.all<AskedRow>(sql`
    SELECT search_activity.query_text AS queryText, search_activity.tenant_id AS tenantId
    FROM (SELECT DISTINCT occurred_at, search_id FROM search_reach
      WHERE ${reachedByOthers(scope)} ORDER BY occurred_at DESC, search_id DESC LIMIT ${limit})
      CROSS JOIN search_activity USING (search_id)`)
}

function reachedByOthers(scope: Scope): SQL {
  return sql`provider_tenant_id = ${scope.tenantId} AND ${within(scope, sql`occurred_at`)}
    AND buyer_tenant_id <> ${scope.tenantId}`
}

/** The time, the dataset that was asked for, and those that a key is narrowed to. */
export function within(scope: Scope, at: SQL, dataset: SQL = sql`dataset_id`): SQL {
  const { fromMs, toMs, datasetId, datasetAccess } = scope
  const conditions = [sql`${at} >= ${fromMs}`, sql`${at} < ${toMs}`]
  if (datasetId !== undefined) conditions.push(sql`${dataset} = ${datasetId}`)
  if (datasetAccess.mode === 'allow_list') {
    const ids = JSON.stringify(datasetAccess.datasetIds)
    conditions.push(sql`${dataset} IN (SELECT value FROM json_each(${ids}))`)
  }
  return sql`(${sql.join(conditions, sql` AND `)})`
}

// What a provider is owed

export type Payout = {
  payoutStatementId: PayoutStatementId
  periodStartMs: number
  periodEndMs: number
  grossCents: number
  sellerCents: number
  heldCents: number
  releasedCents: number
  reversedCents: number
  currency: string
  status: PayoutState
  createdAtMs: number
}

/** The newest statements below a position. */
export function listPayoutRows(
  db: Db,
  tenantId: TenantId,
  page: { after: string | undefined; limit: number },
): Payout[] {
  const older = page.after === undefined ? sql`TRUE` : sql`payout_statement_id < ${page.after}`
  return db.all<Payout>(sql`
    SELECT payout_statement_id AS payoutStatementId, period_start_at AS periodStartMs,
      period_end_at AS periodEndMs, gross_cents AS grossCents, seller_cents AS sellerCents,
      held_cents AS heldCents, released_cents AS releasedCents,
      coalesce((SELECT reversed_cents FROM payout_progress
        WHERE payout_statement_id = payout_statement.payout_statement_id), 0) AS reversedCents,
      currency, status,
      created_at AS createdAtMs
    FROM payout_statement WHERE tenant_id = ${tenantId} AND ${older}
    ORDER BY payout_statement_id DESC LIMIT ${page.limit}`)
}

export function countPayouts(db: Db, tenantId: TenantId): number {
  return db.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM payout_statement WHERE tenant_id = ${tenantId}`,
  ).n
}
