/**
 * Reports: what providers and buyers want to know about their own business, and operators about
 * all of it.
 *
 * Owns nothing: it only reads, and it may read the tables of every room. For its sake a trigger on
 * the record of searches keeps `search_reach`, so that a provider's figures need not read every
 * search there is.
 *
 * Figures come from the records themselves: objects as the dataset counts them, money from metered
 * events, refunds and fees, which the ledger is checked against, use from the records of searches,
 * readings and downloads. Use of one's own data counts in no provider's figures. Days and months
 * are UTC.
 *
 * Who sees what: a key with an allow-list sees the provider's figures of its datasets only, and of
 * the histories, the dashboard and the spend only its own; what can be shown of a whole tenant
 * alone is refused at the door. A provider learns what was searched for and never by whom.
 *
 * Refuses: datasets that are not the caller's (NotFound), cursors and periods that are none
 * (InvalidInput).
 */
import { bind } from '../../base/bind.ts'
import { attention } from './attention.ts'
import { buyerDashboard } from './buyer/dashboard.ts'
import { listAccesses, listSearches } from './buyer/histories.ts'
import { projectSpend } from './buyer/projection.ts'
import { getPurchase, listPurchases } from './buyer/purchases.ts'
import { spend } from './buyer/spend.ts'
import { reconciliation } from './operator/reconciliation.ts'
import { storage, storedBytes } from './operator/storage.ts'
import { tenantUse } from './operator/tenant-use.ts'
import { providerAnalytics } from './provider/analytics.ts'
import { datasetAnalytics, providerDashboard } from './provider/dashboard.ts'
import { earnings } from './provider/earnings.ts'
import { importStanding, listUnindexable } from './provider/failures.ts'
import { listPayouts } from './provider/payouts.ts'
import { simulatePrices } from './provider/price-simulation.ts'
import { getStatement, listStatementEvents } from './provider/statements.ts'
import { makeRoom, type ReportsDeps } from './room.ts'

export type Reports = ReturnType<typeof openReports>

export function openReports(deps: ReportsDeps) {
  const room = makeRoom(deps)
  return bind(room, {
    // For providers
    providerDashboard,
    datasetAnalytics,
    providerAnalytics,
    listPayouts,
    earnings,
    getStatement,
    listStatementEvents,
    simulatePrices,
    importStanding,
    listUnindexable,

    // For buyers
    buyerDashboard,
    listSearches,
    listAccesses,
    listPurchases,
    getPurchase,
    spend,
    projectSpend,

    // For operators
    attention,
    storage,
    storedBytes,
    reconciliation,
    tenantUse,
  })
}

export type { Attention } from './attention.ts'
export type { BuyerDashboard } from './buyer/dashboard.ts'
export type { AccessHistory, SearchHistory } from './buyer/histories.ts'
export type { Projection } from './buyer/projection.ts'
export type { Purchase } from './buyer/purchases.ts'
export { findPeopleOf } from './buyer/queries.ts'
export { type Spend, type SpendRequest, spendGroupings } from './buyer/spend.ts'
export * from './limits.ts'
export type { Analytics } from './provider/analytics.ts'
export type { Dashboard } from './provider/dashboard.ts'
export type { Earnings } from './provider/earnings.ts'
export { failuresShown, type ImportStanding, type Unindexable } from './provider/failures.ts'
export type { PayoutList } from './provider/payouts.ts'
export type { PriceSimulation } from './provider/price-simulation.ts'
export type { DatasetHoldings } from './provider/queries.ts'
export type { SaleList } from './provider/statements.ts'
