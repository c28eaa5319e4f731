import { Conflict } from '../../../base/errors.ts'
import { canBeReadAnew, getOwnDataset, getOwnObject } from '../../catalog/index.ts'
import type { Command } from '../../command.ts'
import { enqueue, findJob, type JobRecord, listJobsAbout } from '../../outbox/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IngestDeps } from '../room.ts'
import { suspended } from './reprocess-dataset.ts'

/**
 * Has one own object read anew, also one that failed; it serves with its old passages until the new
 * ones are there. Asked again while that waits or goes on, the answer is the job that is on its
 * way, be it of its whole dataset. Throws NotFound, Conflict for what was not read before and while
 * the dataset is suspended.
 */
export function readAnew(
  { clock }: IngestDeps,
  cmd: Command,
  request: { objectId: string },
): Promise<JobRecord> {
  return cmd.write((tx) => {
    const object = getOwnObject(tx, cmd.principal, request.objectId)
    const { objectId, datasetId, tenantId } = object
    if (getOwnDataset(tx, cmd.principal, datasetId).status === 'suspended') throw suspended()
    const open = listJobsAbout(tx, objectId).find(
      ({ kind, state }) => kind === 'reprocess-object' && ['queued', 'running'].includes(state),
    )
    if (open) return open
    if (!canBeReadAnew(object)) throw notRead(object)
    const nowMs = clock.nowMs()
    const payload = { objectId }
    const kind = 'reprocess-object'
    const jobId = enqueue(tx, { kind, payload, subjectId: objectId, tenantId, nowMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId,
      action: 'object.reprocessed',
      subject: { type: 'object', id: objectId },
      details: { dataset_id: datasetId },
    })
    return findJob(tx, jobId) as JobRecord
  })
}

function notRead({ status, indexState }: { status: string; indexState: string }): Conflict {
  return new Conflict({
    reason: 'not_read',
    message: 'This object was not read so far: only what was can be read anew.',
    facts: { status, index_state: indexState },
  })
}
