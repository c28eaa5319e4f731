import { isUtf8 } from 'node:buffer'
import type Exifr from 'exifr'
import iconv from 'iconv-lite'
import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { utf16Of } from '../formats/wide-letters.ts'
import { imageBytesMax } from '../limits.ts'
import { charsetOfTags } from '../tags/tag-charset.ts'
import { chunksOf } from './picture-chunks.ts'
import { type PictureXmp, readXmp } from './picture-xmp.ts'

const wanted = {
  ifd0: [
    ...['ImageDescription', 'XPTitle', 'XPSubject', 'XPComment', 'XPKeywords'],
    ...['Artist', 'Copyright', 'Make', 'Model'],
  ],
  exif: ['DateTimeOriginal', 'UserComment'],
  iptc: ['Headline', 'Caption', 'ObjectName', 'Keywords'],
}
/** Of a PNG. What else is in its texts, programs write for programs. */
const wantedTexts = ['Title', 'Author', 'Description', 'Copyright', 'Comment']
const allWanted = new Set([...Object.values(wanted).flat(), ...wantedTexts])
const placed = 'The file says where the picture was taken: whoever gets it can read that.'
const day = /^(?!0000)\d{4}[:-]\d\d[:-]\d\d/

/**
 * What a picture's records say of it. Where it was taken is nobody's business unless the operator
 * allows it.
 */
export async function* recordsOf(request: ReadRequest): AsyncGenerator<Block> {
  const { source, found, places = false } = request
  // A `pick` for all of them would leave out IPTC, and a date would come in the server's time.
  const options = {
    ifd0: { pick: wanted.ifd0 },
    exif: { pick: wanted.exif },
    xmp: { parse: false },
    iptc: true,
    gps: true,
    reviveValues: false,
  }
  // Pages of documents come through here, too, and need no such records.
  const { parse } = await loadExifr()
  const chunks = chunksOf(source)
  const bytes = chunks ? chunks.exif : source.head(imageBytesMax)
  const tags: Record<string, unknown> =
    (bytes && (await parse(bytes, options).catch(() => {}))) ?? {}
  const said = wantedTexts.map((name) => [name, chunks?.texts.get(name)] as const)
  const { userComment, xmp: packet } = tags
  const comment = commentOf(userComment)
  const texts = await textsOf({
    ...tags,
    ...(comment ? { UserComment: comment } : {}),
    ...Object.fromEntries(said.filter(([, one]) => one)),
  })
  const xmp = await xmpOf(chunks?.xmp ?? packet)
  addMissing(texts, xmp.texts)
  const lines = texts.entries().map(([name, text]) => `${name}: ${text}`)
  const place = placeOf(tags)
  if (place.length > 0 || xmp.isPlaced) found.warnings.push(placed)
  const told = [...lines, ...(places ? place : [])]
  const titles = ['ObjectName', 'XPTitle', 'Title'].map((name) => texts.get(name))
  found.title ??= titles.find((title) => title !== undefined) ?? null
  if (told.length > 0) yield { kind: 'record', passage: 'metadata', text: told.join('; ') }
}

async function xmpOf(packet: unknown): Promise<PictureXmp> {
  if (typeof packet !== 'string') return { texts: new Map(), isPlaced: false }
  return await readXmp(packet)
}

/** Programs say the same in several places. */
function addMissing(texts: Map<string, string>, more: ReadonlyMap<string, string>): void {
  const told = new Set(texts.values())
  for (const [name, text] of more) if (!texts.has(name) && !told.has(text)) texts.set(name, text)
}

let library: typeof Exifr | undefined

/** It takes each text of Exif for UTF-8, after which nothing tells what it was. */
async function loadExifr(): Promise<typeof Exifr> {
  if (library) return library
  library = (await import('exifr')).default
  const Tiff = library.segmentParsers.get('tiff')
  library.segmentParsers.set(
    'tiff',
    class extends Tiff {
      parseHeader() {
        super.parseHeader()
        this.chunk.getString = (...place: number[]) =>
          Buffer.from(this.chunk.getUint8Array(...place)).toString('latin1')
      }
    },
  )
  return library
}

/** In the order in which they are said; letters that are no UTF-8 are of one encoding. */
async function textsOf(tags: Record<string, unknown>): Promise<Map<string, string>> {
  const said = Object.entries(tags)
    // The library adds the place to what was asked for.
    .filter(([name]) => allWanted.has(name))
    .map(([name, value]) => ({ name, values: Array.isArray(value) ? value : [value] }))
  const foreign = said.flatMap(({ values }) => values.flatMap(bytesOf)).filter(isForeign)
  const charset = foreign.length > 0 ? await charsetOfTags(Buffer.concat(foreign)) : 'utf-8'
  const texts = said.map(({ name, values }) => {
    const text = values.map((value) => textOf(value, charset)).join(', ')
    return [name, cleanLine(name === 'DateTimeOriginal' ? dayIn(text) : text)] as const
  })
  return new Map(texts.filter(([, text]) => text !== ''))
}

function bytesOf(value: unknown): Buffer[] {
  return typeof value === 'string' ? [Buffer.from(value, 'latin1')] : []
}

function isForeign(bytes: Buffer): boolean {
  return !isUtf8(bytes)
}

const commentCodeBytes = 8

/** What somebody wrote about it at the camera; how it is written goes first. */
function commentOf(value: unknown): string | undefined {
  if (!(value instanceof Uint8Array)) return undefined
  const bytes = Buffer.from(value)
  const isWide = bytes.toString('latin1', 0, commentCodeBytes).startsWith('UNICODE')
  const said = bytes.subarray(commentCodeBytes)
  const text = isWide
    ? Buffer.from(iconv.decode(said, utf16Of(said) ?? 'utf-16le')).toString('latin1')
    : said.toString('latin1')
  const written = text.replace(/[\s\0]+$/, '')
  // Some cameras keep bytes of their own there.
  const isOfBytes = written.split('').some((char) => char < ' ' && !'\t\n\r'.includes(char))
  return isOfBytes ? undefined : written
}

/** Windows writes its own fields in wide letters. */
function textOf(value: unknown, charset: string): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf16le')
  const [bytes] = bytesOf(value)
  if (bytes) return iconv.decode(bytes, isForeign(bytes) ? charset : 'utf-8')
  return typeof value === 'number' ? String(value) : ''
}

/** As the camera wrote it down, wherever the server stands. */
function dayIn(text: string): string {
  return day.exec(text)?.[0].replaceAll(':', '-') ?? ''
}

/** Degrees, north and east positive. */
function placeOf({ latitude, longitude }: Record<string, unknown>): string[] {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return []
  return [`Latitude: ${Number(latitude).toFixed(5)}`, `Longitude: ${Number(longitude).toFixed(5)}`]
}
