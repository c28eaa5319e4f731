import { isoOf } from '../../base/clock.ts'
import type { PublicOffer } from '../../domain/catalog/index.ts'
import { authorityLanguage } from './languages.ts'
import type { Statement, Thing, Value } from './linked-data.ts'
import type { PublicFace } from './public-face.ts'

/** The vocabularies of DCAT-AP 3, by the names that the profile gives them. */
export const prefixes = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const

export type Catalogue = {
  face: PublicFace
  baseUrl: string
  /** Of this page; the catalogue is all of them. */
  offers: readonly PublicOffer[]
  pages: { path: string; page: number; last: number; total: number }
}

const authority = 'http://publications.europa.eu/resource/authority'

/** The catalogue as European data portals take it: DCAT-AP 3.0, a page of it as Hydra has them. */
export function catalogueOf({ face, baseUrl, offers, pages }: Catalogue): Thing[] {
  const service = serviceOf({ face, baseUrl, offers })
  const home = { id: `${baseUrl}/public`, type: 'foaf:Document', says: [] }
  const catalogue: Thing = {
    id: `${baseUrl}/catalog`,
    type: 'dcat:Catalog',
    says: [
      ['dct:title', [face.name]],
      ['dct:description', [face.text ?? `What can be searched at ${face.name}.`]],
      ['dct:publisher', [agentOf(face.name)]],
      ['dct:language', languageOf('en')],
      ['dct:modified', latestOf(offers)],
      ['foaf:homepage', [home]],
      ['dcat:service', [service]],
      ['dcat:dataset', offers.map((offer) => datasetOf(offer, { face, baseUrl, service }))],
    ],
  }
  return [catalogue, pageOf(pages, baseUrl)]
}

function pageOf({ path, page, last, total }: Catalogue['pages'], baseUrl: string): Thing {
  const at = (no: number): Value[] => [{ iri: `${baseUrl}${path}?page=${no}` }]
  return {
    id: `${baseUrl}${path}?page=${page}`,
    type: 'hydra:PartialCollectionView',
    says: [
      ['hydra:totalItems', [{ text: String(total), datatype: 'xsd:integer' }]],
      ['hydra:first', at(1)],
      ['hydra:last', at(last)],
      ['hydra:previous', page > 1 ? at(page - 1) : []],
      ['hydra:next', page < last ? at(page + 1) : []],
    ],
  }
}

function serviceOf({ face, baseUrl, offers }: Omit<Catalogue, 'pages'>): Thing {
  const resource = (id: string): Thing => ({ id, type: 'rdfs:Resource', says: [] })
  return {
    id: `${baseUrl}/catalog#service`,
    type: 'dcat:DataService',
    says: [
      ['dct:title', [`${face.name}: search and download`]],
      ['dct:publisher', [agentOf(face.name)]],
      contactOf(face),
      ['dcat:endpointURL', [resource(baseUrl)]],
      ['dcat:endpointDescription', [resource(`${baseUrl}/openapi/a.json`)]],
      ['dcat:servesDataset', offers.map(({ dataset }) => ({ iri: nameOf(baseUrl, dataset) }))],
    ],
  }
}

type Place = Pick<Catalogue, 'face' | 'baseUrl'> & { service: Thing }

function datasetOf(offer: PublicOffer, { face, baseUrl, service }: Place): Thing {
  const { dataset, tenantName, languages } = offer
  const address = pathOf(baseUrl, dataset)
  const landing = { id: address, type: 'foaf:Document', says: [] }
  const rights = {
    id: `${authority}/access-right/RESTRICTED`,
    type: 'dct:RightsStatement',
    says: [],
  }
  return {
    id: nameOf(baseUrl, dataset),
    type: 'dcat:Dataset',
    says: [
      ['dct:identifier', [dataset.datasetId]],
      ['dct:title', [dataset.name]],
      ['dct:description', [dataset.description ?? dataset.name]],
      ['dct:publisher', [agentOf(tenantName)]],
      ['dcat:keyword', dataset.tags],
      ['dct:language', languages.flatMap(languageOf)],
      ['dct:issued', [timeOf(dataset.createdAtMs)]],
      ['dct:modified', [timeOf(dataset.lastIngestAtMs ?? dataset.updatedAtMs)]],
      ['dct:accessRights', [rights]],
      ['dcat:landingPage', [landing]],
      contactOf(face),
      ['dcat:distribution', [distributionOf(offer, { address, service })]],
    ],
  }
}

const paidFor = 'Everybody may search; whole files and long searches are paid for.'

function distributionOf(
  { dataset: { license }, totalBytes }: PublicOffer,
  { address, service }: { address: string; service: Thing },
): Thing {
  const rights: Thing = { type: 'dct:RightsStatement', says: [['rdfs:label', [paidFor]]] }
  return {
    id: `${address}#search`,
    type: 'dcat:Distribution',
    says: [
      ['dct:title', ['Passages and files, through the search']],
      ['dcat:accessURL', [{ iri: address }]],
      ['dcat:accessService', [service]],
      ['dcat:byteSize', [{ text: String(totalBytes), datatype: 'xsd:nonNegativeInteger' }]],
      ['dct:license', license === null ? [] : [licenseOf(license)]],
      ['dct:rights', [rights]],
    ],
  }
}

function licenseOf(address: string): Thing {
  return { id: address, type: 'dct:LicenseDocument', says: [] }
}

/** The dataset itself; its page is another thing. */
function nameOf(baseUrl: string, dataset: PublicOffer['dataset']): string {
  return `${pathOf(baseUrl, dataset)}#dataset`
}

export function pathOf(baseUrl: string, { datasetId }: { datasetId: string }): string {
  return `${baseUrl}/public/datasets/${datasetId}`
}

function agentOf(name: string): Thing {
  return { type: 'foaf:Agent', says: [['foaf:name', [name]]] }
}

function contactOf({ name, contact }: PublicFace): Statement {
  if (contact === undefined) return ['dcat:contactPoint', []]
  const says: Statement[] = [
    ['vcard:fn', [name]],
    ['vcard:hasEmail', [{ iri: `mailto:${contact}` }]],
  ]
  return ['dcat:contactPoint', [{ type: 'vcard:Kind', says }]]
}

function languageOf(lang: string): Thing[] {
  const id = authorityLanguage(lang)
  return id === undefined ? [] : [{ id, type: 'dct:LinguisticSystem', says: [] }]
}

function latestOf(offers: readonly PublicOffer[]): Value[] {
  if (offers.length === 0) return []
  return [timeOf(Math.max(...offers.map(({ dataset }) => dataset.updatedAtMs)))]
}

function timeOf(ms: number): Value {
  return { text: isoOf(ms), datatype: 'xsd:dateTime' }
}
