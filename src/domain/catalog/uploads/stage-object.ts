import { Conflict } from '../../../base/errors.ts'
import type { JobId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { actorOf } from '../../identity/index.ts'
import { enqueue } from '../../outbox/index.ts'
import { findDatasetRow, updateDatasetRow } from '../datasets/queries.ts'
import type { ObjectRecord } from '../object.ts'
import { aboutObject } from '../objects/about-object.ts'
import { updateObject } from '../objects/queries.ts'
import type { BlobKey } from '../ports.ts'
import { noteWaiting } from '../reviews/note-waiting.ts'
import { type CatalogRoom, hourMs } from '../room.ts'
import { deleteUpload, purgeParts } from './queries.ts'
import type { OpenUploadRecords } from './require-open-upload.ts'

/** A complete file. */
export type WholeFile = { blobKey: BlobKey; sizeBytes: number; checksumSha256: string }

/** A staged object, and the job that looks into its file. */
export type ConfirmedObject = ObjectRecord & { jobId: JobId }

/**
 * Ends an upload with this file, in the caller's transaction: the object is staged for review and
 * will be inspected (spec 3, Object flow); what else came for it is removed. Throws Conflict when
 * the file is not the one that was declared.
 */
export function stageObject(
  room: CatalogRoom,
  tx: Tx,
  part: OpenUploadRecords & {
    cmd: Command | AnonymousCommand
    file: WholeFile
    /** In whose name, where it is not whoever asks. */
    actor?: AuditActor | undefined
  },
): ConfirmedObject {
  const { object, upload, cmd, file } = part
  requireDeclared(part)
  const nowMs = room.clock.nowMs()
  const { objectId, tenantId, datasetId } = object
  purgeParts(tx, { object, kept: file.blobKey, nowMs })
  deleteUpload(tx, upload.uploadId)
  const staged = updateObject(tx, objectId, {
    status: 'staged',
    reviewState: 'pending',
    blobKey: file.blobKey,
    checksumSha256: file.checksumSha256,
    uploadedAtMs: nowMs,
    reviewExpiresAtMs: nowMs + room.settings.reviewWindowHours * hourMs,
  })
  markFirstConfirmation(tx, { object: staged, nowMs })
  const payload = { objectId }
  const jobId = enqueue(tx, {
    kind: 'inspect-object',
    payload,
    subjectId: objectId,
    tenantId,
    nowMs,
  })
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    // Without a principal it is the command line.
    actor: part.actor ?? ('principal' in cmd ? actorOf(cmd.principal) : operator),
    action: 'object.uploaded',
    subject: { type: 'object', id: objectId },
    details: { dataset_id: datasetId, size_bytes: staged.sizeBytes },
    requestId: cmd.requestId,
  })
  const data = { ...aboutObject(staged), size_bytes: staged.sizeBytes }
  recordEvent(tx, { stream: tenantId, type: 'object.uploaded', atMs: nowMs, data })
  noteWaiting(tx, staged, nowMs)
  return { ...staged, jobId }
}

const operator = { type: 'operator', id: null } as const

function requireDeclared({ object, upload, file }: OpenUploadRecords & { file: WholeFile }): void {
  if (file.sizeBytes !== object.sizeBytes) {
    throw new Conflict({
      reason: 'size_mismatch',
      message: `${object.sizeBytes} bytes were declared and ${file.sizeBytes} were received.`,
      facts: { declared_bytes: object.sizeBytes, received_bytes: file.sizeBytes },
    })
  }
  if (upload.declaredSha256 !== null && upload.declaredSha256 !== file.checksumSha256) {
    throw new Conflict({
      reason: 'checksum_mismatch',
      message: 'The bytes received have another SHA-256 than the one declared.',
      facts: { declared_sha256: upload.declaredSha256, received_sha256: file.checksumSha256 },
    })
  }
}

/**
 * Draft turns to ingesting with the first confirmation, and never again; in a suspension that is
 * what the dataset comes back to. (our choice)
 */
function markFirstConfirmation(
  tx: Tx,
  { object: { datasetId }, nowMs }: { object: ObjectRecord; nowMs: number },
): void {
  const dataset = findDatasetRow(tx, datasetId)
  if (!dataset || dataset.firstConfirmedAtMs !== null) return
  const { status, suspendedFrom } = dataset
  updateDatasetRow(tx, datasetId, {
    firstConfirmedAtMs: nowMs,
    ...(status === 'draft' ? { status: 'ingesting' as const, updatedAtMs: nowMs } : {}),
    ...(suspendedFrom === 'draft' ? { suspendedFrom: 'ingesting' as const } : {}),
  })
}
