import { readFileSync } from 'node:fs'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { pdfiumWasmPath } from '../../base/assets.ts'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from './blob-source.ts'
import { ocrDotsPerInch, ocrPagePixelsMax } from './limits.ts'
import type { Dots } from './preview/write-png.ts'
import type { PdfPages } from './read-pdf.ts'

/** The engine of Chrome as WebAssembly: fast, and content with most of what is out there. */
export async function openByPdfium(source: BlobSource): Promise<PdfPages> {
  const document = await load(source, await preparePdfium())
  // Drawing meets more of what is wrong with a file, so it has an engine of its own to lose.
  let drawing: Promise<PDFiumDocument> | undefined
  return {
    pageCount: document.getPageCount(),
    textOf: async (index) => textOf(document.getPage(index)),
    async drawOf(index) {
      drawing ??= openLibrary().then((library) => load(source, library))
      try {
        return await drawOf((await drawing).getPage(index))
      } catch {
        return undefined
      }
    },
    pictureOf: ({ index, side }) => pictureOf(document.getPage(index), side),
  }
}

let prepared: Promise<PDFiumLibrary> | undefined

/** The engine for text, which takes longer to start than most files take to read. */
export function preparePdfium(): Promise<PDFiumLibrary> {
  prepared ??= openLibrary()
  return prepared
}

function openLibrary(): Promise<PDFiumLibrary> {
  const wasm = readFileSync(pdfiumWasmPath())
  return PDFiumLibrary.init({ wasmBinary: wasm.buffer as ArrayBuffer })
}

async function load(source: BlobSource, library: PDFiumLibrary): Promise<PDFiumDocument> {
  try {
    return await library.loadDocument(source.whole())
  } catch (error) {
    const message = (error as Error).message
    const encrypted = /password|security scheme/i.test(message)
    throw new ExtractFailed(encrypted ? { code: 'encrypted' } : { code: 'corrupt' })
  }
}

/** The engine's own handles, which the wrapper keeps to itself and never closes. */
type Handles = { module: { _FPDF_ClosePage(page: number): void }; pageIdx: number }

function textOf(page: PDFiumPage): string | undefined {
  const { module, pageIdx } = page as unknown as Handles
  if (pageIdx === 0) return undefined
  try {
    return page.getText()
  } catch (error) {
    if ((error as Error).name === 'RuntimeError') throw new ExtractFailed({ code: 'corrupt' })
    return undefined
  } finally {
    // Without this a document of 2,000 pages keeps all of them in memory.
    module._FPDF_ClosePage(pageIdx)
  }
}

/** In colour on white, three bytes a dot, with the longer side as asked for. */
async function pictureOf(page: PDFiumPage, side: number): Promise<Dots | undefined> {
  const { pageIdx } = page as unknown as Handles
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const longer = Math.max(originalWidth, originalHeight)
  if (pageIdx === 0 || !(Math.min(originalWidth, originalHeight) > 0)) return undefined
  const drawn = await page.render({ scale: side / longer, render: 'bitmap', colorSpace: 'BGRA' })
  const { width, height, data } = drawn
  const dots = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    for (let channel = 0; channel < 3; channel++) {
      dots[i * 3 + channel] = data[i * 4 + channel] ?? 0
    }
  }
  return { width, height, data: dots }
}

/**
 * In grey, as a portable graymap: a header and one byte a pixel. Drawing closes the page by itself,
 * other than reading its text.
 */
async function drawOf(page: PDFiumPage): Promise<Uint8Array | undefined> {
  const { pageIdx } = page as unknown as Handles
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const pixels = originalWidth * originalHeight
  if (pageIdx === 0 || !(pixels > 0)) return undefined
  const scale = Math.min(ocrDotsPerInch / 72, Math.sqrt(ocrPagePixelsMax / pixels))
  const drawn = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
  const { width, height, data } = drawn
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data])
}
