import { enqueue, listJobsAbout } from '../../outbox/index.ts'
import type { ChainRoom } from '../room.ts'
import { listSigned } from './queries.ts'

/** Has looked at again what is on its way and has no job any more, which is asked at the start. */
export async function resumeSubmissions({ remote, store, clock }: ChainRoom): Promise<void> {
  if (!remote) return
  const lost = listSigned(store.db).filter((submissionId) => {
    const jobs = listJobsAbout(store.db, submissionId)
    return !jobs.some(({ state }) => state === 'queued' || state === 'running')
  })
  if (lost.length === 0) return
  await store.write((tx) => {
    for (const submissionId of lost) {
      enqueue(tx, {
        kind: 'advance-submission',
        payload: { submissionId, looks: 0 },
        subjectId: submissionId,
        nowMs: clock.nowMs(),
      })
    }
  })
}
