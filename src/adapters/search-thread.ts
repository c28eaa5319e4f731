import { Worker } from 'node:worker_threads'
import type { SearchJob, SearchOutcome } from '../domain/search/ports.ts'

/** How a search ended in a thread; `gone`: the thread died under it or was closed. */
export type ThreadReply =
  | { outcome: SearchOutcome }
  | { late: true }
  | { failure: string }
  | { gone: true }

/** A thread that carries out one search at a time (workers/search.ts). */
export type SearchThread = {
  /** Never rejects. The thread cuts the search off by itself after `budgetMs`. */
  ask(job: SearchJob, budgetMs: number): Promise<ThreadReply>
  isAlive(): boolean
  close(): Promise<void>
}

/** A thread that runs out of this dies alone. */
const heapMaxMb = 512

export function openSearchThread({ file, entry }: { file: string; entry: URL }): SearchThread {
  const resourceLimits = { maxOldGenerationSizeMb: heapMaxMb }
  const worker = new Worker(entry, { workerData: { file }, resourceLimits })
  let alive = true
  let answer: ((reply: ThreadReply) => void) | undefined

  function settle(reply: ThreadReply) {
    // Only a search in progress keeps the process running.
    worker.unref()
    answer?.(reply)
    answer = undefined
  }
  function die() {
    alive = false
    settle({ gone: true })
  }

  worker.unref()
  worker.on('message', settle)
  worker.on('error', die)
  worker.on('exit', die)
  return {
    ask(job, budgetMs) {
      if (!alive) return Promise.resolve({ gone: true })
      worker.ref()
      worker.postMessage({ budgetMs, job })
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    isAlive: () => alive,
    async close() {
      die()
      await worker.terminate()
    },
  }
}
