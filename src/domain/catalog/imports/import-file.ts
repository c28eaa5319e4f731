import { InvalidInput, NotFound, TooLarge } from '../../../base/errors.ts'
import type { DatasetId, ObjectId, TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import type { Principal } from '../../principal.ts'
import type { DatasetRow } from '../dataset.ts'
import { findDatasetRow } from '../datasets/queries.ts'
import { requireFilename, requireFolder } from '../filename.ts'
import { requireMediaType } from '../media-type.ts'
import { modalityOf, type ObjectRecord } from '../object.ts'
import { buryObject } from '../objects/bury-object.ts'
import { tellOfDeletion } from '../objects/delete-object.ts'
import { findObject, findObjectRow, insertObject } from '../objects/queries.ts'
import { suspended } from '../reviews/resubmit-object.ts'
import type { CatalogRoom } from '../room.ts'
import { insertSidecar, isRecording } from '../sidecars/queries.ts'
import { isSidecarName } from '../sidecars/sidecar-name.ts'
import { insertTakenUpload } from '../uploads/queries.ts'
import { type ConfirmedObject, stageObject } from '../uploads/stage-object.ts'
import { requireSpace } from '../uploads/storage-quota.ts'
import { discardFile, type LooseFile, receiveFile } from '../uploads/take-asset.ts'
import type { Source } from '../values.ts'
import * as queries from './queries.ts'

/** What an import knows of a file before its bytes are sent: nothing new, new, or other bytes. */
export type ImportState = {
  name: 'new' | 'changed' | 'unchanged'
  /** Of what is there already. */
  objectId?: ObjectId
  /** It came from this place, and nobody has decided on it yet. */
  isInReview?: boolean
}

/** Throws NotFound for what is no dataset or is being deleted, Conflict while it is suspended. */
export function requireImportable({ store }: CatalogRoom, datasetId: string): DatasetId {
  return takingDataset(store.db, datasetId).datasetId
}

/**
 * Whether these bytes are in the dataset already, under this place or at least under this name.
 * What nobody decided on in time is not: it may come once more. What was refused is.
 */
export function importState(
  { store: { db } }: CatalogRoom,
  file: queries.FilePlace & { checksumSha256: string },
): ImportState {
  const known = queries.findImported(db, file)
  if (known) {
    const { objectId, checksumSha256 } = known
    const status = findObject(db, objectId)?.status
    const isThere = checksumSha256 === file.checksumSha256 && status !== 'expired'
    const name = isThere ? 'unchanged' : 'changed'
    return { name, objectId, isInReview: status === 'staged' }
  }
  const same = queries.findSameFile(db, { ...file, filename: nameIn(file.path) })
  return same === undefined ? { name: 'new' } : { name: 'unchanged', objectId: same }
}

/** What came from this folder; a deleted object is not in it. */
export function importedFrom(
  { store: { db } }: CatalogRoom,
  from: Omit<queries.FilePlace, 'path'>,
): queries.ImportedFileRow[] {
  return queries.listImported(db, from)
}

/** What came from this folder and was replaced since by a later version that came from there. */
export function replacedFrom(
  { store: { db } }: CatalogRoom,
  from: Omit<queries.FilePlace, 'path'>,
): queries.ReplacedFileRow[] {
  return queries.listReplaced(db, from)
}

export type ImportFileRequest = queries.FilePlace & {
  contentType: string
  source: AsyncIterable<Uint8Array>
  /** What was written with the file where it comes from. */
  words?: FileWords | undefined
  /** The recording that these are the subtitles of, where they were put beside it by hand. */
  recordingId?: ObjectId | undefined
  /** Taken where it is free. */
  wantedId?: ObjectId | undefined
  /** In whose name; the operator's where nobody is named. */
  actor?: AuditActor | undefined
  /** Whether it has to fit into what the tenant may keep. */
  withinQuota?: boolean
}

export type FileWords = {
  title: string | null
  folder: string | null
  tags: string[]
  userText: string | null
  source?: Source
}

type FileToTake = queries.FilePlace & { contentType: string; sizeBytes: number }

/**
 * Throws what importFile would for a file like this, as far as that can be said before it is read:
 * InvalidInput, TooLarge, NotFound, Conflict.
 */
export function requireTakable(
  room: CatalogRoom,
  { path, datasetId, contentType, sizeBytes }: FileToTake,
): void {
  takingDataset(room.store.db, datasetId)
  requireNames({ path, contentType })
  if (sizeBytes === 0) throw emptyFile()
  const limit = limitOf(room)
  if (sizeBytes > limit.limitBytes) throw new TooLarge(limit)
}

/** Throws TooLarge where so much more is not within what the tenant may keep. */
export function requireSpaceFor(
  room: CatalogRoom,
  { datasetId, sizeBytes }: { datasetId: DatasetId; sizeBytes: number },
): void {
  const { tenantId } = takingDataset(room.store.db, datasetId)
  requireSpace(room, room.store.db, { tenantId, sizeBytes })
}

function requireNames({ path, contentType }: { path: string; contentType: string }): void {
  requireFilename(nameIn(path))
  requireFolder(folderIn(path))
  requireMediaType(contentType)
}

function limitOf({ settings: { uploadLimitBytes: limitBytes } }: CatalogRoom) {
  return { limitBytes, message: `The file has more than ${limitBytes} bytes.` }
}

/**
 * Takes a file of the operator's into a dataset, staged for review like an upload. Throws
 * InvalidInput for a name or a file that we do not take, TooLarge, NotFound, Conflict while the
 * dataset is suspended; nothing of the file stays then.
 */
export async function importFile(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  request: ImportFileRequest,
): Promise<ConfirmedObject> {
  const { source, wantedId, ...part } = request
  requireNames(part)
  const isFree = wantedId !== undefined && findObjectRow(room.store.db, wantedId) === undefined
  const objectId = isFree ? wantedId : undefined
  const file = await receiveFile(room, source, { ...limitOf(room), objectId })
  try {
    if (file.sizeBytes === 0) throw emptyFile()
    return await cmd.write((tx) => stage(room, tx, { ...part, cmd, file }))
  } catch (error) {
    await discardFile(room, file)
    throw error
  }
}

function stage(
  room: CatalogRoom,
  tx: Tx,
  part: Omit<ImportFileRequest, 'source' | 'wantedId'> & { cmd: AnonymousCommand; file: LooseFile },
): ConfirmedObject {
  const { file, contentType, words, cmd, actor, path, folder } = part
  const { datasetId, tenantId } = takingDataset(tx, part.datasetId)
  const nowMs = room.clock.nowMs()
  const { objectId, sizeBytes, checksumSha256 } = file
  if (part.withinQuota) requireSpace(room, tx, { tenantId, sizeBytes })
  const object = insertObject(tx, {
    objectId,
    datasetId,
    tenantId,
    filename: nameIn(path),
    contentType,
    sizeBytes,
    source: 'upload',
    modality: modalityOf(contentType),
    status: 'initiated',
    createdAtMs: nowMs,
    folder: folderIn(path),
    ...words,
  })
  putBeside(tx, object, part)
  const upload = insertTakenUpload(tx, objectId, nowMs)
  const staged = stageObject(room, tx, { cmd, object, upload, file, actor })
  queries.putImported(tx, {
    datasetId,
    folder,
    path,
    objectId,
    checksumSha256,
    importedAtMs: nowMs,
  })
  return staged
}

/** As subtitles are attached: to a recording of the same dataset, or to none. */
function putBeside(
  tx: Tx,
  object: ObjectRecord,
  { recordingId }: { recordingId?: ObjectId | undefined },
): void {
  const recording = recordingId && findObject(tx, recordingId)
  if (!recording || recording.datasetId !== object.datasetId) return
  if (!isRecording(recording) || !isSidecarName(object.filename)) return
  insertSidecar(tx, { objectId: object.objectId, recordingId: recording.objectId })
}

/** Deletes an imported object whose file is gone or was replaced. Throws NotFound. */
export function removeImported(
  room: CatalogRoom,
  { write, requestId }: AnonymousCommand,
  request: { objectId: ObjectId; actor?: AuditActor | undefined },
): Promise<void> {
  return write((tx) => {
    const object = findObject(tx, request.objectId)
    if (!object || object.status === 'deleted') throw new NotFound('object')
    const atMs = room.clock.nowMs()
    buryObject(room, tx, object)
    tellOfDeletion(tx, object, atMs)
    recordAudit(tx, {
      atMs,
      tenantId: object.tenantId,
      actor: request.actor ?? { type: 'operator', id: null },
      action: 'object.deleted',
      subject: { type: 'object', id: object.objectId },
      details: { dataset_id: object.datasetId, status: object.status },
      requestId,
    })
  })
}

function takingDataset(db: Db, datasetId: string): DatasetRow {
  const dataset = findDatasetRow(db, datasetId as DatasetId)
  const isGone = dataset?.status === 'deleted' || dataset?.status === 'pending_deletion'
  if (!dataset || isGone) throw new NotFound('dataset')
  if (dataset.status === 'suspended') throw suspended()
  return dataset
}

/** Where files of a folder may go. */
export type ImportTarget = { datasetId: DatasetId; tenantId: TenantId; name: string }

/**
 * The dataset that somebody wants to fill: one of their own, or any for a platform administrator.
 * Throws NotFound, Conflict while it is suspended.
 */
export function importTarget(
  { store: { db } }: CatalogRoom,
  { tenantId, isPlatformAdmin }: Principal,
  datasetId: string,
): ImportTarget {
  const found = takingDataset(db, datasetId)
  if (found.tenantId !== tenantId && !isPlatformAdmin) throw new NotFound('dataset')
  return { datasetId: found.datasetId, tenantId: found.tenantId, name: found.name }
}

/** '' for what is no dataset. */
export function datasetName({ store: { db } }: CatalogRoom, datasetId: DatasetId): string {
  return findDatasetRow(db, datasetId)?.name ?? ''
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** From the folder that was imported on. */
function folderIn(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function emptyFile(): InvalidInput {
  const message = 'The file is empty.'
  return new InvalidInput({ field: 'size_bytes', reason: 'too_small', message })
}
