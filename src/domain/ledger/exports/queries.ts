import { and, asc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { MeterEventRow, TransferRow } from '../queries.ts'
import { accounts, meterEvents, planMonths, refunds, transfers } from '../tables.ts'

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

/** Which of these events were given back, and when. */
export function refundedAt(db: Db, eventIds: readonly string[]): Map<string, number> {
  const rows = db
    .select({ eventId: refunds.eventId, createdAt: refunds.createdAt })
    .from(refunds)
    .where(inArray(refunds.eventId, [...eventIds]))
    .all()
  return new Map(rows.map(({ eventId, createdAt }) => [eventId, createdAt]))
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

// Invoices

export type UsageSum = { kind: MeterEventRow['kind']; quantity: number; credits: number }

export function sumUsage(db: Db, { tenantId, period }: Month): UsageSum[] {
  return db
    .select({
      kind: meterEvents.kind,
      quantity: sql<number>`sum(${meterEvents.quantity})`,
      credits: sql<number>`sum(${meterEvents.chargeCents})`,
    })
    .from(meterEvents)
    .where(and(eq(meterEvents.buyerTenantId, tenantId), eq(meterEvents.period, period)))
    .groupBy(meterEvents.kind)
    .orderBy(asc(meterEvents.kind))
    .all()
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
  db: Db,
  { tenantId, fromMs, toMs }: Time,
): { code: string; credits: number }[] {
  return db
    .select({ code: transfers.code, credits: sql<number>`sum(${transfers.amountMinor})` })
    .from(transfers)
    .innerJoin(accounts, eq(accounts.accountId, transfers.creditAccountId))
    .where(
      and(
        eq(accounts.unit, 'CREDIT'),
        eq(accounts.owner, tenantId),
        eq(accounts.kind, 'balance'),
        eq(transfers.phase, 'post'),
        // Not the shares of a charge: the index is one of all the others. Literal for that reason.
        sql`${transfers.code} NOT IN ('provider_share', 'platform_share')`,
        gte(transfers.createdAt, fromMs),
        lt(transfers.createdAt, toMs),
      ),
    )
    .groupBy(transfers.code)
    .orderBy(asc(transfers.code))
    .all()
}
