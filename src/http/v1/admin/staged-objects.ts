import { route } from '../../route.ts'
import { StagedObjectParams } from './review.schema.ts'
import { approving, rejecting, reviewDetail, reviewQueue } from './review.ts'

// Other names for the review (spec 4.2, the paths of the changelog): the object without its tenant.

export const listStagedObjects = route({
  ...reviewQueue,
  id: 'listStagedObjects',
  path: '/v1/admin/staged-objects',
})

export const getStagedObject = route({
  ...reviewDetail,
  id: 'getStagedObject',
  path: '/v1/admin/staged-objects/:object_id',
  params: StagedObjectParams,
  run: ({ rooms, principal, params }) =>
    rooms.review.detail(principal, { objectId: params.object_id }),
})

export const approveStagedObject = route({
  ...approving,
  id: 'approveStagedObject',
  path: '/v1/admin/staged-objects/:object_id/approve',
  params: StagedObjectParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.approve(cmd, { objectId: params.object_id, note: body.note }),
})

export const rejectStagedObject = route({
  ...rejecting,
  id: 'rejectStagedObject',
  path: '/v1/admin/staged-objects/:object_id/reject',
  params: StagedObjectParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.review.reject(cmd, { objectId: params.object_id, reason: body.reason }),
})
