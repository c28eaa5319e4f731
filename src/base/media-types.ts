import { extname } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '3g2': 'video/3gpp2',
  '3gp': 'video/3gpp',
  aac: 'audio/aac',
  ass: 'text/x-ssa',
  bmp: 'image/bmp',
  csv: 'text/csv',
  dfxp: 'application/ttml+xml',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  epub: 'application/epub+zip',
  flac: 'audio/flac',
  fodp: 'application/vnd.oasis.opendocument.presentation-flat-xml',
  fods: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
  fodt: 'application/vnd.oasis.opendocument.text-flat-xml',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  m2ts: 'video/mp2t',
  m4a: 'audio/mp4',
  markdown: 'text/markdown',
  md: 'text/markdown',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ndjson: 'application/x-ndjson',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  srt: 'application/x-subrip',
  ssa: 'text/x-ssa',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ttml: 'application/ttml+xml',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  vtt: 'text/vtt',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
}

/** What a file claims to be by its name; what it is, its bytes tell when they are read. */
export function mediaTypeOf(path: string): string {
  return types[extname(path).slice(1).toLowerCase()] ?? 'application/octet-stream'
}

/** What the name of such a file ends in, with its dot; nothing for what is not read here. */
export function endingOf(mediaType: string): string {
  const [bare = ''] = mediaType.toLowerCase().split(';')
  const found = Object.entries(types).findLast(([, type]) => type === bare.trim())
  return found ? `.${found[0]}` : ''
}
