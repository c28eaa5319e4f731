import type { Preview } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { openZip } from '../office/zip.ts'
import { coverNames } from './picture-engine.ts'
import { shrinkPicture } from './shrink-picture.ts'

/**
 * The picture of its first page that whatever wrote an office file may have left in it, drawn anew
 * as any other picture is. A file without one, or with one that cannot be opened, lacks nothing.
 */
export async function previewCover(source: BlobSource): Promise<Preview | undefined> {
  const zip = await openZip(source)
  const name = coverNames.find((one) => zip.has(one))
  if (name === undefined) return undefined
  const preview = await shrinkPicture(await zip.bytesOf(name))
  return 'picture' in preview ? preview : undefined
}
