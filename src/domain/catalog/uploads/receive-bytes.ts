import { randomBytes } from 'node:crypto'
import { LinkInvalid, TooLarge } from '../../../base/errors.ts'
import type { AnonymousCommand } from '../../command.ts'
import { findObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { SignedLink } from '../signed-urls.ts'
import { findUpload, purgeBlob, replacePart, wholeFile } from './queries.ts'

/** What the holder of a verified upload URL sends. */
export type IncomingBytes = {
  link: SignedLink
  source: AsyncIterable<Uint8Array>
  /** What the request says it will send, where it says so. */
  announcedBytes?: number | undefined
}

/**
 * Takes the bytes of an open upload: to a file of its own first, then into the records, where they
 * replace what came before. What is shorter than declared is kept, and refused at confirmation.
 * Throws LinkInvalid once the upload is confirmed or cancelled, also when that happened while the
 * bytes came in; TooLarge as soon as there are more than declared. (spec 3, 7.1 rule 4)
 */
export async function receiveBytes(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { link, source, announcedBytes }: IncomingBytes,
): Promise<{ checksumSha256: string; sizeBytes: number }> {
  const { objectId, limitBytes } = link
  if (!findUpload(room.store.db, objectId)) throw new LinkInvalid()
  if (announcedBytes !== undefined && announcedBytes > limitBytes) throw tooLarge(limitBytes)
  const blobKey = `${objectId}-${randomBytes(5).toString('hex')}`
  const { sizeBytes, sha256 } = await room.blobs.receive(blobKey, source, { limitBytes })
  const nowMs = room.clock.nowMs()
  const isTaken = await cmd.write((tx) => {
    const upload = findUpload(tx, objectId)
    const object = findObject(tx, objectId)
    if (!upload || !object) return false
    const part = { uploadId: upload.uploadId, partNumber: wholeFile, receivedAtMs: nowMs }
    const earlier = replacePart(tx, { ...part, blobKey, sizeBytes, checksumSha256: sha256 })
    if (earlier) purgeBlob(tx, { object, blobKey: earlier.blobKey, nowMs })
    return true
  })
  if (!isTaken) {
    await room.blobs.remove(blobKey)
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
