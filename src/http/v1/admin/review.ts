import { isoOf } from '../../../base/clock.ts'
import { get, post } from '../../route.ts'
import { ObjectReply } from '../objects/objects.schema.ts'
import { presentObject } from '../objects/present-object.ts'
import { presentApproved, presentReviewDetail, presentReviewQueue } from './present-review.ts'
import * as schemas from './review.schema.ts'

export const reviewQueue = get('/v1/admin/review/queue', {
  id: 'reviewQueue',
  summary: 'Objects that wait for review, the oldest first',
  description:
    'Of all tenants, paged by cursor or by offset, sorted, and filtered by tenant, dataset, ' +
    'modality and name. Each says who looks at it now.',
  tag: 'Review',
  access: 'platform_admin',
  query: schemas.ReviewQueueQuery,
  reply: schemas.ReviewQueueReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) =>
    rooms.review.queue(principal, schemas.queueRequestOf(query)),
  present: presentReviewQueue,
})

export const reviewDetail = get('/v1/admin/review/objects/:tenant_id/:object_id', {
  id: 'reviewDetail',
  summary: 'One object with what its inspection found',
  description:
    'What its bytes show that it is, the beginning of its text, warnings and a preview: ' +
    'most decisions need no download.',
  tag: 'Review',
  access: 'platform_admin',
  params: schemas.ReviewParams,
  givesSecret: true,
  reply: schemas.ReviewDetailReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.review.detail(principal, targetOf(params)),
  present: presentReviewDetail,
})

const deciding = {
  tag: 'Review',
  access: 'platform_admin',
  errors: [400, 401, 403, 404, 409],
} as const

/** What approving has by whatever name. */
export const approving = {
  ...deciding,
  summary: 'Let an object into the index',
  description:
    'Its passages are searchable once the job that indexes it has ended. 409 where it does not ' +
    'wait for a review.',
  body: schemas.ApproveBody,
  reply: schemas.ApprovedReply,
  present: presentApproved,
} as const

/** What rejecting has by whatever name. */
export const rejecting = {
  ...deciding,
  summary: 'Keep an object out of the index',
  description:
    'It is never indexed, its bytes are purged from staging, and the audit log says who decided.',
  body: schemas.RejectBody,
  reply: ObjectReply,
  present: presentObject,
} as const

export const approveObject = post('/v1/admin/review/objects/:tenant_id/:object_id/approve', {
  ...approving,
  id: 'approveObject',
  params: schemas.ReviewParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.approve(cmd, { ...targetOf(params), note: body.note }),
})

export const rejectObject = post('/v1/admin/review/objects/:tenant_id/:object_id/reject', {
  ...rejecting,
  id: 'rejectObject',
  params: schemas.ReviewParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.reject(cmd, { ...targetOf(params), reason: body.reason }),
})

export const reviewPreview = get('/v1/admin/review/objects/:tenant_id/:object_id/preview', {
  id: 'reviewPreview',
  summary: 'A URL that shows the file in a browser, good for 15 minutes',
  description: 'The URL needs no credential, and the browser lets the file do nothing.',
  tag: 'Review',
  access: 'platform_admin',
  params: schemas.ReviewParams,
  givesSecret: true,
  reply: schemas.PreviewReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, principal, params }) => rooms.review.preview(principal, targetOf(params)),
  present: ({ previewUrl, expiresAtMs }) => ({
    preview_url: previewUrl,
    expires_at: isoOf(expiresAtMs),
  }),
})

export function targetOf(params: { tenant_id: string; object_id: string }) {
  return { tenantId: params.tenant_id, objectId: params.object_id }
}
