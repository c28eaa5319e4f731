import { Conflict, NotFound } from '../../../base/errors.ts'
import type { DatasetId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { type Caller, getOwnDataset, listReadable } from '../../catalog/index.ts'
import type { Command } from '../../command.ts'
import { enqueue } from '../../outbox/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { reprocessSliceMax } from '../limits.ts'
import type { Attempt, IngestDeps } from '../room.ts'
import type { ReprocessSet } from '../tables.ts'
import { readNextAnew } from './after-upgrade.ts'
import * as queries from './queries.ts'

/** A run with how far it is. */
export type Reprocess = queries.ReprocessRow & {
  status: 'running' | 'done'
  objects: queries.OutcomeCounts
}

/**
 * Has all objects of an own dataset read anew, or those that failed; each serves with its old
 * passages until the new ones are there. Asked again while that goes on, the answer is the run that
 * is on its way. Throws NotFound, Conflict while the dataset is suspended or another set of its
 * objects is being read.
 */
export function reprocessDataset(
  { clock }: IngestDeps,
  cmd: Command,
  request: { datasetId: string; which: ReprocessSet },
): Promise<Reprocess> {
  const { principal } = cmd
  const { which } = request
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, principal, request.datasetId)
    if (dataset.status === 'suspended') throw suspended()
    const { datasetId, tenantId } = dataset
    const current = find(tx, datasetId)
    if (current?.status === 'running') {
      if (current.which !== which) throw alreadyRunning(current.which)
      return current
    }
    const nowMs = clock.nowMs()
    const row = queries.startReprocess(tx, { datasetId, which, requestedAtMs: nowMs })
    const payload = { datasetId }
    enqueue(tx, { kind: 'reprocess-dataset', payload, subjectId: datasetId, tenantId, nowMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId,
      action: 'dataset.reprocessed',
      subject: { type: 'dataset', id: datasetId },
      details: { which },
    })
    return withProgress(tx, row)
  })
}

/** The last run over an own dataset. Throws NotFound, also when there was none. */
export function getReprocess(
  { store: { db } }: IngestDeps,
  caller: Caller,
  request: { datasetId: string },
): Reprocess {
  const dataset = getOwnDataset(db, caller, request.datasetId)
  const found = find(db, dataset.datasetId)
  if (!found) throw new NotFound('reprocessing')
  return found
}

/** The job that lists the objects of a run and has each read; goes on where it was cut short. */
export async function queueReprocess(
  { clock }: IngestDeps,
  { write, signal }: Attempt,
  { datasetId }: { datasetId: DatasetId },
): Promise<void> {
  for (let isWhole = false; !isWhole; ) {
    signal.throwIfAborted()
    isWhole = await write((tx) => {
      const run = queries.findReprocess(tx, datasetId)
      if (!run || run.allQueued) return true
      const from = { datasetId, failedOnly: run.which === 'failed', limit: reprocessSliceMax }
      const slice = listReadable(tx, { ...from, afterId: queries.lastListed(tx, datasetId) })
      for (const { objectId, tenantId } of slice) {
        queries.addWaiting(tx, { datasetId, objectId })
        const [payload, nowMs] = [{ objectId }, clock.nowMs()]
        enqueue(tx, { kind: 'reprocess-object', payload, subjectId: objectId, tenantId, nowMs })
      }
      if (slice.length === reprocessSliceMax) return false
      queries.markAllQueued(tx, datasetId)
      readNextAnew({ clock }, tx)
      return true
    })
  }
}

function find(db: Db, datasetId: DatasetId): Reprocess | undefined {
  const row = queries.findReprocess(db, datasetId)
  return row && withProgress(db, row)
}

function withProgress(db: Db, row: queries.ReprocessRow): Reprocess {
  const objects = queries.countOutcomes(db, row.datasetId)
  return { ...row, objects, status: row.allQueued && objects.waiting === 0 ? 'done' : 'running' }
}

export function suspended(): Conflict {
  return new Conflict({ reason: 'dataset_suspended', message: 'This dataset is suspended.' })
}

function alreadyRunning(which: ReprocessSet): Conflict {
  const message = `The dataset's objects (${which}) are being read already: wait until they are.`
  return new Conflict({ reason: 'reprocess_running', message, facts: { which } })
}
