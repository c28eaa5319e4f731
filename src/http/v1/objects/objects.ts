import { isoOf } from '../../../base/clock.ts'
import type { JobRecord } from '../../../domain/outbox/index.ts'
import { emptyObject } from '../../fields.ts'
import { del, get, post } from '../../route.ts'
import * as schemas from './objects.schema.ts'
import { presentObject, presentObjectDetail, presentObjectList } from './present-object.ts'

export const listObjects = get('/v1/datasets/:dataset_id/objects', {
  id: 'listObjects',
  summary: 'The objects of a dataset, newest first',
  description:
    'Paged by cursor or by offset, filtered by state and name, and sorted. Objects that were ' +
    'deleted are not among them.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: schemas.ObjectsParams,
  query: schemas.ObjectsQuery,
  reply: schemas.ObjectsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.catalog.listObjects(principal, {
      datasetId: params.dataset_id,
      ...schemas.objectsRequestOf(query),
    }),
  present: presentObjectList,
})

export const listOwnObjects = get('/v1/objects', {
  id: 'listOwnObjects',
  summary: 'The objects of all datasets, newest first',
  description:
    'Paged by cursor, and filtered: index_state=failed has those that could not be indexed, each ' +
    'with the reason as its error; folder has what lay in that folder or below it.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  query: schemas.OwnObjectsQuery,
  reply: schemas.ObjectsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => {
    const { cursor, limit, folder, status } = query
    const { dataset_id: datasetId, index_state: indexState, taken_down: takenDown } = query
    const filters = { datasetId, folder, indexState, status, takenDown }
    return rooms.catalog.listOwnObjects(principal, { cursor, limit, ...filters })
  },
  present: presentObjectList,
})

export const getObject = get('/v1/objects/:id', {
  id: 'getObject',
  summary: 'One object of the tenant',
  description:
    "With what its inspection and its indexing say. Another tenant's object is not found, " +
    'like one that never was.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: schemas.ObjectParams,
  reply: schemas.ObjectDetailReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.getObject(principal, { objectId: params.id }),
  present: presentObjectDetail,
})

export const downloadObject = get('/v1/objects/:id/download', {
  id: 'downloadObject',
  summary: 'A URL for the bytes, good for an hour',
  description:
    "For the tenant's own objects and without a charge. The URL needs no credential: " +
    'whoever has it can read the file until it ends.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: schemas.ObjectParams,
  givesSecret: true,
  reply: schemas.ObjectDownloadReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.objectDownload(principal, { objectId: params.id }),
  present: ({ downloadUrl, expiresAtMs }) => ({
    download_url: downloadUrl,
    expires_at: isoOf(expiresAtMs),
  }),
})

export const resubmitObject = post('/v1/objects/:id/resubmit', {
  id: 'resubmitObject',
  summary: 'Put an object whose review expired into the queue again, within 7 days',
  description:
    'It keeps its place by the time of its upload, and its bytes need not be sent again.',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: schemas.ObjectParams,
  reply: schemas.ObjectReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.catalog.resubmitObject(cmd, { objectId: params.id }),
  present: presentObject,
})

export const reprocessObject = post('/v1/objects/:id/reprocess', {
  id: 'reprocessObject',
  summary: 'Read one object anew; its old passages serve until the new ones are there',
  description:
    'The work is a job, of which GET /v1/jobs/{job_id} says how far it is. Asked again while it ' +
    'waits or runs, the answer is the same job. 409 for what was not read before, and while its ' +
    'dataset is suspended.',
  tag: 'Objects',
  access: { scope: 'datasets:write' },
  params: schemas.ObjectParams,
  status: 202,
  reply: schemas.ReprocessingReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.ingest.readAnew(cmd, { objectId: params.id }),
  present: ({ jobId, subjectId, state, createdAtMs }: JobRecord) => ({
    object_id: subjectId,
    job_id: jobId,
    status: state,
    requested_at: isoOf(createdAtMs),
  }),
})

export const deleteObject = del('/v1/objects/:id', {
  id: 'deleteObject',
  summary: 'Delete an object; its passages leave the index',
  description: 'A tombstone stays; what was bought of it stays in the ledger.',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: schemas.ObjectParams,
  reply: emptyObject,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.catalog.deleteObject(cmd, { objectId: params.id }),
  present: () => ({}),
})
