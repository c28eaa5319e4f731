import { countOwnAssets, pageOwnAssets } from '../../catalog/index.ts'
import { type Principal, requireSession } from '../../identity/index.ts'
import { findCards } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import type { OwnAsset } from './own-asset.ts'

/** The caller's assets, the newest first. */
export function listAssets(
  { store: { db } }: MicroIpRoom,
  principal: Principal,
  { page, limit }: { page: number; limit: number },
): { items: OwnAsset[]; total: number } {
  requireSession(principal)
  const assets = pageOwnAssets(db, principal, { offset: (page - 1) * limit, limit })
  const cards = findCards(
    db,
    assets.map(({ objectId }) => objectId),
  )
  return {
    items: assets.map((asset) => ({ asset, card: cards.get(asset.objectId) })),
    total: countOwnAssets(db, principal),
  }
}
