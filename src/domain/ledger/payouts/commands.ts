import type { PayoutBatchId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { Principal } from '../../identity/index.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { refundCharge } from '../disputes/refund-charge.ts'
import { type DisputeDecision, resolveDispute } from '../disputes/resolve-dispute.ts'
import { keepHead } from '../proofs/keep-head.ts'
import type { LedgerRoom } from '../room.ts'
import { checkGently } from '../verify.ts'
import { batchCsv } from './batch-csv.ts'
import { batchSepa, requireDebtor } from './batch-sepa.ts'
import { changeStatement, type StatementRequest } from './change-statement.ts'
import { checkPeriod } from './check-period.ts'
import { createBatch } from './create-batch.ts'
import { listAllStatements, listDisputes } from './list-statements.ts'
import { payBatch } from './pay-batch.ts'
import { type PayoutAccountRequest, readPayoutAccount, setPayoutAccount } from './payout-account.ts'
import { previewPeriod } from './preview-period.ts'
import { type PayoutBatch, readBatch } from './read-batch.ts'
import { releaseDue, settleDue } from './release-due.ts'
import { type Settlement, settlePeriod } from './settle-period.ts'

/** The part of the room that is about providers and their money. */
export function payoutCommands(room: LedgerRoom) {
  const { db } = room.store
  type Reason = { eventId: string; reason: string }

  /** A month that was closed is signed at once. */
  async function settled(settling: Promise<Settlement>): Promise<Settlement> {
    const settlement = await settling
    if (settlement.isNew || settlement.statements > 0) await keepHead(room)
    return settlement
  }

  return {
    // Settlement
    settlePeriod: (period: string) => settled(settlePeriod(room, period)),
    /** What the statements of a month would say now; nothing is closed. */
    previewPeriod: (period: string) => previewPeriod(db, period),
    /** Works out every statement of a month again and says what differs. */
    checkPeriod: (period: string) =>
      checkGently(db, [(reading: Db) => checkPeriod(reading, period)]),
    /** For the upkeep: settles the month before, when it is over and was not. */
    settleDue: () => settled(settleDue(room)),
    /** For the upkeep: approves what waited long enough; gives how many there were. */
    releaseDue: () => releaseDue(room),

    // Statements and payments
    listStatements: (principal: Principal, request: Parameters<typeof listAllStatements>[2]) =>
      listAllStatements(room, principal, request),
    changeStatement: (cmd: Command, request: StatementRequest) =>
      changeStatement(room, cmd, request),
    createPayoutBatch: (cmd: Command, request: Parameters<typeof createBatch>[2]) =>
      createBatch(room, cmd, request),
    payPayoutBatch: (cmd: Command, batchId: PayoutBatchId) => payBatch(room, cmd, batchId),
    readPayoutBatch: (principal: Principal, batchId: PayoutBatchId) =>
      readBatch(db, principal, batchId),
    batchCsv,
    /** Throws Conflict where the operator named no account to pay from. */
    batchSepa: (batch: PayoutBatch) => batchSepa(batch, requireDebtor(room)),
    setPayoutAccount: (cmd: Command, request: PayoutAccountRequest) =>
      setPayoutAccount(room, cmd, request),
    readPayoutAccount: (principal: Principal) => readPayoutAccount(db, principal),

    // Disputes and refunds
    openDispute: (cmd: Command, request: Reason) => openDispute(room, cmd, request),
    resolveDispute: (cmd: Command, decision: DisputeDecision) =>
      resolveDispute(room, cmd, decision),
    listDisputes: (principal: Principal, request: Parameters<typeof listDisputes>[2]) =>
      listDisputes(room, principal, request),
    refundCharge: (cmd: Command, request: Reason) => refundCharge(room, cmd, request),
  }
}
