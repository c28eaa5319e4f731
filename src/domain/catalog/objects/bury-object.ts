import type { Tx } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import { putColumns } from '../columns/queries.ts'
import { soldBytesKeptMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import { dropPreview } from '../previews/queries.ts'
import { type CatalogRoom, hourMs } from '../room.ts'
import { reindexRecordings } from '../sidecars/reindex-recordings.ts'
import { purgeParts } from '../uploads/queries.ts'
import { deleteObjectRow, updateObject } from './queries.ts'

/**
 * Turns an object into a tombstone in the caller's transaction: it is gone for every reader at
 * once, its passages go by job, its bytes after the grace period (later where a licence was sold
 * and they are not withheld, because its dataset was suspended), its preview and what a person
 * wrote with it now. An upload that was never confirmed leaves nothing behind.
 */
export function buryObject(
  room: CatalogRoom,
  tx: Tx,
  object: ObjectRecord,
  { isWithheld = false } = {},
): void {
  const nowMs = room.clock.nowMs()
  const { objectId, tenantId } = object
  if (object.status === 'initiated') {
    purgeParts(tx, { object, nowMs })
    deleteObjectRow(tx, objectId)
    return
  }
  const wasSold = !isWithheld && room.wasLicenceSold(tx, objectId)
  putColumns(tx, objectId, null)
  dropPreview(tx, { object, nowMs })
  const hasPassages = object.indexState !== 'none'
  const wasOnOffer = object.status === 'active' && object.takenDownAtMs === null
  updateObject(tx, objectId, {
    status: 'deleted',
    deletedAtMs: nowMs,
    indexState: hasPassages ? 'removing' : 'none',
    filename: '',
    title: null,
    folder: null,
    documentTitle: null,
    tags: [],
    userText: null,
    ingestError: null,
    warnings: [],
    part: null,
    reviewNote: null,
    bytesKeptUntilMs: wasSold ? nowMs + soldBytesKeptMs : null,
  })
  // After the change: the recording is read anew without it.
  if (wasOnOffer) reindexRecordings(tx, object, nowMs)
  if (hasPassages) {
    const payload = { objectId }
    enqueue(tx, { kind: 'remove-passages', payload, subjectId: objectId, tenantId, nowMs })
  }
  const graceMs = room.settings.graceHours * hourMs
  purgeAfterGrace(room, tx, object, wasSold ? Math.max(graceMs, soldBytesKeptMs) : graceMs)
}

/** Has the bytes removed when the grace period is over, or after as long as they are kept. */
export function purgeAfterGrace(
  room: CatalogRoom,
  tx: Tx,
  object: ObjectRecord,
  keptMs: number = room.settings.graceHours * hourMs,
): void {
  if (object.blobKey === null) return
  const nowMs = room.clock.nowMs()
  enqueue(tx, {
    kind: 'purge-blob',
    payload: { blobKey: object.blobKey },
    subjectId: object.objectId,
    tenantId: object.tenantId,
    nowMs,
    runAfterMs: nowMs + keptMs,
  })
}
