import { NotFound } from '../../../../base/errors.ts'
import type { PayoutBatchId } from '../../../../base/ids.ts'
import { type Cents, cents } from '../../../../base/money.ts'
import type { Db } from '../../../../store/tx.ts'
import { type Principal, requirePlatformAdmin } from '../../../identity/index.ts'
import { findBatch, listPayments, type PayoutPaymentRow } from '../queries.ts'

export type PayoutBatch = {
  batchId: PayoutBatchId
  createdAtMs: number
  totalCents: Cents
  payments: PayoutPaymentRow[]
}

/** A batch as it was made. Throws Forbidden unless a platform admin asks, NotFound. */
export function readBatch(db: Db, principal: Principal, batchId: PayoutBatchId): PayoutBatch {
  requirePlatformAdmin(principal)
  const batch = findBatch(db, batchId)
  if (!batch) throw new NotFound('payout batch')
  const payments = listPayments(db, batchId)
  const total = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { batchId, createdAtMs: batch.createdAt, totalCents: cents(total), payments }
}
