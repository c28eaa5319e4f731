import type { Command } from '../../../command.ts'
import { findObject } from '../../objects/queries.ts'
import type { CatalogRoom } from '../../room.ts'
import { findUpload } from '../queries.ts'
import type { UploadUrls } from '../upload-urls.ts'
import { straightKeyOf } from './straight-key.ts'

/**
 * Whether URLs lead past this server: where that is set and a program asks. A browser goes on
 * sending here: it would be refused elsewhere by its own rules. So does who asks under an
 * Idempotency-Key, whose answer is stored before such a URL can be signed; asking for the upload
 * again gives one.
 */
export function goesStraight({ blobs }: CatalogRoom, { principal, isStored }: Asking): boolean {
  return blobs.straight !== undefined && principal.apiKeyId !== undefined && !isStored
}

type Asking = Pick<Command, 'principal' | 'isStored'>

/** The same upload with URLs that lead past this server to where files lie, where they may. */
export async function straightFor<U extends UploadUrls>(
  room: CatalogRoom,
  asking: Asking,
  urls: U,
): Promise<U> {
  const { store, blobs, clock } = room
  const { straight } = blobs
  if (!straight || !goesStraight(room, asking)) return urls
  const { objectId } = urls
  const key = findUpload(store.db, objectId)?.blobKey ?? straightKeyOf(objectId)
  const sizeBytes = findObject(store.db, objectId)?.sizeBytes
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
