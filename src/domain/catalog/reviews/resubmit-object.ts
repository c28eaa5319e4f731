import { Conflict } from '../../../base/errors.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { findDatasetRow } from '../datasets/queries.ts'
import { expiredBytesKeptMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import { getOwnObject, updateObject } from '../objects/queries.ts'
import { type CatalogRoom, hourMs } from '../room.ts'
import { noteWaiting } from './note-waiting.ts'

/**
 * Puts an object whose review expired into the queue again, for as long as its bytes are kept (our
 * choice: Review window). It keeps its place by the time of its upload. Throws NotFound, Conflict
 * for what has not expired, for what expired too long ago, and while the dataset is suspended.
 */
export function resubmitObject(
  room: CatalogRoom,
  cmd: Command,
  request: { objectId: string },
): Promise<ObjectRecord> {
  return cmd.write((tx) => resubmitIn(room, tx, { cmd, objectId: request.objectId }))
}

/** In the caller's transaction, in which it writes nothing before it refuses. */
export function resubmitIn(
  { clock, settings }: CatalogRoom,
  tx: Tx,
  { cmd, objectId: asked }: { cmd: Command; objectId: string },
): ObjectRecord {
  const { principal } = cmd
  const object = getOwnObject(tx, principal, asked)
  const nowMs = clock.nowMs()
  requireResubmittable(object, nowMs)
  const { objectId, tenantId, datasetId } = object
  if (findDatasetRow(tx, datasetId)?.status === 'suspended') throw suspended()
  recordDeed(tx, cmd, {
    atMs: nowMs,
    tenantId,
    action: 'object.resubmitted',
    subject: { type: 'object', id: objectId },
    details: { dataset_id: datasetId },
  })
  const again = updateObject(tx, objectId, {
    status: 'staged',
    reviewState: 'pending',
    reviewExpiresAtMs: nowMs + settings.reviewWindowHours * hourMs,
    reviewWarnedAtMs: null,
  })
  noteWaiting(tx, again, nowMs)
  return again
}

function requireResubmittable({ status, reviewExpiresAtMs }: ObjectRecord, nowMs: number): void {
  if (status !== 'expired') {
    throw new Conflict({
      reason: 'not_expired',
      message: `This object is ${status}: only one whose review expired can be resubmitted.`,
      facts: { status },
    })
  }
  if (nowMs < (reviewExpiresAtMs ?? 0) + expiredBytesKeptMs) return
  throw new Conflict({
    reason: 'resubmission_over',
    message: 'The review expired more than 7 days ago and the file is gone: upload it again.',
  })
}

export function suspended(): Conflict {
  return new Conflict({
    reason: 'dataset_suspended',
    message: 'This dataset is suspended and takes no uploads.',
  })
}
