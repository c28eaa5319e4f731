import { channel } from 'node:diagnostics_channel'
import { type JobId, newId } from '../../base/ids.ts'
import { insertsInto } from '../../store/prepared.ts'
import type { Tx } from '../../store/tx.ts'
import { type JobKind, type JobPayloads, jobPolicies } from './kinds.ts'
import { jobs } from './tables.ts'

/**
 * Says that there is new work, nothing more: whoever listens looks into the table. A lost or a
 * needless message does no harm, the runner also looks by itself.
 */
export const jobEnqueued = channel('kontor.job-enqueued')

export type NewJob = {
  [K in JobKind]: {
    kind: K
    payload: JobPayloads[K]
    subjectId: string
    tenantId?: string
    nowMs: number
    /** Not before this time; at once when left out. */
    runAfterMs?: number
  }
}[JobKind]

const insertJob = insertsInto(jobs)

/** Writes a job into the transaction of what causes it: both happen or neither. */
export function enqueue(tx: Tx, job: NewJob): JobId {
  const jobId = newId('job', job.nowMs)
  insertJob(tx, {
    jobId,
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    subjectId: job.subjectId,
    tenantId: job.tenantId ?? null,
    priority: jobPolicies[job.kind].priority,
    lane: jobPolicies[job.kind].lane,
    state: 'queued',
    runAfterMs: job.runAfterMs ?? job.nowMs,
    createdAtMs: job.nowMs,
  })
  // The transaction commits in this turn of the event loop; the job is there in the next one.
  setImmediate(() => jobEnqueued.publish(undefined))
  return jobId
}
