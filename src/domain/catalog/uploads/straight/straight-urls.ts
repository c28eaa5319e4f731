import type { Command } from '../../../command.ts'
import { findObject } from '../../objects/queries.ts'
import type { CatalogRoom } from '../../room.ts'
import { findUpload } from '../queries.ts'
import type { UploadUrls } from '../upload-urls.ts'
import { straightKeyOf } from './straight-key.ts'

/**
 * The same upload with URLs that lead past this server to where files lie, where that is set and
 * a program asks. A browser goes on sending here: it would be refused elsewhere by its own rules.
 */
export async function straightFor<U extends UploadUrls>(
  { store: { db }, blobs: { straight }, clock }: CatalogRoom,
  { principal }: Pick<Command, 'principal'>,
  urls: U,
): Promise<U> {
  if (!straight || !principal.apiKeyId) return urls
  const { objectId } = urls
  const key = findUpload(db, objectId)?.blobKey ?? straightKeyOf(objectId)
  const sizeBytes = findObject(db, objectId)?.sizeBytes
  if (sizeBytes === undefined) return urls
  const seconds = Math.floor((urls.expiresAtMs - clock.nowMs()) / 1_000)
  const parts = await Promise.all(
    urls.parts.map(async (part) => {
      const { offsetBytes, sizeBytes } = part
      const url = await straight.url(key, { offsetBytes, sizeBytes, seconds })
      return { ...part, uploadUrl: url ?? part.uploadUrl }
    }),
  )
  if (parts.length > 0) return { ...urls, parts }
  const whole = await straight.url(key, { offsetBytes: 0, sizeBytes, seconds })
  return { ...urls, uploadUrl: whole ?? urls.uploadUrl }
}
