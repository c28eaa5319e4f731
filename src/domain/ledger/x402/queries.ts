import { and, asc, desc, eq, gt, lte, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../store/tx.ts'
import { transfers, x402Payments } from '../tables.ts'

export type PaymentRow = typeof x402Payments.$inferSelect

export function findPayment(db: Db, paymentHash: Buffer): PaymentRow | undefined {
  return db.select().from(x402Payments).where(eq(x402Payments.paymentHash, paymentHash)).get()
}

export function insertPayment(tx: Tx, row: PaymentRow): void {
  tx.insert(x402Payments).values(row).run()
}

type PaymentChange = Partial<Omit<PaymentRow, 'paymentHash' | 'tenantId' | 'credits'>>

export function changePayment(tx: Tx, paymentHash: Buffer, change: PaymentChange): void {
  tx.update(x402Payments).set(change).where(eq(x402Payments.paymentHash, paymentHash)).run()
}

/** Payments whose end is not known since then. */
export function listOpenPayments(
  db: Db,
  { untilMs, limit }: { untilMs: number; limit: number },
): PaymentRow[] {
  return db
    .select()
    .from(x402Payments)
    .where(
      and(
        // Written out, not bound: the partial index is used only where its condition is literal.
        sql`${x402Payments.state} = 'settling'`,
        lte(x402Payments.updatedAt, untilMs),
      ),
    )
    .orderBy(asc(x402Payments.updatedAt))
    .limit(limit)
    .all()
}

const { state } = x402Payments
const urgency = sql`CASE ${state} WHEN 'unclear' THEN 0 WHEN 'settling' THEN 1 ELSE 2 END`

/** What is not settled: first what is for the operator to find out, last what was refused. */
export function listUnsettledPayments(db: Db, limit: number): PaymentRow[] {
  return db
    .select()
    .from(x402Payments)
    .where(ne(x402Payments.state, 'settled'))
    .orderBy(urgency, desc(x402Payments.createdAt))
    .limit(limit)
    .all()
}

type Page = { after: string; limit: number }

/** Settled payments and the transfers called so, by transaction: whatever is on one side only. */
export function listUnmatchedPayments(db: Db): { transactionId: string }[] {
  return db.all<{ transactionId: string }>(sql`
    SELECT transaction_id AS transactionId FROM x402_payment
    WHERE state = 'settled' AND NOT EXISTS (
      SELECT 1 FROM transfer JOIN account ON account_id = credit_account_id
      WHERE transfer_id = 'x402:' || transaction_id AND amount_minor = credits
        AND owner = tenant_id AND kind = 'balance'
    )`)
}

/** Transfers that say they are payments, a page at a time, as far as there is none for them. */
export function listPaymentTransfers(db: Db, { after, limit }: Page) {
  return db
    .select({ transferId: transfers.transferId, seq: transfers.seq })
    .from(transfers)
    .where(and(gt(transfers.transferId, after), sql`${transfers.transferId} < 'x402;'`))
    .orderBy(asc(transfers.transferId))
    .limit(limit)
    .all()
}

export function findPaymentOf(db: Db, transactionId: string): PaymentRow | undefined {
  return db.select().from(x402Payments).where(eq(x402Payments.transactionId, transactionId)).get()
}
