import type { FileKind } from '../../domain/ingest/ports.ts'

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
  fodt: `${openDocument}.text-flat-xml`,
  fodp: `${openDocument}.presentation-flat-xml`,
  fods: `${openDocument}.spreadsheet-flat-xml`,
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  parquet: 'application/vnd.apache.parquet',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ttml: 'application/ttml+xml',
  ass: 'text/x-ssa',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  m2ts: 'video/mp2t',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  tiff: 'image/tiff',
  gif: 'image/gif',
  bmp: 'image/bmp',
} as const

const plain: ReadonlySet<FormatName> = new Set(['text', 'markdown', 'srt', 'vtt', 'ttml', 'ass'])

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
