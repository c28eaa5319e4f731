import { get, post } from '../../route.ts'
import { StagedObjectParams } from './review.schema.ts'
import { approving, rejecting, reviewDetail, reviewQueue } from './review.ts'

// Other names for the review (spec 4.2, the paths of the changelog): the object without its tenant.

export const listStagedObjects = get('/v1/admin/staged-objects', {
  ...reviewQueue,
  id: 'listStagedObjects',
})

export const getStagedObject = get('/v1/admin/staged-objects/:object_id', {
  ...reviewDetail,
  id: 'getStagedObject',
  params: StagedObjectParams,
  run: ({ rooms, principal, params }) =>
    rooms.review.detail(principal, { objectId: params.object_id }),
})

export const approveStagedObject = post('/v1/admin/staged-objects/:object_id/approve', {
  ...approving,
  id: 'approveStagedObject',
  params: StagedObjectParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.approve(cmd, { objectId: params.object_id, note: body.note }),
})

export const rejectStagedObject = post('/v1/admin/staged-objects/:object_id/reject', {
  ...rejecting,
  id: 'rejectStagedObject',
  params: StagedObjectParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.reject(cmd, { objectId: params.object_id, reason: body.reason }),
})
