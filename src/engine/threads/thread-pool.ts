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
/** Its start reads the columns of all passages: that takes as long as there are many. */
const startMaxMs = 10 * 60_000
/** The columns of the passages lie outside of it. */
const heapMaxMb = 1_024

type Waiting = {
  readonly task: SearchTask
  readonly endMs: number
  resolve(outcome: unknown): void
  reject(error: Error): void
}

type Asked = { task: SearchTask; budgetMs: number }

/**
 * A few threads, and a short queue before them. Threads are started when there is work for them,
 * get some when they are warm, and are replaced when they die or hang.
 */
export function openThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { file, queueMax, entry } = options
  const threads = new Map<SearchThread, 'starting' | 'idle' | 'busy'>()
  const queue: Waiting[] = []
  const brake = openBackoff(dispatch)
  let isClosed = false

  function dispatch() {
    for (let thread = idleThread(); thread && queue.length > 0; thread = idleThread()) {
      void serve(thread, queue.shift() as Waiting)
    }
    while (starting() < queue.length && threads.size < options.threads && !brake.isOn())
      void begin()
  }

  const starting = () => [...threads.values()].filter((state) => state === 'starting').length
  const idleThread = () => [...threads].find(([, state]) => state === 'idle')?.[0]

  /** Whoever waits is served by the thread that is free first, this one or another. */
  async function begin() {
    const thread = openSearchThread({ entry, heapMaxMb, ...watched(file, options.slow) })
    threads.set(thread, 'starting')
    await replyOf(thread, { task: { kind: 'warm' }, budgetMs: startMaxMs })
    release(thread)
  }

  async function serve(thread: SearchThread, waiting: Waiting) {
    threads.set(thread, 'busy')
    const budgetMs = Math.max(0, waiting.endMs - performance.now())
    settle(waiting, await replyOf(thread, { task: waiting.task, budgetMs }))
    release(thread)
  }

  function release(thread: SearchThread) {
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
    waiting.reject(position < 0 ? tooSlow() : threads.size > starting() ? tooBusy() : tooEarly())
  }

  return {
    async run(task, endMs) {
      if (isClosed || queue.length >= queueMax + starting()) throw tooBusy()
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

/** A thread that hangs is closed: then it is gone. */
async function replyOf(thread: SearchThread, { task, budgetMs }: Asked): Promise<ThreadReply> {
  const hung = setTimeout(() => void thread.close(), budgetMs + graceMs)
  const reply = await thread.ask(task, budgetMs)
  clearTimeout(hung)
  return reply
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

function tooEarly(): Saturated {
  return new Saturated({
    message: 'The search is starting. Try again shortly.',
    retryAfterSeconds: 2,
  })
}

export function tooSlow(): Saturated {
  return new Saturated({
    message: 'The search took too long. Narrow it, or try again.',
    retryAfterSeconds: 2,
  })
}
