import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

const againMs = 2_000
const lookAgainMs = 250

type Beginning = {
  startSearch(): Promise<void>
  /** Whether nothing is there yet that could be found. */
  isEmpty(): boolean
  log: Logger
  status: { ready: boolean }
  isOver(): boolean
}

/**
 * Ready is who answers searches: until then they are started again and again. A house without a
 * passage is ready as it is: the threads, half of what an empty server takes of memory and of its
 * start, begin with the first one, or with who searches before it. Never rejects.
 */
export async function beginSearch(beginning: Beginning): Promise<void> {
  const { startSearch, isEmpty, log, status, isOver } = beginning
  let isStarted = false
  status.ready = isEmpty()
  while (!isOver() && isEmpty()) await delay(lookAgainMs, undefined, { ref: false })
  while (!isOver() && !isStarted) {
    try {
      await startSearch()
      isStarted = true
      status.ready = !isOver()
    } catch (error) {
      if (!isOver()) log.warn({ error: String(error) }, 'search does not start')
      await delay(againMs, undefined, { ref: false })
    }
  }
}
