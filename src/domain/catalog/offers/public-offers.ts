import { NotFound } from '../../../base/errors.ts'
import type { DatasetRow } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import { sumsOf } from './list-offers.ts'
import type { OfferSums } from './offer.ts'
import { countPublic, findPublic, listShownGroups, pagePublic } from './queries.ts'

/** A dataset as it is shown to everybody: what the public search looks into. */
export type PublicOffer = OfferSums & { dataset: DatasetRow; tenantName: string }

export type PublicOffers = { offers: PublicOffer[]; total: number }

/** What everybody may look at, the oldest first: harvesters read on where something is added. */
export function listPublicOffers(
  room: CatalogRoom,
  window: { offset: number; limit: number },
): PublicOffers {
  const { db } = room.store
  return { offers: offersOf(room, pagePublic(db, window)), total: countPublic(db) }
}

/** One of them. Throws NotFound for everything that the list does not show. */
export function getPublicOffer(
  room: CatalogRoom,
  { datasetId }: { datasetId: string },
): PublicOffer {
  const [offer] = offersOf(room, findPublic(room.store.db, datasetId))
  if (!offer) throw new NotFound('dataset')
  return offer
}

function offersOf(
  { store: { db }, tenantNameOf }: CatalogRoom,
  rows: readonly DatasetRow[],
): PublicOffer[] {
  const datasetIds = rows.map(({ datasetId }) => datasetId)
  const groups = Map.groupBy(listShownGroups(db, datasetIds), ({ datasetId }) => datasetId)
  return rows.map((dataset) => ({
    dataset,
    tenantName: tenantNameOf(db, dataset.tenantId),
    ...sumsOf(groups.get(dataset.datasetId) ?? []),
  }))
}
