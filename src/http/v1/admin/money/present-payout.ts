import { isoOf } from '../../../../base/clock.ts'
import { amountOf, type Cents, currency } from '../../../../base/money.ts'
import {
  type BatchSummary,
  type NewBatch,
  type Payment,
  type PayoutAccount,
  type PayoutBatch,
  type PayoutDue,
  paymentsPerBatchMax,
  type Statement,
} from '../../../../domain/ledger/index.ts'

/** Spec 2.2, Payout statement, with what an administrator needs besides. */
export function presentStatement(statement: Statement, tenantName: string | undefined) {
  const amount = (inCents: number) => amountOf(inCents as Cents)
  return {
    payout_statement_id: statement.payoutStatementId,
    tenant_id: statement.tenantId,
    tenant_name: tenantName ?? '',
    period: statement.period,
    billing_period_start: isoOf(statement.periodStartAt),
    billing_period_end: isoOf(statement.periodEndAt),
    gross_revenue: amount(statement.grossCents),
    seller_earnings: amount(statement.sellerCents),
    held_amount: amount(statement.heldCents),
    released_amount: amount(statement.releasedCents),
    reversed_amount: amount(statement.reversedCents),
    currency: statement.currency,
    status: statement.status,
    release_at: isoOf(statement.releaseAt),
    ...presentReasons(statement),
    failure: statement.failure,
    payout_batch_id: statement.batchId,
    created_at: isoOf(statement.createdAt),
    updated_at: isoOf(statement.updatedAt),
  }
}

/** One column has both: nothing is held that was reversed. */
export function presentReasons({ status, holdReason }: Statement) {
  const isReversed = status === 'reversed'
  return {
    hold_reason: isReversed ? null : holdReason,
    reversal_reason: isReversed ? holdReason : null,
  }
}

export function presentNewBatch(batch: NewBatch) {
  return {
    payout_batch_id: batch.batchId,
    payments: batch.payments,
    total_amount: amountOf(batch.totalCents),
    currency,
    without_account: batch.withoutAccount,
    created_at: isoOf(batch.createdAtMs),
  }
}

export function presentDue({ approved, failed, withoutAccount, disputed }: PayoutDue) {
  const amount = ({ payments, totalCents }: PayoutDue['approved']) => ({
    payments,
    total_amount: amountOf(totalCents),
  })
  return {
    approved: amount(approved),
    failed: amount(failed),
    without_account: amount(withoutAccount),
    disputed: amount(disputed),
    payments_per_batch: paymentsPerBatchMax,
    currency,
  }
}

export function presentBatchSummary(batch: BatchSummary) {
  return {
    payout_batch_id: batch.batchId,
    payments: batch.payments,
    total_amount: amountOf(batch.totalCents),
    currency,
    under_way: batch.underWay,
    paid: batch.paid,
    failed: batch.failed,
    created_by: batch.createdBy,
    created_at: isoOf(batch.createdAtMs),
  }
}

export function presentBatch(batch: PayoutBatch<Payment>) {
  return {
    payout_batch_id: batch.batchId,
    total_amount: amountOf(batch.totalCents),
    currency,
    created_at: isoOf(batch.createdAtMs),
    payments: batch.payments.map((payment) => ({
      payout_statement_id: payment.payoutStatementId,
      tenant_id: payment.tenantId,
      holder_name: payment.holderName,
      iban: payment.iban,
      bic: payment.bic,
      amount: amountOf(payment.amountCents),
      status: payment.state,
    })),
  }
}

export function presentPayoutAccount(account: PayoutAccount) {
  return {
    holder_name: account.holderName,
    iban_ends_in: account.iban.slice(-4),
    bic: account.bic,
    updated_at: isoOf(account.updatedAt),
  }
}
