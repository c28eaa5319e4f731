import type { FileKind } from '../../domain/ingest/ports.ts'
import type { Reader } from './reader.ts'

export type FormatName = keyof typeof types

const officeXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The type of each format that can be read. */
const types = {
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  pdf: 'application/pdf',
  docx: `${officeXml}.wordprocessingml.document`,
  pptx: `${officeXml}.presentationml.presentation`,
  xlsx: `${officeXml}.spreadsheetml.sheet`,
  odt: `${openDocument}.text`,
  odp: `${openDocument}.presentation`,
  ods: `${openDocument}.spreadsheet`,
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  eml: 'message/rfc822',
  parquet: 'application/vnd.apache.parquet',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  tiff: 'image/tiff',
  gif: 'image/gif',
  bmp: 'image/bmp',
} as const

const plain: ReadonlySet<FormatName> = new Set(['text', 'markdown', 'srt', 'vtt'])

export const formats = Object.fromEntries(
  Object.entries(types).map(([name, contentType]) => [
    name,
    { contentType, modality: modalityOf(name as FormatName) },
  ]),
) as Record<FormatName, FileKind>

function modalityOf(name: FormatName): FileKind['modality'] {
  const kind = types[name].split('/')[0]
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind
  return plain.has(name) ? 'text' : 'document'
}

export function hasMedia({ modality }: FileKind): boolean {
  return modality === 'image' || modality === 'audio' || modality === 'video'
}

/** Of what carries its text in it, and takes no engine for pictures or sound. */
export const textTypes: ReadonlySet<string> = new Set(
  Object.values(formats)
    .filter((kind) => !hasMedia(kind))
    .map(({ contentType }) => contentType),
)

/** Loads a reader only when a file needs it: a child starts for most single objects. */
export async function loadReader(format: FormatName): Promise<Reader> {
  switch (format) {
    case 'text':
      return (await import('../text/read-text.ts')).readText
    case 'markdown':
      return (await import('../text/read-markdown.ts')).readMarkdown
    case 'html':
      return (await import('../text/read-html.ts')).readHtml
    case 'csv':
      return (await import('../tables/read-csv.ts')).readCsv
    case 'json':
      return (await import('../tables/read-json.ts')).readJson
    case 'jsonl':
      return (await import('../tables/read-json.ts')).readJsonLines
    case 'pdf':
      return (await import('../pdf/read-pdf.ts')).readPdf
    case 'docx':
      return (await import('../office/read-docx.ts')).readDocx
    case 'pptx':
      return (await import('../office/read-pptx.ts')).readPptx
    case 'xlsx':
      return (await import('../office/read-xlsx.ts')).readXlsx
    case 'odt':
    case 'odp':
    case 'ods':
      return (await import('../office/read-odf.ts')).readOdf
    case 'epub':
      return (await import('../office/read-epub.ts')).readEpub
    case 'rtf':
      return (await import('../text/read-rtf.ts')).readRtf
    case 'xml':
      return (await import('../text/read-xml.ts')).readXmlFile
    case 'svg':
      return (await import('../text/read-xml.ts')).readSvg
    case 'eml':
      return (await import('../text/read-eml.ts')).readEml
    case 'parquet':
      return (await import('../tables/read-parquet.ts')).readParquet
    case 'srt':
    case 'vtt':
      return (await import('../media/read-subtitles.ts')).readSubtitles
    case 'png':
    case 'jpg':
    case 'webp':
    case 'tiff':
    case 'gif':
    case 'bmp':
      return (await import('../media/read-image.ts')).readImage
    default:
      return (await import('../media/read-media.ts')).readMedia
  }
}
