import type { Command } from '../../../command.ts'
import { findObject } from '../../objects/queries.ts'
import type { StraightUrl } from '../../ports.ts'
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

/** SHA-256 of parts, by their numbers. */
export type PartSums = ReadonlyMap<number, string>

/**
 * The same upload with URLs that lead past this server to where files lie, where they may. Where
 * the SHA-256 is known of what is to come, the store takes nothing else.
 */
export async function straightFor<U extends UploadUrls>(
  room: CatalogRoom,
  asking: Asking & { sums?: PartSums | undefined },
  urls: U,
): Promise<U> {
  const { store, blobs, clock } = room
  const { straight } = blobs
  if (!straight || !goesStraight(room, asking)) return urls
  const { objectId } = urls
  const upload = findUpload(store.db, objectId)
  const key = upload?.blobKey ?? straightKeyOf(objectId)
  const sizeBytes = findObject(store.db, objectId)?.sizeBytes
  if (sizeBytes === undefined) return urls
  const seconds = Math.floor((urls.expiresAtMs - clock.nowMs()) / 1_000)
  const parts = await Promise.all(
    urls.parts.map(async (part) => {
      const { offsetBytes, sizeBytes, partNumber } = part
      const sha256 = asking.sums?.get(partNumber)
      const to = await straight.url(key, { offsetBytes, sizeBytes, sha256, seconds })
      return { ...part, ...uploadTo(to) }
    }),
  )
  if (parts.length > 0) return { ...urls, parts }
  const sha256 = upload?.declaredSha256 ?? undefined
  const to = await straight.url(key, { offsetBytes: 0, sizeBytes, sha256, seconds })
  return { ...urls, ...uploadTo(to) }
}

function uploadTo(to: StraightUrl | undefined) {
  return to && { uploadUrl: to.url, uploadHeaders: to.headers }
}
