import type { SlowWatch } from '../../base/slow-watch.ts'
import type { SearchPool } from '../port.ts'
import { type HotState, type HotThread, openHotThread } from './hot-thread.ts'
import { openSearchPool } from './search-pool.ts'

export type SearchEngines = SearchPool &
  AsyncDisposable & {
    /** Starts the threads and fills the memory; searches are answered before that, too. */
    start(): Promise<void>
  }

type Options = {
  file: string
  threads: number
  timeLimitMs: number
  slow?: SlowWatch
  /** For the keywords in memory; 0: none. */
  memoryMb: number
  onState(state: HotState): void
}

/**
 * FTS5 in a pool of threads, and beside it one thread that has the keywords in memory and is
 * asked first. It is started late: a command that searches nothing needs neither.
 */
export function openSearchEngines({ memoryMb, onState, ...options }: Options): SearchEngines {
  let hot: HotThread | undefined
  let closed = false
  const pool = openSearchPool({
    ...options,
    hot: { ask: async (task, budgetMs) => hot?.ask(task, budgetMs) },
  })
  return {
    search: pool.search,
    suggest: pool.suggest,
    warm: pool.warm,
    async start() {
      // First the threads that answer, so that they need not share the processor with it.
      await pool.warm()
      if (memoryMb > 0 && !closed) {
        const { file, slow } = options
        hot ??= openHotThread({ file, slow, memoryMb, onState })
      }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await hot?.[Symbol.asyncDispose]()
      await pool[Symbol.asyncDispose]()
    },
  }
}
