/**
 * Ledger: who owes whom what, and what was used.
 *
 * Owns accounts and transfers (double entry: every amount leaves one account and reaches another
 * of the same unit, so that all accounts together are always zero), metered events with the rate
 * cards that rated them, retrievals, citations and outcomes, search allowances and key budgets,
 * plans, vouchers, and what providers are paid: settled months, statements, disputes, refunds,
 * batches for the bank; Merkle trees, signed heads and receipts. Two hash chains, one over
 * transfers and one over events: whoever changes, removes or inserts a row breaks them. What a row
 * says of one party alone is hashed as a commitment, and shown to that party (proofs/receipt.ts).
 *
 * States of money: posted, or held and then posted or released, at most once. Nothing is ever
 * edited; a mistake is corrected by the mirror transfer. Balances are moved by triggers alone.
 * A charge goes from the buyer's balance to what the provider earned and to the platform's
 * revenue; a settlement takes a month's earnings to `payable:<month>`, a payment from there to the
 * world. States of a statement: payout.ts. Of a dispute: open → rejected or refunded. Of a
 * voucher: open → redeemed or revoked.
 *
 * Refuses: an overdraft of anybody but the world outside (PaymentRequired, or Overdrawn for a
 * single transfer), spending beyond a key's budget and searches beyond the plan's month
 * (PaymentRequired), another transfer under an id that exists and steps that there are not
 * (Conflict), credits, plans, vouchers and payouts from anybody but a platform admin (Forbidden).
 *
 * Amounts are JavaScript numbers, not bigints: every money column is bounded by 2^53 - 1 in the
 * schema, so that a value which could be rounded is refused when it is written.
 * A payment that comes with a request (x402) is written down before the facilitator is asked to
 * move money, and credited with its end: settling → settled, refused or unclear.
 *
 * Not here: the prices of files (delivery), dashboards (reports).
 */
import { type Balance, listBalances } from './books/balances.ts'
import { creditCommands } from './credits/commands.ts'
import { exportCommands } from './exports/commands.ts'
import { meteringCommands } from './metering/commands.ts'
import { payoutCommands } from './payouts/commands.ts'
import { proofCommands } from './proofs/commands.ts'
import { verifySigners } from './proofs/verify-signers.ts'
import { type LedgerDeps, makeRoom } from './room.ts'
import type { VerifyPart } from './verify/report.ts'
import { verifyGently } from './verify/verify.ts'
import { x402Commands } from './x402/commands.ts'

export type Ledger = ReturnType<typeof openLedger>

export function openLedger(deps: LedgerDeps) {
  const room = makeRoom(deps)
  const { db } = room.store
  return {
    ...meteringCommands(room),
    ...creditCommands(room),
    ...payoutCommands(room),
    ...proofCommands(room),
    ...exportCommands(room),
    ...x402Commands(room),
    /** What every account holds. */
    balances: (): Balance[] => listBalances(db),
    verify: (parts: readonly VerifyPart[] = []) =>
      verifyGently(db, [(at) => verifySigners(room.signer, at), ...parts]),
  }
}

export { Overdrawn, post, type TransferRequest } from './books/post.ts'
export {
  lamportsIn,
  solBalance,
  solDeposits,
  solNetworkFees,
  solRevenue,
  solWithdrawals,
} from './books/sol.ts'
export type { Plan } from './credits/allowance.ts'
export type { CreditGrant } from './credits/grant-credits.ts'
export type { Dispute } from './disputes/open-dispute.ts'
export type { RefundedCharge } from './disputes/refund-charge.ts'
export type { DisputeDecision } from './disputes/resolve-dispute.ts'
export { fetchRefusal } from './downloads/charge-download.ts'
export {
  type DownloadEvent,
  downloadEventsAfter,
  downloadEventsOf,
} from './downloads/download-events.ts'
export { isDownloadSold, wasDownloadRefunded, wasDownloadSold } from './downloads/download-sold.ts'
export type { Invoice } from './exports/invoice.ts'
export { invoiceLanguages } from './exports/invoice-words.ts'
export { type ExportFormat, exportFormats } from './exports/table.ts'
export {
  grantMaxCredits,
  grantMinCredits,
  grantReasonMaxChars,
  outcomeMaxCredits,
  outcomeNoteMaxChars,
  paymentsPerBatchMax,
  vouchersPerRequestMax,
} from './limits.ts'
export type { ShownPassage } from './metering/meter-retrieval.ts'
export {
  type Prices,
  type Rate,
  type RateCard,
  rateOf,
  retrievalCents,
  shareBpOf,
} from './metering/rate-card.ts'
export type { Citation } from './metering/record-citation.ts'
export type { Outcome } from './metering/record-outcome.ts'
export type { BatchSummary } from './operator/list-batches.ts'
export { paymentSources } from './operator/list-payments.ts'
export { type PayoutState, payoutStates, payoutSteps } from './payout.ts'
export type { NewBatch } from './payouts/batches/create-batch.ts'
export type { PayoutDue } from './payouts/batches/payout-due.ts'
export type { Payment, PayoutBatch } from './payouts/batches/read-batch.ts'
export { type StatementDeed, statementDeeds } from './payouts/change-statement.ts'
export type { Earned } from './payouts/earned.ts'
export type { PayoutOutlook } from './payouts/outlook.ts'
export type { PayoutAccount } from './payouts/payout-account.ts'
export type { Statement } from './payouts/queries.ts'
export { isPeriod } from './payouts/settle-period.ts'
export type { TenantPlan } from './plans/change-plan.ts'
export { checkReceipt } from './proofs/check-receipt.ts'
export type { SignedHead } from './proofs/head.ts'
export { linkAt } from './proofs/link-at.ts'
export { type LedgerMarks, ledgerMarks, ledgerMarksMissed } from './proofs/marks.ts'
export { inclusionPath, leafHash, nodeHash, rootFromPath, rootOf } from './proofs/merkle.ts'
export { keptSignatures } from './proofs/queries.ts'
export type { Receipt } from './proofs/receipt.ts'
export {
  isOperatorsKey,
  isSignedBy,
  keyIdOf,
  openSigner,
  publicKeyFromPem,
  publicKeyOfSecret,
  type Signer,
} from './proofs/signer.ts'
export { listPastSigners, mayHaveSigned } from './proofs/signing-keys.ts'
export type { LedgerSettings } from './room.ts'
export { shareOf } from './split.ts'
export type { VerifyPart, VerifyProblem, VerifyReport } from './verify/report.ts'
export { verifyGently, verifyLedger, verifySlices } from './verify/verify.ts'
export type { NewVoucher } from './vouchers/create-vouchers.ts'
export { type Voucher, voucherFilters, voucherStates } from './vouchers/list-vouchers.ts'
export type { Redemption } from './vouchers/redeem-voucher.ts'
export type { Settlement as PaymentSettlement } from './x402/settlement.ts'
export type { PaidResource, PaymentOffer } from './x402/terms.ts'
export type { TillDeps } from './x402/till.ts'
