import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import type { Examination, Finding } from './finding.ts'

/** Examines in a thread of its own: every byte is read. */
export async function examineInThread(examination: Examination): Promise<Finding[]> {
  const worker = new Worker(entryUrl('doctor'), { name: 'doctor', workerData: examination })
  try {
    const [findings] = await once(worker, 'message')
    return findings as Finding[]
  } finally {
    await worker.terminate()
  }
}
