import { entryUrl } from '../base/entry.ts'
import type { SearchTask } from '../domain/search/ports.ts'
import { openSearchThread, type ThreadReply } from './search-thread.ts'

/**
 * What the thread is at: filling its memory, answering, given up because the passages need more
 * than it may take, or dead. In every state but `ready` FTS5 answers.
 */
export type HotState =
  | { name: 'filling'; passages: number }
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
}

export type HotOptions = {
  file: string
  memoryMb: number
  onState?: (state: HotState) => void
  entry?: URL
}

/** More tasks than this at once are for the threads of the pool. */
const waitingMax = 16
/** A task of one that is in memory takes a few milliseconds; the others are cut off after this. */
const answerMaxMs = 150
/** When it does not even notice that, nobody else waits for it. */
const noticeMs = 100
/** Joining its lists, or a machine that stood still, can take seconds. */
const hungMs = 60_000
/** The lists are the budget; reading, sorting and joining them takes as much again for a moment. */
const heapFactor = 2
const heapBaseMb = 64

/** Starts the one thread that keeps the keywords in memory. Its death is not an error. */
export function openHotThread(options: HotOptions): HotThread {
  const { file, memoryMb, onState, entry = entryUrl('hot') } = options
  let state: HotState = { name: 'filling', passages: 0 }
  let waiting = 0
  /** A task was not answered in time; until one is, the thread is left alone. */
  let stuck = false
  let closed = false

  function enter(next: HotState) {
    state = next
    if (!closed) onState?.(next)
  }

  const thread = openSearchThread({
    entry,
    workerData: { file, memoryMb },
    heapMaxMb: memoryMb * heapFactor + heapBaseMb,
    onNotice: (notice) => enter(notice as HotState),
    onDeath(reason) {
      if (state.name === 'over budget') return
      enter({ name: 'dead', reason: reason?.message ?? 'closed' })
    },
  })

  async function carryOut(task: SearchTask, limitMs: number): Promise<ThreadReply> {
    waiting += 1
    const hung = setTimeout(() => void thread.close(), hungMs)
    const reply = await thread.ask(task, limitMs)
    clearTimeout(hung)
    waiting -= 1
    stuck = false
    return reply
  }

  /** What it replied, or nothing when it does not reply in time. */
  function repliedSoon(task: SearchTask, limitMs: number): Promise<ThreadReply | undefined> {
    const { promise, resolve } = Promise.withResolvers<ThreadReply | undefined>()
    const silence = setTimeout(() => {
      stuck = true
      resolve(undefined)
    }, limitMs + noticeMs)
    void carryOut(task, limitMs).then((reply) => {
      clearTimeout(silence)
      resolve(reply)
    })
    return promise
  }

  return {
    async ask(task, budgetMs) {
      if (state.name !== 'ready' || waiting >= waitingMax || stuck) return undefined
      const reply = await repliedSoon(task, Math.min(budgetMs, answerMaxMs))
      return reply && ('outcome' in reply || 'failure' in reply) ? reply : undefined
    },
    state: () => state,
    async [Symbol.asyncDispose]() {
      closed = true
      await thread.close()
    },
  }
}
