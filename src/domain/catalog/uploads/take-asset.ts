import { TooLarge } from '../../../base/errors.ts'
import { newId, type ObjectId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { ensureUploads } from '../datasets/ensure-uploads.ts'
import { requireFilename } from '../filename.ts'
import { requireMediaType } from '../media-type.ts'
import { modalityOf } from '../object.ts'
import { insertObject } from '../objects/queries.ts'
import type { BlobKey } from '../ports.ts'
import type { CatalogRoom } from '../room.ts'
import { newBlobKey } from './landing.ts'
import { insertTakenUpload } from './queries.ts'
import { type ConfirmedObject, stageObject } from './stage-object.ts'
import { requireSpace } from './storage-quota.ts'

/** A file on the disk that no record speaks of yet. */
export type LooseFile = {
  readonly objectId: ObjectId
  readonly blobKey: BlobKey
  readonly sizeBytes: number
  readonly checksumSha256: string
}

/** Streams a whole file to the disk. Throws TooLarge as soon as it is larger than allowed. */
export async function receiveFile(
  { blobs, clock }: CatalogRoom,
  source: AsyncIterable<Uint8Array>,
  limit: {
    limitBytes: number
    message: string
    facts?: Record<string, unknown>
    objectId?: ObjectId | undefined
  },
): Promise<LooseFile> {
  const objectId = limit.objectId ?? newId('obj', clock.nowMs())
  const blobKey = newBlobKey(objectId)
  try {
    const { sizeBytes, sha256 } = await blobs.receive(blobKey, source, limit)
    return { objectId, blobKey, sizeBytes, checksumSha256: sha256 }
  } catch (error) {
    throw error instanceof TooLarge ? new TooLarge(limit) : error
  }
}

/** Takes a file away that was not staged after all. */
export async function discardFile({ blobs }: CatalogRoom, file: LooseFile): Promise<void> {
  await blobs.remove(file.blobKey)
}

export type AssetFile = {
  readonly file: LooseFile
  readonly filename: string
  readonly contentType: string
  readonly title: string
  readonly userText: string | null
  readonly isPublic: boolean
}

/**
 * Stages a received file for review, in the dataset that the tenant keeps such files in, within
 * the caller's transaction. Throws InvalidInput for a name or type, Conflict while the dataset is
 * suspended, TooLarge beyond what the tenant may keep.
 */
export function stageFile(
  room: CatalogRoom,
  tx: Tx,
  { cmd, ...asset }: AssetFile & { cmd: Command },
): ConfirmedObject {
  const { file, filename, contentType, title, userText, isPublic } = asset
  requireFilename(filename)
  requireMediaType(contentType)
  const nowMs = room.clock.nowMs()
  const dataset = ensureUploads(tx, { cmd, isPublic, nowMs })
  const { objectId, sizeBytes } = file
  requireSpace(room, tx, { tenantId: dataset.tenantId, sizeBytes })
  const object = insertObject(tx, {
    objectId,
    datasetId: dataset.datasetId,
    tenantId: dataset.tenantId,
    filename,
    contentType,
    sizeBytes,
    source: 'upload',
    title,
    userText,
    modality: modalityOf(contentType),
    status: 'initiated',
    createdAtMs: nowMs,
  })
  const upload = insertTakenUpload(tx, objectId, nowMs)
  return stageObject(room, tx, { cmd, object, upload, file })
}
