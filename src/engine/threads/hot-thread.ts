import { entryUrl } from '../../base/entry.ts'
import type { SlowStatement, SlowWatch } from '../../base/slow-watch.ts'
import { openBackoff } from './restart-backoff.ts'
import {
  openSearchThread,
  type SearchThread,
  type ThreadOptions,
  type ThreadReply,
} from './search-thread.ts'
import type { SearchTask } from './tasks.ts'

/**
 * What the thread is at: filling its memory, answering, given up because the passages need more
 * than it may take, or dead. In every state but `ready` FTS5 answers. After the last two it is
 * started again, later each time.
 */
export type HotState =
  | { name: 'filling' }
  | { name: 'ready'; passages: number; sizeMb: number; ms: number }
  | { name: 'over budget'; passages: number; sizeMb: number }
  | { name: 'dead'; reason: string }

export type HotThread = AsyncDisposable & {
  /**
   * Never rejects; undefined when it cannot answer, or not soon. That says nothing about the task:
   * others have more time for it, and nobody waits long behind one that takes long.
   */
  ask(task: SearchTask, budgetMs: number): Promise<ThreadReply | undefined>
  state(): HotState
  /** How many tasks it has; no end of them where it does not answer. */
  waiting(): number
}

export type HotOptions = {
  file: string
  memoryMb: number
  onState?: (state: HotState) => void
  /** Is told of SQL that takes long. */
  slow?: SlowWatch | undefined
  entry?: URL
  /** How long to wait before each start after the first, while none lasts. */
  restartDelaysMs?: readonly number[]
  limits?: Partial<HotLimits>
}

export type HotLimits = {
  /** A task that is in memory takes a few milliseconds; others are cut off after this. */
  answerMaxMs: number
  /** When it does not even notice that, nobody else waits for it. */
  noticeMs: number
  /** So often it looks for what is new without being asked; more often while something is. */
  lookAgainMs: number
}

/** What the thread is started with. */
export type HotData = {
  readonly file: string
  readonly memoryMb: number
  /** So many passages were too many the last time; 0: nothing is known. */
  readonly tooMany: number
  readonly lookAgainMs: number
  readonly slowMs: number
}

type Notice = HotState | { slow: SlowStatement }

/** More tasks than this at once are for the threads of the pool. */
const waitingMax = 16
const usual: HotLimits = { answerMaxMs: 150, noticeMs: 100, lookAgainMs: 250 }
/** Joining its lists, or a machine that stood still, can take seconds. */
const hungMs = 60_000
/** The lists are the budget; reading, sorting and joining them takes as much again for a moment. */
const heapFactor = 2
const heapBaseMb = 64
/** A thread that was ready for so long was sound: the next delay is the first again. */
const soundMs = 60_000
const delaysMs = [1_000, 10_000, 60_000, 600_000]

/** Starts a thread that keeps the keywords in memory. Its end is not an error. */
export function openHotThread(options: HotOptions): HotThread {
  const { onState, restartDelaysMs = delaysMs } = options
  const { answerMaxMs, noticeMs, lookAgainMs } = { ...usual, ...options.limits }
  let state: HotState = { name: 'filling' }
  let readySinceMs = Number.POSITIVE_INFINITY
  let waiting = 0
  /** A task was not answered in time; until one is, the thread is left alone. */
  let stuck = false
  let closed = false
  const brake = openBackoff(() => {
    thread = start()
  }, restartDelaysMs)
  let thread = start()

  function enter(next: HotState) {
    if (state.name === next.name) return
    state = next
    readySinceMs = next.name === 'ready' ? performance.now() : Number.POSITIVE_INFINITY
    if (!closed) onState?.(next)
  }

  function start(): SearchThread {
    stuck = false
    return startThread(options, {
      tooMany: state.name === 'over budget' ? state.passages : 0,
      lookAgainMs,
      onNotice: hearing(options.slow, enter),
      onDeath(reason) {
        if (performance.now() - readySinceMs > soundMs) brake.noteLife()
        if (state.name !== 'over budget') enter(deadOf(reason))
        brake.noteDeath()
      },
    })
  }

  async function replyTo(task: SearchTask, limitMs: number): Promise<ThreadReply> {
    const asked = thread
    waiting += 1
    const reply = await askOrClose(asked, task, limitMs)
    waiting -= 1
    if (asked === thread) stuck = false
    return reply
  }

  /** What it replied, or nothing when it does not reply in time. */
  function repliedSoon(task: SearchTask, limitMs: number): Promise<ThreadReply | undefined> {
    const { promise, resolve } = Promise.withResolvers<ThreadReply | undefined>()
    const silence = setTimeout(() => {
      stuck = true
      resolve(undefined)
    }, limitMs + noticeMs)
    void replyTo(task, limitMs).then((reply) => {
      clearTimeout(silence)
      resolve(reply)
    })
    return promise
  }

  return {
    async ask(task, budgetMs) {
      if (state.name !== 'ready' || waiting >= waitingMax || stuck) return undefined
      return answerIn(await repliedSoon(task, Math.min(budgetMs, answerMaxMs)))
    },
    state: () => state,
    waiting: () => (stuck ? Number.POSITIVE_INFINITY : waiting),
    async [Symbol.asyncDispose]() {
      closed = true
      brake.pull()
      await thread.close()
    },
  }
}

/** What the thread says of itself, or of SQL that took long. */
function hearing(slow: SlowWatch | undefined, enter: (state: HotState) => void) {
  return (said: unknown) => {
    const notice = said as Notice
    if ('slow' in notice) slow?.onSlow(notice.slow)
    else enter(notice)
  }
}

function answerIn(reply: ThreadReply | undefined): ThreadReply | undefined {
  return reply && ('outcome' in reply || 'failure' in reply) ? reply : undefined
}

function deadOf(reason: Error | undefined): HotState {
  return { name: 'dead', reason: reason?.message ?? 'closed' }
}

/** A thread that is silent for so long is not waited for: closing it is its death. */
async function askOrClose(thread: SearchThread, task: SearchTask, limitMs: number) {
  const hung = setTimeout(() => void thread.close(), hungMs)
  const reply = await thread.ask(task, limitMs)
  clearTimeout(hung)
  return reply
}

type Fate = Pick<ThreadOptions, 'onNotice' | 'onDeath'> & Pick<HotData, 'tooMany' | 'lookAgainMs'>

function startThread(options: HotOptions, { tooMany, lookAgainMs, ...fate }: Fate): SearchThread {
  const { file, memoryMb, entry = entryUrl('hot') } = options
  const slowMs = options.slow?.slowMs ?? 0
  const workerData: HotData = { file, memoryMb, tooMany, lookAgainMs, slowMs }
  const heapMaxMb = memoryMb * heapFactor + heapBaseMb
  return openSearchThread({ entry, workerData, heapMaxMb, ...fate })
}
