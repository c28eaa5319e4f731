import { and, asc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { monthStartMs } from '../../../base/clock.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db } from '../../../store/tx.ts'
import type { RefundRow } from '../disputes/queries.ts'
import { type Statement, selectStatements } from '../payouts/queries.ts'
import type { MeterEventRow, TransferRow } from '../queries.ts'
import { meterEvents, payoutStatements, planMonths, refunds, transfers } from '../tables.ts'

type Month = { tenantId: TenantId; period: string }
type Page = { after: number; limit: number }

/** What a tenant used in a month, a page at a time in the order of the chain. */
export function listUsage(db: Db, { tenantId, period }: Month, page: Page): MeterEventRow[] {
  return db
    .select()
    .from(meterEvents)
    .where(
      and(
        eq(meterEvents.buyerTenantId, tenantId),
        eq(meterEvents.period, period),
        gt(meterEvents.seq, page.after),
      ),
    )
    .orderBy(asc(meterEvents.seq))
    .limit(page.limit)
    .all()
}

/** What others used of a tenant's, as far as it cost anything. */
export function listSales(db: Db, { tenantId, period }: Month, page: Page): MeterEventRow[] {
  return db
    .select()
    .from(meterEvents)
    .where(
      and(
        eq(meterEvents.providerTenantId, tenantId),
        eq(meterEvents.period, period),
        gt(meterEvents.seq, page.after),
        // Written out, not bound: the partial index is used only where its condition is literal.
        sql`${meterEvents.chargeCents} > 0`,
      ),
    )
    .orderBy(asc(meterEvents.seq))
    .limit(page.limit)
    .all()
}

export type GivenBack = { eventId: string; atMs: number; partFrom: RefundRow['source'] }

/** Which of these events were given back, when, and from where the provider's part came. */
export function givenBack(db: Db, eventIds: readonly string[]): Map<string, GivenBack> {
  const rows = db
    .select({ eventId: refunds.eventId, atMs: refunds.createdAt, partFrom: refunds.source })
    .from(refunds)
    .where(inArray(refunds.eventId, [...eventIds]))
    .all()
  return new Map(rows.map((row) => [row.eventId, row]))
}

/** Transfers of a time, a page at a time; the chain has no index by time and is read through. */
export function listTransfersBetween(
  db: Db,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  page: Page,
): TransferRow[] {
  return db
    .select()
    .from(transfers)
    .where(
      and(
        gt(transfers.seq, page.after),
        gte(transfers.createdAt, fromMs),
        lt(transfers.createdAt, toMs),
      ),
    )
    .orderBy(asc(transfers.seq))
    .limit(page.limit)
    .all()
}

/** Everybody's of a month, in the order of the tenants' ids. */
export function listStatementsOfMonth(
  db: Db,
  period: string,
  { after, limit }: { after: string; limit: number },
): Statement[] {
  const { periodStartAt, tenantId } = payoutStatements
  return selectStatements(db, and(eq(periodStartAt, monthStartMs(period)), gt(tenantId, after)))
    .orderBy(asc(tenantId))
    .limit(limit)
    .all()
}

// Invoices

export type UsageSum = { kind: MeterEventRow['kind']; quantity: number; credits: number }

export function sumUsage(reading: Reading, { tenantId, period }: Month): Promise<UsageSum[]> {
  return reading.all<UsageSum>(sql`
    SELECT kind, sum(quantity) AS quantity, sum(charge_cents) AS credits FROM meter_event
    WHERE buyer_tenant_id = ${tenantId} AND period = ${period} GROUP BY kind ORDER BY kind`)
}

export type MonthSum = { period: string; credits: number }

/**
 * What the invoices of a tenant come to, month by month, the newest first: also of one in which
 * something was only put on the balance, but for what everybody is given to begin with.
 */
export function sumMonths(
  reading: Reading,
  { tenantId }: { tenantId: TenantId },
): Promise<MonthSum[]> {
  return reading.all<MonthSum>(sql`
    SELECT period, sum(credits) AS credits FROM (
      SELECT period, sum(charge_cents) AS credits FROM meter_event
      WHERE buyer_tenant_id = ${tenantId} GROUP BY period
      UNION ALL
      SELECT period, fee_cents FROM plan_month
      WHERE tenant_id = ${tenantId} AND state = 'paid'
      UNION ALL
      SELECT strftime('%Y-%m', created_at / 1000, 'unixepoch'), -sum(charge_cents) FROM refund
      WHERE buyer_tenant_id = ${tenantId} GROUP BY 1
      UNION ALL
      SELECT strftime('%Y-%m', transfer.created_at / 1000, 'unixepoch'), 0 ${ontoBalance(tenantId)}
        AND transfer.code <> 'welcome' GROUP BY 1)
    GROUP BY period ORDER BY period DESC`)
}

export type RefundSum = { period: string; quantity: number; credits: number }

/** What was given back to a buyer in a time, by the months that had been charged. */
export function sumRefunds(
  reading: Reading,
  { tenantId, fromMs, toMs }: Time,
): Promise<RefundSum[]> {
  return reading.all<RefundSum>(sql`
    SELECT period, count(*) AS quantity, sum(charge_cents) AS credits FROM refund
    WHERE buyer_tenant_id = ${tenantId} AND created_at >= ${fromMs} AND created_at < ${toMs}
    GROUP BY period ORDER BY period`)
}

export function findPlanMonth(db: Db, { tenantId, period }: Month) {
  return db
    .select()
    .from(planMonths)
    .where(and(eq(planMonths.tenantId, tenantId), eq(planMonths.period, period)))
    .get()
}

type Time = { tenantId: TenantId; fromMs: number; toMs: number }

/** What came onto a tenant's balance in a time, by what it was. */
export function sumCredited(
  reading: Reading,
  { tenantId, fromMs, toMs }: Time,
): Promise<{ code: string; credits: number }[]> {
  return reading.all(sql`
    SELECT transfer.code, sum(transfer.amount_minor) AS credits ${ontoBalance(tenantId)}
      AND transfer.created_at >= ${fromMs} AND transfer.created_at < ${toMs}
    GROUP BY transfer.code ORDER BY transfer.code`)
}

/** Not the shares of a charge: the index is one of all the others. */
function ontoBalance(tenantId: TenantId): SQL {
  return sql`FROM transfer JOIN account ON account.account_id = transfer.credit_account_id
    WHERE account.unit = 'CREDIT' AND account.owner = ${tenantId} AND account.kind = 'balance'
      AND transfer.phase = 'post' AND transfer.code NOT IN ('provider_share', 'platform_share')`
}
