import { route } from '../route.ts'
import { ObjectReply } from './objects.schema.ts'
import { presentObject } from './present-object.ts'
import { presentApproved, presentReviewQueue } from './present-review.ts'
import {
  ApproveBody,
  ApprovedReply,
  RejectBody,
  ReviewQueueQuery,
  ReviewQueueReply,
  StagedObjectParams,
} from './review.schema.ts'

// Other names for the review (spec 4.2, the paths of the changelog): the object without its tenant.

export const listStagedObjects = route({
  id: 'listStagedObjects',
  method: 'get',
  path: '/v1/admin/staged-objects',
  summary: 'Objects that wait for review, the oldest first',
  tag: 'Review',
  access: 'platform_admin',
  query: ReviewQueueQuery,
  status: 200,
  reply: ReviewQueueReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) =>
    rooms.review.queue(principal, {
      cursor: query.cursor,
      limit: query.limit,
      tenantId: query.tenant_id,
      datasetId: query.dataset_id,
      modality: query.modality,
    }),
  present: presentReviewQueue,
})

export const approveStagedObject = route({
  id: 'approveStagedObject',
  method: 'post',
  path: '/v1/admin/staged-objects/:object_id/approve',
  summary: 'Let an object into the index',
  tag: 'Review',
  access: 'platform_admin',
  params: StagedObjectParams,
  body: ApproveBody,
  status: 200,
  reply: ApprovedReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.approve(cmd, { objectId: params.object_id, note: body.note }),
  present: presentApproved,
})

export const rejectStagedObject = route({
  id: 'rejectStagedObject',
  method: 'post',
  path: '/v1/admin/staged-objects/:object_id/reject',
  summary: 'Keep an object out of the index',
  tag: 'Review',
  access: 'platform_admin',
  params: StagedObjectParams,
  body: RejectBody,
  status: 200,
  reply: ObjectReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.reject(cmd, { objectId: params.object_id, reason: body.reason }),
  present: presentObject,
})
