import { createHash } from 'node:crypto'
import { existsSync, fstatSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ExtractFailed,
  ExtractInterrupted,
  type Extractor,
  type ExtractorFile,
  OcrWanted,
} from '../domain/ingest/ports.ts'
import { type FormatName, formats } from './formats/format.ts'
import { openInspector, type StartChild } from './inspect-in-child.ts'
import { openKeptTexts, replay } from './kept-texts.ts'
import { aheadMaxBytes, type ExtractLimits, extractLimits } from './limits.ts'
import type { ChildLine } from './sandbox/child-protocol.ts'
import { openReply } from './sandbox/read-reply.ts'
import { type ChildProgram, startChild } from './sandbox/start-child.ts'

/**
 * The Extractor that runs every file in a child process, within limits of time, memory, pages and
 * text. Nothing that the child says is trusted to be short.
 */
export function openExtractRunner(options: {
  program: ChildProgram
  limits?: Partial<ExtractLimits>
  /** Language files of text recognition, which the child may read. */
  ocrFiles?: readonly string[]
  /** Where a picture was taken may be told. */
  places?: boolean
  /**
   * For many files: the next child starts before its file is there, a text is read only once, and a
   * child that inspected a file goes on with others of the same owner.
   */
  ahead?: boolean
}): Extractor {
  const ocrFiles = [...(options.ocrFiles ?? [])]
  const program = { ...options.program, readable: [...options.program.readable, ...ocrFiles] }
  const limits: ExtractLimits = { ...extractLimits, ...options.limits }
  const warm = warmer(program, limits)
  const kept = openKeptTexts()
  let preload: FormatName | undefined
  const start: StartChild = (task, file) => {
    warm()
    const { fd, claims, signal, owner, ocrLater } = file
    const ahead = options.ahead === true && task === 'inspect' && isSmall(file)
    const told = { ocrFiles, places: options.places === true, parentPid: process.pid }
    const { pagesMax, ocrMs } = limits
    const job = { task, claims, pagesMax, ocrMs, ...told, ahead, ocrLater }
    const spare = options.ahead ? { preload } : undefined
    const whose = spare && task === 'inspect' ? owner : undefined
    const child = startChild({ program, limits, job, fd, signal, ahead: spare, owner: whose })
    return { ahead, child }
  }
  const inspect = openInspector({
    limits,
    kept,
    start,
    saw: (contentType) => {
      preload = formatOf(contentType)
    },
  })
  return {
    inspect: (file) => inspect(file),
    async extract(file, take) {
      const text = kept.take(file)
      if (text) {
        const { endExtract } = await openReply(limits, take).lastLine(replay(text))
        if (endExtract) return endExtract
      }
      await using child = start('extract', file).child
      const reply = openReply(limits, take)
      const { endExtract, ocrWanted } = await reply.lastLine(child).catch((error: unknown) => {
        const endExtract = isOverTime(error) ? reply.soFar() : undefined
        if (!endExtract) throw error
        return { endExtract } satisfies ChildLine as ChildLine
      })
      if (ocrWanted) throw new OcrWanted()
      if (!endExtract) throw new ExtractInterrupted('the child did another task')
      return endExtract
    },
  }
}

function isOverTime(error: unknown): boolean {
  return error instanceof ExtractFailed && error.code === 'timeout'
}

function isSmall({ fd, key }: ExtractorFile): boolean {
  return key !== undefined && fstatSync(fd).size <= aheadMaxBytes
}

function formatOf(contentType: string | null): FormatName | undefined {
  const names = Object.keys(formats) as FormatName[]
  return names.find((name) => formats[name].contentType === contentType)
}

/**
 * Fills the folder of compiled code, once, beside the second file: who reads a single file does
 * not pay for it. Whatever goes wrong with it, children only start more slowly.
 */
function warmer(program: ChildProgram, limits: ExtractLimits): () => void {
  let started = 0
  return () => {
    started++
    if (started === 2) fillOnce(program, limits).catch(() => {})
  }
}

/** Of one program once: filling it takes as much of a processor as reading some documents. */
async function fillOnce(program: ChildProgram, limits: ExtractLimits): Promise<void> {
  if (program.codeCache === undefined) return
  const mark = join(program.codeCache, `filled-${fingerprint(program.url)}`)
  if (existsSync(mark)) return
  if (await fillCodeCache(program, limits)) writeFileSync(mark, '')
}

/** Another version of the program is another file, or lies elsewhere. */
function fingerprint(url: URL): string {
  const { mtimeMs, size } = statSync(url)
  const said = `${url} ${mtimeMs} ${size}`
  return createHash('sha256').update(said).digest('hex').slice(0, 16)
}

/** Settles when every child after this one finds its code compiled, and gives whether it does. */
export async function fillCodeCache(
  program: ChildProgram,
  limits: ExtractLimits = extractLimits,
): Promise<boolean> {
  const claims = { filename: '', contentType: '' }
  const job = { task: 'warm', claims, pagesMax: 0, parentPid: process.pid } as const
  await using child = startChild({ program, limits, job, fd: undefined, signal: undefined })
  for await (const _ of child.pieces()) return true
  return false
}
