// Files read by the program's own children behind its wall; but a child goes on with others also
// after a file that it refused, and with one that has a picture in it, which the server never has
// it do. So one costs some ms.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  ExtractFailed,
  ExtractInterrupted,
  type ExtractorFile,
} from '../../src/domain/ingest/ports.ts'
import { blobSource } from '../../src/extract/blob-source.ts'
import { textTypes } from '../../src/extract/formats/format.ts'
import { textAfter, untilInspected } from '../../src/extract/kept-texts.ts'
import {
  type ExtractLimits,
  extractLimits,
  filesMax,
  lineMaxBytes,
} from '../../src/extract/limits.ts'
import { hasCover, showsPictures } from '../../src/extract/preview/picture-engine.ts'
import { childProgram } from '../../src/extract/sandbox/child-program.ts'
import type { ChildJob } from '../../src/extract/sandbox/child-protocol.ts'
import { outerWall, wallIn } from '../../src/extract/sandbox/outer-wall.ts'
import { openReply } from '../../src/extract/sandbox/read-reply.ts'
import { type RunningChild, runChild } from '../../src/extract/sandbox/run-child.ts'
import { splitLines } from '../../src/extract/sandbox/split-lines.ts'
import {
  type ChildProgram,
  startChild,
  type WatchedChild,
} from '../../src/extract/sandbox/start-child.ts'

const compiler = resolve(import.meta.dirname, '../packaging/test-program.ts')

/** The child as it is packaged: from the sources it takes twice the work to start. */
export function compiledChild(): ChildProgram {
  const { KONTOR_TEST_PROGRAM: made } = process.env
  const folder = made ?? compiledInto()
  const url = pathToFileURL(join(folder, 'worker-extract-child.cjs'))
  return { ...childProgram(), url, readable: [folder, `${folder}/*`, ...childProgram().readable] }
}

function compiledInto(): string {
  const args = [...process.execArgv, compiler]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the program does not compile: ${stderr}`)
  return stdout.trimEnd()
}

/** `read`, or why not, and whether its child had read others before. */
export type Ended = { end: string; error?: Error; isReused: boolean }
type Kept = {
  child: Pick<WatchedChild, 'pieces' | 'extend' | 'causeOfDeath' | 'isReused'> & AsyncDisposable
  /** It goes on with another file. */
  release(): void
}

/**
 * Of what a picture may be in, the server starts a child for each; here one goes on with those,
 * too, with the engine for pictures that it loaded for a whole one (`first`).
 */
export function openKeptReader(
  program: ChildProgram,
  { first, ...given }: Partial<ExtractLimits> & { first: Buffer },
) {
  const limits: ExtractLimits = { ...extractLimits, ...given }
  const { pagesMax, ocrMs } = limits
  const wanted = { task: 'inspect', ahead: true, ocrLater: true } as const
  const job = { ...wanted, pagesMax, ocrMs, parentPid: process.pid }
  const pictures = openPictureChildren({ program, limits, first })
  const childFor = async ({ fd, claims, owner }: ExtractorFile): Promise<Kept> => {
    const told = { ...job, claims }
    const bytes = blobSource(fd).whole()
    if (showsPictures(bytes) || hasCover(blobSource(bytes))) return pictures.start(told, bytes)
    const ahead = { preload: undefined }
    const start = { program, limits, job: told, fd, signal: undefined, ahead, owner }
    const child = startChild(start)
    return { child, release: child.release }
  }
  const read = async (file: ExtractorFile): Promise<Ended> => {
    const kept = await childFor(file).catch((error: Error) => error)
    // On a busy machine an engine may not be there in time: then the file says nothing yet.
    if (kept instanceof Error) return { end: kept.name, error: kept, isReused: false }
    const { child, release } = kept
    await using _ = child
    const reply = openReply(limits, async () => {})
    const rest: string[] = []
    try {
      const batches = splitLines(child.pieces(), lineMaxBytes)
      const { endInspect } = await reply.lastLine(child, untilInspected(batches, rest))
      const isText = textTypes.has(endInspect?.sniffedContentType ?? '')
      if (endInspect && !endInspect.failure && isText) await textAfter(batches, rest)
      release()
      return { end: endInspect?.failure?.code ?? 'read', isReused: child.isReused() }
    } catch (error) {
      const isReused = child.isReused()
      if (!(error instanceof ExtractFailed)) {
        return { end: (error as Error).name, error: error as Error, isReused }
      }
      // Those are told by whoever killed it.
      if (!killed.has(error.code)) release()
      return { end: error.code, isReused }
    }
  }
  return { read, close: pictures.close }
}

const killed = new Set(['timeout', 'memory'])

/** Children with the engine, one for each file that is read at the same time. */
function openPictureChildren(of: { program: ChildProgram; limits: ExtractLimits; first: Buffer }) {
  const { program, limits, first } = of
  const { url, readable, codeCache } = program
  const nothing = { fd: undefined, outFd: undefined, preload: undefined, keepsCode: false }
  const setup = { ...nothing, program: url.href, readable, codeCache, walled: true }
  const idle: RunningChild[] = []

  async function withEngine(job: ChildJob): Promise<RunningChild> {
    const child = runChild(setup, { reaper: none, wall: wallIn(await outerWall()) })
    const claims = { filename: 'a.tiff', contentType: 'image/tiff' }
    child.begin({ job: { ...job, claims }, limits, blob: first, stays: true })
    await openReply(limits, async () => {}).lastLine(watched(child))
    return child
  }
  return {
    async start(job: ChildJob, blob: Buffer): Promise<Kept> {
      const child = idle.pop() ?? (await withEngine(job))
      child.begin({ job, limits, blob, stays: true })
      let isReleased = false
      // It is not asked whether it is as it was: what reads recordings leaves a name behind.
      const rest = async () => {
        if (isReleased && child.files() <= filesMax) idle.push(child)
        else child.kill()
      }
      const release = () => {
        isReleased = true
      }
      return { child: { ...watched(child), [Symbol.asyncDispose]: rest }, release }
    },
    /** Nothing waits for them. */
    close(): void {
      for (const child of idle.splice(0)) child.kill()
    },
  }
}

/** Behind the wall they end with this process, and else they see to it themselves. */
const none = { note() {}, forget() {}, isThere: () => false }

function watched(child: RunningChild) {
  return {
    extend: child.extend,
    isReused: () => true,
    async *pieces() {
      for (let piece = await child.next(); piece; piece = await child.next()) yield piece
    },
    async causeOfDeath() {
      const { verdict, exit } = await child.ended
      if (verdict) return new ExtractFailed({ code: verdict })
      return new ExtractInterrupted(`the extraction child ended: ${exit}`)
    },
  }
}
