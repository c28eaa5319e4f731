import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { childCommand } from '../../base/entry.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import { innerProcess } from '../sandbox/inner-process.ts'
import { spawnConfined, type Wall } from '../sandbox/outer-wall.ts'
import { residentBytes } from '../sandbox/resident-bytes.ts'
import { type Confinement, wallFor } from './confinement.ts'
import { ModelFailed } from './model-failed.ts'
import { type ModelJob, type ModelLine, modelFileFd, modelLinesFd } from './model-protocol.ts'

export type ModelLimits = {
  /** Until the model is loaded, and from one line to the next: half a minute of sound each. */
  stepMs: number
  /** For all of a file; what was said by then stays said. */
  wholeMs: number
  memoryBytes: number
}

export const modelLimits: ModelLimits = {
  stepMs: 120_000,
  wholeMs: 45 * 60_000,
  memoryBytes: 4 * 1024 ** 3,
}
const watchEveryMs = 100
const overTime = 'the time for one file was over'

/**
 * Runs a model over one open file in a process of its own, within limits of time and memory. What
 * was said before it fails stays said. Throws ModelFailed.
 */
export async function* runModel(run: {
  program: URL
  job: Omit<ModelJob, 'parentPid'>
  fd: number
  signal?: AbortSignal | undefined
  limits?: Partial<ModelLimits>
  confinement: Confinement
}): AsyncGenerator<Block[]> {
  const limits = { ...modelLimits, ...run.limits }
  const wall = await wallFor(run.confinement)
  const child = spawnChild(run, wall)
  const watch = watchChild(child, limits)
  const abort = () => child.kill('SIGKILL')
  run.signal?.addEventListener('abort', abort)
  if (run.signal?.aborted) abort()
  child.on('error', () => {})
  child.stdin
    ?.on('error', () => {})
    .end(JSON.stringify({ ...run.job, parentPid: wall ? 1 : process.pid }))
  try {
    for await (const text of createInterface({ input: child.stdio[modelLinesFd] as Readable })) {
      watch.restart()
      const line = JSON.parse(text) as ModelLine
      if ('failed' in line) throw new ModelFailed(line.failed)
      if ('end' in line) return
      if ('blocks' in line) yield line.blocks
    }
    run.signal?.throwIfAborted()
    throw new ModelFailed(watch.verdict() ?? 'it ended before its time')
  } finally {
    run.signal?.removeEventListener('abort', abort)
    watch.stop()
    child.kill('SIGKILL')
  }
}

type Run = { program: URL; fd: number; job: { folder: string }; confinement: Confinement }

function spawnChild({ program, fd, job, confinement }: Run, wall: Wall | undefined): ChildProcess {
  // Networks run in native code, which reads its model: so the right to read is not narrowed.
  const flags = [
    ...['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'],
    '--no-warnings',
  ]
  const { args, env } = childCommand({ program, flags, rest: [] })
  const stdio: (number | 'ignore' | 'pipe')[] = ['pipe', 'ignore', 'ignore', 'ignore', 'pipe']
  stdio[modelFileFd] = fd
  const file = process.execPath
  if (wall === undefined) return spawn(file, args, { cwd: '/', env, stdio })
  const readable = [...confinement.readable, fileURLToPath(program), job.folder]
  return spawnConfined(wall, { file, args, env, shown: { readable, system: true } }, stdio)
}

function watchChild(child: ChildProcess, { stepMs, wholeMs, memoryBytes }: ModelLimits) {
  const begunMs = performance.now()
  let verdict: string | undefined
  let sinceMs = performance.now()
  const kill = (why: string) => {
    verdict ??= why
    child.kill('SIGKILL')
  }
  const timer = setInterval(() => {
    if (performance.now() - sinceMs > stepMs) kill('it took too long')
    if (performance.now() - begunMs > wholeMs) kill(overTime)
    if (residentBytes(innerProcess(child.pid)) > memoryBytes) kill('it took too much memory')
  }, watchEveryMs)
  return {
    verdict: () => verdict,
    stop: () => clearInterval(timer),
    restart: () => {
      sinceMs = performance.now()
    },
  }
}
