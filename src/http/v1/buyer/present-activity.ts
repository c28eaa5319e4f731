import { isoOf } from '../../../base/clock.ts'
import { amountOf, type Cents, currency } from '../../../base/money.ts'
import type { Prices } from '../../../domain/ledger/index.ts'
import type {
  AccessHistory,
  BuyerDashboard,
  SearchHistory,
  Spend,
  SpendRequest,
} from '../../../domain/reports/index.ts'
import { presentPeriod } from '../period.ts'

export function presentBuyerDashboard({
  prices,
  ...dashboard
}: BuyerDashboard & { prices: Prices }) {
  return {
    api_key_count: dashboard.apiKeyCount,
    active_api_key_count: dashboard.activeApiKeyCount,
    available_credits: dashboard.availableCredits,
    plan: dashboard.plan,
    search_allowance: dashboard.searchAllowance,
    searches_this_month: dashboard.searchesThisMonth,
    downloads_this_month: dashboard.downloadsThisMonth,
    spend_this_month_credits: dashboard.spendThisMonthCredits,
    prices: {
      retrieval_credits: prices.retrievalStandardCents,
      retrieval_premium_credits: prices.retrievalPremiumCents,
      citation_credits: prices.citationCents,
      download_credits: prices.downloadCents,
    },
  }
}

export function presentSearches({ searches, total, nextCursor }: SearchHistory) {
  return {
    searches: searches.map((search) => ({
      search_activity_id: search.searchActivityId,
      search_id: search.searchId,
      query_text: search.queryText,
      mode: search.mode,
      dataset_ids: [...search.datasetIds],
      result_count: search.resultCount,
      ...presentCharge(search),
      api_key_id: search.apiKeyId,
      user_id: search.userId,
      occurred_at: isoOf(search.occurredAtMs),
    })),
    total,
    next_cursor: nextCursor,
  }
}

export function presentAccesses({ accesses, total, nextCursor }: AccessHistory) {
  return {
    accesses: accesses.map((access) => ({
      access_id: access.accessId,
      kind: access.kind,
      receipt_id: access.receiptId,
      asset_id: access.assetId,
      dataset_id: access.datasetId,
      search_id: access.searchId,
      ...presentCharge(access),
      api_key_id: access.apiKeyId,
      user_id: access.userId,
      occurred_at: isoOf(access.occurredAtMs),
    })),
    total,
    next_cursor: nextCursor,
  }
}

function presentCharge({ chargedCents }: { chargedCents: Cents }) {
  return { charged_credits: chargedCents, charged_amount: amountOf(chargedCents), currency }
}

export function presentSpend(spend: Spend & Pick<SpendRequest, 'groupBy'>) {
  return {
    currency,
    ...presentPeriod(spend),
    group_by: spend.groupBy,
    total_credits: spend.totalCredits,
    groups: spend.groups.map(({ key, label, credits, events }) => ({
      key,
      label,
      credits,
      events,
    })),
  }
}
