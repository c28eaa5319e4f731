// A search thread that does what the limit of its job says: for tests of the pool.
import { parentPort, threadId } from 'node:worker_threads'
import type { SearchJob } from '../../src/domain/search/index.ts'

export const odd = { answer: 1, die: 2, hang: 3, fail: 4, late: 5, wait: 6 } as const

parentPort?.on('message', ({ job }: { job: SearchJob }) => {
  const reply = { outcome: { hits: [], total: threadId, facets: null } }
  if (job.limit === odd.die) throw new Error('as asked')
  while (job.limit === odd.hang);
  if (job.limit === odd.fail) return parentPort?.postMessage({ failure: 'no such column' })
  if (job.limit === odd.late) return parentPort?.postMessage({ late: true })
  if (job.limit === odd.wait) return setTimeout(() => parentPort?.postMessage(reply), job.offset)
  return parentPort?.postMessage(reply)
})
