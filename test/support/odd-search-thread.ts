// A thread that searches and does what the limit of its job says: for tests of whoever asks it.
import { parentPort, threadId, workerData } from 'node:worker_threads'
import type { SearchTask, VectorTask } from '../../src/engine/index.ts'

export const odd = { answer: 1, die: 2, hang: 3, fail: 4, late: 5, hold: 6, eat: 7 } as const

/** The file of a thread that takes its time to begin. */
export const slowStart = { file: 'slow start', ms: 2_000 }
if (workerData?.file === slowStart.file) waitFor(slowStart.ms)

/** Deaf and without an answer, as one in a loop, but no work for a processor. */
function waitFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const channelName = 'kontor-test: let go'

/** From now on no thread that has begun holds an answer. */
export function letGo(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('now')
  channel.close()
}

const eaten: number[][] = []
const held: (() => void)[] = []
let isLetGo = false
if (parentPort) {
  new BroadcastChannel(channelName).onmessage = () => {
    isLetGo = true
    for (const answer of held.splice(0)) answer()
  }
}

// Opened as the hot thread, or as the one with the vectors, it is ready at once.
if (workerData?.memoryMb || workerData?.source)
  parentPort?.postMessage({ notice: { name: 'ready' } })

type Ask = { id: number; task: SearchTask | VectorTask }

parentPort?.on('message', (ask: Ask | { end: true }) => {
  if ('end' in ask) process.exit()
  const { id, task } = ask
  const answer = (reply: object) => parentPort?.postMessage({ id, reply })
  const outcome = { hits: [], total: threadId, hasMore: false, facets: null }
  if (task.kind !== 'search' && task.kind !== 'semantic') return answer({ outcome })
  const { job } = task
  if (job.limit === odd.die) throw new Error('as asked')
  if (job.limit === odd.hang) waitFor(Number.POSITIVE_INFINITY)
  while (job.limit === odd.eat) eaten.push(new Array(100_000).fill(Math.random()))
  if (job.limit === odd.fail) return answer({ failure: 'no such column' })
  if (job.limit === odd.late) return answer({ late: true })
  if (job.limit === odd.hold && !isLetGo) return void held.push(() => answer({ outcome }))
  return answer({ outcome })
})
