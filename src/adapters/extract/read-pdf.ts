import { readFileSync } from 'node:fs'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { pdfiumWasmPath } from '../../base/assets.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from './format.ts'
import { reflow } from './reflow.ts'

/** The text layer of a PDF, page by page, pages counted from 1. */
export async function* readPdf(request: ReadRequest): AsyncGenerator<Block> {
  const { found, limits } = request
  const document = await load(request)
  const pageCount = document.getPageCount()
  found.pageCount = pageCount
  if (pageCount === 0) throw new ExtractFailed({ code: 'corrupt', detail: 'no pages' })
  if (pageCount > limits.pagesMax) {
    throw new ExtractFailed({ code: 'too_many_pages', detail: `${pageCount}` })
  }
  const readCount = Math.min(pageCount, limits.readPagesMax)
  let unreadable = 0
  for (let index = 0; index < readCount; index++) {
    const text = textOf(document.getPage(index))
    if (text === undefined) unreadable++
    else yield* blocksOf(text, index + 1)
  }
  if (unreadable === readCount)
    throw new ExtractFailed({ code: 'corrupt', detail: 'no page opens' })
  if (unreadable > 0) found.warnings.push(`${unreadable} of ${readCount} pages could not be read.`)
}

async function load({ source }: ReadRequest) {
  const wasm = readFileSync(pdfiumWasmPath())
  const library = await PDFiumLibrary.init({ wasmBinary: wasm.buffer as ArrayBuffer })
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

/** The text of a page, or undefined for a page that cannot be opened. */
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

function* blocksOf(text: string, page: number): Generator<Block> {
  for (const paragraph of mendPageText(text).split(/\n{2,}/)) {
    if (paragraph.trim() !== '') yield { kind: 'prose', text: paragraph, page }
  }
}

/** Not joined: "Ein- und Ausfuhr" may be wrapped after its hyphen. */
const conjunction = '(?!(?:und|oder|bzw|and|or|et|ou|y|o|e|i|en|of)\\b)'
/** A word parted in two, unless it has a hyphen of its own already. */
const hyphenated = new RegExp(
  String.raw`(?<![-\p{L}]\p{L}*-\p{L}*)(\p{L}{2,})-\n(?=\p{Ll}{2,})${conjunction}`,
  'gu',
)
const compound = new RegExp(String.raw`(?<=[\p{L}\p{N}]-)\n(?=[\p{L}\p{N}])${conjunction}`, 'gu')
const combining: Record<string, string> = { '¨': '\u0308', ˆ: '\u0302', '˜': '\u0303' }

/**
 * Turns the engine's text of a page into running text: words parted at a line end are joined
 * (the engine marks the hyphen it recognised with U+FFFE and drops the line end), accents that
 * TeX drew as characters of their own go onto their letter, wrapped lines become paragraphs.
 */
export function mendPageText(text: string): string {
  const joined = text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/[\uFFFE\u00AD]\n?/g, '')
    .replace(hyphenated, '$1')
    .replace(compound, '')
    .replace(/[¨ˆ˜][a-zıA-Z]/g, accented)
  return reflow(joined)
}

function accented(pair: string): string {
  const letter = pair.charAt(1) === 'ı' ? 'i' : pair.charAt(1)
  return `${letter}${combining[pair.charAt(0)]}`.normalize('NFC')
}
