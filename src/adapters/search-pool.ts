import { entryUrl } from '../base/entry.ts'
import { Saturated } from '../base/errors.ts'
import type { SearchJob, SearchOutcome, SearchPool } from '../domain/search/ports.ts'
import { openSearchThread, type SearchThread, type ThreadReply } from './search-thread.ts'

export type SearchPoolOptions = {
  /** The database file, read by each thread on a connection of its own. */
  file: string
  threads: number
  /** From the arrival of a search to its answer, waiting included. */
  timeLimitMs: number
  /** More searches than this do not wait, they are refused. */
  queueMax?: number
  /** Another program for the threads, in tests. */
  entry?: URL
}

const queueMaxDefault = 64
/** A thread that is so late after the time limit is given up: nothing can interrupt it. */
const graceMs = 1_000
/** After a thread died; longer while they go on dying, so that a broken one is no busy loop. */
const restartDelaysMs = [0, 100, 1_000, 5_000] as const

type Waiting = {
  readonly job: SearchJob
  readonly endMs: number
  resolve(outcome: SearchOutcome): void
  reject(error: Error): void
}

/**
 * A few threads that search, and a short queue before them. Threads are started when there is work
 * for them, and replaced when they die or hang. Throws Saturated when the queue is full, when a
 * search has not ended at its time limit, and when its thread died under it.
 */
export function openSearchPool(options: SearchPoolOptions): SearchPool & AsyncDisposable {
  const { file, timeLimitMs, queueMax = queueMaxDefault, entry = entryUrl('search') } = options
  const threads = new Map<SearchThread, 'idle' | 'busy'>()
  const queue: Waiting[] = []
  const brake = openBrake(dispatch)

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
    const thread = openSearchThread({ file, entry })
    threads.set(thread, 'idle')
    return thread
  }

  async function serve(thread: SearchThread, waiting: Waiting) {
    const budgetMs = waiting.endMs - performance.now()
    const hung = setTimeout(() => void thread.close(), Math.max(0, budgetMs) + graceMs)
    const reply = await thread.ask(waiting.job, budgetMs)
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
    const place = queue.indexOf(waiting)
    if (place >= 0) queue.splice(place, 1)
    waiting.reject(place >= 0 ? tooBusy() : tooSlow())
  }

  return {
    async search(job) {
      if (queue.length >= queueMax) throw tooBusy()
      const { promise, resolve, reject } = Promise.withResolvers<SearchOutcome>()
      const waiting = { job, endMs: performance.now() + timeLimitMs, resolve, reject }
      const timer = setTimeout(() => expire(waiting), timeLimitMs)
      queue.push(waiting)
      dispatch()
      return promise.finally(() => clearTimeout(timer))
    },
    async [Symbol.asyncDispose]() {
      for (const waiting of queue.splice(0)) waiting.reject(tooBusy())
      const open = [...threads.keys()]
      threads.clear()
      brake.pull()
      await Promise.all(open.map((thread) => thread.close()))
    },
  }
}

/** Keeps threads that die at once from being started without end. */
function openBrake(onRelease: () => void) {
  let deathsInARow = 0
  let on = false
  let forGood = false
  return {
    isOn: () => on || forGood,
    pull() {
      forGood = true
    },
    noteLife() {
      deathsInARow = 0
    },
    noteDeath() {
      const delayMs = restartDelaysMs[Math.min(deathsInARow, restartDelaysMs.length - 1)] ?? 0
      deathsInARow += 1
      on = true
      setTimeout(() => {
        on = false
        onRelease()
      }, delayMs).unref()
    },
  }
}

function settle(waiting: Waiting, reply: ThreadReply) {
  if ('outcome' in reply) waiting.resolve(reply.outcome)
  else if ('failure' in reply) waiting.reject(new Error(`search thread: ${reply.failure}`))
  else waiting.reject('late' in reply ? tooSlow() : tooBusy())
}

function tooBusy(): Saturated {
  return new Saturated({
    message: 'Too many searches are running. Try again shortly.',
    retryAfterSeconds: 1,
  })
}

function tooSlow(): Saturated {
  return new Saturated({
    message: 'The search took too long. Narrow it, or try again.',
    retryAfterSeconds: 2,
  })
}
