import { inflateSync } from 'node:zlib'
import type { BlobSource } from '../blob-source.ts'

const [pngMagic, webpMagic] = [0x89504e47, 'WEBP']
/** A picture in pieces of 8 kB, as many programs write it, has some thousands. */
const chunksMax = 100_000
const exifBytesMax = 1024 * 1024
const textBytesMax = 64 * 1024
const xmpKey = 'XML:com.adobe.xmp'
const exifMark = 'Exif\0\0'
const texts: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])

/** What a PNG or a WebP says of itself: fields of Exif as in a TIFF, and texts by their names. */
export type PictureChunks = {
  exif: Buffer | undefined
  xmp: string | undefined
  texts: Map<string, string>
}

/**
 * Undefined for any other picture. Bytes of texts come as characters, whatever encoding they are
 * in: PNG says Latin 1, and many write UTF-8.
 */
export function chunksOf(source: BlobSource): PictureChunks | undefined {
  const head = source.head(12)
  if (head.length < 12) return undefined
  const isPng = head.readUInt32BE(0) === pngMagic
  if (!isPng && head.toString('latin1', 8) !== webpMagic) return undefined
  const found: PictureChunks = { exif: undefined, xmp: undefined, texts: new Map() }
  for (const { name, at, length } of isPng ? pngChunks(source) : webpChunks(source)) {
    const isExif = name === 'eXIf' || name === 'EXIF'
    if (isExif && length <= exifBytesMax) found.exif ??= withoutMark(source.slice({ at, length }))
    if (name === 'XMP ' && length <= exifBytesMax) {
      found.xmp ??= source.slice({ at, length }).toString('latin1')
    }
    if (!texts.has(name) || length > textBytesMax) continue
    const text = textOf(name, source.slice({ at, length }))
    if (text && !found.texts.has(text.key)) found.texts.set(text.key, text.value)
  }
  found.xmp ??= found.texts.get(xmpKey)
  return found
}

type Chunk = { name: string; at: number; length: number }

function* pngChunks(source: BlobSource): Generator<Chunk> {
  let at = 8
  for (let i = 0; i < chunksMax && at + 8 <= source.sizeBytes; i++) {
    const head = source.slice({ at, length: 8 })
    const length = head.readUInt32BE(0)
    yield { name: head.toString('latin1', 4), at: at + 8, length }
    at += length + 12
  }
}

function* webpChunks(source: BlobSource): Generator<Chunk> {
  let at = 12
  for (let i = 0; i < chunksMax && at + 8 <= source.sizeBytes; i++) {
    const head = source.slice({ at, length: 8 })
    const length = head.readUInt32LE(4)
    yield { name: head.toString('latin1', 0, 4), at: at + 8, length }
    at += 8 + length + (length % 2)
  }
}

/** Some write it as in a JPEG. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, exifMark.length) === exifMark ? bytes.subarray(6) : bytes
}

/** Name, zero, and the text; packed in one kind, with its language before it in another. */
function textOf(name: string, bytes: Buffer): { key: string; value: string } | undefined {
  const end = bytes.indexOf(0)
  if (end === -1) return undefined
  const key = bytes.toString('latin1', 0, end)
  const rest = bytes.subarray(end + 1)
  if (name === 'tEXt') return { key, value: rest.toString('latin1') }
  if (name === 'zTXt') return { key, value: unpacked(rest.subarray(1)) }
  const language = rest.indexOf(0, 2)
  const word = language === -1 ? -1 : rest.indexOf(0, language + 1)
  if (word === -1) return undefined
  const said = rest.subarray(word + 1)
  return { key, value: rest[0] === 1 ? unpacked(said) : said.toString('latin1') }
}

function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: textBytesMax }).toString('latin1')
  } catch {
    return ''
  }
}
