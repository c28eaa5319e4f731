import { InvalidInput } from '../../../base/errors.ts'
import { newId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { DatasetRow } from '../dataset.ts'
import { getOwnDataset } from '../datasets/queries.ts'
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
import { straightFor } from './straight/straight-urls.ts'
import { uploadIdOf } from './upload-id.ts'
import { type UploadUrls, urlsFor } from './upload-urls.ts'

export type AnnouncedFile = {
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

export type InitiateUploadRequest = AnnouncedFile & { datasetId: string }

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
  requireFile(room, request)
  const urls = await cmd.write((tx) => {
    const dataset = requireOpenDataset(tx, cmd, request.datasetId)
    return announceIn(room, tx, { dataset, file: request })
  })
  return await straightFor(room, cmd, urls)
}

/** Throws InvalidInput for a name, folder, type or size that we do not take. */
export function requireFile(room: CatalogRoom, file: AnnouncedFile): void {
  requireFilename(file.filename)
  if (file.folder !== undefined) requireFolder(file.folder)
  requireMediaType(file.contentType)
  requireSize(file.sizeBytes, room.settings)
}

/** An own dataset that takes files. Throws NotFound, and Conflict while it is suspended. */
export function requireOpenDataset(
  tx: Tx,
  { principal }: Pick<Command, 'principal'>,
  datasetId: string,
): DatasetRow {
  const dataset = getOwnDataset(tx, principal, datasetId)
  if (dataset.status === 'suspended') throw suspended()
  return dataset
}

/** Throws TooLarge beyond what the tenant may keep, before it writes anything. */
export function announceIn(
  room: CatalogRoom,
  tx: Tx,
  { dataset, file }: { dataset: DatasetRow; file: AnnouncedFile },
): UploadUrls {
  const nowMs = room.clock.nowMs()
  requireSpace(room, tx, { tenantId: dataset.tenantId, sizeBytes: file.sizeBytes })
  const object = insertObject(tx, {
    objectId: newId('obj', nowMs),
    datasetId: dataset.datasetId,
    tenantId: dataset.tenantId,
    filename: file.filename,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    source: file.source ?? 'upload',
    title: file.title ?? null,
    folder: file.folder ?? null,
    tags: file.tags ?? [],
    userText: file.userText ?? null,
    modality: modalityOf(file.contentType),
    status: 'initiated',
    createdAtMs: nowMs,
  })
  const { objectId } = object
  const partSizeBytes = partSizeFor(file.sizeBytes, room.uploadLimits)
  const upload = insertUpload(tx, {
    uploadId: uploadIdOf(objectId),
    objectId,
    declaredSha256: file.checksumSha256 ?? null,
    partSizeBytes,
    blobKey: partSizeBytes === null ? null : newBlobKey(objectId),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + uploadUrlTtlMs,
  })
  return urlsFor(room, { object, upload })
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
