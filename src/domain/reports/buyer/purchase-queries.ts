import { sql } from 'drizzle-orm'
import type {
  ApiKeyId,
  DatasetId,
  ObjectId,
  SearchId,
  TenantId,
  UserId,
} from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { PeriodRequest } from '../../../base/period.ts'
import type { Db } from '../../../store/tx.ts'
import { titleShown } from '../../catalog/index.ts'
import { downloadsOf, type PageOf, since, type Whose } from './queries.ts'

export type PurchaseRow = {
  /** Of the metered event, and of its receipt. */
  receiptId: string
  assetId: ObjectId
  datasetId: DatasetId
  datasetName: string | null
  providerTenantId: TenantId
  title: string | null
  filename: string | null
  modality: string | null
  /** Null: the whole file. */
  startMs: number | null
  endMs: number | null
  searchId: SearchId | null
  chargedCents: Cents
  refundedCents: Cents
  outcome: 'sent' | 'aborted' | 'failed' | null
  apiKeyId: ApiKeyId | null
  apiKeyName: string | null
  userId: UserId | null
  userName: string | null
  occurredAtMs: number
}

export type PurchaseFilter = Whose & PeriodRequest

/** Links that were fetched, with what they gave and who asked for them, the newest first. */
export function listPurchaseRows(
  db: Db,
  filter: PurchaseFilter,
  { after, limit, offset }: PageOf & { offset: number },
): PurchaseRow[] {
  const older = after
    ? sql`(event.created_at, event.event_id) < (${after[0]}, ${after[1]})
        AND event.created_at <= ${after[0]}`
    : sql`TRUE`
  const page = sql`
    SELECT seq, event_id, created_at FROM meter_event AS event INDEXED BY ${downloadsOf(filter)}
    WHERE ${isOne(filter)} AND ${older}
    ORDER BY created_at DESC, event_id DESC LIMIT ${limit} OFFSET ${offset}`
  return db.all<PurchaseRow>(sql`
    ${selectPurchases} WHERE meter_event.seq IN (SELECT seq FROM (${page}))
    ORDER BY meter_event.created_at DESC, meter_event.event_id DESC`)
}

export function countPurchases(db: Db, filter: PurchaseFilter): number {
  return db.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM meter_event AS event INDEXED BY ${downloadsOf(filter)}
    WHERE ${isOne(filter)}`).n
}

export function findPurchaseRow(db: Db, whose: Whose, receiptId: string): PurchaseRow | undefined {
  return db.get<PurchaseRow | undefined>(sql`
    ${selectPurchases}
    WHERE meter_event.event_id = ${receiptId} AND meter_event.buyer_tenant_id = ${whose.tenantId}
      AND meter_event.kind = 'download'
      AND ${whose.apiKeyId ? sql`meter_event.api_key_id = ${whose.apiKeyId}` : sql`TRUE`}`)
}

function isOne(filter: PurchaseFilter) {
  return sql`(buyer_tenant_id = ${filter.tenantId} AND kind = 'download'
    AND ${since(filter, sql`created_at`)})`
}

/** The names are those of today; of what was erased there are none. */
const selectPurchases = sql`
  SELECT meter_event.event_id AS receiptId, meter_event.asset_id AS assetId,
    meter_event.dataset_id AS datasetId, dataset.name AS datasetName,
    meter_event.provider_tenant_id AS providerTenantId, ${titleShown} AS title,
    object.filename, object.modality, dl_link.start_ms AS startMs, dl_link.end_ms AS endMs,
    meter_event.search_id AS searchId, meter_event.charge_cents AS chargedCents,
    coalesce(refund.charge_cents, 0) AS refundedCents, dl_link.outcome,
    meter_event.api_key_id AS apiKeyId, api_key.name AS apiKeyName, dl_link.user_id AS userId,
    user.display_name AS userName, meter_event.created_at AS occurredAtMs
  FROM meter_event
  LEFT JOIN dl_link ON dl_link.token_hash = unhex(substr(meter_event.event_id, 4))
  LEFT JOIN object ON object.object_id = meter_event.asset_id
  LEFT JOIN dataset ON dataset.dataset_id = meter_event.dataset_id
  LEFT JOIN refund ON refund.event_id = meter_event.event_id
  LEFT JOIN api_key ON api_key.api_key_id = meter_event.api_key_id
  LEFT JOIN user ON user.user_id = dl_link.user_id`
