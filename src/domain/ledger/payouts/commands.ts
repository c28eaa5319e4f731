import { bind } from '../../../base/bind.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { refundCharge } from '../disputes/refund-charge.ts'
import { resolveDispute } from '../disputes/resolve-dispute.ts'
import { listBatches } from '../operator/list-batches.ts'
import { listPayments } from '../operator/list-payments.ts'
import { listRefunds } from '../operator/list-refunds.ts'
import { readCharge } from '../operator/read-charge.ts'
import { keepHead } from '../proofs/keep-head.ts'
import type { LedgerRoom } from '../room.ts'
import { batchCsv } from './batches/batch-csv.ts'
import { batchSepa, requireDebtor } from './batches/batch-sepa.ts'
import { createBatch } from './batches/create-batch.ts'
import { payBatch } from './batches/pay-batch.ts'
import { payoutDue } from './batches/payout-due.ts'
import { followBatch, type PayoutBatch, readBatch } from './batches/read-batch.ts'
import { changeStatement } from './change-statement.ts'
import { checkPeriodGently } from './check-period.ts'
import { listAllStatements, listDisputes } from './list-statements.ts'
import { payoutOutlook } from './outlook.ts'
import { readPayoutAccount, setPayoutAccount } from './payout-account.ts'
import { previewPeriod } from './preview-period.ts'
import { findClosedPeriod, findStatement } from './queries.ts'
import { countUnsettled, releaseDue, settleDue } from './release-due.ts'
import { type Settlement, settlePeriod } from './settle-period.ts'

/** The part of the room that is about providers and their money. */
export function payoutCommands(room: LedgerRoom) {
  const { db } = room.store

  /** A month that was closed is signed at once. */
  async function settled(settling: Promise<Settlement>): Promise<Settlement> {
    const settlement = await settling
    if (settlement.isNew || settlement.statements > 0) await keepHead(room)
    return settlement
  }

  return {
    // Settlement
    settlePeriod: (period: string, signal?: AbortSignal) =>
      settled(settlePeriod(room, period, signal)),
    /** For the upkeep: settles the month before, when it is over and was not. */
    settleDue: () => settled(settleDue(room)),
    /** Whether a month was closed. */
    isSettled: (period: string) => findClosedPeriod(db, period) !== undefined,
    /** Works out every statement of a month again and says what differs. */
    checkPeriod: (period: string) => checkPeriodGently(room, period),
    previewPeriod: (period: string) => previewPeriod(room, period),

    ...bind(room, {
      countUnsettled,
      releaseDue,

      // Statements and payments
      listStatements: listAllStatements,
      changeStatement,
      createPayoutBatch: createBatch,
      payPayoutBatch: payBatch,
      payoutDue,
      setPayoutAccount,
      payoutOutlook,

      // Disputes and refunds
      openDispute,
      resolveDispute,
      listDisputes,
      refundCharge,
      listRefunds,
      readCharge,
      listPayoutBatches: listBatches,
      listPayments,
    }),
    /** A statement, whosesoever it is. */
    findStatement,
    ...bind(db, {
      readPayoutBatch: readBatch,
      followPayoutBatch: followBatch,
      readPayoutAccount,
    }),
    batchCsv,
    /** Throws Conflict where the operator named no account to pay from. */
    batchSepa: (batch: PayoutBatch) => batchSepa(batch, requireDebtor(room)),
  }
}
