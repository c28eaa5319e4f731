import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import type { PdfPages } from './pdf-pages.ts'

/** The engine of Firefox: slow and large, and it finds the pages of files without a directory. */
export async function openByPdfjs(source: BlobSource): Promise<PdfPages> {
  const document = await load(source)
  return {
    pageCount: document.numPages,
    title: async () => titleOf(document),
    textOf: async (index) => {
      try {
        return await textOf(document, index)
      } catch {
        return undefined
      }
    },
  }
}

async function load(source: BlobSource): Promise<PDFDocumentProxy> {
  const loading = getDocument({
    data: new Uint8Array(source.whole()),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    verbosity: 0,
  })
  try {
    return await loading.promise
  } catch (error) {
    const encrypted = (error as Error).name === 'PasswordException'
    throw new ExtractFailed(encrypted ? { code: 'encrypted' } : { code: 'corrupt' })
  }
}

async function titleOf(document: PDFDocumentProxy): Promise<string | null> {
  try {
    const { info } = await document.getMetadata()
    const { Title: title } = info as { Title?: unknown }
    return typeof title === 'string' ? title : null
  } catch {
    return null
  }
}

async function textOf(document: PDFDocumentProxy, index: number): Promise<string> {
  const page = await document.getPage(index + 1)
  const { items } = await page.getTextContent()
  page.cleanup()
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('')
}
