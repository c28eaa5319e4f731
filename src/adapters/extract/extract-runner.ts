import {
  type Block,
  ExtractFailed,
  ExtractInterrupted,
  type Extractor,
  type ExtractorFile,
  type FileKind,
  type TakeBlocks,
} from '../../domain/ingest/ports.ts'
import type { ChildJob, ChildLine, FailureLine } from './child-protocol.ts'
import { type ChildProgram, startChild, type WatchedChild } from './extract-process.ts'
import { type ExtractLimits, extractLimits, lineMaxBytes } from './limits.ts'
import { splitLines } from './split-lines.ts'

/**
 * The Extractor that runs every file in a child process of its own, within limits of time, memory,
 * pages and text. Nothing that the child says is trusted to be short.
 */
export function openExtractRunner(options: {
  program: ChildProgram
  limits?: Partial<ExtractLimits>
}): Extractor {
  const limits: ExtractLimits = { ...extractLimits, ...options.limits }
  const start = (task: ChildJob['task'], { fd, claims, signal }: ExtractorFile) => {
    const job = { task, claims, pagesMax: limits.pagesMax, parentPid: process.pid }
    return startChild({ program: options.program, limits, job, fd, signal })
  }
  return {
    async inspect(file) {
      try {
        await using child = start('inspect', file)
        const { endInspect } = await lastLine(child, limits, async () => {})
        if (!endInspect) throw new ExtractInterrupted('the child answered another task')
        return { ...endInspect, failure: failureOf(endInspect.failure) }
      } catch (error) {
        if (!(error instanceof ExtractFailed)) throw error
        return { ...nothingSeen, warnings: [], failure: error }
      }
    },
    async extract(file, take) {
      await using child = start('extract', file)
      const { endExtract } = await lastLine(child, limits, take)
      if (!endExtract) throw new ExtractInterrupted('the child answered another task')
      return endExtract
    },
  }
}

const nothingSeen = { sniffedContentType: null, pageCount: null, textSample: '' }

/** Hands the blocks over as they come and returns the line that ends the job. */
async function lastLine(
  child: WatchedChild,
  limits: ExtractLimits,
  take: TakeBlocks,
): Promise<ChildLine> {
  let chars = 0
  let kind: FileKind | undefined
  for await (const lines of splitLines(child.pieces(), lineMaxBytes)) {
    const blocks: Block[] = []
    let last: ChildLine | undefined
    for (const text of lines) {
      const line = JSON.parse(text) as ChildLine
      if (line.block) blocks.push(line.block)
      else if (line.begin) kind = line.begin
      else last = line
    }
    chars += blocks.reduce((sum, { text }) => sum + text.length, 0)
    if (chars > limits.textCharsMax) throw new ExtractFailed({ code: 'too_much_text' })
    if (blocks.length > 0 && !kind) throw new ExtractInterrupted('text before the beginning')
    if (blocks.length > 0 && kind) await take(blocks, kind)
    if (last?.failed) throw new ExtractFailed(last.failed, { cause: last.cause })
    if (last) return last
  }
  throw await child.causeOfDeath()
}

function failureOf(line: FailureLine | null): ExtractFailed | null {
  return line && new ExtractFailed(line)
}
