import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { leaveOutPage, type ReadRequest } from '../formats/reader.ts'
import { isTiff } from '../formats/sniff.ts'
import { imageBytesMax, imagePixelsMax } from '../limits.ts'
import { type ImageSize, imageSize, isTinyBySize, sizeHeadBytes } from '../ocr/image-size.ts'
import type { Ocr, Recognised } from '../ocr/open-ocr.ts'
import { openPicturePages, type PicturePage, type PicturePages } from '../ocr/picture-pages.ts'
import { reflow } from '../text/reflow.ts'
import { recordsOf } from './picture-records.ts'

/** A picture: what is written in it, page by page in a TIFF, and what its records say. */
export async function* readImage(request: ReadRequest): AsyncGenerator<Block> {
  const { source, found, limits, ocr } = request
  const size = imageSize(source.head(sizeHeadBytes))
  if (size && size.width * size.height === 0) throw new ExtractFailed({ code: 'corrupt' })
  if (ocr?.later && !isTinyBySize(source)) await ocr.later()
  yield* recordsOf(request)
  if (!ocr && !isTiff(source.head(4))) return
  const pages = await pagesOf(source, size)
  const { pageCount } = pages
  if (pageCount > 1) found.pageCount = pageCount
  if (pageCount > limits.pagesMax) {
    throw new ExtractFailed({ code: 'too_many_pages', detail: `${pageCount}` })
  }
  if (!ocr) return
  const problems = new Set<string>()
  for (let index = 0; index < Math.min(pageCount, limits.readPagesMax); index++) {
    if (ocr.isSpent()) {
      leaveOutPage(found, pageCount)
      continue
    }
    const read = await readPage(await pages.pageOf(index), ocr)
    if (read.problem) problems.add(read.problem)
    yield* ocrBlocks(read, pageCount > 1 ? index + 1 : undefined)
  }
  found.warnings.push(...problems)
}

const nothing: Recognised = { text: '' }
const tooLarge = { text: '', problem: 'The picture is too large for text recognition.' }
const unreadable = { text: '', problem: 'The picture could not be opened for text recognition.' }
const damaged = 'The picture is damaged; it was read as far as possible.'

async function readPage(page: PicturePage | 'too large' | undefined, ocr: Ocr) {
  if (page === 'too large') return tooLarge
  if (!page) return unreadable
  const read = page.isTiny ? nothing : await ocr.read(page)
  if (!read || (page.isDamaged && read.text === '')) return unreadable
  return page.isDamaged ? { problem: damaged, ...read } : read
}

/** What is written in a picture, or in the first page of one: a part of a document. */
export async function readPicture(source: BlobSource, ocr: Ocr): Promise<Recognised> {
  const pages = await pagesOf(source, imageSize(source.head(sizeHeadBytes)))
  return await readPage(await pages.pageOf(0), ocr)
}

/** Of what the engine for pictures does not open, Tesseract may: a bitmap, for one. */
async function pagesOf(source: BlobSource, size: ImageSize | undefined): Promise<PicturePages> {
  if (source.sizeBytes > imageBytesMax) return onePage('too large')
  const bytes = source.whole()
  const pages = await openPicturePages(bytes)
  if (pages) return pages
  const pixels = size ? size.width * size.height : 0
  return onePage(
    pixels > imagePixelsMax ? 'too large' : { image: bytes, scale: 1, isDamaged: false },
  )
}

function onePage(page: PicturePage | 'too large'): PicturePages {
  return { pageCount: 1, pageOf: async () => page }
}

/** Recognised lines as paragraphs; the first one comes with the places of all words. */
export function* ocrBlocks({ text, words }: Recognised, page?: number): Generator<Block> {
  let boxes = words
  for (const paragraph of text.split(/\n{2,}/)) {
    const line = reflow(paragraph)
    if (line.trim() === '') continue
    const place = page === undefined ? {} : { page }
    yield { kind: 'prose', passage: 'ocr', text: line, ...place, ...(boxes && { words: boxes }) }
    boxes = undefined
  }
}
