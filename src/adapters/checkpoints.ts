import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { DiskLost } from '../base/durable.ts'
import { entryUrl } from '../base/entry.ts'

const everyMs = 1_000
const worthwhileBytes = 4 * 1024 * 1024

/**
 * Has the write-ahead log emptied by a thread, so that no request ever waits for that. It starts
 * when the log is first worth it: many a server never gets there. Disposing stops it. A sync that
 * fails is not tried again: it would succeed without what was lost. Thrown where nobody catches it.
 */
export function openCheckpoints(file: string) {
  let worker: Worker | undefined
  const look = async () => {
    // No log yet is nothing to empty.
    const { size } = await stat(`${file}-wal`).catch(() => ({ size: 0 }))
    if (size < worthwhileBytes || isOver) return
    worker ??= startThread(file)
    worker.postMessage('empty')
  }
  let isOver = false
  const timer = setInterval(look, everyMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      clearInterval(timer)
      if (worker === undefined) return
      const exited = once(worker, 'exit')
      worker.ref()
      worker.postMessage('stop')
      await exited
    },
  }
}

function startThread(file: string): Worker {
  const worker = new Worker(entryUrl('checkpoint'), { name: 'checkpoint', workerData: { file } })
  worker.unref()
  worker.on('message', () => {
    throw new DiskLost(file, new Error('it could not be emptied'))
  })
  return worker
}
