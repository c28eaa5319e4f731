import type { Tx } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import type { ObjectRecord } from '../object.ts'
import { updateObject } from '../objects/queries.ts'
import { listRecordings } from './queries.ts'

/**
 * Has the recordings read anew that a file of subtitles belongs to: it came, or it went. They stay
 * on offer meanwhile, unless it was taken down: its words are in their passages. Does nothing for
 * any other file.
 */
export function reindexRecordings(tx: Tx, sidecar: ObjectRecord, nowMs: number): void {
  for (const recording of listRecordings(tx, sidecar)) {
    const { objectId, tenantId, status, indexState } = recording
    const isOnOffer = status === 'active' && indexState === 'indexed'
    if (isOnOffer && sidecar.takenDownAtMs === null) {
      const payload = { objectId }
      enqueue(tx, { kind: 'reprocess-object', payload, subjectId: objectId, tenantId, nowMs })
    } else reindexObject(tx, recording, nowMs)
  }
}

/**
 * Has an object indexed again that was read already, out of sight until then; one that still waits
 * will be anyway.
 */
export function reindexObject(tx: Tx, object: ObjectRecord, nowMs: number): void {
  const { objectId, tenantId, status, indexState } = object
  if (status !== 'active' || (indexState !== 'indexed' && indexState !== 'failed')) return
  updateObject(tx, objectId, { indexState: 'queued' })
  const payload = { objectId }
  enqueue(tx, { kind: 'ingest-object', payload, subjectId: objectId, tenantId, nowMs })
}
