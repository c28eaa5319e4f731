// Files read by the program's own children behind its wall; but a child goes on with others also
// after a file that it refused, which the server never has it do. So one costs a few ms.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ExtractFailed, type ExtractorFile } from '../../src/domain/ingest/ports.ts'
import { textTypes } from '../../src/extract/formats/format.ts'
import { textAfter, untilInspected } from '../../src/extract/kept-texts.ts'
import { type ExtractLimits, extractLimits, lineMaxBytes } from '../../src/extract/limits.ts'
import { childProgram } from '../../src/extract/sandbox/child-program.ts'
import { openReply } from '../../src/extract/sandbox/read-reply.ts'
import { splitLines } from '../../src/extract/sandbox/split-lines.ts'
import { type ChildProgram, startChild } from '../../src/extract/sandbox/start-child.ts'

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

export type Ended = { end: string; error?: Error; isReused: boolean }

/** `read`, or why not, and whether its child had read others before. */
export function openKeptReader(program: ChildProgram, given: Partial<ExtractLimits>) {
  const limits: ExtractLimits = { ...extractLimits, ...given }
  const { pagesMax, ocrMs } = limits
  const wanted = { task: 'inspect', ahead: true, ocrLater: true } as const
  const job = { ...wanted, pagesMax, ocrMs, parentPid: process.pid }
  return async ({ fd, claims, owner }: ExtractorFile): Promise<Ended> => {
    const ahead = { preload: undefined }
    const told = { ...job, claims }
    const start = { program, limits, job: told, fd, signal: undefined, ahead, owner }
    await using child = startChild(start)
    const reply = openReply(limits, async () => {})
    const rest: string[] = []
    try {
      const batches = splitLines(child.pieces(), lineMaxBytes)
      const { endInspect } = await reply.lastLine(child, untilInspected(batches, rest))
      const isText = textTypes.has(endInspect?.sniffedContentType ?? '')
      if (endInspect && !endInspect.failure && isText) await textAfter(batches, rest)
      child.release()
      return { end: endInspect?.failure?.code ?? 'read', isReused: child.isReused() }
    } catch (error) {
      const isReused = child.isReused()
      if (!(error instanceof ExtractFailed)) {
        return { end: (error as Error).name, error: error as Error, isReused }
      }
      // Those are told by whoever killed it.
      if (!killed.has(error.code)) child.release()
      return { end: error.code, isReused }
    }
  }
}

const killed = new Set(['timeout', 'memory'])
