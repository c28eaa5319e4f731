import { isoOf } from '../../../base/clock.ts'
import { amountOf, cents, currency } from '../../../base/money.ts'
import type {
  Analytics,
  Dashboard,
  DatasetHoldings,
  PayoutList,
} from '../../../domain/reports/index.ts'
import { presentPeriod } from '../period.ts'

export function presentProviderDashboard(holdings: Dashboard) {
  return {
    total_datasets: holdings.totalDatasets,
    total_objects: holdings.totalObjects,
    total_storage_bytes: holdings.totalStorageBytes,
    objects_pending_review: holdings.objectsPendingReview,
    objects_approved: holdings.objectsApproved,
    objects_for_sale: holdings.objectsForSale,
    objects_rejected: holdings.objectsRejected,
    objects_expiring_soon: holdings.objectsExpiringSoon,
    objects_failed: holdings.objectsFailed,
    failures: holdings.failures.map((one) => ({
      object_id: one.objectId,
      dataset_id: one.datasetId,
      folder: one.folder,
      filename: one.filename,
      error: one.error,
    })),
  }
}

export function presentDatasetAnalytics(holdings: DatasetHoldings) {
  return {
    dataset_id: holdings.datasetId,
    dataset_name: holdings.datasetName,
    object_count: holdings.objectCount,
    active_object_count: holdings.activeObjectCount,
    storage_bytes: holdings.storageBytes,
  }
}

export function presentProviderAnalytics(analytics: Analytics) {
  return {
    dataset_id: analytics.datasetId,
    ...presentPeriod(analytics),
    top_keywords: analytics.topKeywords.map(({ keyword, searches }) => ({ keyword, searches })),
    usage_summary: presentUsage(analytics.usage),
    revenue_summary: presentRevenue(analytics.revenue),
    series: analytics.series.map((day) => ({
      date: day.date,
      ...presentUsage(day),
      gross_credits: day.grossCents,
      seller_credits: day.sellerCents,
    })),
  }
}

function presentUsage({ searches, results, reads, downloads }: Analytics['usage']) {
  return { searches, results, reads, downloads }
}

/** In credits to the cent, and as amounts like those of a payout statement. */
function presentRevenue({ grossCents, sellerCents }: Analytics['revenue']) {
  return {
    currency,
    gross_credits: grossCents,
    seller_credits: sellerCents,
    platform_credits: grossCents - sellerCents,
    gross_revenue: amountOf(grossCents),
    seller_earnings: amountOf(sellerCents),
  }
}

/** Spec 2.2, Payout statement: amounts are numbers of the currency, not cents. */
export function presentPayouts({ payouts, total, nextCursor }: PayoutList) {
  return {
    payouts: payouts.map((payout) => ({
      payout_statement_id: payout.payoutStatementId,
      billing_period_start: isoOf(payout.periodStartMs),
      billing_period_end: isoOf(payout.periodEndMs),
      gross_revenue: amountOf(cents(payout.grossCents)),
      seller_earnings: amountOf(cents(payout.sellerCents)),
      held_amount: amountOf(cents(payout.heldCents)),
      released_amount: amountOf(cents(payout.releasedCents)),
      reversed_amount: amountOf(cents(payout.reversedCents)),
      currency: payout.currency,
      status: payout.status,
      created_at: isoOf(payout.createdAtMs),
    })),
    total,
    next_cursor: nextCursor,
  }
}
