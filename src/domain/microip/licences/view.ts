import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { type Asset, findAsset, findOnOffer } from '../../catalog/index.ts'
import type { Principal } from '../../identity/index.ts'
import { type CardRow, findCards, findMicroIp, listMicroIps, type MicroIpRow } from '../queries.ts'

/** A licensed asset with everything that Surface C shows of it. */
export type MicroIpView = {
  readonly licence: MicroIpRow
  readonly asset: Asset
  readonly card: CardRow | undefined
}

/**
 * A licensed asset as the caller sees it: on offer, or the caller's tenant's own in whatever
 * state. Undefined for any other. (our choice: until approval only the owner sees it)
 */
export function findView(db: Db, principal: Principal, assetId: ObjectId): MicroIpView | undefined {
  const licence = findMicroIp(db, assetId)
  if (!licence) return undefined
  const own = licence.ownerTenantId === principal.tenantId
  const asset = own
    ? findAsset(db, principal, assetId)
    : findOnOffer(db, principal, [assetId]).get(assetId)
  return asset && { licence, asset, card: findCards(db, [assetId]).get(assetId) }
}

/** The same for a list, in its order; what the caller may not see is left out. */
export function viewsOf(
  db: Db,
  principal: Principal,
  assetIds: readonly ObjectId[],
): MicroIpView[] {
  const licences = listMicroIps(db, assetIds)
  const offers = findOnOffer(db, principal, assetIds)
  const cards = findCards(db, assetIds)
  return assetIds.flatMap((assetId) => {
    const licence = licences.get(assetId)
    if (!licence) return []
    const own = licence.ownerTenantId === principal.tenantId
    const asset = offers.get(assetId) ?? (own ? findAsset(db, principal, assetId) : undefined)
    return asset ? [{ licence, asset, card: cards.get(assetId) }] : []
  })
}
