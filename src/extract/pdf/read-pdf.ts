import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { leaveOutPage, type ReadRequest } from '../formats/reader.ts'
import { pageCharsMin, stampCharsMax } from '../limits.ts'
import { ocrBlocks } from '../media/read-image.ts'
import type { Recognised } from '../ocr/open-ocr.ts'
import { renderUnder } from '../tables/render-row.ts'
import { openPageMender, type PageMender } from './mend-page-text.ts'
import { openByPdfium } from './pdf-by-pdfium.ts'
import type { PageText, PdfEngine, PdfPages } from './pdf-pages.ts'

/** So many pages are looked at together to know the document's words. */
const wordPages = 10
const strangeMaxShare = 0.3

/**
 * The text layer of a PDF, page by page, by PDFium. What it refuses as damaged, before it gave any
 * text, pdf.js may still read: it is slow, and builds its own list of a file's parts.
 */
export async function* readPdf(request: ReadRequest): AsyncGenerator<Block> {
  let some = false
  try {
    for await (const block of readWith(openByPdfium, request)) {
      some = true
      yield block
    }
  } catch (error) {
    if (some || !isCorrupt(error)) throw error
    yield* readAgain(request, error)
  }
}

const damaged = 'The file is damaged; it was read as far as possible.'

async function* readAgain(request: ReadRequest, first: ExtractFailed): AsyncGenerator<Block> {
  const { openByPdfjs } = await import('./pdf-by-pdfjs.ts')
  Object.assign(request.found, { pageCount: null, warnings: [] })
  delete request.found.part
  try {
    yield* readWith(openByPdfjs, request)
  } catch (error) {
    throw isCorrupt(error) ? first : error
  }
  request.found.warnings.push(damaged)
}

async function* readWith(engine: PdfEngine, request: ReadRequest): AsyncGenerator<Block> {
  const { source, found, limits } = request
  const pdf = await engine(source)
  const { pageCount, title, textOf, drawOf, isPicture, valuesOf } = pdf
  found.pageCount = pageCount
  found.title ??= cleanLine((await title()) ?? '') || null
  if (pdf.isMended) found.warnings.push(damaged)
  request.noted?.()
  if (pageCount === 0) throw new ExtractFailed({ code: 'corrupt', detail: 'no pages' })
  if (pageCount > limits.pagesMax) {
    throw new ExtractFailed({ code: 'too_many_pages', detail: `${pageCount}` })
  }
  const readCount = Math.min(pageCount, limits.readPagesMax)
  const mender = openPageMender()
  let unreadable = 0
  for (let from = 0; from < readCount; from += wordPages) {
    const texts: PageText[] = []
    for (let index = from; index < Math.min(from + wordPages, readCount); index++) {
      const text = await textOf(index)
      if (text === undefined) unreadable++
      texts.push(text ?? { text: '', tables: [] })
    }
    mender.learn(texts.map(({ text }) => text))
    for (const [i, page] of texts.entries()) {
      const { text } = page
      const index = from + i
      const isStamped = request.ocr && mayBeStamp(text) && (await isPicture?.(index))
      if (hasText(text) && !isStamped) yield* laidOut(page, { mender, page: index + 1 })
      else yield* recognised({ index, text, drawOf, request })
      for (const line of (await valuesOf?.(index)) ?? []) {
        yield { kind: 'prose', text: line, page: index + 1 }
      }
    }
  }
  if (unreadable === readCount) {
    throw new ExtractFailed({ code: 'corrupt', detail: 'no page opens' })
  }
  if (unreadable > 0) found.warnings.push(`${unreadable} of ${readCount} pages could not be read.`)
}

/** Stand for no letter: fonts without a table of characters. */
const strange = /[\uFFFD\uE000-\uF8FF]|(?!\s)\p{Cc}/u

/** Too few letters, or too many that stand for none. */
function hasText(text: string): boolean {
  if (text.trim().length < pageCharsMin) return false
  if (!strange.test(text)) return true
  const letters = text.replace(/[\s\p{P}\p{N}]+/gu, '')
  const count = letters.match(new RegExp(strange, 'gu'))?.length ?? 0
  return count <= letters.length * strangeMaxShare
}

/** Courts, carriers and programs for signing put a line of text over pages that are scanned. */
function mayBeStamp(text: string): boolean {
  return hasText(text) && text.trim().length < stampCharsMax
}

const nothing: Recognised = { text: '' }

/** A page says so many times more than its stamp; a slide on a picture says the same again. */
const stampShare = 1.5

/** A page that is a picture, read as one; what little text it has when nothing can be read. */
async function* recognised(page: {
  index: number
  text: string
  drawOf: PdfPages['drawOf']
  request: ReadRequest
}): AsyncGenerator<Block> {
  const { index, text, drawOf } = page
  const { ocr, found } = page.request
  if (ocr?.isSpent()) {
    leaveOutPage(found, found.pageCount ?? 0)
    return yield* blocksOf(text, index + 1)
  }
  const image = ocr && (await drawOf?.(index))
  const read = (image && (await ocr?.read({ image, scale: 1 }))) || nothing
  const { problem } = read
  if (problem && !found.warnings.includes(problem)) found.warnings.push(problem)
  const atLeast = text.trim().length * (hasText(text) ? stampShare : 1)
  if (read.text.trim().length > atLeast) yield* ocrBlocks(read, index + 1)
  else yield* blocksOf(text, index + 1)
}

function isCorrupt(error: unknown): error is ExtractFailed {
  return error instanceof ExtractFailed && error.code === 'corrupt'
}

/** The rows of tables are records, where they stand in the text. */
function* laidOut(
  { text, tables }: PageText,
  { mender, page }: { mender: PageMender; page: number },
): Generator<Block> {
  let at = 0
  for (const { from, to, rows } of tables) {
    yield* blocksOf(mender.mend(text.slice(at, from)), page)
    for (const row of rows) {
      const cells = row.map((cell) => mender.mend(cell).replaceAll('\n', ' '))
      yield { kind: 'record', text: renderUnder([], { cells }), page }
    }
    at = to
  }
  yield* blocksOf(mender.mend(at === 0 ? text : text.slice(at)), page)
}

function* blocksOf(text: string, page: number): Generator<Block> {
  for (const paragraph of text.split(/\n{2,}/)) {
    if (paragraph.trim() !== '') yield { kind: 'prose', text: paragraph, page }
  }
}
