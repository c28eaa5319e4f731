import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import type { BackupWatch } from '../backup/backup-thread.ts'
import type { Progress } from '../backup/meter.ts'
import type { Examination, Finding } from './finding.ts'

/** One that was asked to stop ends the process that it began; nothing else is waited for. */
const graceMs = 2_000

/** Examines in a thread of its own: every byte is read. Rejects when it is stopped. */
export async function examineInThread(
  examination: Examination,
  { signal, onProgress }: BackupWatch = {},
): Promise<Finding[]> {
  signal?.throwIfAborted()
  const worker = new Worker(entryUrl('doctor'), { name: 'doctor', workerData: examination })
  const { promise, resolve, reject } = Promise.withResolvers<Finding[]>()
  let grace: NodeJS.Timeout | undefined
  const leave = () => reject(signal?.reason)
  const stop = () => {
    worker.postMessage('stop')
    grace = setTimeout(leave, graceMs)
  }
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', (said: { found: Finding[] } | { progress: Progress }) => {
    if ('found' in said) resolve(said.found)
    else onProgress?.(said.progress)
  })
  worker.on('error', (error) => (signal?.aborted ? leave() : reject(error)))
  worker.on('exit', () => reject(new Error('The examination ended before it had found anything.')))
  try {
    return await promise
  } finally {
    clearTimeout(grace)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
