import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { leaveOutPage, type ReadRequest } from '../formats/reader.ts'
import { isTiff } from '../formats/sniff.ts'
import { imageBytesMax, imagePixelsMax } from '../limits.ts'
import { type ImageSize, imageSize, isTinyBySize, sizeHeadBytes } from '../ocr/image-size.ts'
import type { Ocr, Recognised } from '../ocr/open-ocr.ts'
import { openPicturePages, type PicturePage, type PicturePages } from '../ocr/picture-pages.ts'
import { reflow } from '../text/reflow.ts'

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

const wanted = [
  ...['ImageDescription', 'XPTitle', 'XPSubject', 'XPComment', 'XPKeywords', 'Headline', 'Caption'],
  ...['ObjectName', 'Keywords', 'Artist', 'Copyright', 'Make', 'Model', 'DateTimeOriginal'],
]

/** Where a picture was taken is nobody's business unless the operator allows it. */
async function* recordsOf({ source, found, places = false }: ReadRequest): AsyncGenerator<Block> {
  const options = { tiff: true, exif: true, gps: places, iptc: true, xmp: false, pick: wanted }
  const head = source.head(imageBytesMax)
  // Pages of documents come through here, too, and need no such records.
  const { default: exifr } = await import('exifr')
  const tags: Record<string, unknown> | undefined = await exifr.parse(head, options).catch(() => {})
  const lines = Object.entries(tags ?? {}).flatMap(([name, value]) => {
    // The library adds the place to what was asked for.
    if (!wanted.includes(name)) return []
    const text = cleanLine(textOf(value))
    return text === '' ? [] : [`${name}: ${text}`]
  })
  if (places) lines.push(...placeOf(tags))
  found.title ??= cleanLine(textOf(tags?.ObjectName ?? tags?.XPTitle)) || null
  if (lines.length > 0) yield { kind: 'record', passage: 'metadata', text: lines.join('; ') }
}

/** Degrees, north and east positive. */
function placeOf({ latitude, longitude }: Record<string, unknown> = {}): string[] {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return []
  return [`Latitude: ${Number(latitude).toFixed(5)}`, `Longitude: ${Number(longitude).toFixed(5)}`]
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
