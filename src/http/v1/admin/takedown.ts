import { post } from '../../route.ts'
import { DatasetReply } from '../datasets/datasets.schema.ts'
import { presentDataset } from '../datasets/present-dataset.ts'
import { ObjectReply } from '../objects/objects.schema.ts'
import { presentObject } from '../objects/present-object.ts'
import { ReviewParams } from './review.schema.ts'
import { AdminDatasetParams, NoteBody, ReasonBody } from './takedown.schema.ts'

export const takeDownObject = post('/v1/admin/objects/:tenant_id/:object_id/takedown', {
  id: 'takeDownObject',
  summary: 'Take an approved object out of sight, at once',
  description: 'Searches, reads, new and open links answer as if it did not exist.',
  tag: 'Administration',
  access: 'platform_admin',
  params: ReviewParams,
  body: ReasonBody,
  reply: ObjectReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.takeDownObject(cmd, {
      tenantId: params.tenant_id,
      objectId: params.object_id,
      reason: body.reason,
    }),
  present: presentObject,
})

export const restoreObject = post('/v1/admin/objects/:tenant_id/:object_id/restore', {
  id: 'restoreObject',
  summary: 'Show an object again that was taken down',
  description: '409 where it is not taken down.',
  tag: 'Administration',
  access: 'platform_admin',
  params: ReviewParams,
  body: NoteBody,
  reply: ObjectReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.restoreObject(cmd, {
      tenantId: params.tenant_id,
      objectId: params.object_id,
      note: body.note,
    }),
  present: presentObject,
})

export const suspendDataset = post('/v1/admin/datasets/:dataset_id/suspend', {
  id: 'suspendDataset',
  summary: 'Shut a dataset of any tenant: nobody sees its content',
  description:
    'Its owner sees nothing of it either, and it takes no new uploads. 409 where it is ' +
    'suspended already.',
  tag: 'Administration',
  access: 'platform_admin',
  params: AdminDatasetParams,
  body: ReasonBody,
  reply: DatasetReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.suspendDataset(cmd, { datasetId: params.dataset_id, reason: body.reason }),
  present: presentDataset,
})

export const resumeDataset = post('/v1/admin/datasets/:dataset_id/resume', {
  id: 'resumeDataset',
  summary: 'Put a suspended dataset back to where it was',
  description: '409 where it is not suspended.',
  tag: 'Administration',
  access: 'platform_admin',
  params: AdminDatasetParams,
  body: NoteBody,
  reply: DatasetReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.resumeDataset(cmd, { datasetId: params.dataset_id, note: body.note }),
  present: presentDataset,
})
