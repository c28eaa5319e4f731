import * as z from 'zod'
import { datasetNameMaxLength } from '../../../domain/catalog/index.ts'
import { idText, pageQuery, text } from '../../fields.ts'
import { get } from '../../route.ts'
import { DatasetReply, DatasetsReply } from '../datasets/datasets.schema.ts'
import { presentDataset, presentDatasetList } from '../datasets/present-dataset.ts'
import { AdminDatasetParams } from './takedown.schema.ts'

const AnyDatasetsQuery = z.object({
  ...pageQuery,
  tenant_id: idText.optional(),
  name: text({ min: 1, max: datasetNameMaxLength })
    .meta({ description: 'All of it, letter by letter; several may have it' })
    .optional(),
})

/** Our choice: who may shut a dataset of any tenant has to find it, also once it is shut. */
export const listAnyDatasets = get('/v1/admin/datasets', {
  id: 'listAnyDatasets',
  summary: 'Datasets of all tenants, newest first',
  description:
    'Or of one, or those of a name, paged by cursor, whatever their status; those that were ' +
    'deleted are not among them.',
  tag: 'Administration',
  access: 'platform_admin',
  query: AnyDatasetsQuery,
  reply: DatasetsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query: { tenant_id: tenantId, ...rest } }) =>
    rooms.catalog.listAnyDatasets(principal, { ...rest, tenantId }),
  present: presentDatasetList,
})

export const getAnyDataset = get('/v1/admin/datasets/:dataset_id', {
  id: 'getAnyDataset',
  summary: 'One dataset of any tenant',
  description: 'With its status, and why it is suspended where it is.',
  tag: 'Administration',
  access: 'platform_admin',
  params: AdminDatasetParams,
  reply: DatasetReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.getAnyDataset(principal, { datasetId: params.dataset_id }),
  present: presentDataset,
})
