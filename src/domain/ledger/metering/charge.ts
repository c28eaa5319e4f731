import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { earnings, revenue, spendable } from '../account.ts'
import { postNew } from '../post.ts'
import { runningGross } from '../queries.ts'
import { type EventRequest, periodOf, recordEvent } from '../record-event.ts'
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
export function charge(tx: Tx, deed: Charge): void {
  const { chargeCents, providerShareBp, ...event } = deed
  if (chargeCents === 0) {
    recordEvent(tx, event)
    return
  }
  const { providerTenantId, atMs } = deed
  const period = periodOf(tx, atMs)
  const grossBeforeCents = runningGross(tx, { providerTenantId, period, providerShareBp })
  const split = splitCharge({ chargeCents, grossBeforeCents, providerShareBp })
  const { providerCents, platformCents, grossAfterCents } = split
  const rated = { chargeCents, providerShareBp, providerCents, grossAfterCents }
  recordEvent(tx, { ...event, ...rated, period })
  postPart(tx, deed, { part: 'provider', to: earnings(providerTenantId), amount: providerCents })
  postPart(tx, deed, { part: 'platform', to: revenue, amount: platformCents })
}

type Part = { part: 'provider' | 'platform'; to: typeof revenue; amount: Cents }

/** A part can be nothing: of one cent there is only one part. */
function postPart(tx: Tx, deed: Charge, { part, to, amount }: Part): void {
  if (amount === cents(0)) return
  postNew(tx, {
    transferId: `${deed.eventId}:${part}`,
    groupId: deed.eventId,
    debit: spendable(deed.buyerTenantId),
    credit: to,
    amountMinor: amount,
    code: `${part}_share`,
    ref: deed.assetId ?? deed.datasetId ?? '',
    atMs: deed.atMs,
  })
}
