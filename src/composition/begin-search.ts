import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmbeddedEngine } from '../engine/index.ts'

const againMs = 2_000
const lookAgainMs = 250

type Beginning = {
  engine: Pick<EmbeddedEngine, 'start' | 'isEmpty'>
  log: Logger
  status: { ready: boolean }
  isOver(): boolean
}

/**
 * Ready is who answers searches: until then they are started again and again. A house without a
 * passage is ready as it is: the threads, half of what an empty server takes of memory and of its
 * start, begin with the first one, or with who searches before it. Never rejects.
 */
export async function beginSearch({ engine, log, status, isOver }: Beginning): Promise<void> {
  let isStarted = false
  while (!isOver() && !isStarted) {
    try {
      if (engine.isEmpty()) {
        status.ready = true
        await delay(lookAgainMs, undefined, { ref: false })
        continue
      }
      await engine.start()
      isStarted = true
      status.ready = !isOver()
    } catch (error) {
      if (!isOver()) log.warn({ error: String(error) }, 'search does not start')
      await delay(againMs, undefined, { ref: false })
    }
  }
}
