import { onceFor } from '../../base/once-for.ts'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { ocrDotsPerInch, ocrPagePixelsMax } from '../limits.ts'
import type { PageText, PdfPages } from './pdf-pages.ts'
import { type PdfiumEngine, startPdfium } from './pdfium-engine.ts'
import { formValues } from './pdfium-form.ts'
import { isPicturePage } from './pdfium-picture.ts'
import { type PdfiumDocument, wideString } from './pdfium-string.ts'
import { findTables } from './rows/find-tables.ts'
import { pageWords } from './rows/page-words.ts'

/** The engine of Chrome as WebAssembly: fast, and content with most of what is out there. */
export async function openByPdfium(source: BlobSource): Promise<PdfPages> {
  const document = documentOf(source)
  // Drawing meets more of what is wrong with a file, so it has an engine of its own to lose.
  let drawing: PdfiumDocument | undefined
  /** Pages with nothing laid over them: opening them once more takes as long as reading them. */
  const bare = new Set<number>()
  return {
    pageCount: document.engine.FPDF_GetPageCount(document.handle),
    isMended: headerOf(source) < 0 || headerOf(source) > headerFarBytes,
    title: async () => titleOf(document),
    textOf: async (index) => textOf(document, { index, bare }),
    valuesOf: async (index) => (bare.has(index) ? [] : formValues(document, index)),
    isPicture: async (index) => isPicturePage(document, index),
    async drawOf(index) {
      try {
        drawing ??= load(source, startPdfium())
        return drawOf(drawing, index)
      } catch {
        return undefined
      }
    },
    pictureOf: async (page) => pictureOf(document, page),
  }
}

let prepared: PdfiumEngine | undefined
let lent: PdfiumEngine | undefined

/** Of a file that is looked at, read and drawn, with an engine in which nothing of another is. */
const documentOf = onceFor((source: BlobSource): PdfiumDocument => {
  lent = prepared ?? startPdfium()
  prepared = undefined
  return load(source, lent)
})

/** An engine for the next file: it takes longer to start than most files take to read. */
export function preparePdfium(): void {
  prepared ??= startPdfium({ renewable: true })
}

/** After a file: the next one has the same engine, as it was before this one, or else a new one. */
export function renewPdfium(): void {
  if (lent?.renew()) prepared = lent
  else if (lent) preparePdfium()
  lent = undefined
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY: a password is needed, or a way that it cannot open. */
const encryptedErrors = new Set([4, 5])

/** The file stays in the engine's memory for as long as the engine is there. */
function load(source: BlobSource, engine: PdfiumEngine): PdfiumDocument {
  const bytes = withHeader(source)
  const at = engine.malloc(bytes.length)
  if (at === 0) throw new ExtractFailed({ code: 'memory' })
  engine.bytes().set(bytes, at)
  const handle = loadAt(engine, { at, size: bytes.length })
  if (handle !== 0) return { engine, handle }
  const isEncrypted = encryptedErrors.has(engine.FPDF_GetLastError())
  engine.free(at)
  throw new ExtractFailed({ code: isEncrypted ? 'encrypted' : 'corrupt' })
}

const header = Buffer.from('%PDF-1.4\n')
const headerFarBytes = 1_024 - header.length
const headerWithinBytes = 64 * 1024

/** Where the file says that it is one; -1 where it does not. */
function headerOf(source: BlobSource): number {
  return source.head(headerWithinBytes).indexOf('%PDF-')
}

/** The engine opens nothing without a header, nor where it begins after more than 1,024 bytes. */
function withHeader(source: BlobSource): Buffer {
  const at = headerOf(source)
  const bytes = source.whole()
  if (at < 0) return Buffer.concat([header, bytes])
  return at <= headerFarBytes ? bytes : bytes.subarray(at)
}

function loadAt(engine: PdfiumEngine, { at, size }: { at: number; size: number }): number {
  try {
    return engine.FPDF_LoadMemDocument(at, size, 0)
  } catch {
    throw new ExtractFailed({ code: 'corrupt' })
  }
}

/** Of the Info dictionary (ISO 32000-2, 14.3.3). */
function titleOf({ engine, handle }: PdfiumDocument): string | null {
  return (
    wideString(engine, { name: 'Title' }, ({ name, at, size }) =>
      engine.FPDF_GetMetaText(handle, name, at, size),
    ) || null
  )
}

function textOf(
  { engine, handle }: PdfiumDocument,
  { index, bare }: { index: number; bare: Set<number> },
): PageText | undefined {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return undefined
  try {
    if (engine.FPDFPage_GetAnnotCount(page) === 0) bare.add(index)
    return textOfPage(engine, page)
  } catch (error) {
    if ((error as Error).name === 'RuntimeError') throw new ExtractFailed({ code: 'corrupt' })
    return undefined
  } finally {
    // Without this a document of 2,000 pages keeps all of them in memory.
    engine.FPDF_ClosePage(page)
  }
}

function textOfPage(engine: PdfiumEngine, page: number): PageText | undefined {
  const chars = engine.FPDFText_LoadPage(page)
  if (chars === 0) return undefined
  try {
    const count = engine.FPDFText_CountChars(chars)
    const text = count > 0 ? charsOf(engine, { text: chars, count }) : ''
    return { text, tables: findTables(pageWords(engine, { page, chars, count, text }), text) }
  } finally {
    engine.FPDFText_ClosePage(chars)
  }
}

function charsOf(engine: PdfiumEngine, { text, count }: { text: number; count: number }): string {
  const at = engine.malloc(2 * (count + 1))
  if (at === 0) throw new ExtractFailed({ code: 'memory' })
  try {
    const written = engine.FPDFText_GetText(text, 0, count, at)
    // The last one is a zero.
    const end = at + 2 * Math.max(0, written - 1)
    return engine
      .bytes()
      .toString('utf16le', at, end)
      .replace(/^\uFEFF/, '')
      .toWellFormed()
  } finally {
    engine.free(at)
  }
}

/** In colour on white, four bytes a dot, within the sides that are asked for. */
function pictureOf(document: PdfiumDocument, { index, ...box }: { index: number } & Size) {
  const scaleOf = ({ width, height }: Size) => Math.min(box.width / width, box.height / height)
  return drawPage(document, { index, scaleOf, channels: 4 })
}

/** In grey, as a portable graymap: a header and one byte a pixel. */
function drawOf(document: PdfiumDocument, index: number): Uint8Array | undefined {
  const scaleOf = ({ width, height }: Size) =>
    Math.min(ocrDotsPerInch / 72, Math.sqrt(ocrPagePixelsMax / (width * height)))
  const drawn = drawPage(document, { index, scaleOf, channels: 1 })
  if (!drawn) return undefined
  const { width, height, data } = drawn
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data])
}

type Size = { width: number; height: number }
type Drawing = { index: number; scaleOf(size: Size): number; channels: 1 | 4 }

function drawPage({ engine, handle }: PdfiumDocument, { index, scaleOf, channels }: Drawing) {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return undefined
  try {
    const size = { width: engine.FPDF_GetPageWidth(page), height: engine.FPDF_GetPageHeight(page) }
    if (!(Math.min(size.width, size.height) > 0)) return undefined
    const scale = scaleOf(size)
    const width = Math.floor(Math.floor(size.width) * scale)
    const height = Math.floor(Math.floor(size.height) * scale)
    const data = dotsOf(engine, page, { width, height, channels })
    return data && { width, height, data }
  } finally {
    engine.FPDF_ClosePage(page)
  }
}

/** FPDF_ANNOT and FPDF_LCD_TEXT; FPDF_GRAYSCALE or FPDF_REVERSE_BYTE_ORDER (red first). */
const drawFlags = { 1: 1 | 2 | 8, 4: 1 | 2 | 16 } as const
const white = 0xffffffff

function dotsOf(
  engine: PdfiumEngine,
  page: number,
  { width, height, channels }: Size & { channels: 1 | 4 },
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = width * height * channels
  const at = engine.malloc(bytes)
  if (at === 0 || bytes === 0) return undefined
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, channels, at, width * channels)
  try {
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags[channels])
    return new Uint8Array(engine.bytes().subarray(at, at + bytes))
  } finally {
    engine.FPDFBitmap_Destroy(bitmap)
    engine.free(at)
  }
}
