import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { formLine, hiddenFlags } from './form-line.ts'
import type { PdfPages } from './pdf-pages.ts'

/** The engine of Firefox: slow and large, and it finds the pages of files without a directory. */
export async function openByPdfjs(source: BlobSource): Promise<PdfPages> {
  const document = await load(source)
  return {
    pageCount: document.numPages,
    title: async () => titleOf(document),
    textOf: async (index) => {
      try {
        return { text: await textOf(document, index), tables: [] }
      } catch {
        return undefined
      }
    },
    valuesOf: async (index) => {
      try {
        return await valuesOf(document, index)
      } catch {
        return []
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

/** Text that viewers lay over a page, and what is remarked on it. */
const remarks = new Set(['FreeText', 'Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut'])

/** What the engine tells of an annotation: a field of a form, or a remark. */
type Widget = {
  subtype?: string
  contentsObj?: { str: string }
  annotationFlags?: number
  fieldType?: string
  fieldName?: string
  alternativeText?: string
  fieldValue?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  password?: boolean
  options?: { exportValue: string; displayValue: string }[]
}

async function valuesOf(document: PDFDocumentProxy, index: number): Promise<string[]> {
  const page = await document.getPage(index + 1)
  const widgets = (await page.getAnnotations()) as Widget[]
  page.cleanup()
  return [...new Set(widgets.map(lineOf).filter((line) => line !== undefined))]
}

function lineOf(widget: Widget): string | undefined {
  const { subtype = '', annotationFlags = 0, fieldType, password } = widget
  if (annotationFlags & hiddenFlags) return undefined
  if (remarks.has(subtype)) {
    return formLine({ label: '', name: '', isBox: false, value: widget.contentsObj?.str ?? '' })
  }
  if (subtype !== 'Widget' || password) return undefined
  const isBox = fieldType === 'Btn'
  return formLine({
    label: widget.alternativeText ?? '',
    name: widget.fieldName ?? '',
    isBox,
    value: isBox ? ticked(widget) : written(widget),
  })
}

function ticked({ fieldValue, exportValue, buttonValue }: Widget): string {
  const own = exportValue ?? buttonValue
  return typeof own === 'string' && fieldValue === own ? own : ''
}

function written({ fieldType, fieldValue, options = [] }: Widget): string {
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return ''
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (value) => typeof value === 'string',
  )
  return values
    .map((value) => options.find((one) => one.exportValue === value)?.displayValue ?? value)
    .join(', ')
}
