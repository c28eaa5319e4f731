import * as z from 'zod'
import { patch } from '../../route.ts'
import { DatasetReply } from '../datasets/datasets.schema.ts'
import { presentDataset } from '../datasets/present-dataset.ts'
import { AdminDatasetParams } from './takedown.schema.ts'

const CurationBody = z
  .object({ curated: z.boolean({ error: 'must be true or false' }) })
  .meta({ id: 'Curation' })

/** Our choice for spec 8, Billing 4: who finds a dataset worthy of the larger share. */
export const curateDataset = patch('/v1/admin/datasets/:dataset_id', {
  id: 'curateDataset',
  summary: 'Mark a dataset of any tenant as curated, or take the mark away',
  description: 'The provider of a curated dataset gets 70 % of what is bought from then on.',
  tag: 'Administration',
  access: 'platform_admin',
  params: AdminDatasetParams,
  body: CurationBody,
  reply: DatasetReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.curateDataset(cmd, { datasetId: params.dataset_id, curated: body.curated }),
  present: presentDataset,
})
