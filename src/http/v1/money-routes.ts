import type { AnyRoute } from '../route.ts'
import { getCharge } from './admin/money/charges.ts'
import { grantCredits } from './admin/money/credits.ts'
import * as disputes from './admin/money/disputes.ts'
import * as incoming from './admin/money/incoming.ts'
import * as payouts from './admin/money/payouts.ts'
import { changePlan } from './admin/money/plans.ts'
import { getReconciliation } from './admin/money/reconciliation.ts'
import { createCitation } from './buyer/citations.ts'
import { createOutcome } from './buyer/outcomes.ts'
import * as exports from './money/exports.ts'
import * as invoices from './money/invoices.ts'
import { getPrices } from './money/prices.ts'
import * as receipts from './money/receipts.ts'
import { receiveStripeEvent } from './money/stripe-webhook.ts'
import * as vouchers from './money/vouchers.ts'
import { getEarnings } from './provider/earnings.ts'
import * as payoutAccount from './provider/payout-account.ts'
import * as statements from './provider/statements.ts'

/** What Surface B knows about money; the buyers' and providers' reports are elsewhere. */
export const moneyRoutes: readonly AnyRoute[] = [
  getPrices,
  createCitation,
  createOutcome,
  vouchers.redeemVoucher,
  receiveStripeEvent,
  invoices.listInvoices,
  invoices.getInvoice,
  invoices.getInvoicePage,
  exports.exportUsage,
  receipts.getReceipt,
  receipts.getSigningKey,
  receipts.getLedgerHead,
  payoutAccount.getPayoutAccount,
  payoutAccount.setPayoutAccount,
  statements.getPayoutOutlook,
  statements.getPayoutStatement,
  statements.listStatementEvents,
  getEarnings,
  changePlan,
  grantCredits,
  vouchers.createVouchers,
  vouchers.listVouchers,
  vouchers.revokeVoucher,
  getCharge,
  disputes.refundCharge,
  disputes.listRefunds,
  incoming.listPayments,
  incoming.listOpenPayments,
  getReconciliation,
  disputes.openDispute,
  disputes.listDisputes,
  disputes.resolveDispute,
  payouts.listAllPayouts,
  payouts.changePayout,
  payouts.getPayoutDue,
  payouts.createPayoutBatch,
  payouts.getPayoutBatch,
  payouts.listPayoutBatches,
  payouts.payPayoutBatch,
  payouts.getPayoutBatchCsv,
  payouts.getPayoutBatchSepa,
  exports.exportLedger,
  exports.exportStatements,
]
