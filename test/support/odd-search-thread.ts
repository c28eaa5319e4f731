// A thread that searches and does what the limit of its job says: for tests of whoever asks it.
import { parentPort, threadId, workerData } from 'node:worker_threads'
import type { SearchTask, VectorTask } from '../../src/domain/search/index.ts'

export const odd = { answer: 1, die: 2, hang: 3, fail: 4, late: 5, wait: 6, eat: 7 } as const

// Opened as the hot thread, or as the one with the vectors, it is ready at once.
if (workerData?.memoryMb || workerData?.source)
  parentPort?.postMessage({ notice: { name: 'ready' } })

const eaten: number[][] = []

type Ask = { id: number; task: SearchTask | VectorTask }

parentPort?.on('message', ({ id, task }: Ask) => {
  const answer = (reply: object) => parentPort?.postMessage({ id, reply })
  const outcome = { hits: [], total: threadId, facets: null }
  if (task.kind !== 'search' && task.kind !== 'semantic') return answer({ outcome })
  const { job } = task
  if (job.limit === odd.die) throw new Error('as asked')
  while (job.limit === odd.hang);
  while (job.limit === odd.eat) eaten.push(Array.from({ length: 100_000 }, Math.random))
  if (job.limit === odd.fail) return answer({ failure: 'no such column' })
  if (job.limit === odd.late) return answer({ late: true })
  if (job.limit === odd.wait) return setTimeout(() => answer({ outcome }), job.offset)
  return answer({ outcome })
})
