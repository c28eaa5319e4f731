import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import PostalMime from 'postal-mime'
import { blobSource } from '../blob-source.ts'
import { decodePieces, detectCharset, lastResort } from '../formats/charset.ts'
import { guessCharset } from '../formats/guess-charset.ts'
import { isIso2022Jp } from '../formats/wide-letters.ts'

/** A mail names it in so many bytes, if it does. */
const lookedBytes = 64 * 1024
const namedCharset = /\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i
/** What says nothing of what the letters beyond ASCII are in. */
const saysNothing = /^(?:utf-?8|us-ascii|ascii|ansi_x3\.[\d-]+|unknown-8bit|binary|)$/
/** Short texts in these may be valid UTF-8 by chance. */
const ofManyBytes = /jis|gb|big5|euc|cp9\d\d|2022|utf-?16/
const lineEnd = 0x0a

/**
 * The library of mails, which believes what a mail says of its letters: that they are in UTF-8 or
 * Latin 1 is often what a program says of all mails.
 */
export function mailParser(): PostalMime {
  const parser = new PostalMime({ maxNestingDepth: 100, forceRfc822Attachments: true })
  const { root } = parser as unknown as { root: { constructor: { prototype: TextPart } } }
  const { prototype } = root.constructor
  if (prototype.getTextContent !== rightLetters) {
    const { getTextContent, setupContentDecoder } = prototype
    asLibrary = { getTextContent, setupContentDecoder }
    prototype.getTextContent = rightLetters
    prototype.setupContentDecoder = decoderOf
  }
  return parser
}

type TextPart = {
  content: ArrayBuffer | null
  contentType: { parsed: { params: Record<string, string> } }
  contentDecoder: unknown
  getTextContent: () => string
  setupContentDecoder: (encoding: string) => void
}

let asLibrary: Partial<TextPart> = {}

/** The library's own makes a Blob of each line, which takes 30 times as long. */
function decoderOf(this: TextPart, encoding: string): void {
  if (/base64|quoted-printable/i.test(encoding)) asLibrary.setupContentDecoder?.call(this, encoding)
  else this.contentDecoder = plainLines()
}

function plainLines() {
  const lines: Uint8Array[] = []
  const end = Buffer.of(lineEnd)
  return {
    update: (line: Uint8Array) => lines.push(line, end),
    finalize: async () => new Uint8Array(Buffer.concat(lines)).buffer,
  }
}

function rightLetters(this: TextPart): string {
  const bytes = Buffer.from(this.content ?? new ArrayBuffer(0))
  const { params } = this.contentType.parsed
  const text = textOf(bytes, (params.charset ?? '').trim().toLowerCase())
  if (text !== undefined) {
    this.content = new Uint8Array(Buffer.from(text)).buffer
    params.charset = 'utf-8'
  }
  return asLibrary.getTextContent?.call(this) ?? ''
}

/** Undefined where it is what the mail says. */
function textOf(bytes: Buffer, label: string): string | undefined {
  const isPlain = isUtf8(bytes) && !isIso2022Jp(bytes)
  if (saysNothing.test(label)) return isPlain ? undefined : guessed(bytes)
  if (!isAscii(bytes) && isUtf8(bytes) && !ofManyBytes.test(label)) return bytes.toString()
  if (isOfBrowsers(label)) return undefined
  return iconv.encodingExists(label) ? iconv.decode(bytes, label) : guessed(bytes)
}

function guessed(bytes: Buffer): string {
  const source = blobSource(bytes)
  return [...decodePieces(source, detectCharset(source))].join('')
}

function isOfBrowsers(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/**
 * A mail whose own lines are in UTF-8. Letters of other encodings stand there against all rules,
 * and are in that of its text.
 */
export function withReadableHead(bytes: Buffer): Buffer {
  const end = endOfHead(bytes)
  const head = bytes.subarray(0, end)
  if (isUtf8(head)) return bytes
  const looked = bytes.subarray(0, Math.max(end, lookedBytes))
  const label = namedCharset.exec(looked.toString('latin1'))?.[1]?.toLowerCase() ?? ''
  const isNamed = !saysNothing.test(label) && iconv.encodingExists(label)
  const charset = isNamed ? label : (guessCharset(looked) ?? lastResort)
  return Buffer.concat([...linesOf(head, charset), bytes.subarray(end)])
}

function* linesOf(head: Buffer, charset: string): Generator<Buffer> {
  for (let at = 0; at < head.length; ) {
    const end = head.indexOf(lineEnd, at) + 1 || head.length
    const line = head.subarray(at, end)
    yield isUtf8(line) ? line : Buffer.from(iconv.decode(line, charset))
    at = end
  }
}

function endOfHead(bytes: Buffer): number {
  const ends = ['\n\n', '\n\r\n'].map((end) => bytes.indexOf(end)).filter((at) => at !== -1)
  return ends.length > 0 ? Math.min(...ends) : bytes.length
}
