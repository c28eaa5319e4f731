import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import { hostHeapMaxMb, hostIdleMs } from '../limits.ts'
import type { HostCall, HostNews, StartCall } from './host-protocol.ts'
import type { ChildEnd } from './run-child.ts'

/** A child as the serving thread knows it. */
export type RemoteChild = {
  /** One at a time; undefined when nothing more comes. */
  next(): Promise<Buffer | undefined>
  extend(ms: number): void
  kill(): void
  ended: Promise<ChildEnd>
  /** Kills it, and settles when it is gone. */
  forget(): Promise<void>
  /** Instead: it may go on with another file of its owner. */
  rest(): void
  /** Whether it read another one before; known when it says something, or ended. */
  isReused(): boolean
}

type Open = {
  pid: number | undefined
  isReused: boolean
  take: ((piece: Buffer | undefined) => void) | undefined
  end(end: ChildEnd): void
}

export type ChildThread = { start(call: StartCall): RemoteChild }

let current: ChildThread | undefined

/** One for the whole process: started with the first file, gone a minute after the last. */
export function childThread(): ChildThread {
  current ??= openThread(() => {
    current = undefined
  })
  return current
}

type Words = HostCall extends infer C ? (C extends HostCall ? Omit<C, 'id'> : never) : never

function openThread(left: () => void): ChildThread {
  const resourceLimits = { maxOldGenerationSizeMb: hostHeapMaxMb, maxYoungGenerationSizeMb: 4 }
  const worker = new Worker(entryUrl('child-host'), { name: 'child-host', resourceLimits })
  const open = new Map<number, Open>()
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  let isOver = false

  worker.unref()
  worker.on('message', (news: HostNews) => hear(news))
  worker.on('error', (error) => leave(String(error)))
  worker.on('exit', () => leave('it left'))

  function say(id: number, words: Words) {
    worker.postMessage({ id, ...words })
  }
  function hear(news: HostNews) {
    const child = open.get(news.id)
    if (!child) return
    if (news.news === 'started') Object.assign(child, { pid: news.pid, isReused: news.isReused })
    else if (news.news === 'piece') child.take?.(news.piece && bufferOf(news.piece))
    else child.end(news.end)
  }
  function forget(id: number) {
    open.delete(id)
    if (open.size > 0 || isOver) return
    worker.unref()
    idle = setTimeout(() => leave('it was idle'), hostIdleMs).unref()
  }
  /** Idle, or dead: then its children have lost whoever watched them. */
  function leave(reason: string) {
    if (isOver) return
    isOver = true
    left()
    clearTimeout(idle)
    for (const { pid, take, end } of open.values()) {
      killNow(pid)
      take?.(undefined)
      end({ verdict: undefined, exit: `the thread that watches it is gone: ${reason}` })
    }
    open.clear()
    void worker.terminate()
  }

  return {
    start(call) {
      clearTimeout(idle)
      const id = ++lastId
      const { promise: ended, resolve: end } = Promise.withResolvers<ChildEnd>()
      const child: Open = { pid: undefined, isReused: false, take: undefined, end }
      open.set(id, child)
      worker.ref()
      say(id, { call: 'start', start: call })
      return remote({
        child,
        ended,
        isOpen: () => open.has(id),
        forget: () => forget(id),
        say: (words) => say(id, words),
      })
    },
  }
}

function remote(of: {
  child: Open
  ended: Promise<ChildEnd>
  isOpen(): boolean
  forget(): void
  say(words: Words): void
}): RemoteChild {
  const { child, ended, say } = of
  return {
    ended,
    next() {
      if (!of.isOpen()) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
      child.take = resolve
      say({ call: 'next' })
      return promise
    },
    extend: (ms) => say({ call: 'extend', ms }),
    kill: () => say({ call: 'kill' }),
    async forget() {
      say({ call: 'forget' })
      await ended
      of.forget()
    },
    rest() {
      say({ call: 'rest' })
      of.forget()
    },
    isReused: () => child.isReused,
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function killNow(pid: number | undefined) {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}
