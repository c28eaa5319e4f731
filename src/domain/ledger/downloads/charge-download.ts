import type { ApiKeyId, DatasetId, ObjectId, SearchId, TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import { charge } from '../metering/charge.ts'
import { rateCardFor } from '../metering/rate-card.ts'
import { type Payer, requireFunds } from '../metering/require-funds.ts'
import type { LedgerRoom } from '../room.ts'

export type DownloadCharge = {
  /** Lower-case hex of the hash of the link's token: the deed's idempotency key. */
  linkHash: string
  buyerTenantId: TenantId
  providerTenantId: TenantId
  assetId: ObjectId
  datasetId: DatasetId
  apiKeyId: ApiKeyId | null
  /** Of the key that asked for the link, with those that it comes from. */
  line?: Payer['line']
  searchId: SearchId | null
  priceCents: Cents
  providerShareBp: number
  nowMs: number
}

/** The id of the metered event of one link, and of the group of its transfers. */
export function downloadEventId(linkHash: string): string {
  return `dl:${linkHash}`
}

/** What a fetch says that the buyer cannot pay. */
export const fetchRefusal = {
  operation: 'fetch',
  message: 'The balance is below the price of this download. The link stays valid.',
}

/**
 * Charges one fetched link, buyer to provider and platform, and meters it, also at price 0. Throws
 * PaymentRequired when the buyer or a budget of its key's line has less than the price; nothing is
 * written then.
 */
export function chargeDownload(
  { prices, creditsLow }: Pick<LedgerRoom, 'prices' | 'creditsLow'>,
  tx: Tx,
  download: DownloadCharge,
): void {
  const { buyerTenantId, apiKeyId, line, priceCents, nowMs } = download
  const payer = { tenantId: buyerTenantId, apiKeyId, line }
  requireFunds(tx, payer, { ...fetchRefusal, requiredCredits: priceCents, nowMs })
  charge({ creditsLow }, tx, {
    eventId: downloadEventId(download.linkHash),
    kind: 'download',
    buyerTenantId,
    apiKeyId,
    atMs: nowMs,
    chargeCents: priceCents,
    priceVersion: rateCardFor(tx, prices, nowMs).priceVersion,
    providerTenantId: download.providerTenantId,
    datasetId: download.datasetId,
    assetId: download.assetId,
    searchId: download.searchId,
    providerShareBp: download.providerShareBp,
  })
  const { providerTenantId, assetId, datasetId } = download
  // One's own file is fetched, not sold.
  if (providerTenantId === buyerTenantId) return
  const data = { asset_id: assetId, dataset_id: datasetId, price_credits: priceCents }
  recordEvent(tx, { stream: providerTenantId, type: 'download.sold', atMs: nowMs, data })
}
