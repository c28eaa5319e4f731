import { ExtractFailed, type FileClaims } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { type FormatName, formats } from '../formats/format.ts'
import { openZip, type Zip } from './zip.ts'

/** The part that every document of the kind has. */
const markers: [part: string, format: FormatName][] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
  ['META-INF/container.xml', 'epub'],
]
/** The part that tells of a document that no reader here opens. */
const unread: [part: RegExp, contentType: string][] = [
  [/^xl\/workbook\.bin$/, 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  [/^visio\/document\.xml$/, 'application/vnd.visio'],
  [/^Index\/(?:MasterSlide|Slide)[^/]*\.iwa$/, 'application/vnd.apple.keynote'],
  [/^Index\/Tables\/.*\.iwa$/, 'application/vnd.apple.numbers'],
  [/^Index\/Document\.iwa$/, 'application/vnd.apple.pages'],
]
/** By name: a text of Pages with a table has what a Numbers document has. */
const appleNames = /\.(pages|numbers|key)$/i
const apple: Readonly<Record<string, string>> = {
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
}
const mimetypeChars = 200

export const archiveFormats: ReadonlySet<FormatName> = new Set<FormatName>([
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'odp',
  'ods',
  'epub',
])

/** Which document an archive is; undefined for any other archive. */
export async function archiveFormat(
  source: BlobSource,
): Promise<FormatName | 'broken' | undefined> {
  try {
    const zip = await openZip(source)
    return (await formatByMimetype(zip)) ?? markers.find(([part]) => zip.has(part))?.[1]
  } catch (error) {
    if (error instanceof ExtractFailed) return 'broken'
    throw error
  }
}

/** The type of an archive that is a document all the same; undefined for any other. */
export async function unreadType(
  source: BlobSource,
  { filename }: Pick<FileClaims, 'filename'>,
): Promise<string | undefined> {
  const zip = await openZip(source)
  const type = unread.find(([part]) => zip.names().some((name) => part.test(name)))?.[1]
  const named = apple[appleNames.exec(filename)?.[1]?.toLowerCase() ?? '']
  if (type) return type.includes('apple') ? (named ?? type) : type
  const mimetype = await mimetypeOf(zip)
  return mimetype?.startsWith('application/vnd.oasis.opendocument.') ? mimetype : undefined
}

/** Open documents and books name their type in an entry of its own. */
async function formatByMimetype(zip: Zip): Promise<FormatName | undefined> {
  const mimetype = await mimetypeOf(zip)
  const wanted = mimetype?.replace(/-template$/, '')
  const found = Object.entries(formats).find(([, { contentType }]) => contentType === wanted)
  return found?.[0] as FormatName | undefined
}

async function mimetypeOf(zip: Zip): Promise<string | undefined> {
  let mimetype = ''
  for await (const piece of zip.textOf('mimetype')) {
    mimetype += piece
    if (mimetype.length > mimetypeChars) return undefined
  }
  return mimetype.trim()
}
