import { NotFound } from '../../../base/errors.ts'
import type { DatasetId } from '../../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { findOffered } from '../access/queries.ts'
import { columnsShown } from '../columns/columns-shown.ts'
import type { DatasetRow } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { Offer, OfferAccess, OfferSums } from './offer.ts'
import * as queries from './queries.ts'

export type ListOffersRequest = queries.OfferFilters & PageRequest

export type OfferList = { offers: Offer[]; total: number; nextCursor: string | null }

/**
 * What buyers can choose from, newest first: listed datasets, and restricted ones without their
 * content (our choice: Catalogue). Throws InvalidInput for a cursor of another list.
 */
export function listOffers(
  room: CatalogRoom,
  caller: Caller,
  { cursor, limit, ...filters }: ListOffersRequest,
): OfferList {
  const { cursorKey } = room
  const { db } = room.store
  const { q = null, modality = null, lang = null, tags = [] } = filters
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'catalogue',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { q, modality, lang, tags: [...tags] },
    },
    read: (part: After<DatasetId>) => queries.pageOffered(db, caller, { ...filters, ...part }),
    positionOf: ({ datasetId }) => datasetId,
  })
  return {
    offers: offersOf(room, caller, rows),
    total: queries.countOffered(db, caller, filters),
    nextCursor,
  }
}

/** One of them. Throws NotFound for everything that the list does not show. */
export function getOffer(
  room: CatalogRoom,
  caller: Caller,
  { datasetId }: { datasetId: string },
): Offer {
  const dataset = findOffered(room.store.db, caller, datasetId)
  if (!dataset) throw new NotFound('dataset')
  const offer = offersOf(room, caller, [dataset])[0] as Offer
  if (offer.access === 'by_request') return offer
  return { ...offer, columns: columnsShown(room.store.db, dataset.datasetId) }
}

function offersOf(
  { store: { db }, tenantNameOf }: CatalogRoom,
  { tenantId }: Caller,
  rows: readonly DatasetRow[],
): Offer[] {
  const datasetIds = rows.map(({ datasetId }) => datasetId)
  const states = new Map(
    queries.listAccessStates(db, { tenantId, datasetIds }).map((state) => [state.datasetId, state]),
  )
  const groups = Map.groupBy(queries.listShownGroups(db, datasetIds), ({ datasetId }) => datasetId)
  return rows.map((dataset) => {
    const state = states.get(dataset.datasetId) as queries.AccessState
    return {
      dataset,
      tenantName: tenantNameOf(db, dataset.tenantId),
      access: dataset.tenantId === tenantId ? 'own' : accessTo(dataset, state),
      accessRequestStatus: requestStatus(state),
      columns: null,
      ...sumsOf(groups.get(dataset.datasetId) ?? []),
    }
  })
}

function accessTo({ visibility }: DatasetRow, { granted }: queries.AccessState): OfferAccess {
  if (visibility === 'listed') return 'open'
  return granted === 1 ? 'granted' : 'by_request'
}

/** What was approved counts for as long as the access that it gave. */
function requestStatus({ granted, requestStatus: last }: queries.AccessState) {
  return last === 'approved' && granted === 0 ? null : last
}

/** What is on show, added up. */
export function sumsOf(groups: readonly queries.ShownGroup[]): OfferSums {
  const sums: OfferSums = {
    objectCount: 0,
    passageCount: 0,
    totalBytes: 0,
    modalities: {},
    languages: [],
  }
  const languages = new Map<string, number>()
  for (const { modality, lang, objects, passages, bytes } of groups) {
    sums.objectCount += objects
    sums.passageCount += passages
    sums.totalBytes += bytes
    sums.modalities[modality] = (sums.modalities[modality] ?? 0) + objects
    if (lang !== null) languages.set(lang, (languages.get(lang) ?? 0) + objects)
  }
  return { ...sums, languages: byCount(languages) }
}

function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word)
}
