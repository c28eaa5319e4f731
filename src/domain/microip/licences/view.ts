import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { type Asset, findLicensable } from '../../catalog/index.ts'
import type { Principal } from '../../identity/index.ts'
import { type CardRow, findCards, isSellable, listMicroIps, type MicroIpRow } from '../queries.ts'

/** A licensed asset with everything that Surface C shows of it. */
export type MicroIpView = {
  readonly licence: MicroIpRow
  readonly asset: Asset
  readonly card: CardRow | undefined
  readonly isSellable: boolean
}

/**
 * A licensed asset as the caller sees it: on offer, or the caller's tenant's own in whatever
 * state. Undefined for any other, and for what cannot be sold to the caller. (our choice: until
 * approval only the owner sees it)
 */
export function findView(db: Db, principal: Principal, assetId: ObjectId): MicroIpView | undefined {
  const [view] = viewsOf(db, principal, [assetId])
  if (!view) return undefined
  const { ownerTenantId, exclusiveTo } = view.licence
  const isOurs = [ownerTenantId, exclusiveTo].includes(principal.tenantId)
  return isOurs || view.isSellable ? view : undefined
}

/** The same for a list, in its order; what the caller may not see is left out. */
export function viewsOf(
  db: Db,
  principal: Principal,
  assetIds: readonly ObjectId[],
): MicroIpView[] {
  const licences = listMicroIps(db, assetIds)
  const assets = findLicensable(db, principal, assetIds)
  const cards = findCards(db, assetIds)
  return assetIds.flatMap((assetId) => {
    const licence = licences.get(assetId)
    const asset = assets.get(assetId)
    if (!licence || !asset) return []
    const card = cards.get(assetId)
    return [{ licence, asset, card, isSellable: isSellable(db, licence) }]
  })
}
