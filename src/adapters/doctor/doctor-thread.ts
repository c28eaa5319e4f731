import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import type { Examination, Finding } from './finding.ts'

/** Examines in a thread of its own: every byte is read. Rejects when it is stopped. */
export async function examineInThread(
  examination: Examination,
  signal?: AbortSignal,
): Promise<Finding[]> {
  signal?.throwIfAborted()
  const worker = new Worker(entryUrl('doctor'), { name: 'doctor', workerData: examination })
  const { promise, resolve, reject } = Promise.withResolvers<Finding[]>()
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', resolve)
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('The examination ended before it had found anything.')))
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
