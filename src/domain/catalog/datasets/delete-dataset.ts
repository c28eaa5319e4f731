import type { DatasetId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { enqueue, type JobPayloads } from '../../outbox/index.ts'
import { actorBehind } from '../../record-deed.ts'
import { dropMessages } from '../access/queries.ts'
import { refuseOpen } from '../access/refuse-open.ts'
import { type DatasetRow, requireStep, suspensionOf } from '../dataset.ts'
import { tombstoneSliceMax } from '../limits.ts'
import { buryObject } from '../objects/bury-object.ts'
import { hasUnfinished, nextToBury, withholdKept } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { DatasetStatus } from '../values.ts'
import { findDatasetRow, getOwnDataset, updateDatasetRow } from './queries.ts'

/**
 * Deletes an own dataset with everything in it, from every live state and from suspended. There is
 * no way back; the bytes stay for the grace period. Throws NotFound.
 */
export function deleteDataset(
  room: CatalogRoom,
  cmd: Command,
  request: { datasetId: string },
): Promise<void> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const before = getOwnDataset(tx, principal, request.datasetId)
    requireStep({
      from: before.status,
      to: 'pending_deletion',
      isPlatformAdmin: principal.isPlatformAdmin,
    })
    const dataset = updateDatasetRow(tx, before.datasetId, {
      status: 'pending_deletion',
      ...suspensionOf(before, 'pending_deletion'),
      updatedAtMs: room.clock.nowMs(),
    })
    beginDeletion(room, { tx, cmd, dataset, from: before.status })
  })
}

type Deletion = {
  tx: Tx
  cmd: Command | AnonymousCommand
  dataset: DatasetRow
  from: DatasetStatus
}

/**
 * What comes with the step to pending_deletion (spec 3): tombstones at once for as many objects as
 * one short transaction bears, and a job for the rest. Nothing in the dataset shows from here on;
 * of a suspended one nothing is kept for who bought it.
 */
export function beginDeletion(room: CatalogRoom, { tx, cmd, dataset, from }: Deletion): void {
  const nowMs = room.clock.nowMs()
  recordAudit(tx, {
    atMs: nowMs,
    tenantId: dataset.tenantId,
    actor: actorBehind(cmd),
    action: 'dataset.deleted',
    subject: { type: 'dataset', id: dataset.datasetId },
    requestId: cmd.requestId,
  })
  const { tenantId: stream, datasetId: dataset_id } = dataset
  recordEvent(tx, { stream, type: 'dataset.deleted', atMs: nowMs, data: { dataset_id } })
  const payload = { datasetId: dataset.datasetId, isWithheld: from === 'suspended' }
  if (payload.isWithheld) withholdKept(tx, dataset.datasetId)
  burySlice(room, tx, payload)
  enqueueDeletion(tx, { payload, nowMs })
}

type Continuing = { slicesMax?: number; signal?: AbortSignal }

/**
 * The job `delete-dataset`: turns what is left in the dataset into tombstones, slice by slice.
 * After `slicesMax` of them it leaves the rest to a job behind those of others. Running it again,
 * or twice, does no harm.
 */
export async function continueDeletion(
  room: CatalogRoom,
  payload: JobPayloads['delete-dataset'],
  { slicesMax = Number.POSITIVE_INFINITY, signal }: Continuing = {},
): Promise<void> {
  const { datasetId } = payload
  for (let slices = 1, more = true; more; slices++) {
    signal?.throwIfAborted()
    more = await room.store.write((tx) => {
      const nowMs = room.clock.nowMs()
      const hadMore = burySlice(room, tx, payload)
      if (!hadMore) finishDeletion(tx, { datasetId, nowMs })
      const isLast = slices >= slicesMax
      if (hadMore && isLast) enqueueDeletion(tx, { payload, nowMs })
      return hadMore && !isLast
    })
  }
}

type Rest = { payload: JobPayloads['delete-dataset']; nowMs: number }

function enqueueDeletion(tx: Tx, { payload, nowMs }: Rest): void {
  const { datasetId: subjectId } = payload
  const tenantId = findDatasetRow(tx, subjectId)?.tenantId
  const owner = tenantId === undefined ? {} : { tenantId }
  enqueue(tx, { kind: 'delete-dataset', payload, subjectId, ...owner, nowMs })
}

/** Ends the deletion once the last passage is gone: ids stay, what a person wrote goes. */
export function finishDeletion(
  tx: Tx,
  { datasetId, nowMs }: { datasetId: DatasetId; nowMs: number },
): void {
  if (findDatasetRow(tx, datasetId)?.status !== 'pending_deletion') return
  if (hasUnfinished(tx, datasetId)) return
  dropMessages(tx, datasetId)
  updateDatasetRow(tx, datasetId, {
    status: 'deleted',
    deletedAtMs: nowMs,
    updatedAtMs: nowMs,
    name: '',
    description: null,
    tags: [],
    catalogueText: '',
    samplePassageIds: [],
  })
}

/** Buries objects and refuses who still asks to be let in, some of each; false: none were left. */
function burySlice(
  room: CatalogRoom,
  tx: Tx,
  { datasetId, isWithheld }: JobPayloads['delete-dataset'],
): boolean {
  const limit = tombstoneSliceMax
  const objects = nextToBury(tx, { datasetId, limit })
  for (const object of objects) buryObject(room, tx, object, { isWithheld })
  const refused = refuseOpen(tx, { datasetId, limit, nowMs: room.clock.nowMs() })
  return objects.length > 0 || refused > 0
}
