import { LinkInvalid, TooLarge } from '../../../base/errors.ts'
import type { AnonymousCommand } from '../../command.ts'
import { findObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { SignedLink } from '../signed-urls.ts'
import { landingFor } from './landing.ts'
import { findUpload, purgeBlob, replacePart } from './queries.ts'

/** What the holder of a verified upload URL sends. */
export type IncomingBytes = {
  link: SignedLink
  source: AsyncIterable<Uint8Array>
  /** What the request says it will send, where it says so. */
  announcedBytes?: number | undefined
}

/**
 * Takes the bytes of an open upload, all of them or one part: to the disk first, then into the
 * records, where they replace what came before. What is shorter than declared is kept, and refused
 * at confirmation. Throws LinkInvalid once the upload is confirmed or cancelled, also when that
 * happened while the bytes came in; TooLarge as soon as there are more than declared. (spec 3, 7.1
 * rule 4)
 */
export async function receiveBytes(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { link, source, announcedBytes }: IncomingBytes,
): Promise<{ checksumSha256: string; sizeBytes: number }> {
  const { objectId, limitBytes } = link
  const open = findUpload(room.store.db, objectId)
  if (!open) throw new LinkInvalid()
  if (announcedBytes !== undefined && announcedBytes > limitBytes) throw tooLarge(limitBytes)
  using landing = landingFor(room, open, link)
  const { blobKey, partNumber } = landing
  const { sizeBytes, sha256 } = await landing.receive(source)
  const nowMs = room.clock.nowMs()
  const record = cmd.write((tx) => {
    const upload = findUpload(tx, objectId)
    const object = findObject(tx, objectId)
    if (!upload || !object) return false
    const part = { uploadId: upload.uploadId, partNumber, receivedAtMs: nowMs }
    const earlier = replacePart(tx, { ...part, blobKey, sizeBytes, checksumSha256: sha256 })
    if (earlier?.blobKey) purgeBlob(tx, { object, blobKey: earlier.blobKey, nowMs })
    return true
  })
  // Not a file that others have a part in: it may be the object's by now, or is purged.
  const forget = async () => void (blobKey !== null && (await room.blobs.remove(blobKey)))
  const isTaken = await record.catch(async (error) => {
    // On a full disk they would take the room until the next start.
    await forget()
    throw error
  })
  if (!isTaken) {
    await forget()
    throw new LinkInvalid()
  }
  return { checksumSha256: sha256, sizeBytes }
}

export function tooLarge(limitBytes: number): TooLarge {
  return new TooLarge({
    message: `More bytes than the ${limitBytes} that were declared.`,
    limitBytes,
  })
}
