import type { Block } from '../../domain/ingest/ports.ts'
import type { BlobSource } from './blob-source.ts'

export type FormatName = 'text' | 'markdown' | 'html' | 'csv' | 'json' | 'jsonl' | 'pdf'

/** What a reader learns besides the text. */
export type Found = { title: string | null; pageCount: number | null; warnings: string[] }

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
  /** Called when something was found before the text is read, which may never end. */
  noted?: (() => void) | undefined
}

/** Yields a document's blocks, not yet cleaned, of any length. Throws ExtractFailed. */
export type Reader = (request: ReadRequest) => AsyncIterable<Block> | Iterable<Block>

export const formats: Record<FormatName, { contentType: string; modality: 'document' | 'text' }> = {
  text: { contentType: 'text/plain', modality: 'text' },
  markdown: { contentType: 'text/markdown', modality: 'text' },
  html: { contentType: 'text/html', modality: 'document' },
  csv: { contentType: 'text/csv', modality: 'document' },
  json: { contentType: 'application/json', modality: 'document' },
  jsonl: { contentType: 'application/x-ndjson', modality: 'document' },
  pdf: { contentType: 'application/pdf', modality: 'document' },
}

/** Loads a reader only when a file needs it: the child starts for every single object. */
export async function loadReader(format: FormatName): Promise<Reader> {
  switch (format) {
    case 'text':
      return (await import('./read-text.ts')).readText
    case 'markdown':
      return (await import('./read-markdown.ts')).readMarkdown
    case 'html':
      return (await import('./read-html.ts')).readHtml
    case 'csv':
      return (await import('./read-csv.ts')).readCsv
    case 'json':
      return (await import('./read-json.ts')).readJson
    case 'jsonl':
      return (await import('./read-json.ts')).readJsonLines
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf
  }
}
