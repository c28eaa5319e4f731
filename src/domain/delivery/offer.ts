import type { TenantId } from '../../base/ids.ts'
import { type Cents, cents } from '../../base/money.ts'
import type { Db } from '../../store/tx.ts'
import type { Asset } from '../catalog/index.ts'
import { shareBpOf } from '../ledger/index.ts'
import { dayMs, demandBuyersMax, demandWindowDays } from './limits.ts'
import { filePriceCents } from './price.ts'
import type { DeliveryRoom } from './room.ts'

/** What a fetch of the whole asset costs one buyer now, and the provider's part of it. */
export type Offer = {
  readonly own: boolean
  readonly basePriceCents: Cents
  readonly priceCents: Cents
  readonly providerShareBp: number
}

/** Own content costs nothing. Nobody's own purchases make anything dearer for themselves. */
export function offerOf(
  { ledger, settings }: Pick<DeliveryRoom, 'ledger' | 'settings'>,
  db: Db,
  asked: { asset: Asset; buyerTenantId: TenantId; nowMs: number },
): Offer {
  const { asset, buyerTenantId, nowMs } = asked
  const { pricingModel, datasetId } = asset
  const own = asset.tenantId === buyerTenantId
  const basePriceCents = asset.basePriceCents ?? settings.downloadPriceCents
  const otherBuyers =
    pricingModel === 'demand_curve'
      ? ledger.countPayingBuyers(db, {
          datasetId,
          exceptTenantId: buyerTenantId,
          limit: demandBuyersMax,
          sinceMs: nowMs - demandWindowDays * dayMs,
        })
      : 0
  const ageMs = nowMs - asset.uploadedAtMs
  const priceCents = own
    ? cents(0)
    : filePriceCents({ pricingModel, basePriceCents, ageMs, otherBuyers })
  return { own, basePriceCents, priceCents, providerShareBp: shareBpOf(asset) }
}
