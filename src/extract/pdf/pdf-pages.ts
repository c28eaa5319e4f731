import type { BlobSource } from '../blob-source.ts'
import type { Dots } from '../preview/write-png.ts'
import type { FoundTable } from './rows/find-tables.ts'

export type PageText = { text: string; tables: FoundTable[] }

/** An opened document. Pages count from 0 here, and from 1 everywhere else. */
export type PdfPages = {
  pageCount: number
  /** It had to be put right before it could be opened. */
  isMended?: boolean
  /** What its description says that it is called. */
  title(): Promise<string | null>
  /** The text of a page, or undefined for one that cannot be opened. */
  textOf(index: number): Promise<PageText | undefined>
  /** What was filled into the fields of a page, with their labels, and remarks: a line each. */
  valuesOf?(index: number): Promise<string[]>
  /** Whether one picture is most of a page, as where it was scanned. */
  isPicture?(index: number): Promise<boolean>
  /** The page as an image file; undefined where it cannot be drawn. */
  drawOf?(index: number): Promise<Uint8Array | undefined>
  /** The page in colour, as large as fits into so many dots. */
  pictureOf?(page: { index: number; width: number; height: number }): Promise<Dots | undefined>
}

/** Throws ExtractFailed: `encrypted`, or `corrupt` for a file that it cannot open. */
export type PdfEngine = (source: BlobSource) => Promise<PdfPages>
