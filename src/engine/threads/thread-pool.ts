import { Saturated } from '../../base/errors.ts'
import type { SlowStatement, SlowWatch } from '../../base/slow-watch.ts'
import { openBackoff } from './restart-backoff.ts'
import { openSearchThread, type SearchThread, type ThreadReply } from './search-thread.ts'
import type { SearchTask } from './tasks.ts'

export type ThreadPoolOptions = {
  /** The database file, read by each thread on a connection of its own. */
  file: string
  threads: number
  /** More tasks than this do not wait, they are refused. */
  queueMax: number
  entry: URL
  slow?: SlowWatch | undefined
}

export type ThreadPool = AsyncDisposable & {
  /** Throws Saturated when too many wait, at `endMs`, and when the thread died under it. */
  run(task: SearchTask, endMs: number): Promise<unknown>
}

/** A thread that is so late after the time limit is given up: nothing can interrupt it. */
const graceMs = 1_000
/** Unless it has answered nothing yet: on a busy machine its start alone can take that long. */
const startGraceMs = 30_000
/** The columns of the passages lie outside of it. */
const heapMaxMb = 1_024

type Waiting = {
  readonly task: SearchTask
  readonly endMs: number
  resolve(outcome: unknown): void
  reject(error: Error): void
}

/**
 * A few threads, and a short queue before them. Threads are started when there is work for them,
 * and replaced when they die or hang.
 */
export function openThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { file, queueMax, entry } = options
  const threads = new Map<SearchThread, 'idle' | 'busy'>()
  const queue: Waiting[] = []
  const brake = openBackoff(dispatch)
  let isClosed = false

  function dispatch() {
    while (queue.length > 0) {
      const thread = idleThread()
      const waiting = thread && queue.shift()
      if (!thread || !waiting) return
      threads.set(thread, 'busy')
      void serve(thread, waiting)
    }
  }

  function idleThread(): SearchThread | undefined {
    for (const [thread, state] of threads) if (state === 'idle') return thread
    if (brake.isOn() || threads.size >= options.threads) return undefined
    const thread = openSearchThread({ entry, heapMaxMb, ...watched(file, options.slow) })
    threads.set(thread, 'idle')
    return thread
  }

  async function serve(thread: SearchThread, waiting: Waiting) {
    const budgetMs = waiting.endMs - performance.now()
    const patienceMs = thread.hasAnswered() ? graceMs : startGraceMs
    const hung = setTimeout(() => void thread.close(), Math.max(0, budgetMs) + patienceMs)
    const reply = await thread.ask(waiting.task, budgetMs)
    clearTimeout(hung)
    settle(waiting, reply)
    if (thread.isAlive()) {
      brake.noteLife()
      threads.set(thread, 'idle')
    } else if (threads.delete(thread)) {
      brake.noteDeath()
    }
    dispatch()
  }

  /** The limit that the caller sees; the thread has the same one and notices by itself. */
  function expire(waiting: Waiting) {
    const position = queue.indexOf(waiting)
    if (position >= 0) queue.splice(position, 1)
    waiting.reject(position >= 0 ? tooBusy() : tooSlow())
  }

  return {
    async run(task, endMs) {
      if (isClosed || queue.length >= queueMax) throw tooBusy()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const waiting = { task, endMs, resolve, reject }
      const timer = setTimeout(() => expire(waiting), Math.max(0, endMs - performance.now()))
      queue.push(waiting)
      dispatch()
      return promise.finally(() => clearTimeout(timer))
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const waiting of queue.splice(0)) waiting.reject(tooBusy())
      const open = [...threads.keys()]
      threads.clear()
      brake.pull()
      await Promise.all(open.map((thread) => thread.close()))
    },
  }
}

/** What a thread is told, and what it tells of statements that take long. */
function watched(file: string, slow: SlowWatch | undefined) {
  return {
    workerData: { file, slowMs: slow?.slowMs ?? 0 },
    onNotice: (notice: unknown) => slow?.onSlow(notice as SlowStatement),
  }
}

function settle(waiting: Waiting, reply: ThreadReply) {
  if ('outcome' in reply) waiting.resolve(reply.outcome)
  else if ('failure' in reply) waiting.reject(new Error(`search thread: ${reply.failure}`))
  else waiting.reject('late' in reply ? tooSlow() : tooBusy())
}

export function tooBusy(): Saturated {
  return new Saturated({
    message: 'Too many searches are running. Try again shortly.',
    retryAfterSeconds: 1,
  })
}

export function tooSlow(): Saturated {
  return new Saturated({
    message: 'The search took too long. Narrow it, or try again.',
    retryAfterSeconds: 2,
  })
}
