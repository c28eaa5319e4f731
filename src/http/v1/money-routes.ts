import type { AnyRoute } from '../route.ts'
import { createCitation } from './citations.ts'
import { grantCredits } from './credits.ts'
import { receiveStripeEvent } from './credits-stripe.ts'
import { listDisputes, openDispute, refundCharge, resolveDispute } from './disputes.ts'
import { exportLedger, exportUsage } from './exports.ts'
import { getInvoice, getInvoicePage } from './exports-invoice.ts'
import { createOutcome } from './outcomes.ts'
import { getPayoutAccount, setPayoutAccount } from './payout-account.ts'
import {
  changePayout,
  createPayoutBatch,
  getPayoutBatch,
  getPayoutBatchCsv,
  getPayoutBatchSepa,
  listAllPayouts,
  payPayoutBatch,
} from './payouts-admin.ts'
import { changePlan } from './plans.ts'
import { getPrices } from './prices.ts'
import { getLedgerHead, getReceipt, getSigningKey } from './receipts.ts'
import { createVouchers, redeemVoucher } from './vouchers.ts'

/** What Surface B knows about money; the buyers' and providers' reports are elsewhere. */
export const moneyRoutes: readonly AnyRoute[] = [
  getPrices,
  createCitation,
  createOutcome,
  redeemVoucher,
  receiveStripeEvent,
  getInvoice,
  getInvoicePage,
  exportUsage,
  getReceipt,
  getSigningKey,
  getLedgerHead,
  getPayoutAccount,
  setPayoutAccount,
  changePlan,
  grantCredits,
  createVouchers,
  refundCharge,
  openDispute,
  listDisputes,
  resolveDispute,
  listAllPayouts,
  changePayout,
  createPayoutBatch,
  getPayoutBatch,
  payPayoutBatch,
  getPayoutBatchCsv,
  getPayoutBatchSepa,
  exportLedger,
]
