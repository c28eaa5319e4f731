import { onceFor } from '../../base/once-for.ts'
import type { BlobSource } from '../blob-source.ts'
import { inspectPagesMax } from '../limits.ts'
import { openPlainPdf } from '../plain-pdf/open-plain-pdf.ts'
import type { PdfPages } from './read-pdf.ts'

/**
 * Plain pages are read without the engine, which says the same of them and takes longer to start
 * than most files take to read. It starts for the first page that is not plain, or is drawn. A file
 * that is looked at and then read to its end is opened once, and its first pages are read once.
 */
export const openPlainFirst = onceFor(async (source: BlobSource): Promise<PdfPages> => {
  const plain = openPlainPdf(source.whole())
  if (!plain) return await openByEngine(source)
  let engine: Promise<PdfPages> | undefined
  const byEngine = () => {
    engine ??= openByEngine(source)
    return engine
  }
  const textOf = async (index: number) =>
    plain.textOf(index) ?? (await (await byEngine()).textOf(index))
  const first: ReturnType<typeof textOf>[] = []
  return {
    pageCount: plain.pageCount,
    textOf(index) {
      if (index >= inspectPagesMax) return textOf(index)
      first[index] ??= textOf(index)
      return first[index]
    },
    drawOf: async (index) => (await byEngine()).drawOf?.(index),
  }
})

async function openByEngine(source: BlobSource): Promise<PdfPages> {
  const { openByPdfium } = await import('./pdf-by-pdfium.ts')
  return await openByPdfium(source)
}
