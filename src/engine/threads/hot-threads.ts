import { type HotOptions, openHotThread } from './hot-thread.ts'
import type { ThreadReply } from './search-thread.ts'
import type { SearchTask } from './tasks.ts'

type Options = HotOptions & {
  /** At most. */
  copies: number
}

/** Whoever comes would wait for others: then one more thread is worth its memory. */
const waitingWorth = 2

/**
 * Threads that each keep all the keywords in memory, as many as are asked for and fit: heaps are
 * not shared, so the budget is divided. The first may take all of it, the second begins only where
 * two fit, and gives up by itself when they do not any more; and so on. Each follows the database
 * by itself before it answers, so what was taken away counts in all of them at once.
 */
export function openHotThreads(options: Options) {
  const { memoryMb, copies } = options
  const threads = [openHotThread(options)]

  /** Nobody is told of the others: they come and go, and the first answers all the same. */
  function startOneMore(): void {
    const [first] = threads
    const state = first?.state()
    const share = Math.floor(memoryMb / (threads.length + 1))
    if (threads.length >= copies || state?.name !== 'ready' || state.sizeMb > share) return
    threads.push(openHotThread({ ...options, memoryMb: share, onState: () => undefined }))
  }

  return {
    count: () => threads.filter((one) => one.state().name === 'ready').length,
    async ask(task: SearchTask, budgetMs: number): Promise<ThreadReply | undefined> {
      const ready = threads.filter((one) => one.state().name === 'ready')
      const free = ready.sort((a, b) => a.waiting() - b.waiting())[0] ?? threads[0]
      if (free && free.waiting() >= waitingWorth) startOneMore()
      return free?.ask(task, budgetMs)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((one) => one[Symbol.asyncDispose]()))
    },
  }
}
