import { Conflict } from '../../../../base/errors.ts'
import { newId, type PayoutBatchId, type PayoutStatementId } from '../../../../base/ids.ts'
import { type Cents, cents } from '../../../../base/money.ts'
import type { Tx } from '../../../../store/tx.ts'
import type { Command } from '../../../command.ts'
import { requirePlatformAdmin } from '../../../identity/index.ts'
import { recordDeed } from '../../../record-deed.ts'
import { payable, payouts } from '../../books/account.ts'
import { post } from '../../books/post.ts'
import { paymentsPerBatchMax } from '../../limits.ts'
import type { LedgerRoom } from '../../room.ts'
import { groupOf } from '../change-statement.ts'
import { moveStatement } from '../move-statement.ts'
import * as queries from '../queries.ts'

export type NewBatch = {
  batchId: PayoutBatchId
  payments: number
  totalCents: Cents
  /** Left out, because nobody said where to pay: two hundred at most. */
  withoutAccount: PayoutStatementId[]
  createdAtMs: number
}

/**
 * Puts approved statements whose dispute window is over together for the bank, two hundred at
 * most, and sets their amounts aside; `retryFailed` takes those of failed payments too. A month of
 * which a charge is disputed waits, as a payment that failed does not hold itself. Throws Forbidden
 * unless a platform admin asks, Conflict when there is nothing to pay.
 */
export async function createBatch(
  room: LedgerRoom,
  cmd: Command,
  { retryFailed = false }: { retryFailed?: boolean | undefined } = {},
): Promise<NewBatch> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const due = { retryFailed, nowMs }
    // Those of whom nobody said where to pay are many, and old: they take nobody's place.
    const payable = dueStatements(tx, { ...due, hasAccount: true })
    if (payable.length === 0) throw nothingToPay()
    const accounts = queries.listPayoutAccounts(
      tx,
      payable.map(({ tenantId }) => tenantId),
    )
    const byTenant = new Map(accounts.map((account) => [account.tenantId, account]))
    const batchId = newId('pay', nowMs)
    queries.insertBatch(tx, { batchId, createdBy: principal.principalId, createdAt: nowMs })
    for (const statement of payable) {
      const account = byTenant.get(statement.tenantId) as queries.PayoutAccountRow
      beginPayment(tx, { statement, account, batchId, nowMs })
    }
    const total = payable.reduce((sum, { releasedCents }) => sum + releasedCents, 0)
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'payout_batch.created',
      subject: { type: 'payout_batch', id: batchId },
      details: { payments: payable.length, total_credits: total },
    })
    const without = dueStatements(tx, { ...due, hasAccount: false })
    return {
      batchId,
      payments: payable.length,
      totalCents: cents(total),
      createdAtMs: nowMs,
      withoutAccount: without.map(({ payoutStatementId }) => payoutStatementId),
    }
  })
}

/** A statement of which all was given back is left alone: there is nothing to pay. */
function dueStatements(
  tx: Tx,
  { retryFailed, ...rest }: { retryFailed: boolean; nowMs: number; hasAccount: boolean },
): queries.Statement[] {
  const due = { ...rest, limit: paymentsPerBatchMax }
  const failed = retryFailed ? queries.listPayable(tx, { ...due, status: 'failed' }) : []
  const approved = queries.listPayable(tx, { ...due, status: 'approved' })
  return [...failed, ...approved].slice(0, paymentsPerBatchMax)
}

type Payment = {
  statement: queries.Statement
  account: queries.PayoutAccountRow
  batchId: PayoutBatchId
  nowMs: number
}

function beginPayment(tx: Tx, { statement, account, batchId, nowMs }: Payment): void {
  const { payoutStatementId, tenantId, period, releasedCents } = statement
  const attempts = statement.attempts + 1
  const { seq: holdSeq } = post(tx, {
    ...groupOf(payoutStatementId, `processing:${attempts}`),
    phase: 'hold',
    debit: payable(tenantId, period),
    credit: payouts,
    amountMinor: releasedCents,
    code: 'payout',
    ref: batchId,
    atMs: nowMs,
  })
  const progress = { attempts, holdSeq, batchId, failure: null }
  moveStatement(tx, statement, { to: 'processing', progress, nowMs })
  const { holderName, iban, bic } = account
  const payment = { batchId, payoutStatementId, tenantId, holderName, iban, bic }
  queries.insertPayment(tx, { ...payment, amountCents: cents(releasedCents) })
}

function nothingToPay(): Conflict {
  return new Conflict({
    reason: 'nothing_to_pay',
    message: 'No undisputed statement is due whose provider has a payout account.',
  })
}
