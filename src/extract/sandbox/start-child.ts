import { ExtractFailed, ExtractInterrupted } from '../../domain/ingest/ports.ts'
import type { FormatName } from '../formats/format.ts'
import type { ExtractLimits } from '../limits.ts'
import type { ChildJob } from './child-protocol.ts'
import { childThread } from './child-thread.ts'

/** Where the child's code lies and which folders it must read to run: nothing else is readable. */
export type ChildProgram = {
  url: URL
  readable: string[]
  /** A folder for compiled code. Children read from it; only those without a file write to it. */
  codeCache?: string | undefined
  /** False: without the wall of the kernel, even where there is one. */
  walled?: boolean
  /** Less than the usual heap. */
  heapMb?: number
}

export type WatchedChild = AsyncDisposable & {
  /** What the child writes. The limit of time runs only while somebody waits here. */
  pieces(): AsyncGenerator<Buffer>
  /** More time, for work that is known to take long. */
  extend(ms: number): void
  /** Why the child ended without a last line. */
  causeOfDeath(): Promise<ExtractFailed | ExtractInterrupted>
  /** It did its job well: when disposed of, it may go on with another file of the owner. */
  release(): void
  /** Whether it read another file before this one. */
  isReused(): boolean
}

export type ChildStart = {
  program: ChildProgram
  limits: ExtractLimits
  job: ChildJob
  fd: number | undefined
  /** An open file for what the child makes. */
  outFd?: number | undefined
  signal: AbortSignal | undefined
  /** More files will follow: the next child may be started ahead, with this reader loaded. */
  ahead?: { preload: FormatName | undefined } | undefined
  /** Whose file it is, if the child may be one that read others of theirs, or go on with more. */
  owner?: string | undefined
}

/**
 * Starts the child on one job and watches it; disposing kills it, unless it was released. The
 * descriptors must be open until then.
 */
export function startChild(start: ChildStart): WatchedChild {
  const child = childThread().start(callOf(start))
  const { signal } = start
  const abort = () => child.kill()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  let isReleased = false
  let isMidLine = false
  return {
    extend: (ms) => child.extend(ms),
    release() {
      isReleased = true
    },
    isReused: child.isReused,
    async *pieces() {
      for (let piece = await child.next(); piece; piece = await child.next()) {
        isMidLine = piece.at(-1) !== newLine
        yield piece
      }
    },
    async causeOfDeath() {
      const { verdict, exit } = await child.ended
      if (verdict) return new ExtractFailed({ code: verdict })
      return new ExtractInterrupted(`the extraction child ended: ${exit}`)
    },
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener('abort', abort)
      if (isReleased && !isMidLine && !signal?.aborted && start.owner) child.rest()
      else await child.forget()
    },
  }
}

const newLine = 0x0a

function callOf({ program, limits, job, fd, outFd, ahead, owner }: ChildStart) {
  const { url, readable, codeCache, walled = true, heapMb } = program
  const preload = ahead?.preload
  const keepsCode = job.task === 'warm'
  const code = { program: url.href, readable, codeCache, preload, keepsCode, walled, heapMb }
  const setup = { ...code, fd, outFd }
  return { setup, job, limits, ahead: ahead !== undefined, owner }
}
