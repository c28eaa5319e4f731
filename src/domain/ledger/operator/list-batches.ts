import { count, desc, lt, type SQL, sql } from 'drizzle-orm'
import type { PayoutBatchId, UserId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { After } from '../../../base/page.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { payoutBatches } from '../tables.ts'
import { type Page, type PageRequest, pageForOperator } from './page.ts'

export type BatchSummary = {
  batchId: PayoutBatchId
  createdBy: UserId
  createdAtMs: number
  payments: number
  totalCents: Cents
  /** Payments of it that the bank has, those that it carried out, and those that came back. */
  underWay: number
  paid: number
  failed: number
}

/**
 * The batches for the bank, the newest first. Throws Forbidden unless a platform admin asks,
 * InvalidInput for the cursor.
 */
export function listBatches(
  room: LedgerRoom,
  principal: Principal,
  page: PageRequest,
): Page<BatchSummary> {
  const { db } = room.store
  return pageForOperator<BatchSummary, PayoutBatchId>(room, principal, page, {
    route: 'admin-payout-batches',
    filters: [],
    read: (position) => listRows(db, position),
    count: () => db.select({ n: count() }).from(payoutBatches).get()?.n ?? 0,
    idOf: ({ batchId }) => batchId,
  })
}

function listRows(db: Db, { after, limit }: After<PayoutBatchId>): BatchSummary[] {
  const payments = sql`FROM payout_payment AS paid WHERE paid.batch_id = ${payoutBatches.batchId}`
  // A column that is selected by itself is written without its table, and would be the inner one.
  const isOfBatch = sql`progress.batch_id = ${payoutBatches.batchId}`
  // A payment that failed is of no batch any more, until the next one; what was taken back is.
  const countOf = (condition: SQL) => sql<number>`(SELECT count(*) FROM payout_progress AS progress
    JOIN payout_statement AS statement USING (payout_statement_id)
    WHERE ${isOfBatch} AND ${condition})`
  const rows = db
    .select({
      batchId: payoutBatches.batchId,
      createdBy: payoutBatches.createdBy,
      createdAtMs: payoutBatches.createdAt,
      payments: sql<number>`(SELECT count(*) ${payments})`,
      totalCents: sql<Cents>`(SELECT coalesce(sum(paid.amount_cents), 0) ${payments})`,
      underWay: countOf(sql`statement.status = 'processing'`),
      paid: countOf(sql`statement.status <> 'processing'`),
      failed: sql<number>`(SELECT count(*) ${payments}) - ${countOf(sql`TRUE`)}`,
    })
    .from(payoutBatches)
    .where(after === undefined ? undefined : lt(payoutBatches.batchId, after))
    .orderBy(desc(payoutBatches.batchId))
    .limit(limit)
    .all()
  return rows.map((row) => ({ ...row, createdBy: row.createdBy as UserId }))
}
