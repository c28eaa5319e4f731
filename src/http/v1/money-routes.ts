import type { AnyRoute } from '../route.ts'
import { getCharge } from './admin/money/charges.ts'
import { grantCredits } from './admin/money/credits.ts'
import {
  listDisputes,
  listRefunds,
  openDispute,
  refundCharge,
  resolveDispute,
} from './admin/money/disputes.ts'
import { listOpenPayments, listPayments } from './admin/money/incoming.ts'
import {
  changePayout,
  createPayoutBatch,
  getPayoutBatch,
  getPayoutBatchCsv,
  getPayoutBatchSepa,
  listAllPayouts,
  listPayoutBatches,
  payPayoutBatch,
} from './admin/money/payouts.ts'
import { changePlan } from './admin/money/plans.ts'
import { getReconciliation } from './admin/money/reconciliation.ts'
import { createCitation } from './buyer/citations.ts'
import { createOutcome } from './buyer/outcomes.ts'
import { exportLedger, exportUsage } from './money/exports.ts'
import { getInvoice, getInvoicePage, listInvoices } from './money/invoices.ts'
import { getPrices } from './money/prices.ts'
import { getLedgerHead, getReceipt, getSigningKey } from './money/receipts.ts'
import { receiveStripeEvent } from './money/stripe-webhook.ts'
import { createVouchers, listVouchers, redeemVoucher, revokeVoucher } from './money/vouchers.ts'
import { getEarnings } from './provider/earnings.ts'
import { getPayoutAccount, setPayoutAccount } from './provider/payout-account.ts'
import { getPayoutOutlook, getPayoutStatement, listStatementEvents } from './provider/statements.ts'

/** What Surface B knows about money; the buyers' and providers' reports are elsewhere. */
export const moneyRoutes: readonly AnyRoute[] = [
  getPrices,
  createCitation,
  createOutcome,
  redeemVoucher,
  receiveStripeEvent,
  listInvoices,
  getInvoice,
  getInvoicePage,
  exportUsage,
  getReceipt,
  getSigningKey,
  getLedgerHead,
  getPayoutAccount,
  setPayoutAccount,
  getPayoutOutlook,
  getPayoutStatement,
  listStatementEvents,
  getEarnings,
  changePlan,
  grantCredits,
  createVouchers,
  listVouchers,
  revokeVoucher,
  getCharge,
  refundCharge,
  listRefunds,
  listPayments,
  listOpenPayments,
  getReconciliation,
  openDispute,
  listDisputes,
  resolveDispute,
  listAllPayouts,
  changePayout,
  createPayoutBatch,
  getPayoutBatch,
  listPayoutBatches,
  payPayoutBatch,
  getPayoutBatchCsv,
  getPayoutBatchSepa,
  exportLedger,
]
