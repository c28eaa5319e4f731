import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { earnings, revenue, spendable } from '../books/account.ts'
import { type Accounts, postAllNew, readAccounts, sidesOf } from '../books/post.ts'
import { creditsAmong } from '../credits/credits.ts'
import { type LowTerms, noteLow } from '../credits/note-low.ts'
import { findEventHead, insertEvent, runningGross } from '../queries.ts'
import { type EventHead, type EventRequest, eventAfter, periodOf } from '../record-event.ts'
import { splitCharge } from '../split.ts'

export type Charge = Omit<EventRequest, 'providerCents' | 'grossAfterCents'> & {
  buyerTenantId: TenantId
  providerTenantId: TenantId
  chargeCents: Cents
  providerShareBp: number
}

/**
 * Meters one event and moves its price from the buyer to provider and platform, both under the
 * event's id. At price 0 there is the event and no transfer. Whoever calls has asked for the
 * funds first: throws Overdrawn when the buyer has less than the price.
 */
export function charge(terms: LowTerms, tx: Tx, deed: Charge): void {
  chargeAll(terms, tx, { deeds: [deed] })
}

/** What the caller knows, because it has just metered something else in this transaction. */
type Known = {
  readonly period: string
  readonly follows: EventHead
  readonly lastTransfer: EventHead
  /** Of all parties, as far as there are any. */
  readonly accounts: Accounts
}

/** The same for what happens at one moment: all events, and then all transfers. */
export function chargeAll(
  terms: LowTerms,
  tx: Tx,
  { deeds, known = {} }: { deeds: readonly Charge[]; known?: Partial<Known> },
): void {
  const [first] = deeds
  if (!first) return
  const { period = periodOf(tx, first.atMs), follows = findEventHead(tx) } = known
  const grosses = new Map<string, Cents>()
  let head = follows
  const transfers = deeds.flatMap((deed) => {
    const rated = rate(tx, deed, { period, grosses })
    const event = eventAfter(head, { ...deed, ...rated, period })
    insertEvent(tx, event)
    head = event
    return transfersOf(deed, rated)
  })
  const { lastTransfer, accounts = readAccounts(tx, transfers.flatMap(sidesOf)) } = known
  postAllNew(tx, transfers, { head: lastTransfer, accounts })
  const { buyerTenantId: tenantId, atMs: nowMs } = first
  const spentCents = transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const leftCents = creditsAmong(accounts, tenantId)
  noteLow(terms, tx, { tenantId, leftCents, spentCents, nowMs })
}

/** What was charged in this month so far, by who is paid for it, once it was read. */
type Month = { period: string; grosses: Map<string, Cents> }

/** How a price is split, as it stands in the event; what costs nothing has no share. */
function rate(tx: Tx, deed: Charge, { period, grosses }: Month) {
  const { chargeCents, providerShareBp, providerTenantId } = deed
  if (chargeCents === 0) return { providerShareBp: 0, providerCents: cents(0) }
  const key = `${providerTenantId} ${providerShareBp}`
  const grossBeforeCents =
    grosses.get(key) ?? runningGross(tx, { providerTenantId, period, providerShareBp })
  const split = splitCharge({ chargeCents, grossBeforeCents, providerShareBp })
  const { providerCents, grossAfterCents } = split
  grosses.set(key, grossAfterCents)
  return { providerShareBp, providerCents, grossAfterCents }
}

/** A part can be nothing: of one cent there is only one part. */
function transfersOf(deed: Charge, { providerCents }: { providerCents: Cents }) {
  const { eventId, buyerTenantId, providerTenantId, atMs, assetId, datasetId, chargeCents } = deed
  const parts = [
    { part: 'provider', credit: earnings(providerTenantId), amountMinor: providerCents },
    { part: 'platform', credit: revenue, amountMinor: chargeCents - providerCents },
  ]
  return parts
    .filter(({ amountMinor }) => amountMinor > 0)
    .map(({ part, ...moved }) => ({
      transferId: `${eventId}:${part}`,
      groupId: eventId,
      ...moved,
      atMs,
      debit: spendable(buyerTenantId),
      code: `${part}_share`,
      ref: assetId ?? datasetId ?? '',
    }))
}
