import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ExtractFailed, ExtractInterrupted, type FailureCode } from '../../domain/ingest/ports.ts'
import { blobFd, type ChildJob, clipFd, jobFd, linesFd } from './child-protocol.ts'
import { type ExtractLimits, heapMaxMb, watchEveryMs } from './limits.ts'

/** Where the child's code lies and which folders it must read to run: nothing else is readable. */
export type ChildProgram = {
  url: URL
  readable: string[]
  /** A folder for compiled code. Children read from it; only those without a file write to it. */
  codeCache?: string | undefined
}

export type WatchedChild = AsyncDisposable & {
  /** What the child writes. The limit of time runs only while somebody waits here. */
  pieces(): AsyncGenerator<Buffer>
  /** More time, for work that is known to take long. */
  extend(ms: number): void
  /** Why the child ended without a last line. */
  causeOfDeath(): Promise<ExtractFailed | ExtractInterrupted>
}

/** Starts the child on one job and watches it; disposing kills it in any case. */
export function startChild(start: {
  program: ChildProgram
  limits: ExtractLimits
  job: ChildJob
  fd: number | undefined
  /** An open file for what the child makes. */
  outFd?: number | undefined
  signal: AbortSignal | undefined
}): WatchedChild {
  const child = spawnChild(start.program, start)
  const watch = watchChild(child, start.limits)
  const exited = exitOf(child)
  const abort = () => child.kill('SIGKILL')
  start.signal?.addEventListener('abort', abort)
  if (start.signal?.aborted) abort()
  const pipes = child.stdio as unknown as Readable[] & Writable[]
  // A child that is gone already shows itself by its exit.
  pipes[jobFd]?.on('error', () => {}).end(JSON.stringify(start.job))
  return {
    extend: (ms) => watch.extend(ms),
    pieces: () => watch.piecesOf(pipes[linesFd] as Readable),
    async causeOfDeath() {
      const exit = await exited
      const verdict = watch.verdict() ?? (isOutOfHeap(exit) ? 'memory' : undefined)
      if (verdict) return new ExtractFailed({ code: verdict })
      return new ExtractInterrupted(`the extraction child ended: ${exit}`)
    },
    async [Symbol.asyncDispose]() {
      start.signal?.removeEventListener('abort', abort)
      watch.stop()
      child.kill('SIGKILL')
      await exited
    },
  }
}

function spawnChild(
  program: ChildProgram,
  { fd, outFd }: { fd: number | undefined; outFd?: number | undefined },
): ChildProcess {
  const { url, readable, codeCache } = program
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore']
  stdio[jobFd] = 'pipe'
  stdio[blobFd] = fd ?? 'ignore'
  stdio[linesFd] = 'pipe'
  if (outFd !== undefined) stdio[clipFd] = outFd
  const folders = codeCache === undefined ? readable : [...readable, codeCache]
  const flags = [
    '--permission',
    '--allow-worker',
    ...folders.map((path) => `--allow-fs-read=${path}`),
    // Given up again before the file is looked at: see confine.ts.
    ...(codeCache === undefined ? [] : [`--allow-fs-write=${codeCache}`]),
    '--no-addons',
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${heapMaxMb}`,
  ]
  const env = codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache }
  return spawn(process.execPath, [...flags, fileURLToPath(url)], { cwd: '/', env, stdio })
}

/** `exit 1`, `SIGKILL` or the error with which the child could not be started. */
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
  return exit === 'SIGABRT' || exit === 'SIGTRAP' || exit === 'exit 134'
}

function watchChild(child: ChildProcess, limits: ExtractLimits) {
  let verdict: FailureCode | undefined
  let waiting = false
  let waitedMs = 0
  let { wallMs } = limits
  let lastMs = performance.now()
  const kill = (code: FailureCode) => {
    verdict ??= code
    child.kill('SIGKILL')
  }
  const tick = () => {
    const nowMs = performance.now()
    if (waiting) waitedMs += nowMs - lastMs
    lastMs = nowMs
    if (waitedMs > wallMs) kill('timeout')
    if (residentBytes(child.pid) > limits.memoryBytes) kill('memory')
  }
  const timer = setInterval(tick, watchEveryMs)
  return {
    verdict: () => verdict,
    stop: () => clearInterval(timer),
    extend: (ms: number) => {
      wallMs += ms
    },
    async *piecesOf(lines: Readable): AsyncGenerator<Buffer> {
      waiting = true
      for await (const piece of lines) {
        tick()
        waiting = false
        yield piece as Buffer
        lastMs = performance.now()
        waiting = true
      }
    },
  }
}

/** Resident memory by /proc; 0 where there is none (the heap limit still holds there). */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
