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
  /** Never rejects; undefined when it cannot answer, which does not say anything about the task. */
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
const graceMs = 1_000
/** The lists are the budget; reading, sorting and joining them takes as much again for a moment. */
const heapFactor = 2
const heapBaseMb = 64

/** Starts the one thread that keeps the keywords in memory. Its death is not an error. */
export function openHotThread(options: HotOptions): HotThread {
  const { file, memoryMb, onState, entry = entryUrl('hot') } = options
  let state: HotState = { name: 'filling', passages: 0 }
  let waiting = 0
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

  return {
    async ask(task, budgetMs) {
      if (state.name !== 'ready' || waiting >= waitingMax) return undefined
      waiting += 1
      const hung = setTimeout(() => void thread.close(), budgetMs + graceMs)
      const reply = await thread.ask(task, budgetMs)
      clearTimeout(hung)
      waiting -= 1
      return 'gone' in reply || 'declined' in reply ? undefined : reply
    },
    state: () => state,
    async [Symbol.asyncDispose]() {
      closed = true
      await thread.close()
    },
  }
}
