import assert from 'node:assert/strict'
import type { ColumnProfile } from '../../../base/column-profile.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { PartRead } from '../../../base/part-read.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import { putColumns } from '../columns/queries.ts'
import type { DatasetRow } from '../dataset.ts'
import { finishDeletion } from '../datasets/delete-dataset.ts'
import { findDatasetRow, updateDatasetRow } from '../datasets/queries.ts'
import { awaitsIndexing, type ObjectRecord } from '../object.ts'
import type { Modality } from '../values.ts'
import { aboutObject } from './about-object.ts'
import { findObject, findObjectRow, updateObject } from './queries.ts'

/** What inspection and ingestion work on. */
export type ObjectForIngest = { object: ObjectRecord; dataset: DatasetRow; blobKey: string }

/**
 * A confirmed object with its dataset; undefined when it is gone. Only one of which
 * `awaitsIndexing` is true may get passages: ask again in the transaction of every slice, because
 * the owner may have deleted it in between.
 */
export function getForIngest(db: Db, objectId: ObjectId): ObjectForIngest | undefined {
  const object = findObject(db, objectId)
  if (!object || object.status === 'initiated' || object.status === 'deleted') return undefined
  const dataset = findDatasetRow(db, object.datasetId)
  assert(dataset && object.blobKey !== null)
  return { object, dataset, blobKey: object.blobKey }
}

export type Indexed = {
  objectId: ObjectId
  passageCount: number
  pageCount: number | null
  lang: string | null
  /** What the document calls itself. */
  documentTitle?: string | null | undefined
  modality: Modality
  durationMs?: number | null | undefined
  /** What was odd about the file, in sentences for its provider. */
  warnings?: string[] | undefined
  /** Of a table. */
  columns?: ColumnProfile | undefined
  /** There was no time for all of it. */
  part?: PartRead | undefined
  nowMs: number
}

/**
 * The object becomes searchable, in the transaction of its last slice of passages; a dataset that
 * is `ingesting` becomes `active` with it, and one that its owner put elsewhere stays there.
 * Gives false, and changes nothing, when the object no longer waits for this.
 */
export function markIndexed(tx: Tx, indexed: Indexed): boolean {
  const { objectId, nowMs, passageCount, pageCount, lang, modality } = indexed
  const object = findObject(tx, objectId)
  if (!object || !awaitsIndexing(object)) return false
  updateObject(tx, objectId, {
    indexState: 'indexed',
    ingestError: null,
    passageCount,
    pageCount,
    lang,
    documentTitle: indexed.documentTitle ?? null,
    modality,
    durationMs: indexed.durationMs ?? null,
    warnings: indexed.warnings ?? [],
    part: indexed.part ?? null,
    indexedAtMs: nowMs,
    firstIndexedAtMs: object.firstIndexedAtMs ?? nowMs,
  })
  putColumns(tx, objectId, indexed.columns ?? null)
  const dataset = findDatasetRow(tx, object.datasetId)
  const isFirst = dataset?.status === 'ingesting'
  updateDatasetRow(tx, object.datasetId, {
    lastIngestAtMs: nowMs,
    ...(isFirst ? { status: 'active' as const, updatedAtMs: nowMs } : {}),
  })
  recordEvent(tx, {
    stream: object.tenantId,
    type: 'object.indexed',
    atMs: nowMs,
    data: { ...aboutObject(object), passages: passageCount },
  })
  return true
}

/**
 * Ingestion gave up; `error` is the sentence that the provider reads. The slices that were written
 * must be gone by then. Gives false when the object no longer waits for this.
 */
export function markIngestFailed(
  tx: Tx,
  { objectId, error, nowMs }: { objectId: ObjectId; error: string; nowMs: number },
): boolean {
  const object = findObject(tx, objectId)
  if (!object || !awaitsIndexing(object)) return false
  const nothing = { passageCount: 0, warnings: [], part: null }
  updateObject(tx, objectId, { indexState: 'failed', ingestError: error, ...nothing })
  putColumns(tx, objectId, null)
  recordEvent(tx, {
    stream: object.tenantId,
    type: 'object.failed',
    atMs: nowMs,
    // The sentence may say what stands in the file; the word before it does not.
    data: { ...aboutObject(object), reason: /^[a-z_]+(?=:)/.exec(error)?.[0] ?? 'interrupted' },
  })
  return true
}

/**
 * The last passage of a deleted object left the index, and with the last object of a dataset that
 * is being deleted ends the deletion of the dataset.
 */
export function markPassagesRemoved(
  tx: Tx,
  { objectId, nowMs }: { objectId: ObjectId; nowMs: number },
): void {
  const object = findObjectRow(tx, objectId)
  if (object?.indexState !== 'removing') return
  updateObject(tx, objectId, { indexState: 'none', passageCount: 0 })
  finishDeletion(tx, { datasetId: object.datasetId, nowMs })
}
