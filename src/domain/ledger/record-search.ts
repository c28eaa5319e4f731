import { monthOf } from '../../base/clock.ts'
import type { ApiKeyId, SearchId, TenantId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { allowanceSpent, allowanceWith, isSpent } from './allowance.ts'
import { readableCredits } from './credits.ts'
import { searchRetryWindowMs, sweptRetriesPerSearch } from './limits.ts'
import { type Prices, pricesText, type RateCard, rateCardFor } from './metering/rate-card.ts'
import {
  countSearches,
  deleteBilledSearches,
  insertBilledSearch,
  searchStateOf,
  wasBilledSince,
} from './queries.ts'
import { type EventHead, openPeriod, recordEvent } from './record-event.ts'
import type { LedgerRoom } from './room.ts'

export type SearchToMeter = {
  tenantId: TenantId
  apiKeyId?: ApiKeyId | undefined
  searchId: SearchId
  /** Chosen by the caller to mark a retry (`request_id`, `x-request-id`); never our own. */
  requestId?: string | undefined
  /** Hash of everything that was asked, as hex or base64url. */
  paramsHash: string
  nowMs: number
}

/** What was read and written for a search, so that its passages need not read it again. */
export type SearchBooks = {
  readonly period: string
  readonly card: RateCard
  readonly follows: EventHead
  readonly lastTransfer: EventHead
}

export type MeteredSearch = { billed: boolean; books?: SearchBooks }

/**
 * Meters one search in the transaction that records it. A retry (same tenant, request id and
 * parameters within 24 hours) is not billed again, also when the allowance is spent by now.
 * Throws PaymentRequired `search_allowance_exhausted` with the time at which it starts anew, and
 * NotFound for a tenant that does not exist.
 */
export function recordSearch(
  { planOf, prices }: Pick<LedgerRoom, 'planOf' | 'prices'>,
  tx: Tx,
  search: SearchToMeter,
): MeteredSearch {
  const { tenantId, requestId, paramsHash, nowMs } = search
  const windowStartMs = nowMs - searchRetryWindowMs
  const retry = requestId === undefined ? undefined : { tenantId, requestId, paramsHash }
  if (retry && wasBilledSince(tx, retry, windowStartMs)) return { billed: false }

  const state = stateOf(tx, { tenantId, prices, nowMs })
  const { period, follows, lastTransfer } = state
  const allowance = allowanceWith({ plan: planOf(tx, tenantId), used: state.used, nowMs })
  if (isSpent(allowance)) {
    const availableCredits = readableCredits(tx, tenantId)
    throw allowanceSpent(allowance, { operation: 'search', availableCredits })
  }
  if (retry) {
    deleteBilledSearches(tx, { untilMs: windowStartMs, limit: sweptRetriesPerSearch })
    insertBilledSearch(tx, retry, nowMs)
  }
  const card = state.card ?? rateCardFor(tx, prices, nowMs)
  const event = recordEvent(tx, {
    eventId: searchEventId(search.searchId),
    kind: 'search',
    buyerTenantId: tenantId,
    apiKeyId: search.apiKeyId ?? null,
    searchId: search.searchId,
    priceVersion: card.priceVersion,
    atMs: nowMs,
    ...{ period, follows },
  })
  return { billed: true, books: { period, card, follows: event, lastTransfer } }
}

/**
 * The id of a metered search. Those of its passages go on from it, so that all of a search stand
 * side by side in the index of the ids. Earlier searches have `search:` before their id.
 */
export function searchEventId(searchId: string): string {
  return `ret:${searchId}`
}

type Asked = { tenantId: TenantId; prices: Prices; nowMs: number }

function stateOf(tx: Tx, { tenantId, prices, nowMs }: Asked) {
  const month = monthOf(nowMs)
  const asked = { tenantId, period: month, prices: pricesText(prices) }
  const { closed, used, priceVersion, event, transfer } = searchStateOf(tx, asked)
  const period = openPeriod(month, { closed })
  return {
    ...{ period, follows: event, lastTransfer: transfer },
    card: priceVersion === null ? undefined : { ...prices, priceVersion },
    // Behind a month that was settled too early the one to count in is another.
    used: period === month ? used : countSearches(tx, { tenantId, period }),
  }
}
