import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { threadNameOf } from '../../base/threads.ts'
import type { SearchTask, VectorTask } from './tasks.ts'

/**
 * How a task ended in a thread. `declined`: it cannot answer now, and nothing was tried. `gone`:
 * the thread died under it or was closed.
 */
export type ThreadReply =
  | { outcome: unknown }
  | { declined: true }
  | { late: true }
  | { failure: string }
  | { gone: true }

/** A thread that searches (workers/search.ts, workers/hot.ts, workers/vector.ts). */
export type SearchThread = {
  /** Never rejects. The thread cuts the task off by itself after `budgetMs`. */
  ask(task: SearchTask | VectorTask, budgetMs: number): Promise<ThreadReply>
  isAlive(): boolean
  close(): Promise<void>
}

export type ThreadOptions = {
  entry: URL
  workerData: unknown
  /**
   * A thread that creeps beyond this dies alone. One leap, of a Map that doubles or a list out of
   * SQLite, can end the whole process (V8): what a thread keeps has a budget far below it.
   */
  heapMaxMb: number
  /**
   * It ends by itself when it is asked to, for so long: compiled code that meets the end of its
   * thread from outside may end the whole process.
   */
  endsWithinMs?: number
  /** What the thread says without being asked. */
  onNotice?: (notice: unknown) => void
  onDeath?: (reason: Error | undefined) => void
}

type FromThread = { id: number; reply: ThreadReply } | { notice: unknown }

/** As in the single file (scripts/packaging/pack.ts): it would grow to 100 MB in each otherwise. */
const youngMaxMb = 24

export function openSearchThread(options: ThreadOptions): SearchThread {
  const { entry, workerData, heapMaxMb, endsWithinMs = 0, onNotice, onDeath } = options
  const limits = { maxOldGenerationSizeMb: heapMaxMb, maxYoungGenerationSizeMb: youngMaxMb }
  const name = threadNameOf(entry)
  const worker = new Worker(entry, { name, workerData, resourceLimits: limits })
  const asked = new Map<number, (reply: ThreadReply) => void>()
  let alive = true
  let lastId = 0

  function settle({ id, reply }: { id: number; reply: ThreadReply }) {
    asked.get(id)?.(reply)
    asked.delete(id)
    // Only a task in progress keeps the process running.
    if (asked.size === 0) worker.unref()
  }
  function die(reason?: Error) {
    if (!alive) return
    alive = false
    for (const id of [...asked.keys()]) settle({ id, reply: { gone: true } })
    onDeath?.(reason)
  }

  async function askedToEnd(): Promise<void> {
    worker.ref()
    worker.postMessage({ end: true })
    const limit = new AbortController()
    const late = delay(endsWithinMs, undefined, { signal: limit.signal })
    await Promise.race([ended, late])
    limit.abort()
    await late.catch(() => {})
  }

  worker.unref()
  worker.on('message', (message: FromThread) => {
    if ('notice' in message) return onNotice?.(message.notice)
    settle(message)
  })
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))))
  const ended = new Promise<void>((resolve) => worker.on('exit', () => resolve()))
  worker.on('exit', () => die())
  return {
    ask(task, budgetMs) {
      if (!alive) return Promise.resolve({ gone: true })
      const { promise, resolve } = Promise.withResolvers<ThreadReply>()
      lastId += 1
      asked.set(lastId, resolve)
      worker.ref()
      worker.postMessage({ id: lastId, task, budgetMs })
      return promise
    },
    isAlive: () => alive,
    async close() {
      die()
      if (endsWithinMs > 0) await askedToEnd()
      await worker.terminate()
    },
  }
}
