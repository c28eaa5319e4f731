import { NotFound } from '../../../../base/errors.ts'
import type { PayoutBatchId } from '../../../../base/ids.ts'
import { type Cents, cents } from '../../../../base/money.ts'
import type { Db } from '../../../../store/tx.ts'
import { type Principal, requirePlatformAdmin } from '../../../identity/index.ts'
import type { PayoutState } from '../../payout.ts'
import {
  findBatch,
  listPayments,
  listStatementsOfBatch,
  type PayoutPaymentRow,
} from '../queries.ts'

export type PayoutBatch = {
  batchId: PayoutBatchId
  createdAtMs: number
  totalCents: Cents
  payments: Payment[]
}

/** What became of a payment; one that failed may be of another batch by now. */
export type Payment = PayoutPaymentRow & { state: PayoutState }

/** A batch as it was made. Throws Forbidden unless a platform admin asks, NotFound. */
export function readBatch(db: Db, principal: Principal, batchId: PayoutBatchId): PayoutBatch {
  requirePlatformAdmin(principal)
  const batch = findBatch(db, batchId)
  if (!batch) throw new NotFound('payout batch')
  const statements = listStatementsOfBatch(db, batchId)
  const states = new Map(statements.map((one) => [one.payoutStatementId, one.status]))
  const payments = listPayments(db, batchId).map((payment) => ({
    ...payment,
    state: states.get(payment.payoutStatementId) ?? ('failed' as const),
  }))
  const total = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { batchId, createdAtMs: batch.createdAt, totalCents: cents(total), payments }
}
