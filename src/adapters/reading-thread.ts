import { Worker } from 'node:worker_threads'
import { entryUrl } from '../base/entry.ts'
import { Saturated } from '../base/errors.ts'
import type { SlowStatement, SlowWatch } from '../base/slow-watch.ts'

export type ReadingWork = { file: string; slowMs: number }
export type ReadingOrder = { no: number; text: string; values: unknown[] }
export type ReadingAnswer =
  | { no: number; rows: unknown[] }
  | { no: number; failure: string }
  | { slow: SlowStatement }

type Waiting = { done: (rows: unknown[]) => void; fail: (error: Error) => void }

/** Who asks beyond these would wait for minutes. */
const waitingMax = 200
const heapMaxMb = 256

/**
 * A thread for reads that may take long. It starts with the first of them, and anew with the next
 * one after it died; it keeps a process alive only while somebody waits.
 */
export function openReadingThread({ file, watch }: { file: string; watch: SlowWatch }) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0

  function started(): Worker {
    const workerData: ReadingWork = { file, slowMs: watch.slowMs }
    const resourceLimits = { maxOldGenerationSizeMb: heapMaxMb }
    const mine = new Worker(entryUrl('reading'), { name: 'reading', workerData, resourceLimits })
    mine.on('message', (answer: ReadingAnswer) => {
      if ('slow' in answer) return watch.onSlow(answer.slow)
      const who = waiting.get(answer.no)
      waiting.delete(answer.no)
      if (waiting.size === 0) mine.unref()
      if ('rows' in answer) who?.done(answer.rows)
      else who?.fail(new Error(answer.failure))
    })
    mine.once('error', (error) => ended(mine, error as Error))
    mine.once('exit', () => ended(mine, new Error('the reading thread ended')))
    return mine
  }

  function ended(mine: Worker, error: Error): void {
    if (worker !== mine) return
    worker = undefined
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
  }

  return {
    ask({ text, values }: { text: string; values: unknown[] }): Promise<unknown[]> {
      if (waiting.size >= waitingMax) {
        const message = 'Too many reports at once. Try again in a moment.'
        throw new Saturated({ message, retryAfterSeconds: 5 })
      }
      worker ??= started()
      const no = ++asked
      const order: ReadingOrder = { no, text, values }
      return new Promise((done, fail) => {
        waiting.set(no, { done, fail })
        worker?.ref()
        worker?.postMessage(order)
      })
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate()
    },
  }
}
