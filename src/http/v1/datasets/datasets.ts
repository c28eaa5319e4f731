import type * as z from 'zod'
import type { PassageId } from '../../../base/ids.ts'
import { emptyObject } from '../../fields.ts'
import { del, get, patch, post } from '../../route.ts'
import * as schemas from './datasets.schema.ts'
import { presentDataset, presentDatasetDetail, presentDatasetList } from './present-dataset.ts'

export const createDataset = post('/v1/datasets', {
  id: 'createDataset',
  summary: 'Create an empty dataset',
  description:
    'It is a draft that nobody else sees until something in it is approved. Only the name ' +
    'is needed; the other fields have defaults.',
  tag: 'Datasets',
  access: { scope: 'datasets:write' },
  body: schemas.CreateDatasetBody,
  status: 201,
  reply: schemas.DatasetReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.catalog.createDataset(cmd, { name: body.name, ...fieldsIn(body) }),
  present: presentDataset,
})

export const listDatasets = get('/v1/datasets', {
  id: 'listDatasets',
  summary: "The tenant's datasets, newest first",
  description:
    'Paged by cursor, and filtered by status and visibility. Datasets that were deleted ' +
    'are not among them; a key with an allow-list sees those on its list.',
  tag: 'Datasets',
  access: { scope: 'datasets:read' },
  query: schemas.DatasetsQuery,
  reply: schemas.DatasetsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.catalog.listDatasets(principal, query),
  present: presentDatasetList,
})

export const getDataset = get('/v1/datasets/:id', {
  id: 'getDataset',
  summary: 'One dataset of the tenant',
  description:
    "Another tenant's dataset and one that was deleted are not found, like one that never " +
    'was.',
  tag: 'Datasets',
  access: { scope: 'datasets:read' },
  params: schemas.DatasetParams,
  reply: schemas.DatasetDetailReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.getDataset(principal, { datasetId: params.id }),
  present: presentDatasetDetail,
})

export const patchDataset = patch('/v1/datasets/:id', {
  id: 'patchDataset',
  summary: 'Change a dataset; only the fields sent change',
  description:
    'status pending_deletion deletes it with everything in it; its original bytes are ' +
    'kept for a short time.',
  tag: 'Datasets',
  access: { scope: 'datasets:write' },
  params: schemas.DatasetParams,
  body: schemas.PatchDatasetBody,
  reply: schemas.DatasetReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.updateDataset(cmd, {
      datasetId: params.id,
      changes: {
        name: body.name,
        status: body.status,
        samplePassageIds: body.sample_passage_ids as PassageId[] | undefined,
        ...fieldsIn(body),
      },
    }),
  present: presentDataset,
})

export const priceDatasets = post('/v1/datasets/prices', {
  id: 'priceDatasets',
  summary: 'Give several datasets one price',
  description:
    'All of them or, where one is not there, none. Purchases cost what the price is when they ' +
    'are made; null is the price of the house.',
  tag: 'Datasets',
  access: { scope: 'datasets:write' },
  body: schemas.PriceDatasetsBody,
  reply: schemas.PricedDatasetsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, body }) =>
    rooms.catalog.priceDatasets(cmd, {
      datasetIds: body.dataset_ids,
      basePriceCents: body.base_price_credits,
    }),
  present: (datasets) => ({ datasets: datasets.map(presentDataset) }),
})

export const deleteDataset = del('/v1/datasets/:id', {
  id: 'deleteDataset',
  summary: 'Delete a dataset with everything in it, for good',
  description:
    'The dataset is not found from then on. Its objects, passages and metadata are ' +
    'removed by jobs.',
  tag: 'Datasets',
  access: { scope: 'datasets:write' },
  params: schemas.DatasetParams,
  reply: emptyObject,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.catalog.deleteDataset(cmd, { datasetId: params.id }),
  present: () => ({}),
})

/** The fields that creation and change have in common, in the room's words. */
function fieldsIn(body: z.output<typeof schemas.PatchDatasetBody>) {
  return {
    description: body.description,
    sourceModality: body.source_modality,
    monetizationMode: body.monetization_mode,
    pricingModel: body.pricing_model,
    visibility: body.visibility,
    basePriceCents: body.base_price_credits,
    tags: body.tags,
    license: body.license,
  }
}
