import { NotFound } from '../../../../base/errors.ts'
import type { PayoutBatchId } from '../../../../base/ids.ts'
import { type Cents, cents } from '../../../../base/money.ts'
import type { Db } from '../../../../store/tx.ts'
import { type Principal, requirePlatformAdmin } from '../../../identity/index.ts'
import type { PayoutState } from '../../payout.ts'
import { findBatch, findStatement, listPayments, type PayoutPaymentRow } from '../queries.ts'

export type PayoutBatch<P = PayoutPaymentRow> = {
  batchId: PayoutBatchId
  createdAtMs: number
  totalCents: Cents
  payments: P[]
}

/** What became of a payment; one that failed may be of another batch by now. */
export type Payment = PayoutPaymentRow & { state: PayoutState }

/** A batch as it was made. Throws Forbidden unless a platform admin asks, NotFound. */
export function readBatch(db: Db, principal: Principal, batchId: PayoutBatchId): PayoutBatch {
  requirePlatformAdmin(principal)
  const batch = findBatch(db, batchId)
  if (!batch) throw new NotFound('payout batch')
  const payments = listPayments(db, batchId)
  const total = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { batchId, createdAtMs: batch.createdAt, totalCents: cents(total), payments }
}

/** The same with what became of each payment. Throws as readBatch. */
export function followBatch(
  db: Db,
  principal: Principal,
  batchId: PayoutBatchId,
): PayoutBatch<Payment> {
  const { payments, ...batch } = readBatch(db, principal, batchId)
  const followed = payments.map((payment) => ({ ...payment, state: stateOf(db, payment) }))
  return { ...batch, payments: followed }
}

function stateOf(db: Db, { payoutStatementId, batchId }: PayoutPaymentRow): PayoutState {
  const statement = findStatement(db, payoutStatementId)
  return statement?.batchId === batchId ? statement.status : 'failed'
}
