import type { ColumnProfile } from '../../base/column-profile.ts'
import type { PartRead } from '../../base/part-read.ts'
import type { Block, FileKind } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import type { Ocr } from '../ocr/open-ocr.ts'

/** What a reader learns besides the text. */
export type Found = {
  title: string | null
  pageCount: number | null
  /** Of a recording. */
  durationMs: number | null
  /** Known better than by the format: a video without pictures. */
  modality?: FileKind['modality']
  warnings: string[]
  /** Of a table. */
  columns?: ColumnProfile | undefined
  /** Not all of it was read. */
  part?: PartRead | undefined
}

/** One of so many pages was left out. */
export function leaveOutPage(found: Found, pageCount: number): void {
  const { read } = found.part ?? { read: pageCount }
  found.part = { unit: 'pages', read: read - 1, of: pageCount }
}

export function nothingFound(): Found {
  return { title: null, pageCount: null, durationMs: null, warnings: [] }
}

export type ReadLimits = {
  /** A document with more pages is refused. */
  pagesMax: number
  /** Only so many pages are read. */
  readPagesMax: number
}

export type ReadRequest = {
  source: BlobSource
  /** The encoding of a text format, by the name that charset.ts gave it. */
  charset: string
  limits: ReadLimits
  found: Found
  /** Only where text is taken out, not where a file is only looked at. */
  ocr?: Ocr | undefined
  /** Where a picture was taken may be told. */
  places?: boolean | undefined
  /** Called when something was found before the text is read, which may never end. */
  noted?: (() => void) | undefined
}

/**
 * Yields a document's blocks of any length, one by one or several at once; they are cleaned
 * by whoever reads them. Throws ExtractFailed.
 */
export type Reader = (request: ReadRequest) => Blocks
export type Blocks = AsyncIterable<SomeBlocks> | Iterable<SomeBlocks>
type SomeBlocks = Block | Block[]
