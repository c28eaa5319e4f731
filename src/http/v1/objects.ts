import { isoOf } from '../../base/clock.ts'
import { emptyObject } from '../fields.ts'
import { route } from '../route.ts'
import {
  ConfirmUploadBody,
  InitiatedUploadReply,
  InitiateUploadBody,
  ObjectDownloadReply,
  ObjectParams,
  ObjectReply,
  ObjectsParams,
  ObjectsQuery,
  ObjectsReply,
} from './objects.schema.ts'
import { presentInitiatedUpload, presentObject, presentObjectList } from './present-object.ts'

export const initiateUpload = route({
  id: 'initiateUpload',
  method: 'post',
  path: '/v1/datasets/:dataset_id/objects/upload',
  summary: 'Announce a file and get the URL to send it to',
  description:
    'Send the bytes by PUT to `upload_url`, without a credential, within 15 minutes; then confirm.',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: ObjectsParams,
  body: InitiateUploadBody,
  status: 201,
  reply: InitiatedUploadReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.initiateUpload(cmd, {
      datasetId: params.dataset_id,
      filename: body.filename,
      contentType: body.content_type,
      sizeBytes: body.size_bytes,
      checksumSha256: body.checksum_sha256,
      source: body.source,
      title: body.title,
      tags: body.tags,
      userText: body.user_text,
    }),
  present: presentInitiatedUpload,
})

export const confirmUpload = route({
  id: 'confirmUpload',
  method: 'post',
  path: '/v1/objects/:id/confirm',
  summary: 'Confirm that all bytes are there; the object goes to review',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: ObjectParams,
  body: ConfirmUploadBody,
  status: 200,
  reply: ObjectReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.catalog.confirmUpload(cmd, { objectId: params.id }),
  present: presentObject,
})

export const cancelUpload = route({
  id: 'cancelUpload',
  method: 'delete',
  path: '/v1/objects/:id/upload',
  summary: 'Give up an upload that is not confirmed',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: ObjectParams,
  status: 200,
  reply: emptyObject,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.catalog.cancelUpload(cmd, { objectId: params.id }),
  present: () => ({}),
})

export const listObjects = route({
  id: 'listObjects',
  method: 'get',
  path: '/v1/datasets/:dataset_id/objects',
  summary: 'The objects of a dataset, newest first',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectsParams,
  query: ObjectsQuery,
  status: 200,
  reply: ObjectsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.catalog.listObjects(principal, { datasetId: params.dataset_id, ...query }),
  present: presentObjectList,
})

export const getObject = route({
  id: 'getObject',
  method: 'get',
  path: '/v1/objects/:id',
  summary: 'One object of the tenant',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectParams,
  status: 200,
  reply: ObjectReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.getObject(principal, { objectId: params.id }),
  present: presentObject,
})

export const downloadObject = route({
  id: 'downloadObject',
  method: 'get',
  path: '/v1/objects/:id/download',
  summary: 'A URL for the bytes, good for an hour',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectParams,
  status: 200,
  reply: ObjectDownloadReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.objectDownload(principal, { objectId: params.id }),
  present: ({ downloadUrl, expiresAtMs }) => ({
    download_url: downloadUrl,
    expires_at: isoOf(expiresAtMs),
  }),
})

export const deleteObject = route({
  id: 'deleteObject',
  method: 'delete',
  path: '/v1/objects/:id',
  summary: 'Delete an object; its passages leave the index',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: ObjectParams,
  status: 200,
  reply: emptyObject,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.catalog.deleteObject(cmd, { objectId: params.id }),
  present: () => ({}),
})
