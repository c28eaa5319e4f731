import { fstatSync } from 'node:fs'
import {
  type Block,
  ExtractFailed,
  ExtractInterrupted,
  type Extractor,
  type ExtractorFile,
  type FileKind,
  type TakeBlocks,
} from '../../domain/ingest/ports.ts'
import type { ChildLine, FailureLine, InspectionLine, SeenLine } from './child-protocol.ts'
import { type ChildProgram, startChild, type WatchedChild } from './extract-process.ts'
import { type FormatName, formats } from './format.ts'
import { openKeptTexts, replay, textAfter, untilInspected } from './kept-texts.ts'
import {
  aheadMaxBytes,
  aheadMaxMs,
  type ExtractLimits,
  extractLimits,
  lineMaxBytes,
  ocrPageMs,
  ocrPagesMax,
} from './limits.ts'
import { brokenOff, openPreviewInbox } from './preview/send-preview.ts'
import { splitLines } from './split-lines.ts'

/**
 * The Extractor that runs every file in a child process of its own, within limits of time, memory,
 * pages and text. Nothing that the child says is trusted to be short.
 */
export function openExtractRunner(options: {
  program: ChildProgram
  limits?: Partial<ExtractLimits>
  /** Language files of text recognition, which the child may read. */
  ocrFiles?: readonly string[]
  /** Where a picture was taken may be told. */
  places?: boolean
  /** For many files: the next child starts before its file is there, a text is read only once. */
  ahead?: boolean
}): Extractor {
  const ocrFiles = [...(options.ocrFiles ?? [])]
  const program = { ...options.program, readable: [...options.program.readable, ...ocrFiles] }
  const limits: ExtractLimits = { ...extractLimits, ...options.limits }
  const warm = warmer(program, limits)
  const kept = openKeptTexts()
  let preload: FormatName | undefined
  const start = (task: 'inspect' | 'extract', file: ExtractorFile) => {
    warm()
    const { fd, claims, signal } = file
    const ahead = options.ahead === true && task === 'inspect' && isSmall(file)
    const told = { ocrFiles, places: options.places === true, parentPid: process.pid }
    const job = { task, claims, pagesMax: limits.pagesMax, ...told, ahead }
    const spare = options.ahead ? { preload } : undefined
    return { ahead, child: startChild({ program, limits, job, fd, signal, ahead: spare }) }
  }
  return {
    async inspect(file) {
      const answer = openAnswer(limits, async () => {})
      try {
        const { child, ahead } = start('inspect', file)
        await using _ = child
        const batches = splitLines(child.pieces(), lineMaxBytes)
        const rest: string[] = []
        const { endInspect } = await answer.lastLine(child, untilInspected(batches, rest))
        if (!endInspect) throw new ExtractInterrupted('the child answered another task')
        preload = formatOf(endInspect.sniffedContentType)
        if (ahead && !endInspect.failure) kept.put(file, await inTime(textAfter(batches, rest)))
        const preview = answer.preview()
        const shown = preview === undefined ? {} : { preview }
        return { ...endInspect, failure: failureOf(endInspect.failure), ...shown }
      } catch (error) {
        if (!(error instanceof ExtractFailed)) throw error
        const inspected = answer.inspected()
        if (inspected && !inspected.failure) {
          return { ...inspected, failure: null, preview: brokenOff(error.code) }
        }
        return { ...nothingSeen, ...answer.seen(), failure: error }
      }
    },
    async extract(file, take) {
      const text = kept.take(file)
      if (text) {
        const { endExtract } = await openAnswer(limits, take).lastLine(replay(text))
        if (endExtract) return endExtract
      }
      await using child = start('extract', file).child
      const { endExtract } = await openAnswer(limits, take).lastLine(child)
      if (!endExtract) throw new ExtractInterrupted('the child answered another task')
      return endExtract
    },
  }
}

function isSmall({ fd, key }: ExtractorFile): boolean {
  return key !== undefined && fstatSync(fd).size <= aheadMaxBytes
}

/** The inspection is what is waited for; the text may come later, too. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), aheadMaxMs)
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function formatOf(contentType: string | null): FormatName | undefined {
  const names = Object.keys(formats) as FormatName[]
  return names.find((name) => formats[name].contentType === contentType)
}

const nothingSeen = {
  ...{ sniffedContentType: null, pageCount: null, durationMs: null },
  ...{ textSample: '', warnings: [] },
}

/** Reads what a child says: hands blocks over as they come, returns the line that ends the job. */
function openAnswer(limits: ExtractLimits, take: TakeBlocks) {
  let seen: SeenLine | undefined
  let chars = 0
  let kind: FileKind | undefined
  let pictures = 0
  let inspected: InspectionLine | undefined
  const inbox = openPreviewInbox()

  function sorted(lines: string[]) {
    const blocks: Block[] = []
    let last: ChildLine | undefined
    let turns = 0
    for (const text of lines) {
      const line = JSON.parse(text) as ChildLine
      if (line.block) blocks.push(line.block)
      else if (line.begin) kind = line.begin
      else if (line.seen) seen = line.seen
      else if (line.ocrTurn) turns++
      else if (line.preview) inbox.take(line.preview)
      else if (line.inspected) inspected = line.inspected
      else last = line
    }
    return { blocks, last, turns }
  }

  return {
    /** What the child found out before it was stopped. */
    seen: () => seen,
    inspected: () => inspected,
    preview: () => inbox.preview(),
    async lastLine(
      child: Omit<WatchedChild, typeof Symbol.asyncDispose>,
      batches = splitLines(child.pieces(), lineMaxBytes),
    ): Promise<ChildLine> {
      for await (const lines of batches) {
        const { blocks, last, turns } = sorted(lines)
        const granted = Math.min(turns, ocrPagesMax - pictures)
        pictures += granted
        child.extend(granted * ocrPageMs)
        chars += blocks.reduce((sum, { text }) => sum + text.length, 0)
        if (chars > limits.textCharsMax) throw new ExtractFailed({ code: 'too_much_text' })
        if (blocks.length > 0 && !kind) throw new ExtractInterrupted('text before the beginning')
        if (blocks.length > 0 && kind) await take(blocks, kind)
        if (last?.failed) throw new ExtractFailed(last.failed, { cause: last.cause })
        if (last) return last
      }
      throw await child.causeOfDeath()
    },
  }
}

/**
 * Fills the folder of compiled code, once, beside the second file: who reads a single file does
 * not pay for it. Whatever goes wrong with it, children only start more slowly.
 */
function warmer(program: ChildProgram, limits: ExtractLimits): () => void {
  let started = 0
  return () => {
    started++
    if (started === 2 && program.codeCache !== undefined) warmUp(program, limits).catch(() => {})
  }
}

async function warmUp(program: ChildProgram, limits: ExtractLimits): Promise<void> {
  const claims = { filename: '', contentType: '' }
  const job = { task: 'warm', claims, pagesMax: 0, parentPid: process.pid } as const
  await using child = startChild({ program, limits, job, fd: undefined, signal: undefined })
  for await (const _ of child.pieces()) break
}

function failureOf(line: FailureLine | null): ExtractFailed | null {
  return line && new ExtractFailed(line)
}
