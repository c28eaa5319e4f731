import { isoOf } from '../../base/clock.ts'
import { route } from '../route.ts'
import { ObjectReply } from './objects.schema.ts'
import { presentObject } from './present-object.ts'
import { presentApproved, presentReviewDetail, presentReviewQueue } from './present-review.ts'
import {
  ApproveBody,
  ApprovedReply,
  PreviewReply,
  RejectBody,
  ReviewDetailReply,
  ReviewParams,
  ReviewQueueQuery,
  ReviewQueueReply,
} from './review.schema.ts'

export const reviewQueue = route({
  id: 'reviewQueue',
  method: 'get',
  path: '/v1/admin/review/queue',
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

export const reviewDetail = route({
  id: 'reviewDetail',
  method: 'get',
  path: '/v1/admin/review/objects/:tenant_id/:object_id',
  summary: 'One object with what its inspection found',
  tag: 'Review',
  access: 'platform_admin',
  params: ReviewParams,
  status: 200,
  reply: ReviewDetailReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.review.detail(principal, targetOf(params)),
  present: presentReviewDetail,
})

export const approveObject = route({
  id: 'approveObject',
  method: 'post',
  path: '/v1/admin/review/objects/:tenant_id/:object_id/approve',
  summary: 'Let an object into the index',
  tag: 'Review',
  access: 'platform_admin',
  params: ReviewParams,
  body: ApproveBody,
  status: 200,
  reply: ApprovedReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.approve(cmd, { ...targetOf(params), note: body.note }),
  present: presentApproved,
})

export const rejectObject = route({
  id: 'rejectObject',
  method: 'post',
  path: '/v1/admin/review/objects/:tenant_id/:object_id/reject',
  summary: 'Keep an object out of the index',
  tag: 'Review',
  access: 'platform_admin',
  params: ReviewParams,
  body: RejectBody,
  status: 200,
  reply: ObjectReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.reject(cmd, { ...targetOf(params), reason: body.reason }),
  present: presentObject,
})

export const reviewPreview = route({
  id: 'reviewPreview',
  method: 'get',
  path: '/v1/admin/review/objects/:tenant_id/:object_id/preview',
  summary: 'A URL that shows the file in a browser, good for 15 minutes',
  tag: 'Review',
  access: 'platform_admin',
  params: ReviewParams,
  status: 200,
  reply: PreviewReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, principal, params }) => rooms.review.preview(principal, targetOf(params)),
  present: ({ previewUrl, expiresAtMs }) => ({
    preview_url: previewUrl,
    expires_at: isoOf(expiresAtMs),
  }),
})

function targetOf(params: { tenant_id: string; object_id: string }) {
  return { tenantId: params.tenant_id, objectId: params.object_id }
}
