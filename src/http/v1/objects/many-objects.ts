import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { DomainError } from '../../../base/errors.ts'
import {
  type KnownContent,
  type ObjectRow,
  type ObjectRows,
  uploadEndsAtMs,
} from '../../../domain/catalog/index.ts'
import { errorOf } from '../../dialects.ts'
import { get, post } from '../../route.ts'
import * as schemas from './many-objects.schema.ts'
import { ObjectRowsQuery, ObjectsParams, objectsRequestOf } from './objects.schema.ts'
import { presentInitiatedUpload } from './present-upload.ts'

export const listObjectRows = get('/v1/datasets/:dataset_id/objects/rows', {
  id: 'listObjectRows',
  summary: 'The objects of a dataset as rows of a table, up to a thousand at once',
  description: 'The same filters, orders and pages as the list of objects, and less of each.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectsParams,
  query: ObjectRowsQuery,
  reply: schemas.ObjectRowsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.catalog.listObjectRows(principal, {
      datasetId: params.dataset_id,
      ...objectsRequestOf(query),
    }),
  present: ({ rows, total, nextCursor }: ObjectRows) => ({
    rows: rows.map(presentRow),
    total,
    next_cursor: nextCursor,
  }),
})

const changing = {
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: ObjectsParams,
  body: schemas.ChosenObjectsBody,
  errors: [400, 401, 403, 404],
} as const

export const deleteObjects = post('/v1/datasets/:dataset_id/objects/delete', {
  ...changing,
  id: 'deleteObjects',
  summary: 'Delete up to 200 objects of a dataset',
  description: 'What is not there is said, and keeps none of the others.',
  reply: schemas.DeletedObjectsReply,
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.deleteObjects(cmd, {
      datasetId: params.dataset_id,
      objectIds: body.object_ids,
    }),
  present: ({ deleted, notFound }) => ({ deleted, not_found: notFound }),
})

export const resubmitObjects = post('/v1/datasets/:dataset_id/objects/resubmit', {
  ...changing,
  id: 'resubmitObjects',
  summary: 'Put up to 200 objects whose review expired into the queue again',
  description: 'Those that cannot be are said, each with the reason.',
  reply: schemas.ResubmittedObjectsReply,
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.resubmitObjects(cmd, {
      datasetId: params.dataset_id,
      objectIds: body.object_ids,
    }),
  present: ({ resubmitted, refused }, moment) => ({
    resubmitted: resubmitted.map(({ objectId }) => objectId),
    refused: refused.map(({ objectId, refusal }) => ({
      object_id: objectId,
      error: errorOf(refusal, moment),
    })),
  }),
})

export const announceUploads = post('/v1/datasets/:dataset_id/objects/uploads', {
  id: 'announceUploads',
  summary: 'Announce up to 100 files at once',
  description:
    'The same as announcing each by itself: each has its upload, or the error that keeps it out ' +
    'and none of the others.',
  tag: 'Uploads',
  access: { scope: 'objects:write' },
  params: ObjectsParams,
  body: schemas.AnnounceUploadsBody,
  givesSecret: true,
  status: 201,
  reply: schemas.AnnouncedUploadsReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.announceUploads(cmd, {
      datasetId: params.dataset_id,
      files: body.files,
    }),
  present: (announced, moment) => ({
    uploads: announced.map((one) =>
      'urls' in one
        ? { upload: presentInitiatedUpload(one.urls), error: null }
        : { upload: null, error: errorOf(one.refusal as DomainError, moment) },
    ),
  }),
})

export const confirmUploads = post('/v1/datasets/:dataset_id/objects/confirm', {
  id: 'confirmUploads',
  summary: 'Confirm up to 100 files at once that were sent whole',
  description:
    'The same as confirming each by itself: those that are complete go to review, and the others ' +
    'say why not and keep none of them. A file that was sent in parts, or straight to the store, ' +
    'is confirmed by itself (`confirm_alone`).',
  tag: 'Uploads',
  access: { scope: 'objects:write' },
  params: ObjectsParams,
  body: schemas.ConfirmUploadsBody,
  reply: schemas.ConfirmedUploadsReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.confirmUploads(cmd, {
      datasetId: params.dataset_id,
      objectIds: body.object_ids,
    }),
  present: ({ confirmed, refused }, moment) => ({
    confirmed: confirmed.map(({ objectId, jobId }) => ({ object_id: objectId, job_id: jobId })),
    refused: refused.map(({ objectId, refusal }) => ({
      object_id: objectId,
      error: errorOf(refusal, moment),
    })),
  }),
})

export const knownObjects = post('/v1/datasets/:dataset_id/objects/known', {
  id: 'knownObjects',
  summary: 'Which of these files a dataset has already, by their SHA-256',
  description:
    'For whoever sends a folder again. Rejected and expired files are among them, with their ' +
    'status; uploads that are not confirmed are not.',
  tag: 'Uploads',
  access: { scope: 'datasets:read' },
  params: ObjectsParams,
  body: schemas.KnownBody,
  reply: schemas.KnownReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, body }) =>
    rooms.catalog.knownContent(principal, { datasetId: params.dataset_id, sha256: body.sha256 }),
  present: (known) => ({ known: known.map(presentKnown) }),
})

function presentRow(row: ObjectRow) {
  const { uploadExpiresAtMs } = row
  return {
    object_id: row.objectId,
    filename: row.filename,
    folder: row.folder || null,
    content_type: row.contentType,
    size_bytes: row.sizeBytes,
    status: row.status,
    index_state: row.indexState,
    created_at: isoOf(row.createdAtMs),
    uploaded_at: isoOrNull(row.uploadedAtMs),
    review_expires_at: isoOrNull(row.reviewExpiresAtMs),
    taken_down_at: isoOrNull(row.takenDownAtMs),
    upload_ends_at: uploadExpiresAtMs === null ? null : isoOf(uploadEndsAtMs(uploadExpiresAtMs)),
  }
}

function presentKnown({ checksumSha256, ...object }: KnownContent) {
  return {
    sha256: checksumSha256,
    object_id: object.objectId,
    filename: object.filename,
    folder: object.folder || null,
    status: object.status,
  }
}
