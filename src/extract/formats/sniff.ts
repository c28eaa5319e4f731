import type { FileClaims } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { findDelimiter } from '../tables/csv-shape.ts'
import { isPartingLine, mailHeader } from '../text/mailbox.ts'
import { decodeHead, detectCharset, hasZero, lastResort } from './charset.ts'
import { type FormatName, formats } from './format.ts'

const magicBytes = 16 * 1024
const textHeadBytes = 64 * 1024
const pdfHeaderWithinBytes = 1024
const controlsMaxShare = 0.02
const accentsMaxShare = 0.3
const zipMagic = Buffer.from('504b0304', 'hex')
const tiffMagics = new Set(['II*\0', 'MM\0*'])
const parquetMagic = Buffer.from('PAR1')
const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const compoundBytes = 64 * 1024 * 1024

export type Sniffed = {
  /** The type as the bytes show it; null when nothing recognises them. */
  contentType: string | null
  /** The reader for it; null for types that this server cannot read. */
  format: FormatName | null
  charset: string
  isEncrypted?: boolean
}

/**
 * What a file is, by its bytes. The provider's claims only choose among the text formats that the
 * bytes allow: Markdown and CSV are text, too.
 */
export async function sniff(source: BlobSource, claims: FileClaims): Promise<Sniffed> {
  const head = source.head(magicBytes)
  if (head.subarray(0, pdfHeaderWithinBytes).includes('%PDF-')) return known('pdf')
  const binary = await sniffContainer({ source, head, claims })
  if (binary) return binary
  if (isPdfSource(source, claims)) return known('pdf')
  const isBinary = hasZero(source, { withinBytes: textHeadBytes })
  const read = isBinary ? { text: undefined, charset: lastResort } : decoded(source)
  if (read.text !== undefined && looksLikeText(read)) return sniffText({ ...read, claims })
  const { charset } = read
  // Loaded for what is no text only: most files are text, and it is as long as all the rest.
  const { fileTypeFromBuffer } = await import('file-type')
  const magic = await fileTypeFromBuffer(head)
  const media = magic && byMagic[baseType(magic.mime)]
  if (media) return known(media)
  if (magic) return { contentType: magic.mime, format: null, charset }
  // Its list of contents may lie behind what was looked at.
  if (isTiff(head)) return known('tiff')
  // A file that is called a PDF and shows nothing else: the PDF reader will say what is wrong.
  if (claimedFormat(claims) === 'pdf') return known('pdf')
  return { contentType: null, format: null, charset }
}

function decoded(source: BlobSource): { text: string; charset: string } {
  const charset = detectCharset(source)
  return { text: decodeHead(source.head(textHeadBytes), charset), charset }
}

const pdfObject = /^\s*\d{1,9} \d{1,5} obj\b/m
const pdfBegin = /^\s*\d{1,9} \d{1,5} obj\s*<</
const pdfEnd = /startxref\s+\d+\s+%%EOF\s*$/
const pdfTailBytes = 2_048

/** A PDF without its header, or with something before it, whose parts would be taken for a text. */
function isPdfSource(source: BlobSource, claims: FileClaims): boolean {
  const head = source.head(textHeadBytes).toString('latin1')
  if (!pdfObject.test(head)) return false
  if (pdfBegin.test(head) || claimedFormat(claims) === 'pdf') return true
  const length = Math.min(pdfTailBytes, source.sizeBytes)
  const tail = source.slice({ at: source.sizeBytes - length, length })
  return pdfEnd.test(tail.toString('latin1'))
}

/** By its first four bytes. */
export function isTiff(head: Buffer): boolean {
  return tiffMagics.has(head.toString('latin1', 0, 4))
}

/** Office documents and books are archives; what is in them tells what they are. */
async function sniffContainer(file: {
  source: BlobSource
  head: Buffer
  claims: FileClaims
}): Promise<Sniffed | undefined> {
  const { source, head, claims } = file
  if (head.subarray(0, 4).equals(parquetMagic)) return known('parquet')
  if (head.subarray(0, 8).equals(compoundMagic)) return sniffCompound(source, claims)
  if (!head.subarray(0, 4).equals(zipMagic)) return undefined
  const { archiveFormat, archiveFormats, unreadType } = await import('../office/archive-format.ts')
  const format = await archiveFormat(source)
  if (format !== 'broken')
    return format ? known(format) : unreadOf(await unreadType(source, claims))
  // Its reader will say what is wrong with it.
  const claimed = claimedFormat(claims)
  return claimed !== null && archiveFormats.has(claimed) ? known(claimed) : undefined
}

function unreadOf(contentType: string | undefined): Sniffed | undefined {
  return contentType === undefined ? undefined : { contentType, format: null, charset: 'utf-8' }
}

/** What the programs before 2007 call the part of a file that is theirs; a mail may hold others. */
const compounds: [part: string, ending: RegExp, contentType: string][] = [
  ['__properties_version1.0', /\.msg$/i, 'application/vnd.ms-outlook'],
  ['WordDocument', /\.do[ct]$/i, 'application/msword'],
  ['PowerPoint Document', /\.p(?:p[st]|ot)$/i, 'application/vnd.ms-powerpoint'],
  ['Workbook', /\.xl[st]$/i, 'application/vnd.ms-excel'],
  ['Book', /\.xl[st]$/i, 'application/vnd.ms-excel'],
  ['VisioDocument', /\.vs[dst]$/i, 'application/vnd.visio'],
]

/**
 * Documents of Word, Excel and PowerPoint from before 2007, and those of today with a password. One
 * that holds parts of several programs is what it is called.
 */
function sniffCompound(source: BlobSource, { filename }: FileClaims): Sniffed {
  const head = source.head(compoundBytes)
  const has = (part: string) => head.includes(Buffer.from(part, 'utf16le'))
  if (has('EncryptedPackage')) {
    return { contentType: 'application/x-cfb', format: null, charset: 'utf-8', isEncrypted: true }
  }
  const found = compounds.filter(([part]) => has(part))
  const [, , contentType] = found.find(([, ending]) => ending.test(filename)) ?? found[0] ?? []
  if (contentType === formats.msg.contentType) return known('msg')
  return { contentType: contentType ?? 'application/x-cfb', format: null, charset: 'utf-8' }
}

function known(format: FormatName, charset = 'utf-8'): Sniffed {
  return { contentType: formats[format].contentType, format, charset }
}

/** Few control characters; and few accents where the encoding was only a last resort. */
function looksLikeText({ text, charset }: { text: string; charset: string }): boolean {
  let controls = 0
  let accents = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0) return false
    if ((code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1b) || code === 0x7f) {
      controls++
    }
    if (code > 0x7f) accents++
  }
  if (charset === lastResort && accents > text.length * accentsMaxShare) return false
  return controls <= text.length * controlsMaxShare
}

const html =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,5000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i
const htmlInside =
  /<(?:p|div|h[1-6]|table|ul|ol|article|section|span|br|a)(?:\s[^<>]{0,500})?\/?>/gi
const webVtt = /^\uFEFF?WEBVTT(?:\s|$)/
const subRip = /^\s*\d{1,9}[ \t]*\r?\n\s*\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}\s*-->/
const subStation = /^\uFEFF?\s*(?:[;!][^\n]{0,500}\n\s*){0,50}\[Script Info\]/i
/** Each part in one way alone: what has many of them is not looked at in all ways. */
const xmlBegin =
  String.raw`^\uFEFF?\s*(?:<!--(?:(?!-->)[\s\S]){0,5000}-->\s*|` +
  String.raw`<(?:\?|!(?!--))[^>]{0,5000}>\s*){0,50}`
const timedText = new RegExp(String.raw`${xmlBegin}<(?:\w{1,20}:)?tt\s[^>]{0,5000}(?:ttml|ttaf1)`)
const flatDocument = new RegExp(
  String.raw`${xmlBegin}<office:document\s[^>]{0,20000}\boffice:mimetype\s*=\s*["']` +
    String.raw`application/vnd\.oasis\.opendocument\.(\w+)`,
)
const richText = /^\s*\{\\rtf/
const svg =
  /^\s*(?:<\?xml[^>]{0,500}>\s*|<!--[\s\S]{0,5000}?-->\s*|<!doctype[^>]{0,2000}>\s*)*<svg\b/i
const otherMarkup = /^\s*<(?:\?xml|svg|!doctype)\b/i

function sniffText(found: { text: string; charset: string; claims: FileClaims }): Sniffed {
  const { text, charset, claims } = found
  const claimed = claimedFormat(claims)
  if (html.test(text)) return known('html', charset)
  if (richText.test(text)) return known('rtf')
  if (webVtt.test(text)) return known('vtt', charset)
  if (subRip.test(text)) return known('srt', charset)
  if (subStation.test(text)) return known('ass', charset)
  const flat = flatFormat({ text, charset })
  if (flat) return flat
  if (timedText.test(text)) return known('ttml', charset)
  if (svg.test(text)) return known('svg', charset)
  if (otherMarkup.test(text)) return known('xml', charset)
  if (claimed === 'xml' && text.trimStart().startsWith('<')) return known('xml', charset)
  if (isEmail(text, claimed)) return known('eml', charset)
  if (claimed === 'html' && (text.match(htmlInside)?.length ?? 0) > 0) return known('html', charset)
  const json = jsonShape(text, claimed)
  if (json) return known(json, charset)
  if (claimed === 'markdown') return known('markdown', charset)
  // A text that nobody called CSV counts as a table only when its lines agree very clearly.
  const unclaimedTable = claimed === null && findDelimiter(text) !== undefined
  const isTable = unclaimedTable || (claimed === 'csv' && text.trim() !== '')
  return known(isTable ? 'csv' : 'text', charset)
}

const flatFormats: Readonly<Record<string, FormatName>> = {
  text: 'fodt',
  presentation: 'fodp',
  spreadsheet: 'fods',
}

/** An open document that is no archive but one XML text. */
function flatFormat({ text, charset }: { text: string; charset: string }): Sniffed | undefined {
  const kind = flatDocument.exec(text)?.[1]
  if (kind === undefined) return undefined
  const format = flatFormats[kind]
  if (format) return known(format, charset)
  return { contentType: `application/vnd.oasis.opendocument.${kind}`, format: null, charset }
}

/** A message begins with header lines; of a file that is called one, a single known one will do. */
function isEmail(text: string, claimed: FormatName | null): boolean {
  const lines = text.replace(/^\ufeff?[\r\n]*/, '').split(/\r\n?|\n/, 200)
  const [line = '', next = ''] = lines
  const end = lines.indexOf('')
  const isBox = isPartingLine({ line, next, isAfterBlank: true })
  const headers = lines.slice(isBox ? 1 : 0, end === -1 ? lines.length : end)
  const known = headers.filter((line) => mailHeader.test(line)).length
  const others = headers.filter((line) => !/^(?:[!-9;-~]+:|[ \t])/.test(line)).length
  return others === 0 && known >= (claimed === 'eml' ? 1 : 3) && claimed !== 'markdown'
}

const jsonMember = String.raw`\{\s*"(?:[^"\\]|\\.){0,200}"\s*:`
const jsonElement = String.raw`(?:\{\s*"|"[^"]{0,1000}"\s*,|-?\d+\s*,|\[\s*["\d-])`
const jsonStart = new RegExp(String.raw`^\s*(?:${jsonMember}|\[\s*${jsonElement})`)

function jsonShape(text: string, claimed: FormatName | null): 'json' | 'jsonl' | undefined {
  const said = claimed === 'json' || claimed === 'jsonl' ? claimed : undefined
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return text.trim() === '' ? undefined : said
  const lines = text.split('\n', 20).filter((line) => line.trim() !== '')
  const complete = lines.filter(isJsonContainer).length
  const lineWise = lines.length > 1 && complete >= Math.min(2, lines.length - 1)
  if (lineWise && isJsonContainer(lines[0] ?? '')) return 'jsonl'
  if (said) return said
  // Of a long file only the beginning is here, and it has to do when nothing else was claimed.
  const unclaimed = claimed === null || claimed === 'text'
  const begins = unclaimed && text.length >= textHeadBytes / 4 && jsonStart.test(text)
  return isJsonContainer(text) || begins ? 'json' : undefined
}

function isJsonContainer(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** Recordings and pictures, by the type that their first bytes show. */
const byMagic: Record<string, FormatName> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'video/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'video/3gpp2': '3g2',
  'video/matroska': 'mkv',
  'video/x-matroska': 'mkv',
  'video/webm': 'webm',
  'video/mp2t': 'm2ts',
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
}

const byType: Record<string, FormatName> = {
  ...(Object.fromEntries(
    Object.entries(formats).map(([name, { contentType }]) => [contentType, name]),
  ) as Record<string, FormatName>),
  'text/x-markdown': 'markdown',
  'application/xhtml+xml': 'html',
  'text/tab-separated-values': 'csv',
  'application/csv': 'csv',
  'text/json': 'json',
  'application/jsonl': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'text/xml': 'xml',
  'text/rtf': 'rtf',
  'application/ttaf+xml': 'ttml',
  'text/x-ass': 'ass',
  'application/x-parquet': 'parquet',
  'application/mbox': 'eml',
}
const byExtension: Record<string, FormatName> = {
  ...(Object.fromEntries(Object.keys(formats).map((name) => [name, name])) as Record<
    string,
    FormatName
  >),
  txt: 'text',
  md: 'markdown',
  htm: 'html',
  xhtml: 'html',
  tsv: 'csv',
  dfxp: 'ttml',
  ssa: 'ass',
  ndjson: 'jsonl',
  mbox: 'eml',
}

/** The format that declared type and file name speak of: the name is more exact than text/plain. */
export function claimedFormat({ contentType, filename }: FileClaims): FormatName | null {
  const type = byType[baseType(contentType)] ?? null
  const named = byExtension[/\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''] ?? null
  if (type !== null && type !== 'text') return type
  return named ?? type
}

/** `text/HTML; charset=utf-8` → `text/html`. */
export function baseType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}
