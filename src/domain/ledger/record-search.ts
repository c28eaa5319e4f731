import { isoOf, monthOf } from '../../base/clock.ts'
import type { ApiKeyId, SearchId, TenantId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import * as events from '../events/index.ts'
import {
  allowanceSpent,
  allowanceWith,
  isSpent,
  type SearchAllowance,
} from './credits/allowance.ts'
import { readableCredits } from './credits/credits.ts'
import { searchRetryWindowMs, sweptRetriesPerSearch } from './limits.ts'
import { pricesText, type RateCard, rateCardFor } from './metering/rate-card.ts'
import { countSearches } from './metering/tallies.ts'
import * as queries from './queries.ts'
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
  if (retry && queries.wasBilledSince(tx, retry, windowStartMs)) return { billed: false }

  const { allowance, ...state } = stateOf({ planOf, prices }, tx, { tenantId, nowMs })
  const { period, follows, lastTransfer } = state
  if (isSpent(allowance)) {
    const availableCredits = readableCredits(tx, tenantId)
    throw allowanceSpent(allowance, { operation: 'search', availableCredits })
  }
  if (retry) {
    queries.deleteBilledSearches(tx, { untilMs: windowStartMs, limit: sweptRetriesPerSearch })
    queries.insertBilledSearch(tx, retry, nowMs)
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
    period,
    follows,
  })
  noteSpent(tx, { tenantId, nowMs, allowance })
  return { billed: true, books: { period, card, follows: event, lastTransfer } }
}

type Spending = Asked & { allowance: SearchAllowance }

/** With the search that uses the last of it up. */
function noteSpent(tx: Tx, { tenantId, nowMs, allowance }: Spending): void {
  const { limit, used, resetAtMs } = allowance
  if (limit === null || used + 1 !== limit) return
  const data = { searches: limit, reset_at: isoOf(resetAtMs) }
  events.recordEvent(tx, { stream: tenantId, type: 'allowance.spent', atMs: nowMs, data })
}

/**
 * The id of a metered search. Those of its passages go on from it, so that all of a search stand
 * side by side in the index of the ids. Earlier searches have `search:` before their id.
 */
export function searchEventId(searchId: string): string {
  return `ret:${searchId}`
}

type Terms = Pick<LedgerRoom, 'planOf' | 'prices'>
type Asked = { tenantId: TenantId; nowMs: number }

/**
 * How many searches a tenant has made in this UTC month, out of how many. It is asked before a
 * search, too, with the statement that meters it, so that it is at hand.
 */
export function allowanceOf(room: Terms, db: Db, asked: Asked): SearchAllowance {
  return stateOf(room, db, asked).allowance
}

function stateOf({ planOf, prices }: Terms, db: Db, { tenantId, nowMs }: Asked) {
  const month = monthOf(nowMs)
  const asked = { tenantId, period: month, prices: pricesText(prices) }
  const { closed, priceVersion, event, transfer, ...counted } = queries.searchStateOf(db, asked)
  const period = openPeriod(month, { closed })
  // Behind a month that was settled too early the one to count in is another.
  const used = period === month ? counted.used : countSearches(db, { tenantId, period })
  return {
    period,
    follows: event,
    lastTransfer: transfer,
    card: priceVersion === null ? undefined : { ...prices, priceVersion },
    allowance: allowanceWith({ plan: planOf(db, tenantId), used, nowMs }),
  }
}
