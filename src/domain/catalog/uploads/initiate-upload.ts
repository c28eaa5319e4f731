import { InvalidInput, NotFound } from '../../../base/errors.ts'
import { newId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { findOwnDataset } from '../datasets/queries.ts'
import { requireFilename, requireFolder } from '../filename.ts'
import { uploadUrlTtlMs } from '../limits.ts'
import { requireMediaType } from '../media-type.ts'
import { modalityOf } from '../object.ts'
import { insertObject } from '../objects/queries.ts'
import { suspended } from '../reviews/resubmit-object.ts'
import type { CatalogRoom } from '../room.ts'
import type { Source } from '../values.ts'
import { newBlobKey } from './landing.ts'
import { partSizeFor } from './parts/layout.ts'
import { insertUpload } from './queries.ts'
import { requireSpace } from './storage-quota.ts'
import { uploadIdOf } from './upload-id.ts'
import { type UploadUrls, urlsFor } from './upload-urls.ts'

export type InitiateUploadRequest = {
  datasetId: string
  filename: string
  contentType: string
  sizeBytes: number
  checksumSha256?: string | undefined
  source?: Source | undefined
  title?: string | undefined
  folder?: string | undefined
  tags?: string[] | undefined
  userText?: string | undefined
}

/**
 * Allocates an object and gives the URLs that its bytes go to (spec 3, 4.2). Throws InvalidInput
 * for a name, type or size that we do not take, NotFound, Conflict while the dataset is suspended,
 * TooLarge beyond what the tenant may keep.
 */
export async function initiateUpload(
  room: CatalogRoom,
  cmd: Command,
  request: InitiateUploadRequest,
): Promise<UploadUrls> {
  requireFilename(request.filename)
  if (request.folder !== undefined) requireFolder(request.folder)
  requireMediaType(request.contentType)
  requireSize(request.sizeBytes, room.settings)
  const { principal } = cmd
  const nowMs = room.clock.nowMs()
  return cmd.write((tx) => {
    const dataset = findOwnDataset(tx, principal, request.datasetId)
    if (!dataset) throw new NotFound('dataset')
    if (dataset.status === 'suspended') throw suspended()
    requireSpace(room, tx, { tenantId: dataset.tenantId, sizeBytes: request.sizeBytes })
    const object = insertObject(tx, {
      objectId: newId('obj', nowMs),
      datasetId: dataset.datasetId,
      tenantId: dataset.tenantId,
      filename: request.filename,
      contentType: request.contentType,
      sizeBytes: request.sizeBytes,
      source: request.source ?? 'upload',
      title: request.title ?? null,
      folder: request.folder ?? null,
      tags: request.tags ?? [],
      userText: request.userText ?? null,
      modality: modalityOf(request.contentType),
      status: 'initiated',
      createdAtMs: nowMs,
    })
    const { objectId } = object
    const partSizeBytes = partSizeFor(request.sizeBytes, room.uploadLimits)
    const upload = insertUpload(tx, {
      uploadId: uploadIdOf(objectId),
      objectId,
      declaredSha256: request.checksumSha256 ?? null,
      partSizeBytes,
      blobKey: partSizeBytes === null ? null : newBlobKey(objectId),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + uploadUrlTtlMs,
    })
    return urlsFor(room, { object, upload })
  })
}

function requireSize(sizeBytes: number, { uploadLimitBytes }: CatalogRoom['settings']) {
  if (sizeBytes >= 1 && sizeBytes <= uploadLimitBytes) return
  throw new InvalidInput({
    field: 'size_bytes',
    reason: sizeBytes < 1 ? 'too_small' : 'too_large',
    message: `size_bytes must be from 1 to ${uploadLimitBytes}.`,
    facts: { limit_bytes: uploadLimitBytes },
  })
}
