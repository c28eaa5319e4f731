import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { childCommand } from '../../base/entry.ts'
import type { FailureCode } from '../../domain/ingest/ports.ts'
import type { FormatName } from '../formats/format.ts'
import {
  busyFactor,
  type ExtractLimits,
  heapMaxMb,
  restingBytesMax,
  watchEveryMs,
} from '../limits.ts'
import { blobFd, type ChildJob, jobFd, linesFd, outFd, preloadWord } from './child-protocol.ts'
import { innerProcess, lineFrom } from './inner-process.ts'
import { lowerPriority } from './low-priority.ts'
import { spawnConfined, type Wall } from './outer-wall.ts'
import type { Reaper } from './reaper.ts'
import { residentBytes } from './resident-bytes.ts'

/** How a child is started, in words that one thread can say to another. */
export type ChildSetup = {
  program: string
  readable: readonly string[]
  codeCache: string | undefined
  fd: number | undefined
  outFd: number | undefined
  /** A reader that it loads before it asks for its job. */
  preload: FormatName | undefined
  /** It gets no file, and fills the folder of compiled code. */
  keepsCode: boolean
  /** Whether it starts behind the wall of the kernel, where there is one. */
  walled: boolean
  /** Less than the usual heap. */
  heapMb?: number | undefined
}

/** What is the same for every file; a reader that is loaded in vain only costs time. */
export function keyOf({ program, readable, codeCache, walled, heapMb }: ChildSetup): string {
  return JSON.stringify([program, readable, codeCache, walled, heapMb])
}

/** A limit that it broke, and how it ended: `exit 1`, `SIGKILL` or why it could not be started. */
export type ChildEnd = { verdict: FailureCode | undefined; exit: string }

export type RunningChild = {
  pid: number | undefined
  /**
   * Gives it a job, with the bytes of the file when it has no descriptor of it: the only one,
   * unless it `stays`.
   */
  begin(work: Work): void
  /** What it wrote, undefined at the end. The limit of time runs only while somebody waits here. */
  next(): Promise<Buffer | undefined>
  /** More time, for work that is known to take long. */
  extend(ms: number): void
  kill(): void
  ended: Promise<ChildEnd>
  /** How many files it was given. */
  files(): number
  /** Whether it can be given another one: it did not change, and has nothing more to say. */
  rest(): Promise<boolean>
}

type Work = {
  job: ChildJob
  blob: Buffer | undefined
  limits: ExtractLimits
  stays: boolean
}

export type Around = { reaper: Reaper; wall: Wall | undefined }

/** Starts a child that waits for its job; whatever becomes of us, it is killed. */
export function runChild(setup: ChildSetup, around: Around): RunningChild {
  const { reaper } = around
  const wall = setup.walled ? around.wall : undefined
  const child = spawnChild(setup, wall)
  const { pid } = child
  // Before it has a job: from then on it may be busy for ever.
  if (pid !== undefined) {
    reaper.note(pid)
    lowerPriority(pid)
  }
  const pipes = child.stdio as unknown as (Readable & Writable)[]
  const lines = (pipes[linesFd] as Readable)[Symbol.asyncIterator]()
  let watch: Watch | undefined
  let files = 0
  let openAtFirst: number | undefined
  // A child that is gone already shows itself by its exit.
  const pipe = (pipes[jobFd] as Writable).on('error', () => {})
  const end = async (): Promise<ChildEnd> => {
    const exit = await exitOf(child)
    watch?.stop()
    if (pid !== undefined) reaper.forget(pid)
    return { exit, verdict: watch?.verdict() ?? (isOutOfHeap(exit) ? 'memory' : undefined) }
  }
  const next = async (): Promise<Buffer | undefined> => {
    watch?.wait(true)
    const { value } = await lines.next().catch(() => ({ value: undefined }))
    watch?.wait(false)
    return value
  }
  return {
    pid,
    begin({ job, blob, limits, stays }) {
      watch?.stop()
      watch = watchChild(child, { limits, isWalled: wall !== undefined })
      // Again: a thread that came between its start and the first time has the common one.
      if (files === 0) for (const id of lineFrom(pid)) lowerPriority(id)
      files++
      // Behind the wall it ends with its parent, whom it knows by another number.
      const parent = wall === undefined ? { watchParent: !reaper.isThere() } : { parentPid: 1 }
      const said = { ...job, stays, blobBytes: blob?.length, ...parent }
      pipe.write(`${JSON.stringify(said)}\n`)
      if (blob) pipe.write(blob)
      if (!stays) pipe.end()
    },
    next,
    files: () => files,
    async rest() {
      pipe.write(restLine)
      // Its memory is watched until it has the next one, or is gone.
      const said = await next()
      const inner = innerProcess(pid)
      const open = openFiles(inner)
      openAtFirst ??= open
      return (
        said?.toString() === restedLine &&
        open <= openAtFirst &&
        residentBytes(inner) <= restingBytesMax
      )
    },
    extend: (ms) => watch?.extend(ms),
    kill: () => void child.kill('SIGKILL'),
    ended: end(),
  }
}

const restLine = `${JSON.stringify({ task: 'rest' })}\n`
const restedLine = `${JSON.stringify({ rested: true })}\n`

/** As far as the system tells. */
function openFiles(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

function spawnChild(setup: ChildSetup, wall: Wall | undefined): ChildProcess {
  const { program, readable, codeCache, fd, preload, heapMb = heapMaxMb } = setup
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore']
  stdio[jobFd] = 'pipe'
  stdio[blobFd] = fd ?? 'ignore'
  stdio[linesFd] = 'pipe'
  if (setup.outFd !== undefined) stdio[outFd] = setup.outFd
  const folders = codeCache === undefined ? readable : [...readable, codeCache]
  const flags = [
    '--permission',
    // For the threads of the engine for pictures; confine.ts takes it away before the file is read.
    '--allow-worker',
    ...folders.map((path) => `--allow-fs-read=${path}`),
    // Given up again before the file is looked at: see confine.ts.
    ...(codeCache === undefined ? [] : [`--allow-fs-write=${codeCache}`]),
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${heapMb}`,
  ]
  const rest = preload === undefined ? [] : [preloadWord + preload]
  const command = childCommand({ program, flags, rest })
  const cache = codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache }
  const env = { ...command.env, ...cache }
  if (wall === undefined) return spawn(process.execPath, command.args, { cwd: '/', env, stdio })
  const kept = codeCache === undefined || !setup.keepsCode ? [] : [codeCache]
  const shown = { readable: folders, writable: kept, fills: setup.outFd !== undefined }
  return spawnConfined(wall, { file: process.execPath, args: command.args, env, shown }, stdio)
}

async function exitOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    return signal ?? `exit ${code}`
  } catch (error) {
    return (error as Error).message
  }
}

/** V8 aborts the process when its own heap limit is reached. */
function isOutOfHeap(exit: string): boolean {
  return ['SIGABRT', 'SIGTRAP', 'exit 133', 'exit 134'].includes(exit)
}

type Watch = ReturnType<typeof watchChild>

/** It looks twenty times a second: only at what can make a difference then. */
function watchChild(child: ChildProcess, of: { limits: ExtractLimits; isWalled: boolean }) {
  const { limits, isWalled } = of
  // Nobody stands between it and us without a wall.
  const inner = () => (isWalled ? innerProcess(child.pid) : child.pid)
  let verdict: FailureCode | undefined
  let waiting = false
  let waitedMs = 0
  let queuedInAllMs = 0
  let { wallMs } = limits
  let lastMs = performance.now()
  let lastQueuedMs = queuedMs(inner())
  const pass = () => {
    const nowMs = performance.now()
    const nowQueuedMs = queuedMs(inner())
    if (waiting) {
      waitedMs += nowMs - lastMs
      queuedInAllMs += Math.max(0, nowQueuedMs - lastQueuedMs)
    }
    lastMs = nowMs
    lastQueuedMs = nowQueuedMs
  }
  const kill = (code: FailureCode) => {
    verdict ??= code
    child.kill('SIGKILL')
  }
  const isLate = () => waitedMs + (waiting ? performance.now() - lastMs : 0) > wallMs
  const tick = () => {
    if (isLate()) {
      pass()
      // A machine that is busy with other things is not the file's fault.
      if (waitedMs - queuedInAllMs > wallMs || waitedMs > wallMs * busyFactor) kill('timeout')
    }
    if (residentBytes(inner()) > limits.memoryBytes) kill('memory')
  }
  const timer = setInterval(tick, watchEveryMs)
  return {
    verdict: () => verdict,
    stop: () => clearInterval(timer),
    extend: (ms: number) => {
      wallMs += ms
    },
    wait(isWaiting: boolean) {
      pass()
      waiting = isWaiting
    },
  }
}

/** How long the child has been ready to work without a processor, as far as the system tells. */
function queuedMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
