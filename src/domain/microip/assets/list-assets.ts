import { countOwnAssets, pageOwnAssets } from '../../catalog/index.ts'
import { type Principal, requireSession } from '../../identity/index.ts'
import { findCards } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import type { OwnAsset } from './own-asset.ts'

/** The caller's assets, the newest first; with `q` those that have it in their name, uncounted. */
export async function listAssets(
  { store: { db }, reading }: MicroIpRoom,
  principal: Principal,
  { page, limit, q }: { page: number; limit: number; q?: string | undefined },
): Promise<{ items: OwnAsset[]; total: number | undefined }> {
  requireSession(principal)
  const place = { offset: (page - 1) * limit, limit, q }
  const assets = await pageOwnAssets({ db, reading }, principal, place)
  const cards = findCards(
    db,
    assets.map(({ objectId }) => objectId),
  )
  return {
    items: assets.map((asset) => ({ asset, card: cards.get(asset.objectId) })),
    total: q === undefined ? countOwnAssets(db, principal) : undefined,
  }
}
