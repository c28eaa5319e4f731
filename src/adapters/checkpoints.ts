import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../base/entry.ts'

/** Starts the thread that empties the write-ahead log; disposing of it stops the thread. */
export function openCheckpoints(file: string) {
  const worker = new Worker(entryUrl('checkpoint'), { workerData: { file } })
  worker.unref()
  return {
    async [Symbol.asyncDispose]() {
      const exited = once(worker, 'exit')
      worker.ref()
      worker.postMessage('stop')
      await exited
    },
  }
}
