import { Worker } from 'node:worker_threads'
import { type DetectLanguages, ExtractInterrupted } from '../../domain/ingest/ports.ts'

export type LanguageThread = AsyncDisposable & { detect: DetectLanguages }

const idleDefaultMs = 60_000
/** The statistics take 100 MB of it. */
const heapMaxMb = 512

type Detected = { id: number; languages: string[] }
type Waiting = { resolve(languages: string[]): void; reject(error: Error): void }

/**
 * Detects languages in a thread, which is there while it is needed and gives its memory back
 * afterwards. A detection whose thread dies is worth another try.
 */
export function openLanguageThread(options: { entry: URL; idleMs?: number }): LanguageThread {
  const { entry, idleMs = idleDefaultMs } = options
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let closed = false

  function started(): Worker {
    if (worker) return worker
    const resourceLimits = { maxOldGenerationSizeMb: heapMaxMb }
    const mine = new Worker(entry, { name: 'language', resourceLimits })
    const gone = () => {
      if (worker === mine) void leave()
    }
    mine.on('message', settle).on('error', gone).on('exit', gone)
    worker = mine
    return mine
  }

  function settle({ id, languages }: Detected) {
    waiting.get(id)?.resolve(languages)
    waiting.delete(id)
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(() => void leave(), idleMs).unref()
  }

  /** Forgets the thread; whoever waited for it is told. */
  function leave(): Promise<unknown> | undefined {
    const ended = worker?.terminate()
    worker = undefined
    clearTimeout(idle)
    for (const { reject } of waiting.values()) {
      reject(new ExtractInterrupted('the language thread ended'))
    }
    waiting.clear()
    return ended
  }

  return {
    detect(texts) {
      if (closed) return Promise.reject(new ExtractInterrupted('the server stops'))
      if (texts.length === 0) return Promise.resolve([])
      clearTimeout(idle)
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        const thread = started()
        thread.ref()
        thread.postMessage({ id, texts })
      })
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await leave()
    },
  }
}
