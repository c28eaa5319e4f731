import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { DiskLost } from '../base/durable.ts'
import { entryUrl } from '../base/entry.ts'

/** What the thread is asked: to copy what it can, or to have the log begun anew as well. */
export type Task = 'empty' | 'begin anew'
/** How long the log is, and how much of it is not in the database yet. */
export type LogState = { bytes: number; left: number; failed: boolean }

type Options = {
  file: string
  /** Holds whoever writes; without it the log is never begun anew by force. */
  hold?: (() => Disposable) | undefined
  everyMs?: number
  /** A log of this size is begun anew. */
  anewBytes?: number
}
type Ask = (task: Task) => Promise<LogState>

const worthwhileBytes = 4 * 1024 * 1024
/** Nobody who writes is held for the copying of more than this. */
const shortBytes = 2 * 1024 * 1024
const copiesMax = 8
/** Whoever reads from the log has so long to end. */
const readersMs = 250

/**
 * Has the write-ahead log emptied by a thread, so that no request ever waits for that. It starts
 * when the log is first worth it: many a server never gets there.
 *
 * A log that is empty is begun anew with the next transaction if nobody reads from it at that
 * moment, which under steady reading and writing never comes: it grew to 1.1 GB within half a
 * minute, and each reader looked its pages up in all of it. So from `anewBytes` on whoever writes
 * is held for a moment, with little left to copy, until the readers have gone over to the database.
 *
 * Disposing stops it. A sync that fails is not tried again: it would succeed without what was
 * lost. Thrown where nobody catches it.
 */
export function openCheckpoints(options: Options) {
  const { file, hold, everyMs = 1_000, anewBytes = 64 * 1024 * 1024 } = options
  let thread: ReturnType<typeof startThread> | undefined
  let underWay: Promise<void> | undefined
  let isOver = false
  let anewFromBytes = anewBytes

  const round = async () => {
    // No log yet is nothing to empty.
    const { size } = await stat(`${file}-wal`).catch(() => ({ size: 0 }))
    if (size < worthwhileBytes || isOver) return
    thread ??= startThread(file)
    const { ask } = thread
    const state = await copied(ask)
    if (hold === undefined || state.bytes < anewFromBytes || isOver) return
    const isAnew = state.left <= shortBytes && (await begunAnew(hold, ask))
    // Somebody who reads for long, a backup say, is not asked once a second.
    anewFromBytes = isAnew ? anewBytes : state.bytes * 2
  }
  const copied = async (ask: Ask) => {
    let state = await ask('empty')
    for (let copies = 1; copies < copiesMax && !isOver; copies++) {
      if (state.bytes < anewFromBytes || state.left <= shortBytes) break
      state = await ask('empty')
    }
    return state
  }
  const timer = setInterval(() => {
    underWay ??= round().finally(() => {
      underWay = undefined
    })
  }, everyMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      clearInterval(timer)
      await underWay
      await thread?.stop()
    },
  }
}

async function begunAnew(hold: () => Disposable, ask: Ask): Promise<boolean> {
  using _held = hold()
  const { failed } = await ask('begin anew')
  return !failed
}

function startThread(file: string) {
  const workerData = { file, readersMs }
  const worker = new Worker(entryUrl('checkpoint'), { name: 'checkpoint', workerData })
  worker.unref()
  const ask = async (task: Task): Promise<LogState> => {
    // Somebody may be held meanwhile.
    worker.ref()
    worker.postMessage(task)
    const [state] = (await once(worker, 'message')) as [LogState | 'lost']
    worker.unref()
    if (state === 'lost') throw new DiskLost(file, new Error('it could not be emptied'))
    return state
  }
  const stop = async () => {
    const exited = once(worker, 'exit')
    worker.ref()
    worker.postMessage('stop')
    await exited
  }
  return { ask, stop }
}
