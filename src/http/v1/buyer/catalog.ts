import { get } from '../../route.ts'
import { DatasetParams } from '../datasets/datasets.schema.ts'
import { CatalogDatasetReply, CatalogQuery, CatalogReply } from './catalog.schema.ts'
import { presentCatalog, presentCatalogDataset } from './present-catalog.ts'

export const listCatalog = get('/v1/catalog/datasets', {
  id: 'listCatalog',
  summary: 'What is on offer in the marketplace, newest first',
  description: 'Listed datasets, and restricted ones as `access: by_request` without samples.',
  tag: 'Catalog',
  access: { scope: 'datasets:read' },
  query: CatalogQuery,
  reply: CatalogReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.search.listCatalogue(principal, query),
  present: presentCatalog,
})

export const getCatalogDataset = get('/v1/catalog/datasets/:id', {
  id: 'getCatalogDataset',
  summary: 'One dataset on offer, with up to three sample passages',
  description:
    'What a buyer may see before it buys. A dataset that is not on offer to the caller is ' +
    'not found.',
  tag: 'Catalog',
  access: { scope: 'datasets:read' },
  params: DatasetParams,
  reply: CatalogDatasetReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.search.getCatalogueEntry(principal, { datasetId: params.id }),
  present: presentCatalogDataset,
})
