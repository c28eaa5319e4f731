import type { BlobSource } from './blob-source.ts'
import { openPlainPdf } from './plain-pdf/open-plain-pdf.ts'
import type { PdfPages } from './read-pdf.ts'

/**
 * Plain pages are read without the engine, which says the same of them and takes longer to start
 * than most files take to read. It starts for the first page that is not plain, or is drawn.
 */
export async function openPlainFirst(source: BlobSource): Promise<PdfPages> {
  const plain = openPlainPdf(source.whole())
  if (!plain) return await openByEngine(source)
  let engine: Promise<PdfPages> | undefined
  const byEngine = () => {
    engine ??= openByEngine(source)
    return engine
  }
  return {
    pageCount: plain.pageCount,
    textOf: async (index) => plain.textOf(index) ?? (await (await byEngine()).textOf(index)),
    drawOf: async (index) => (await byEngine()).drawOf?.(index),
  }
}

async function openByEngine(source: BlobSource): Promise<PdfPages> {
  const { openByPdfium } = await import('./pdf-by-pdfium.ts')
  return await openByPdfium(source)
}
