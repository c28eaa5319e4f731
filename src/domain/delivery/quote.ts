import type { DatasetId, ObjectId } from '../../base/ids.ts'
import { type Cents, cents } from '../../base/money.ts'
import type { Asset } from '../catalog/index.ts'
import { type Principal, requireScope } from '../identity/index.ts'
import { type Rate, type RateCard, rateOf, retrievalCents } from '../ledger/index.ts'
import { type AskedRange, type Range, rangeOf } from './links/link.ts'
import { getAsset, priceOf } from './links/mint-link.ts'
import { offerOf } from './offer.ts'
import type { DeliveryRoom } from './room.ts'

export type QuoteRequest = AskedRange & { assetId: ObjectId }

export type Quote = {
  assetId: ObjectId
  datasetId: DatasetId
  own: boolean
  pricingModel: Asset['pricingModel']
  monetizationMode: Asset['monetizationMode']
  /** One passage of the asset among the results of a search. */
  passage: { rate: Rate; credits: Cents }
  file: { credits: Cents; baseCredits: Cents }
  clip: (Range & { credits: Cents }) | null
  card: RateCard
  availableCredits: Cents
  quotedAtMs: number
}

/**
 * What things of an asset cost this caller at this moment, with nothing bought and nothing
 * promised: only a minted link keeps its price. Throws NotFound for an asset that the caller
 * cannot see, InvalidInput for a bad range.
 */
export function quote(room: DeliveryRoom, principal: Principal, request: QuoteRequest): Quote {
  requireScope(principal, 'search:query')
  const { store, clock, ledger } = room
  const { db } = store
  const quotedAtMs = clock.nowMs()
  const asset = getAsset(db, principal, request.assetId)
  const buyerTenantId = principal.tenantId
  const offer = offerOf(room, db, { asset, buyerTenantId, nowMs: quotedAtMs })
  const range = rangeOf(request, asset)
  const card = ledger.rateCard(db)
  const rate = rateOf(asset)
  const { own, priceCents, basePriceCents } = offer
  return {
    assetId: asset.objectId,
    datasetId: asset.datasetId,
    own,
    card,
    quotedAtMs,
    pricingModel: asset.pricingModel,
    monetizationMode: asset.monetizationMode,
    passage: { rate, credits: own ? cents(0) : retrievalCents(card, rate) },
    file: { credits: priceCents, baseCredits: basePriceCents },
    clip: range ? { ...range, credits: priceOf(priceCents, { range, asset }) } : null,
    availableCredits: ledger.creditsOf(db, buyerTenantId),
  }
}
