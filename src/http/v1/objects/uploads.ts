import type * as z from 'zod'
import { type ConfirmUploadRequest, objectIdOf } from '../../../domain/catalog/index.ts'
import { emptyObject } from '../../fields.ts'
import { del, get, post } from '../../route.ts'
import * as schemas from './objects.schema.ts'
import { presentConfirmed } from './present-object.ts'
import { presentInitiatedUpload, presentOpenUpload } from './present-upload.ts'

const howToSend =
  'Send the bytes by PUT to `upload_url`, without a credential and with `upload_headers` if ' +
  'there are any, within 15 minutes; then confirm. ' +
  'A file above 64 MiB can be sent in parts instead: in any order, several at a time, and again.'

/** What both ways to announce a file have in common. */
const announcing = {
  description: howToSend,
  tag: 'Uploads',
  access: { scope: 'objects:write' },
  givesSecret: true,
  status: 201,
  reply: schemas.InitiatedUploadReply,
  errors: [400, 401, 403, 404, 409, 503],
  present: presentInitiatedUpload,
} as const

export const initiateUpload = post('/v1/datasets/:dataset_id/objects/upload', {
  ...announcing,
  id: 'initiateUpload',
  summary: 'Announce a file and get the URLs to send it to',
  params: schemas.ObjectsParams,
  body: schemas.InitiateUploadBody,
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.initiateUpload(cmd, { datasetId: params.dataset_id, ...schemas.fileOf(body) }),
})

export const createUpload = post('/v1/uploads', {
  ...announcing,
  id: 'createUpload',
  summary: 'The same, with the dataset in the body',
  body: schemas.CreateUploadBody,
  run: ({ rooms, cmd, body }) =>
    rooms.catalog.initiateUpload(cmd, { datasetId: body.dataset_id, ...schemas.fileOf(body) }),
})

export const getUpload = get('/v1/objects/:id/upload', {
  id: 'getUpload',
  summary: 'What came of a file so far, and new URLs for the rest',
  description: 'For whoever goes on with an upload that broke off. 409 once it is confirmed.',
  tag: 'Uploads',
  access: { scope: 'objects:write' },
  params: schemas.ObjectParams,
  query: schemas.UploadQuery,
  givesSecret: true,
  reply: schemas.OpenUploadReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, query }) =>
    rooms.catalog.renewUpload(cmd, { objectId: params.id, sums: query.part_sha256 }),
  present: presentOpenUpload,
})

/** Likewise, to end an upload. */
const completing = {
  description: 'Of a file that was sent in parts, name each part with the ETag that its PUT gave.',
  tag: 'Uploads',
  access: { scope: 'objects:write' },
  body: schemas.ConfirmUploadBody,
  reply: schemas.ConfirmedReply,
  errors: [400, 401, 403, 404, 409, 503],
  present: presentConfirmed,
} as const

export const confirmUpload = post('/v1/objects/:id/confirm', {
  ...completing,
  id: 'confirmUpload',
  summary: 'Confirm that all bytes are there; the object goes to review',
  params: schemas.ObjectParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.confirmUpload(cmd, { objectId: params.id, ...partsIn(body) }),
})

export const completeUpload = post('/v1/uploads/:upload_id/complete', {
  ...completing,
  id: 'completeUpload',
  summary: 'The same, by the id of the upload',
  params: schemas.UploadParams,
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.confirmUpload(cmd, {
      objectId: objectIdOf(params.upload_id),
      ...partsIn(body),
    }),
})

export const cancelUpload = del('/v1/objects/:id/upload', {
  id: 'cancelUpload',
  summary: 'Give up an upload that is not confirmed',
  description:
    'The object never was, and its URLs are worth nothing. 409 for an upload that was ' +
    'confirmed.',
  tag: 'Uploads',
  access: { scope: 'objects:write' },
  params: schemas.ObjectParams,
  reply: emptyObject,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.catalog.cancelUpload(cmd, { objectId: params.id }),
  present: () => ({}),
})

function partsIn({
  parts,
}: z.output<typeof schemas.ConfirmUploadBody>): Pick<ConfirmUploadRequest, 'parts'> {
  return { parts: parts?.map(({ part_number, etag }) => ({ partNumber: part_number, etag })) }
}
