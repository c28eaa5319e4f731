import type { PartRead } from '../../base/part-read.ts'
import {
  type Block,
  ExtractFailed,
  ExtractInterrupted,
  type Extraction,
  type FileKind,
  type TakeBlocks,
} from '../../domain/ingest/ports.ts'
import type { Found } from '../formats/reader.ts'
import { type ExtractLimits, lineMaxBytes, ocrPageMs } from '../limits.ts'
import { openPreviewInbox } from '../preview/send-preview.ts'
import type { ChildLine, InspectionLine, SeenLine } from './child-protocol.ts'
import { splitLines } from './split-lines.ts'
import type { WatchedChild } from './start-child.ts'

/** Reads what a child says: hands blocks over as they come, returns the line that ends the job. */
export function openReply(limits: ExtractLimits, take: TakeBlocks) {
  let seen: SeenLine | undefined
  let chars = 0
  let kind: FileKind | undefined
  let found: Found | undefined
  let lastPage: number | undefined
  let grantedMs = 0
  let inspected: InspectionLine | undefined
  const inbox = openPreviewInbox()

  function sorted(lines: string[]) {
    const blocks: Block[] = []
    let last: ChildLine | undefined
    let turns = 0
    for (const text of lines) {
      const line = JSON.parse(text) as ChildLine
      if (line.block) blocks.push(line.block)
      else if (line.begin) [kind, found] = [line.begin, line.found]
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
    /** What a child that was stopped had handed over; undefined when that is nothing. */
    soFar(): Extraction | undefined {
      if (!kind || !found || chars === 0) return undefined
      return { ...found, ...kind, part: partOf({ found, lastPage, chars }) }
    },
    async lastLine(
      child: Pick<WatchedChild, 'pieces' | 'extend' | 'causeOfDeath'>,
      batches = splitLines(child.pieces(), lineMaxBytes),
    ): Promise<ChildLine> {
      for await (const lines of batches) {
        const { blocks, last, turns } = sorted(lines)
        const moreMs = Math.min(turns * ocrPageMs, limits.ocrMs + ocrPageMs - grantedMs)
        grantedMs += moreMs
        child.extend(moreMs)
        chars += blocks.reduce((sum, { text }) => sum + text.length, 0)
        if (chars > limits.textCharsMax) throw new ExtractFailed({ code: 'too_much_text' })
        if (blocks.length > 0 && !kind) throw new ExtractInterrupted('text before the beginning')
        if (blocks.length > 0 && kind) await take(blocks, kind)
        lastPage = blocks.at(-1)?.page ?? lastPage
        if (last?.failed) throw new ExtractFailed(last.failed, { cause: last.cause })
        if (last) return last
      }
      throw await child.causeOfDeath()
    },
  }
}

/** Its last page may have more to say. */
function partOf(so: { found: Found; lastPage: number | undefined; chars: number }): PartRead {
  const { pageCount } = so.found
  if (pageCount === null || so.lastPage === undefined) {
    return { unit: 'characters', read: so.chars, of: null }
  }
  return { unit: 'pages', read: Math.min(so.lastPage, pageCount - 1), of: pageCount }
}
