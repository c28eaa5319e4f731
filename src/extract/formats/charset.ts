import iconv from 'iconv-lite'
import type { BlobSource } from '../blob-source.ts'
import { guessCharset } from './guess-charset.ts'
import { isIso2022Jp, utf16Of } from './wide-letters.ts'

const sampleBytes = 256 * 1024
/** What is neither Unicode nor like a text in any encoding. */
export const lastResort = 'windows-1252'
/** Lines of UTF-8 and lines of a one-byte encoding in one file; each is decoded for itself. */
export const mixed = 'mixed'

/** The one encoding that only the platform decodes. */
const iso2022Jp = 'iso-2022-jp'

/** HTML and XML name their encoding in so many bytes, if they do. */
const declaredWithinBytes = 1024
/** Of the letters that are no ASCII, so many may come out as none in the encoding it names. */
const wrongMaxShare = 0.1

/**
 * The encoding of a text: a byte order mark decides, then the shape of UTF-16 and the escapes of
 * Japan, then whether the whole file is valid UTF-8, then what HTML and XML say of themselves, then
 * how often its letters are in languages.
 */
export function detectCharset(source: BlobSource): string {
  const head = source.head(sampleBytes)
  return shownOf(head) ?? utf8Of(source) ?? declaredOf(head) ?? guessCharset(head) ?? lastResort
}

/** What is seen at once. */
function shownOf(head: Buffer): string | undefined {
  return bomOf(head) ?? utf16Of(head) ?? (isIso2022Jp(head) ? iso2022Jp : undefined)
}

/**
 * Whether there is a zero byte in the beginning that is one in whatever encoding is left: in none
 * is it a text then, and none need be looked for, which would read all of a recording.
 */
export function hasZero(source: BlobSource, { withinBytes }: { withinBytes: number }): boolean {
  if (!source.head(withinBytes).includes(0)) return false
  return shownOf(source.head(sampleBytes)) === undefined
}

/** The text in pieces of some 100,000 characters, without its byte order mark. */
export function* decodePieces(source: BlobSource, charset: string): Generator<string> {
  const decoder = charset === mixed ? mixedDecoder() : plainDecoder(charset)
  let first = true
  for (const piece of source.pieces()) {
    const text = decoder.write(piece)
    yield first ? text.replace(/^\uFEFF/, '') : text
    first &&= text === ''
  }
  yield decoder.end()
}

/** The beginning of a text; a character may be cut at its end. */
export function decodeHead(head: Buffer, charset: string): string {
  return plainDecoder(charset === mixed ? 'utf-8' : charset).write(head)
}

type Decoder = { write(piece: Buffer): string; end(): string }

function plainDecoder(charset: string): Decoder {
  if (charset === iso2022Jp) {
    const decoder = new TextDecoder(charset)
    return {
      write: (piece) => decoder.decode(piece, { stream: true }),
      end: () => decoder.decode(),
    }
  }
  const decoder = iconv.getDecoder(iconv.encodingExists(charset) ? charset : lastResort)
  return { write: (piece) => decoder.write(piece), end: () => decoder.end() ?? '' }
}

function mixedDecoder(): Decoder {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = Buffer.alloc(0)
  const decodeLines = (bytes: Buffer) => {
    let out = ''
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(0x0a, at) + 1 || bytes.length
      out += decodeLine(bytes.subarray(at, end))
      at = end
    }
    return out
  }
  const decodeLine = (line: Buffer) => {
    try {
      return strict.decode(line)
    } catch {
      return iconv.decode(line, lastResort)
    }
  }
  return {
    write(piece) {
      const bytes = Buffer.concat([rest, piece])
      // A line without end is cut here, so that it cannot collect the whole file in memory.
      const end = bytes.lastIndexOf(0x0a) + 1 || (bytes.length > sampleBytes ? bytes.length : 0)
      rest = bytes.subarray(end)
      return decodeLines(bytes.subarray(0, end))
    },
    end: () => decodeLines(rest),
  }
}

function bomOf(head: Buffer): string | undefined {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (head.subarray(0, 4).equals(Buffer.from([0xff, 0xfe, 0, 0]))) return 'utf-32le'
  if (head.subarray(0, 4).equals(Buffer.from([0, 0, 0xfe, 0xff]))) return 'utf-32be'
  if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le'
  if (head.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be'
  return undefined
}

/** UTF-8 when all of it is valid; `mixed` when wrong bytes are few beside right sequences. */
function utf8Of(source: BlobSource): string | undefined {
  if (isValidUtf8(source)) return 'utf-8'
  const decoder = new TextDecoder('utf-8')
  let right = 0
  let wrong = 0
  for (const piece of source.pieces()) {
    for (const char of decoder.decode(piece, { stream: true })) {
      if (char === '\ufffd') wrong++
      else if (char > '\u007f') right++
    }
  }
  return right > 2 * wrong ? mixed : undefined
}

function isValidUtf8(source: BlobSource): boolean {
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const piece of source.pieces()) strict.decode(piece, { stream: true })
    strict.decode()
    return true
  } catch {
    return false
  }
}

const xmlEncoding = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]{1,40})/i
const htmlCharset = /<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i

/** The encoding that a page or an XML document names, unless it cannot be in it. */
function declaredOf(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, declaredWithinBytes)
  if (!/^\s*</.test(start)) return undefined
  const label = (xmlEncoding.exec(start) ?? htmlCharset.exec(start))?.[1]
  const charset = label && encodingOf(label)
  return charset && isRight(head, charset) ? charset : undefined
}

/** By its label as browsers take it: Latin 1 is Windows-1252. Unicode was looked for already. */
function encodingOf(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return !encoding.startsWith('utf') && iconv.encodingExists(encoding) ? encoding : undefined
  } catch {
    return undefined
  }
}

function isRight(head: Buffer, charset: string): boolean {
  let beyond = 0
  let wrong = 0
  for (const char of iconv.decode(head, charset)) {
    if (char <= '\u007f') continue
    beyond++
    if (char === '\ufffd' || char <= '\u009f') wrong++
  }
  return wrong <= beyond * wrongMaxShare
}
