import { and, count, desc, eq, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { DisputeId, TenantId } from '../../../base/ids.ts'
import type { After } from '../../../base/page.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { MeterEventRow } from '../queries.ts'
import { disputes, meterEvents, refunds } from '../tables.ts'

export type DisputeRow = typeof disputes.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
type Month = { tenantId: TenantId; period: string }

/** A metered event that cost something. */
export function findChargedEvent(db: Db, eventId: string): MeterEventRow | undefined {
  const charged = and(eq(meterEvents.eventId, eventId), sql`${meterEvents.chargeCents} > 0`)
  return db.select().from(meterEvents).where(charged).get()
}

export function insertDispute(tx: Tx, row: DisputeRow): void {
  tx.insert(disputes).values(row).run()
}

export function findDispute(db: Db, disputeId: DisputeId): DisputeRow | undefined {
  return db.select().from(disputes).where(eq(disputes.disputeId, disputeId)).get()
}

export function findDisputeOf(db: Db, eventId: string): DisputeRow | undefined {
  return db.select().from(disputes).where(eq(disputes.eventId, eventId)).get()
}

/** Of a month, or of whatever month a row of another table has. */
export function openDisputesOf(
  db: Db,
  { tenantId, period }: Record<keyof Month, string | SQLWrapper>,
) {
  return db
    .select({ one: sql`1` })
    .from(disputes)
    .where(
      and(
        sql`${disputes.providerTenantId} = ${tenantId}`,
        sql`${disputes.period} = ${period}`,
        sql`${disputes.state} = 'open'`,
      ),
    )
}

export function hasOpenDispute(db: Db, month: Month): boolean {
  return openDisputesOf(db, month).limit(1).get() !== undefined
}

export type Resolution = Pick<DisputeRow, 'state' | 'resolvedAt' | 'note'>

export function updateDispute(tx: Tx, disputeId: DisputeId, change: Resolution): void {
  tx.update(disputes).set(change).where(eq(disputes.disputeId, disputeId)).run()
}

export type DisputeFilter = { state?: DisputeRow['state'] | undefined }

function conditionOf({ state }: DisputeFilter): SQL | undefined {
  return state === undefined ? undefined : eq(disputes.state, state)
}

/** Newest first, from below the position. */
export function listDisputeRows(
  db: Db,
  filter: DisputeFilter,
  { after, limit }: After<DisputeId>,
): DisputeRow[] {
  const position = after ? lt(disputes.disputeId, after) : undefined
  return db
    .select()
    .from(disputes)
    .where(and(conditionOf(filter), position))
    .orderBy(desc(disputes.disputeId))
    .limit(limit)
    .all()
}

export function countDisputes(db: Db, filter: DisputeFilter): number {
  return db.select({ n: count() }).from(disputes).where(conditionOf(filter)).get()?.n ?? 0
}

// Refunds

export function insertRefund(tx: Tx, row: RefundRow): void {
  tx.insert(refunds).values(row).run()
}

export function findRefund(db: Db, eventId: string): RefundRow | undefined {
  return db.select().from(refunds).where(eq(refunds.eventId, eventId)).get()
}
