import { hash } from 'node:crypto'
import type {
  DatasetId,
  ObjectId,
  PassageId,
  RetrievalEventId,
  SearchId,
  TenantId,
} from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { earnings, revenue, spendable } from '../books/account.ts'
import { type Accounts, readAccounts } from '../books/post.ts'
import { creditsAmong } from '../credits/credits.ts'
import { repeatWindowMs } from '../limits.ts'
import { type SearchBooks, searchEventId } from '../record-search.ts'
import type { LedgerRoom } from '../room.ts'
import { type Charge, chargeAll } from './charge.ts'
import { insertRetrievals, type RetrievalRow, ratedSince } from './queries.ts'
import {
  type RateCard,
  rateCardFor,
  rateOf,
  retrievalCents,
  shareBpOf,
  type Terms,
} from './rate-card.ts'
import { type Payer, requireFunds } from './require-funds.ts'

/** One passage of an answer, with what its price depends on. */
export type ShownPassage = Terms & {
  readonly retrievalEventId: RetrievalEventId
  readonly passageId: PassageId
  readonly assetId: ObjectId
  readonly datasetId: DatasetId
  readonly providerTenantId: TenantId
  /** Names alone: what says that an asset is there is not sold. */
  readonly isFree: boolean
  /** Equal ones that the tenant may see. */
  readonly copies?: readonly Copy[]
}

export type Copy = Pick<ShownPassage, 'passageId' | 'providerTenantId'>

export type Answered = {
  readonly payer: Payer
  readonly searchId: SearchId
  /** Of a retry: what the first one showed, which is paid for. (spec 8, 1) */
  readonly shownFirst?: readonly PassageId[] | undefined
  /** Of the search just metered in this transaction, with no other event since. */
  readonly books?: SearchBooks | undefined
  readonly passages: readonly ShownPassage[]
  readonly nowMs: number
}

/**
 * Meters the passages of an answer and charges those that the tenant did not have in the last 24
 * hours and that the first try did not show; its own cost nothing, nor do the names of assets. What
 * it has or had of several equal passages, it has of each. All of one dataset and rate are one
 * metered event, so that an answer costs a few rows and not a few hundred. Throws PaymentRequired,
 * and then nothing of the search is recorded.
 */
export function meterRetrieval(
  { prices, creditsLow }: Pick<LedgerRoom, 'prices' | 'creditsLow'>,
  tx: Tx,
  answered: Answered,
): { chargedCredits: Cents } {
  const { payer, passages, books, nowMs } = answered
  if (passages.length === 0) return { chargedCredits: cents(0) }
  const card = books?.card ?? rateCardFor(tx, prices, nowMs)
  const rows = rowsOf(answered, { card, known: knownTo(tx, answered) })
  const total = rows.reduce((sum, { chargeCents }) => sum + chargeCents, 0)
  const accounts: Accounts = total > 0 ? readParties(tx, payer, rows) : new Map()
  requireFunds(tx, payer, {
    requiredCredits: cents(total),
    operation: 'search',
    message: 'The balance is below the price of the passages found. Nothing was charged.',
    nowMs,
    availableCredits: creditsAmong(accounts, payer.tenantId),
  })
  const charges = groupsOf(rows).map((group, place) => {
    const eventId = eventIdOf(group, place)
    for (const row of group) row.eventId = eventId
    return chargeOf(group, { eventId, priceVersion: card.priceVersion })
  })
  chargeAll({ creditsLow }, tx, { deeds: charges, known: { ...books, accounts } })
  insertRetrievals(tx, rows, books?.follows.seq)
  return { chargedCredits: cents(total) }
}

/** The passages that cost this tenant nothing any more. */
function knownTo(tx: Tx, { payer, passages, nowMs, ...retry }: Answered): ReadonlySet<PassageId> {
  const passageIds = passages.flatMap(equalOf).map(({ passageId }) => passageId)
  const { tenantId } = payer
  const rated = ratedSince(tx, { tenantId, passageIds, sinceMs: nowMs - repeatWindowMs })
  return new Set([...rated, ...(retry.shownFirst ?? [])])
}

function equalOf(passage: ShownPassage): readonly Copy[] {
  return passage.copies ? [passage, ...passage.copies] : [passage]
}

/** Of everybody whose account moves. */
function readParties(tx: Tx, { tenantId }: Payer, rows: readonly RetrievalRow[]): Accounts {
  const paid = rows.filter(({ chargeCents }) => chargeCents > 0)
  const providers = new Set(paid.map(({ providerTenantId }) => providerTenantId))
  return readAccounts(tx, [spendable(tenantId), revenue, ...providers.values().map(earnings)])
}

type Rated = RetrievalRow & { isRated: boolean }

function rowsOf(
  { payer, searchId, passages, nowMs }: Answered,
  { card, known }: { card: RateCard; known: ReadonlySet<PassageId> },
): Rated[] {
  const seen = new Set(known)
  return passages.map((shown) => {
    const { monetizationMode, curated, isFree, copies: _, ...passage } = shown
    const equal = equalOf(shown)
    const rate = rateOf({ monetizationMode, curated })
    const isOwn = equal.some(({ providerTenantId }) => providerTenantId === payer.tenantId)
    const isRated = !isOwn && !isFree && !equal.some(({ passageId }) => seen.has(passageId))
    for (const { passageId } of equal) seen.add(passageId)
    return {
      ...passage,
      searchId,
      rate,
      isRated,
      eventId: null,
      createdAt: nowMs,
      buyerTenantId: payer.tenantId,
      apiKeyId: payer.apiKeyId ?? null,
      providerShareBp: shareBpOf({ curated }),
      chargeCents: isRated ? retrievalCents(card, rate) : cents(0),
    }
  })
}

/** Those that are rated, by dataset and rate; a dataset has one provider and one share. */
function groupsOf(rows: readonly Rated[]): Rated[][] {
  const rated = rows.filter(({ isRated }) => isRated)
  return [...Map.groupBy(rated, ({ datasetId, rate }) => `${datasetId} ${rate}`).values()]
}

type Metered = { eventId: string; priceVersion: number }

function chargeOf(group: readonly Rated[], { eventId, priceVersion }: Metered): Charge {
  const first = group[0] as Rated
  return {
    eventId,
    priceVersion,
    kind: `retrieval_${first.rate}`,
    quantity: group.length,
    buyerTenantId: first.buyerTenantId,
    providerTenantId: first.providerTenantId,
    datasetId: first.datasetId,
    assetId: group.every(({ assetId }) => assetId === first.assetId) ? first.assetId : null,
    apiKeyId: first.apiKeyId,
    searchId: first.searchId,
    chargeCents: cents(group.reduce((sum, { chargeCents }) => sum + chargeCents, 0)),
    providerShareBp: first.providerShareBp,
    atMs: first.createdAt,
  }
}

/**
 * The id of a metered event says which passages it stands for: with it they are part of the chain
 * of events, and a row that is changed later no longer fits its event. Earlier ones are in
 * hexadecimal digits.
 */
export function eventIdOf(
  group: readonly RetrievalRow[],
  place: number,
  written: 'base64url' | 'hex' = 'base64url',
): string {
  const lines = group.map((row) => [
    ...[row.retrievalEventId, row.passageId, row.assetId, row.datasetId, row.apiKeyId],
    ...[row.rate, row.providerShareBp, row.chargeCents, row.createdAt],
  ])
  const digest = hash('sha256', JSON.stringify(['kontor retrievals 1', ...lines]), written)
  return `${searchEventId(group[0]?.searchId ?? '')}:${place}:${digest}`
}
