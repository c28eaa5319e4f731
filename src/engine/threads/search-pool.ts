import { entryUrl } from '../../base/entry.ts'
import type { SlowWatch } from '../../base/slow-watch.ts'
import type { SearchOutcome, SearchPool, SearchTask, Suggestions } from '../port.ts'
import type { HotThread } from './hot-thread.ts'
import { openThreadPool } from './thread-pool.ts'

export type SearchPoolOptions = {
  file: string
  threads: number
  /** From the arrival of a search to its answer, waiting included. */
  timeLimitMs: number
  queueMax?: number
  /** Is told of SQL that takes long. */
  slow?: SlowWatch | undefined
  /** The thread that has the keywords in memory; it is asked first. */
  hot?: Pick<HotThread, 'ask'> | undefined
  /** Another program for the threads, in tests. */
  entry?: URL
}

const queueMaxDefault = 64

/**
 * Threads that search with FTS5, and before them the one that has the keywords in memory. What
 * that one leaves, they answer in the time that is left. Throws Saturated.
 */
export function openSearchPool(options: SearchPoolOptions): SearchPool & AsyncDisposable {
  const { file, threads, timeLimitMs, hot, slow } = options
  const { queueMax = queueMaxDefault, entry = entryUrl('search') } = options
  const pool = openThreadPool({ file, threads, queueMax, entry, slow })

  async function ask(task: SearchTask): Promise<unknown> {
    const endMs = performance.now() + timeLimitMs
    const reply = await hot?.ask(task, timeLimitMs)
    if (reply && 'outcome' in reply) return reply.outcome
    if (reply && 'failure' in reply) throw new Error(`search thread: ${reply.failure}`)
    return pool.carryOut(task, endMs)
  }

  return {
    search: (job) => ask({ kind: 'search', job }) as Promise<SearchOutcome>,
    suggest: (job) => ask({ kind: 'suggest', job }) as Promise<Suggestions>,
    async warm() {
      const endMs = performance.now() + timeLimitMs
      await pool.carryOut({ kind: 'warm' }, endMs).catch(() => {})
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
