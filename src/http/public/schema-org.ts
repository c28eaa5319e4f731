import { isoOf } from '../../base/clock.ts'
import { amountOf, currency } from '../../base/money.ts'
import type { PublicOffer } from '../../domain/catalog/index.ts'
import type { PublicEntry } from '../../domain/search/index.ts'
import { pathOf } from './dcat.ts'
import type { PublicFace } from './public-face.ts'

/** What search engines for data read: https://schema.org/Dataset and its catalogue. */
type Place = { face: PublicFace; baseUrl: string }

const context = 'https://schema.org/'
/** Google's Dataset Search takes descriptions of this length and no shorter. */
const descriptionMinChars = 50

export function catalogueData({ face, baseUrl }: Place, offers: readonly PublicOffer[]) {
  return {
    '@context': context,
    '@type': 'DataCatalog',
    '@id': `${baseUrl}/catalog`,
    name: face.name,
    url: `${baseUrl}/public`,
    ...(face.text === undefined ? {} : { description: face.text }),
    dataset: offers.map((offer) => ({
      '@type': 'Dataset',
      name: offer.dataset.name,
      description: descriptionOf(offer),
      url: pathOf(baseUrl, offer.dataset),
    })),
  }
}

export function datasetData({ face, baseUrl }: Place, offer: PublicEntry) {
  const { dataset, tenantName, languages } = offer
  const url = pathOf(baseUrl, dataset)
  return {
    '@context': context,
    '@type': 'Dataset',
    '@id': url,
    name: dataset.name,
    description: descriptionOf(offer),
    url,
    identifier: dataset.datasetId,
    keywords: dataset.tags,
    inLanguage: languages,
    isAccessibleForFree: false,
    offers: offersOf(url, offer),
    ...(dataset.license === null ? {} : { license: dataset.license }),
    creator: { '@type': 'Organization', name: tenantName },
    dateCreated: isoOf(dataset.createdAtMs),
    dateModified: isoOf(dataset.lastIngestAtMs ?? dataset.updatedAtMs),
    includedInDataCatalog: {
      '@type': 'DataCatalog',
      '@id': `${baseUrl}/catalog`,
      name: face.name,
      url: `${baseUrl}/public`,
    },
  }
}

function offersOf(url: string, { dataset, prices }: PublicEntry) {
  const bounds = { fixed: 'price', demand_curve: 'minPrice', time_decay: 'maxPrice' }
  return [
    offerOf(url, 'passage', { price: amountOf(prices.retrievalCents) }),
    offerOf(url, 'file', { [bounds[dataset.pricingModel]]: amountOf(prices.downloadCents) }),
  ]
}

function offerOf(url: string, unitText: 'passage' | 'file', price: Record<string, number>) {
  const name = unitText === 'file' ? 'A whole file' : 'A passage in a search with an account'
  const specification = { priceCurrency: currency, unitText, ...price }
  return {
    '@type': 'Offer',
    name,
    url,
    ...('price' in price ? { price: price.price, priceCurrency: currency } : {}),
    priceSpecification: { '@type': 'UnitPriceSpecification', ...specification },
  }
}

function descriptionOf({ dataset, tenantName, objectCount }: PublicOffer): string {
  const own = dataset.description ?? ''
  if (own.length >= descriptionMinChars) return own
  const more = `${objectCount} files of ${tenantName}, searchable passage by passage.`
  return [own || dataset.name, more].join(' — ')
}
