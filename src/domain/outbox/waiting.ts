import type { Tx } from '../../store/tx.ts'
import type { JobKind, JobPayloads } from './kinds.ts'
import * as queries from './queries.ts'

export type WaitingJob<K extends JobKind> = { jobId: string; payload: JobPayloads[K] }

/** Jobs of a kind about one thing that nobody has begun, or that are to be tried again. */
export function listWaiting<K extends JobKind>(
  tx: Tx,
  about: { kind: K; subjectId: string },
): WaitingJob<K>[] {
  return queries.listQueued(tx, about).map(({ jobId, payload }) => {
    return { jobId, payload: JSON.parse(payload) as JobPayloads[K] }
  })
}

/** What such a job carries, anew: in the transaction that has looked at it. */
export function changeWaiting<K extends JobKind>(tx: Tx, { jobId, payload }: WaitingJob<K>): void {
  queries.updateJob(tx, jobId, { payload: JSON.stringify(payload) })
}
