import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getHeapStatistics, type HeapInfo } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/** What a thread of this process holds and did, as V8 and the system count it. */
export type ThreadFigures = {
  /** `main`, or what it was started as. */
  readonly name: string
  /** Of V8, with what is free in it. */
  readonly heapBytes: number
  /** Buffers and the like, as far as V8 knows of them. */
  readonly externalBytes: number
  readonly cpuSeconds: number
}

const running = new Set<Worker>()
const waitMs = 200

process.on('worker', (worker: Worker) => {
  running.add(worker)
  worker.once('exit', () => running.delete(worker))
})

/** How a thread is called that runs this file of src/workers. */
export function threadNameOf(entry: URL): string {
  return basename(entry.pathname).replace(/^worker-|\.(ts|cjs)$/g, '')
}

/**
 * Of all threads but those that do not answer now, because they are about to end; those of one name
 * together.
 */
export async function readThreads(): Promise<ThreadFigures[]> {
  const main = figures('main', getHeapStatistics(), process.threadCpuUsage())
  const others = await Promise.all([...running].map((worker) => inTime(figuresOf(worker))))
  const byName = new Map<string, ThreadFigures>()
  for (const one of [main, ...others]) {
    if (one !== undefined) byName.set(one.name, together(byName.get(one.name), one))
  }
  return [...byName.values()]
}

async function figuresOf(worker: Worker): Promise<ThreadFigures> {
  const asked = [worker.getHeapStatistics(), worker.cpuUsage()] as const
  return figures(worker.threadName || 'other', ...(await Promise.all(asked)))
}

function figures(name: string, heap: HeapInfo, cpu: NodeJS.CpuUsage): ThreadFigures {
  return {
    name,
    heapBytes: heap.total_heap_size,
    externalBytes: heap.external_memory,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }
}

function together(some: ThreadFigures | undefined, more: ThreadFigures): ThreadFigures {
  if (some === undefined) return more
  return {
    name: more.name,
    heapBytes: some.heapBytes + more.heapBytes,
    externalBytes: some.externalBytes + more.externalBytes,
    cpuSeconds: some.cpuSeconds + more.cpuSeconds,
  }
}

async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  try {
    return await Promise.race([asked, delay(waitMs, undefined, late)])
  } catch {
    return undefined
  } finally {
    late.abort()
  }
}
