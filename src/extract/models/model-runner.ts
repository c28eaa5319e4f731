import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { childCommand } from '../../base/entry.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import { residentBytes } from '../sandbox/resident-bytes.ts'
import { type ModelJob, type ModelLine, modelFileFd, modelLinesFd } from './model-protocol.ts'

export type ModelLimits = {
  /** Until the model is loaded, and from one line to the next: half a minute of sound each. */
  stepMs: number
  memoryBytes: number
}

export const modelLimits: ModelLimits = { stepMs: 120_000, memoryBytes: 4 * 1024 ** 3 }
const watchEveryMs = 100

/** The model could not say anything: for what reason, in words for the provider. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
}

/**
 * Runs a model over one open file in a process of its own, within limits of time and memory. What
 * was said before it fails stays said. Throws ModelFailed.
 */
export async function* runModel(run: {
  program: URL
  job: Omit<ModelJob, 'parentPid'>
  fd: number
  signal?: AbortSignal | undefined
  limits?: ModelLimits
}): AsyncGenerator<Block[]> {
  const { limits = modelLimits } = run
  const child = spawnChild(run.program, run.fd)
  const watch = watchChild(child, limits)
  const abort = () => child.kill('SIGKILL')
  run.signal?.addEventListener('abort', abort)
  if (run.signal?.aborted) abort()
  child.on('error', () => {})
  child.stdin?.on('error', () => {}).end(JSON.stringify({ ...run.job, parentPid: process.pid }))
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

function spawnChild(program: URL, fd: number): ChildProcess {
  // Networks run in native code, which reads its model: so the right to read is not narrowed.
  const flags = [
    ...['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'],
    '--no-warnings',
  ]
  const { args, env } = childCommand({ program, flags, rest: [] })
  const stdio: (number | 'ignore' | 'pipe')[] = ['pipe', 'ignore', 'ignore', 'ignore', 'pipe']
  stdio[modelFileFd] = fd
  return spawn(process.execPath, args, { cwd: '/', env, stdio })
}

function watchChild(child: ChildProcess, { stepMs, memoryBytes }: ModelLimits) {
  let verdict: string | undefined
  let sinceMs = performance.now()
  const kill = (why: string) => {
    verdict ??= why
    child.kill('SIGKILL')
  }
  const timer = setInterval(() => {
    if (performance.now() - sinceMs > stepMs) kill('it took too long')
    if (residentBytes(child.pid) > memoryBytes) kill('it took too much memory')
  }, watchEveryMs)
  return {
    verdict: () => verdict,
    stop: () => clearInterval(timer),
    restart: () => {
      sinceMs = performance.now()
    },
  }
}
