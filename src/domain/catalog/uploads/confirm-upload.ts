import { Conflict, NotFound } from '../../../base/errors.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../identity/index.ts'
import { enqueue } from '../../outbox/index.ts'
import { findDatasetRow, updateDatasetRow } from '../datasets/queries.ts'
import type { ObjectRecord } from '../object.ts'
import { findOwnObject, updateObject } from '../objects/queries.ts'
import { type CatalogRoom, hourMs } from '../room.ts'
import { deleteUpload, findUpload, listParts, type PartRow, type UploadRow } from './queries.ts'

/**
 * Ends an upload: the object is staged for review and inspected (spec 3, Object flow). Throws
 * NotFound, and Conflict with the difference when the bytes are not there or are not those that
 * were declared; the upload stays open then.
 */
export function confirmUpload(
  room: CatalogRoom,
  cmd: Command,
  request: { objectId: string },
): Promise<ObjectRecord> {
  const { principal } = cmd
  const nowMs = room.clock.nowMs()
  return cmd.write((tx) => {
    const { object, upload } = requireOpenUpload(tx, cmd, request.objectId)
    const part = requireWholeFile({ object, upload, part: listParts(tx, upload.uploadId)[0] })
    deleteUpload(tx, upload.uploadId)
    const staged = updateObject(tx, object.objectId, {
      status: 'staged',
      reviewState: 'pending',
      blobKey: part.blobKey,
      checksumSha256: part.checksumSha256,
      uploadedAtMs: nowMs,
      reviewExpiresAtMs: nowMs + room.settings.reviewWindowHours * hourMs,
    })
    markFirstConfirmation(tx, { object: staged, nowMs })
    const { objectId, tenantId } = staged
    const payload = { objectId }
    enqueue(tx, { kind: 'inspect-object', payload, subjectId: objectId, tenantId, nowMs })
    recordAudit(tx, {
      atMs: nowMs,
      tenantId,
      actor: actorOf(principal),
      action: 'object.uploaded',
      subject: { type: 'object', id: objectId },
      details: { datasetId: staged.datasetId, sizeBytes: staged.sizeBytes },
      requestId: cmd.requestId,
    })
    return staged
  })
}

/** An own object whose upload is open. Throws NotFound, and Conflict once it is confirmed. */
export function requireOpenUpload(
  tx: Tx,
  { principal }: Command,
  objectId: string,
): { object: ObjectRecord; upload: UploadRow } {
  const object = findOwnObject(tx, principal, objectId)
  if (!object) throw new NotFound('object')
  const upload = findUpload(tx, object.objectId)
  if (upload) return { object, upload }
  throw new Conflict({
    reason: 'already_confirmed',
    message: 'The upload of this object is confirmed already.',
    facts: { status: object.status },
  })
}

type Received = { object: ObjectRecord; upload: UploadRow; part: PartRow | undefined }

function requireWholeFile({ object, upload, part }: Received): PartRow {
  if (!part) {
    throw new Conflict({
      reason: 'no_bytes',
      message: 'No bytes have been received for this object. Send them to its upload_url first.',
    })
  }
  if (part.sizeBytes !== object.sizeBytes) {
    throw new Conflict({
      reason: 'size_mismatch',
      message: `${object.sizeBytes} bytes were declared and ${part.sizeBytes} were received.`,
      facts: { declared_bytes: object.sizeBytes, received_bytes: part.sizeBytes },
    })
  }
  if (upload.declaredSha256 !== null && upload.declaredSha256 !== part.checksumSha256) {
    throw new Conflict({
      reason: 'checksum_mismatch',
      message: 'The bytes received have another SHA-256 than the one declared.',
      facts: { declared_sha256: upload.declaredSha256, received_sha256: part.checksumSha256 },
    })
  }
  return part
}

/** Draft turns to ingesting with the first confirmation, and never again. (our choice) */
function markFirstConfirmation(
  tx: Tx,
  { object: { datasetId }, nowMs }: { object: ObjectRecord; nowMs: number },
): void {
  const dataset = findDatasetRow(tx, datasetId)
  if (!dataset || dataset.firstConfirmedAtMs !== null) return
  updateDatasetRow(tx, datasetId, {
    firstConfirmedAtMs: nowMs,
    ...(dataset.status === 'draft' ? { status: 'ingesting' as const, updatedAtMs: nowMs } : {}),
  })
}
