import type { Tx } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import type { ObjectRecord } from '../object.ts'
import { updateObject } from '../objects/queries.ts'
import { listRecordings } from './queries.ts'

/**
 * Has the recordings read anew that a file of subtitles belongs to: it came, or it went. Does
 * nothing for any other file.
 */
export function reindexRecordings(tx: Tx, sidecar: ObjectRecord, nowMs: number): void {
  for (const recording of listRecordings(tx, sidecar)) reindexObject(tx, recording, nowMs)
}

/** Has an object read anew that was read already; one that still waits will be anyway. */
export function reindexObject(tx: Tx, object: ObjectRecord, nowMs: number): void {
  const { objectId, tenantId, status, indexState } = object
  if (status !== 'active' || (indexState !== 'indexed' && indexState !== 'failed')) return
  updateObject(tx, objectId, { indexState: 'queued' })
  const payload = { objectId }
  enqueue(tx, { kind: 'ingest-object', payload, subjectId: objectId, tenantId, nowMs })
}
