import { ExtractFailed } from '../../domain/ingest/ports.ts'
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

/** Open documents and books name their type in an entry of its own. */
async function formatByMimetype(zip: Zip): Promise<FormatName | undefined> {
  let mimetype = ''
  for await (const piece of zip.textOf('mimetype')) {
    mimetype += piece
    if (mimetype.length > mimetypeChars) return undefined
  }
  const wanted = mimetype.trim().replace(/-template$/, '')
  const found = Object.entries(formats).find(([, { contentType }]) => contentType === wanted)
  return found?.[0] as FormatName | undefined
}
