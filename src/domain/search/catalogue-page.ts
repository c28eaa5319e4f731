import { NotFound } from '../../base/errors.ts'
import type { PassageId } from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
import type { PageEnd } from '../../base/page.ts'
import { listSamplePassages, type SamplePassage } from '../../engine/index.ts'
import type { Db } from '../../store/tx.ts'
import {
  type Caller,
  type Catalog,
  findVisibleObjects,
  type ListOffersRequest,
  type Offer,
  type PublicOffer,
  type PublicOffers,
} from '../catalog/index.ts'
import { type Ledger, type Prices, rateOf, retrievalCents } from '../ledger/index.ts'
import type { SearchSettings } from './room.ts'

export type Sample = SamplePassage & { title: string }

/** Before what the pricing model makes of it: what time takes off, or demand puts on. */
export type OfferPrices = { downloadCents: Cents; retrievalCents: Cents }

/** What everybody may read of a dataset, with what it costs. */
export type PublicEntry = PublicOffer & { prices: OfferPrices }

/** An offer with what it costs and a taste of it. */
export type CatalogueEntry = Offer & {
  prices: OfferPrices
  /** Chosen by the provider, at most three; none where access is by request. */
  samples: Sample[]
}

export type CataloguePage = { entries: CatalogueEntry[] } & PageEnd

export type CatalogueDeps = {
  readonly store: { readonly db: Db }
  readonly catalog: Pick<Catalog, 'listOffers' | 'getOffer' | 'listPublicOffers' | 'getPublicOffer'>
  readonly ledger: Pick<Ledger, 'rateCard'>
  readonly settings: Pick<SearchSettings, 'publicSearch'>
}

export type BuyersCatalogue = ReturnType<typeof openBuyersCatalogue>

/** The catalogue of buyers: the catalog's offers, with the samples whose text lies in this room. */
export function openBuyersCatalogue(room: CatalogueDeps) {
  return {
    /** Throws InvalidInput for the cursor. */
    listCatalogue(caller: Caller, request: ListOffersRequest): CataloguePage {
      const { offers, total, nextCursor } = room.catalog.listOffers(caller, request)
      return { entries: entriesOf(room, caller, offers), total, nextCursor }
    },
    /** Throws NotFound. */
    getCatalogueEntry(caller: Caller, request: { datasetId: string }): CatalogueEntry {
      const offer = room.catalog.getOffer(caller, request)
      return entriesOf(room, caller, [offer])[0] as CatalogueEntry
    },
    /** Whether there is anything for everybody. */
    hasPublic: (): boolean => room.settings.publicSearch,
    /** What the public search looks into. Throws NotFound where there is none. */
    listPublic(window: { offset: number; limit: number }): PublicOffers {
      requirePublic(room)
      return room.catalog.listPublicOffers(window)
    },
    /** One of them. Throws NotFound. */
    getPublic(request: { datasetId: string }): PublicEntry {
      requirePublic(room)
      const offer = room.catalog.getPublicOffer(request)
      return { ...offer, prices: pricesOf(room.ledger.rateCard(room.store.db), offer) }
    },
  }
}

function requirePublic({ settings }: CatalogueDeps): void {
  if (!settings.publicSearch) throw new NotFound('page')
}

function entriesOf(
  { store: { db }, ledger }: CatalogueDeps,
  caller: Caller,
  offers: readonly Offer[],
): CatalogueEntry[] {
  const card = ledger.rateCard(db)
  const chosen = offers.filter(({ access }) => access !== 'by_request')
  const samples = samplesOf(
    db,
    caller,
    chosen.flatMap(({ dataset }) => dataset.samplePassageIds),
  )
  return offers.map((offer) => ({
    ...offer,
    prices: pricesOf(card, offer),
    samples: offer.dataset.samplePassageIds.flatMap((id) => samples.get(id) ?? []),
  }))
}

function pricesOf(card: Prices, { dataset }: Pick<Offer, 'dataset'>): OfferPrices {
  return {
    downloadCents: dataset.basePriceCents ?? card.downloadCents,
    retrievalCents: retrievalCents(card, rateOf(dataset)),
  }
}

/** Those whose object still shows: a sample must not outlive what it was taken from. */
function samplesOf(
  db: Db,
  caller: Caller,
  passageIds: readonly PassageId[],
): Map<PassageId, Sample> {
  if (passageIds.length === 0) return new Map()
  const found = listSamplePassages(db, passageIds)
  const assets = findVisibleObjects(
    db,
    caller,
    found.map(({ objectId }) => objectId),
  )
  return new Map(
    found.flatMap((passage): [PassageId, Sample][] => {
      const asset = assets.get(passage.objectId)
      return asset ? [[passage.passageId, { ...passage, title: asset.title }]] : []
    }),
  )
}
