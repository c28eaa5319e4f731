import { strict as assert } from 'node:assert'
import { monthOf } from '../../base/clock.ts'
import { PaymentRequired } from '../../base/errors.ts'
import type { ApiKeyId, DatasetId, ObjectId, SearchId, TenantId } from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
import type { Tx } from '../../store/tx.ts'
import { clearing, earnings, revenue, spendable } from './account.ts'
import { creditsOf } from './credits.ts'
import { post } from './post.ts'
import { findAccount, runningGross } from './queries.ts'
import { recordEvent } from './record-event.ts'
import { splitCharge } from './split.ts'

export type DownloadCharge = {
  /** Lower-case hex of the hash of the link's token: the deed's idempotency key. */
  linkHash: string
  buyerTenantId: TenantId
  providerTenantId: TenantId
  assetId: ObjectId
  datasetId: DatasetId
  apiKeyId: ApiKeyId | null
  searchId: SearchId | null
  priceCents: Cents
  providerShareBp: number
  nowMs: number
}

/** The id of the metered event of one link, and of the group of its transfers. */
export function downloadEventId(linkHash: string): string {
  return `dl:${linkHash}`
}

/**
 * Charges one fetched link: buyer → clearing → provider and platform, and one metered event, also
 * at price 0. Throws PaymentRequired when the buyer has less than the price; nothing is written.
 */
export function chargeDownload(tx: Tx, charge: DownloadCharge): void {
  const { priceCents, providerShareBp, nowMs } = charge
  const eventId = downloadEventId(charge.linkHash)
  const event = {
    eventId,
    kind: 'download' as const,
    buyerTenantId: charge.buyerTenantId,
    providerTenantId: charge.providerTenantId,
    datasetId: charge.datasetId,
    assetId: charge.assetId,
    apiKeyId: charge.apiKeyId,
    searchId: charge.searchId,
    atMs: nowMs,
  }
  if (priceCents === 0) {
    recordEvent(tx, event)
    return
  }

  const period = monthOf(nowMs)
  const { providerTenantId } = charge
  const grossBeforeCents = runningGross(tx, { providerTenantId, period, providerShareBp })
  const split = splitCharge({ chargeCents: priceCents, grossBeforeCents, providerShareBp })
  postCharge(tx, charge, { groupId: eventId, ...split })
  const { providerCents, grossAfterCents } = split
  const rated = { chargeCents: priceCents, providerShareBp, providerCents, grossAfterCents }
  recordEvent(tx, { ...event, ...rated })
}

type Parts = { groupId: string; providerCents: Cents; platformCents: Cents }

function postCharge(tx: Tx, charge: DownloadCharge, parts: Parts): void {
  const { groupId, providerCents, platformCents } = parts
  requireCredits(tx, charge)
  const buyer = spendable(charge.buyerTenantId)
  const provider = earnings(charge.providerTenantId)
  const legs = [
    { part: 'buyer', code: 'download', from: buyer, to: clearing, amount: charge.priceCents },
    {
      part: 'provider',
      code: 'provider_share',
      from: clearing,
      to: provider,
      amount: providerCents,
    },
    {
      part: 'platform',
      code: 'platform_share',
      from: clearing,
      to: revenue,
      amount: platformCents,
    },
  ]
  for (const { part, code, from, to, amount } of legs) {
    if (amount === 0) continue
    post(tx, {
      transferId: `${groupId}:${part}`,
      groupId,
      debit: from,
      credit: to,
      amountMinor: amount,
      code,
      ref: charge.assetId,
      atMs: charge.nowMs,
    })
  }
  assert.equal(findAccount(tx, clearing)?.posted, 0, 'a charge leaves nothing in clearing')
}

function requireCredits(tx: Tx, charge: DownloadCharge): void {
  const availableCredits = creditsOf(tx, charge.buyerTenantId)
  if (availableCredits >= charge.priceCents) return
  throw new PaymentRequired({
    code: 'insufficient_credits',
    operation: 'fetch',
    requiredCredits: charge.priceCents,
    availableCredits,
    message: 'The balance is below the price of this download. The link stays valid.',
  })
}
