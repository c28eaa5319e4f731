import { setTimeout as delay } from 'node:timers/promises'
import { turnGraceMs, turnPatienceMs, turnsAtOnceMax } from './limits.ts'

export type FolderTurns = ReturnType<typeof openFolderTurns>

/** One turn of each import and watch at a time; some that hang keep no other from its own. */
export function openFolderTurns({ patienceMs = turnPatienceMs, graceMs = turnGraceMs } = {}) {
  const underWay = new Map<string, Promise<void>>()
  return {
    isUnderWay: (id: string) => underWay.has(id),

    /** Does it, or leaves it to itself when it takes too long. Throws what it does until then. */
    async take(id: string, work: () => Promise<void>, ending: AbortSignal): Promise<void> {
      if (underWay.has(id)) return
      const done = work().finally(() => underWay.delete(id))
      underWay.set(id, done)
      await within(done, patienceMs, ending)
      if (underWay.size < turnsAtOnceMax || ending.aborted) return
      await within(Promise.race(underWay.values()), Number.POSITIVE_INFINITY, ending)
    },

    /** All that were left to themselves; while the server ends, not for long. */
    async ended(isStopping: boolean): Promise<void> {
      const all = Promise.allSettled(underWay.values()).then(() => undefined)
      await (isStopping ? within(all, graceMs) : all)
    },
  }
}

/** Not longer than that, nor than until the server ends. */
async function within(work: Promise<void>, ms: number, ending?: AbortSignal): Promise<void> {
  // What goes wrong later is found anew by the next turn.
  work.catch(() => {})
  const over = new AbortController()
  const signal = ending ? AbortSignal.any([over.signal, ending]) : over.signal
  const longest = Math.min(ms, 2 ** 31 - 1)
  const late = delay(longest, undefined, { signal }).catch(() => undefined)
  await Promise.race([work, late]).finally(() => over.abort())
}
