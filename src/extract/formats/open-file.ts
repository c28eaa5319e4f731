import { cleanLaidOut, cleanText } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { blockCharsMax } from '../limits.ts'
import type { Ocr } from '../ocr/open-ocr.ts'
import { splitLong } from '../text/split-long.ts'
import type { FormatName } from './format.ts'
import { loadReader } from './load-reader.ts'
import { type Blocks, type Found, nothingFound, type ReadLimits } from './reader.ts'
import type { Sniffed } from './sniff.ts'

/** A file and its text, some blocks at a time. `found` fills while they are read. */
export type OpenedFile = { format: FormatName; found: Found; blocks: AsyncGenerator<Block[]> }

/** To wait for each block takes longer than to read it; whoever wants few waits for few. */
const blocksAtOnce = 64

/**
 * What leads from a title to its page in a table of contents, and what is to be filled in by hand;
 * somebody who writes five dots means them.
 */
const page = String.raw`\s*(?:[A-Z]{0,2}[-.]?\d{1,4}(?:[-.]\d{1,4})?|[ivxlc]{1,7})(?:\s|$)`
const leaders = new RegExp(
  String.raw`(?:\.{5,}|(?:\. ){4,}\.?|\u2026{3,})(?=${page})|\.{12,}|(?:\. ){8,}\.?|\u2026{6,}`,
  'gm',
)

/**
 * Opens a file for reading its text: cleaned blocks of bounded length, without empty ones.
 * Throws ExtractFailed: `empty` and `unsupported_type` here, other codes while reading.
 */
export async function openFile(request: {
  source: BlobSource
  sniffed: Sniffed
  limits: ReadLimits
  noted?: (found: Found) => void
  ocr?: Ocr | undefined
  places?: boolean | undefined
}): Promise<OpenedFile> {
  const { source, sniffed, limits, ocr, places } = request
  const { format, charset, contentType } = sniffed
  if (source.sizeBytes === 0) throw new ExtractFailed({ code: 'empty' })
  if (sniffed.isEncrypted) throw new ExtractFailed({ code: 'encrypted' })
  if (!format) {
    throw new ExtractFailed({ code: 'unsupported_type', detail: contentType ?? undefined })
  }
  const found = nothingFound()
  const read = await loadReader(format)
  const noted = request.noted && (() => request.noted?.(found))
  const blocks = read({ source, charset, limits, found, noted, ocr, places })
  return { format, found, blocks: cleaned(blocks) }
}

async function* cleaned(blocks: Blocks): AsyncGenerator<Block[]> {
  for await (const some of blocks) {
    const all = Array.isArray(some) ? some : [some]
    for (let at = 0; at < all.length; at += blocksAtOnce) {
      const clean = cleanedOnes(all.slice(at, at + blocksAtOnce))
      if (clean.length > 0) yield clean
    }
  }
}

function cleanedOnes(blocks: readonly Block[]): Block[] {
  const clean: Block[] = []
  for (const block of blocks) {
    const isLong = block.text.length > blockCharsMax
    for (const part of isLong ? splitLong(block.text, blockCharsMax) : [block.text]) {
      const isCode = block.kind === 'code'
      const text = isCode ? cleanLaidOut(part) : cleanText(part.replace(leaders, ' '))
      if (text !== '') clean.push(text === block.text ? block : { ...block, text })
    }
  }
  return clean
}
