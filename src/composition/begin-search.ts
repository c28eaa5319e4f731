import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

const againMs = 2_000

type Beginning = {
  startSearch(): Promise<void>
  log: Logger
  status: { ready: boolean }
  isOver(): boolean
}

/** Ready is who answers searches: until then they are started again and again. Never rejects. */
export async function beginSearch({ startSearch, log, status, isOver }: Beginning): Promise<void> {
  while (!isOver() && !status.ready) {
    try {
      await startSearch()
      status.ready = !isOver()
    } catch (error) {
      if (!isOver()) log.warn({ error: String(error) }, 'search does not start')
      await delay(againMs, undefined, { ref: false })
    }
  }
}
