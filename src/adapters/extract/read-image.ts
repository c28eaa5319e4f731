import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { imageBytesMax, imagePixelsMax } from './limits.ts'
import { imageSize } from './ocr/image-size.ts'
import type { Recognised } from './ocr/open-ocr.ts'
import type { ReadRequest } from './reader.ts'
import { reflow } from './reflow.ts'

const sizeHeadBytes = 256 * 1024

/** A picture: what is written in it, and what its EXIF and IPTC records say. */
export async function* readImage(request: ReadRequest): AsyncGenerator<Block> {
  const { source, found, ocr } = request
  const size = imageSize(source.head(sizeHeadBytes))
  if (size && size.width * size.height === 0) throw new ExtractFailed({ code: 'corrupt' })
  yield* recordsOf(request)
  const pixels = size ? size.width * size.height : 0
  if (pixels > imagePixelsMax || source.sizeBytes > imageBytesMax) {
    found.warnings.push('The picture is too large for text recognition.')
    return
  }
  if (!ocr) return
  const read = await ocr.read(source.whole())
  if (read === undefined) {
    found.warnings.push('The picture could not be opened for text recognition.')
    return
  }
  if (read.problem) found.warnings.push(read.problem)
  yield* ocrBlocks(read)
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
