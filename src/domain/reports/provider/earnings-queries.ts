import { sql } from 'drizzle-orm'
import { monthOf } from '../../../base/clock.ts'
import type { DatasetId, ObjectId, TenantId } from '../../../base/ids.ts'
import type { Reading } from '../../../store/reading.ts'
import { titleShown } from '../../catalog/index.ts'
import { earningsDatasetsMax, simulatedDownloadsMax } from '../limits.ts'
import { type Period, perDay } from '../period.ts'
import { type Scope, within } from './queries.ts'

export type EarningsRow = {
  datasetId: DatasetId
  name: string | null
  charges: number
  downloads: number
  grossCents: number
  sellerCents: number
}

/** By dataset, as sumRevenue is by day. */
export function sumEarnings(reading: Reading, scope: Scope): Promise<EarningsRow[]> {
  const { tenantId } = scope
  return reading.all<EarningsRow>(sql`
    SELECT sums.dataset_id AS datasetId, dataset.name, charges, downloads,
      gross_cents AS grossCents, seller_cents AS sellerCents
    FROM (
      SELECT dataset_id, sum(charges) AS charges, sum(downloads) AS downloads,
        sum(gross_cents) AS gross_cents, sum(seller_cents) AS seller_cents
      FROM (
        SELECT dataset_id, 1 AS charges, kind = 'download' AS downloads,
          charge_cents AS gross_cents, provider_cents AS seller_cents
        FROM meter_event INDEXED BY meter_event_running_gross
        WHERE provider_tenant_id = ${tenantId} AND period >= ${monthOf(scope.fromMs)}
          AND ${within(scope, sql`created_at`)} AND charge_cents > 0
        UNION ALL
        SELECT dataset_id, 0, 0, -refund.charge_cents,
          iif(refund.source IN ('earned', 'payable'), -refund.provider_cents, 0)
        FROM refund JOIN meter_event USING (event_id)
        WHERE refund.provider_tenant_id = ${tenantId} AND ${within(scope, sql`refund.created_at`)})
      GROUP BY dataset_id) AS sums
      LEFT JOIN dataset ON dataset.dataset_id = sums.dataset_id
    ORDER BY gross_cents DESC, sums.dataset_id LIMIT ${earningsDatasetsMax}`)
}

// The events of a statement

export type SaleRow = {
  seq: number
  eventId: string
  kind: string
  datasetId: DatasetId | null
  datasetName: string | null
  assetId: ObjectId | null
  title: string | null
  startMs: number | null
  endMs: number | null
  quantity: number
  grossCents: number
  sellerCents: number
  refundedAtMs: number | null
  /** Where the provider's part of it came from. */
  partFrom: 'earned' | 'payable' | 'reversals' | 'platform' | null
  dispute: 'open' | 'rejected' | 'refunded' | null
  occurredAtMs: number
}

export type SalesOfMonth = { tenantId: TenantId; period: string }
type Page = { before: number | undefined; limit: number; offset: number }

/** What a provider's month is made of, newest first. */
export function listSales(
  reading: Reading,
  { tenantId, period }: SalesOfMonth,
  { before, limit, offset }: Page,
): Promise<SaleRow[]> {
  return reading.all<SaleRow>(sql`
    SELECT meter_event.seq, meter_event.event_id AS eventId, meter_event.kind,
      meter_event.dataset_id AS datasetId, dataset.name AS datasetName,
      meter_event.asset_id AS assetId, iif(object.object_id IS NULL, NULL, ${titleShown}) AS title,
      dl_link.start_ms AS startMs, dl_link.end_ms AS endMs, meter_event.quantity,
      meter_event.charge_cents AS grossCents, meter_event.provider_cents AS sellerCents,
      refund.created_at AS refundedAtMs, refund.source AS partFrom, dispute.state AS dispute,
      meter_event.created_at AS occurredAtMs
    FROM meter_event INDEXED BY meter_event_running_gross
      LEFT JOIN dataset ON dataset.dataset_id = meter_event.dataset_id
      LEFT JOIN object ON object.object_id = meter_event.asset_id
      LEFT JOIN refund ON refund.event_id = meter_event.event_id
      LEFT JOIN dispute ON dispute.event_id = meter_event.event_id
      LEFT JOIN dl_link ON meter_event.kind = 'download'
        AND dl_link.token_hash = unhex(substr(meter_event.event_id, 4))
    WHERE meter_event.provider_tenant_id = ${tenantId} AND meter_event.period = ${period}
      AND meter_event.charge_cents > 0
      AND meter_event.seq < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY meter_event.seq DESC LIMIT ${limit} OFFSET ${offset}`)
}

export async function countSales(reading: Reading, month: SalesOfMonth): Promise<number> {
  const { n } = await reading.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM meter_event INDEXED BY meter_event_running_gross
    WHERE provider_tenant_id = ${month.tenantId} AND period = ${month.period}
      AND charge_cents > 0`)
  return n
}

// What downloads would have brought at other prices

export type SoldRow = {
  buyerTenantId: TenantId
  uploadedAtMs: number
  durationMs: number | null
  startMs: number | null
  endMs: number | null
  chargeCents: number
  providerCents: number
  providerShareBp: number
  occurredAtMs: number
}

type Sold = Period & { tenantId: TenantId; datasetId: DatasetId }

/** Downloads of others, the latest first, without those that made good or were given back. */
export function listSold(reading: Reading, sold: Sold): Promise<SoldRow[]> {
  return reading.all<SoldRow>(sql`
    SELECT meter_event.buyer_tenant_id AS buyerTenantId, object.uploaded_at AS uploadedAtMs,
      object.duration_ms AS durationMs, dl_link.start_ms AS startMs, dl_link.end_ms AS endMs,
      meter_event.charge_cents AS chargeCents, meter_event.provider_cents AS providerCents,
      meter_event.provider_share_bp AS providerShareBp, meter_event.created_at AS occurredAtMs
    FROM meter_event INDEXED BY meter_event_downloads_of
      JOIN dl_link ON dl_link.token_hash = unhex(substr(meter_event.event_id, 4))
      JOIN object ON object.object_id = meter_event.asset_id
    WHERE meter_event.provider_tenant_id = ${sold.tenantId} AND meter_event.kind = 'download'
      AND meter_event.created_at >= ${sold.fromMs} AND meter_event.created_at < ${sold.toMs}
      AND meter_event.dataset_id = ${sold.datasetId}
      AND meter_event.buyer_tenant_id <> ${sold.tenantId} AND dl_link.replaces IS NULL
      AND NOT EXISTS (SELECT 1 FROM refund WHERE refund.event_id = meter_event.event_id)
    ORDER BY meter_event.created_at DESC LIMIT ${simulatedDownloadsMax}`)
}

export type PayerRow = { buyerTenantId: TenantId; day: number }

/** Who paid for something of a dataset, and on which days. */
export function listPayers(reading: Reading, sold: Sold): Promise<PayerRow[]> {
  return reading.all<PayerRow>(sql`
    SELECT DISTINCT buyer_tenant_id AS buyerTenantId, created_at / ${perDay} AS day
    FROM meter_event INDEXED BY meter_event_running_gross
    WHERE provider_tenant_id = ${sold.tenantId} AND period >= ${monthOf(sold.fromMs)}
      AND created_at >= ${sold.fromMs} AND created_at < ${sold.toMs}
      AND dataset_id = ${sold.datasetId} AND charge_cents > 0`)
}
