import { randomBytes } from 'node:crypto'
import { LinkInvalid } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { BlobKey, ReceivedBlob } from '../ports.ts'
import type { CatalogRoom } from '../room.ts'
import type { SignedLink } from '../signed-urls.ts'
import type { Slot } from './parts/slots.ts'
import { findPart, type UploadRow, wholeFile } from './queries.ts'
import { untilAborted } from './until-aborted.ts'

/** Where bytes go that come in. Held until their record is written. */
export type Landing = {
  partNumber: number
  /** Their own file; null for their place in the upload's file. */
  blobKey: BlobKey | null
  receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>
  [Symbol.dispose](): void
}

/**
 * A part goes to its place in the upload's file while nothing was acknowledged there and nobody
 * else writes there; otherwise, and for a whole file, into a file of its own.
 */
export function landingFor(room: CatalogRoom, upload: UploadRow, link: SignedLink): Landing {
  const { uploadId } = upload
  const { objectId, limitBytes, partNumber = wholeFile } = link
  if (partNumber === wholeFile) return aside(room, { objectId, partNumber, limitBytes })
  const { partSizeBytes, blobKey } = upload
  if (partSizeBytes === null || blobKey === null) throw new LinkInvalid()
  const isThere = findPart(room.store.db, { uploadId, partNumber }) !== undefined
  const slot = isThere ? undefined : room.slots.take({ uploadId, partNumber })
  if (!slot) return aside(room, { objectId, partNumber, limitBytes })
  const offsetBytes = (partNumber - 1) * partSizeBytes
  return inPlace(room, { partNumber, slot, key: blobKey, place: { offsetBytes, limitBytes } })
}

/** The name of a file of this object that there is none of yet. */
export function newBlobKey(objectId: ObjectId): BlobKey {
  return `${objectId}-${randomBytes(5).toString('hex')}`
}

function aside(
  { blobs }: CatalogRoom,
  {
    objectId,
    partNumber,
    limitBytes,
  }: Required<Pick<SignedLink, 'objectId' | 'limitBytes'>> & {
    partNumber: number
  },
): Landing {
  const blobKey = newBlobKey(objectId)
  return {
    partNumber,
    blobKey,
    receive: (source) => blobs.receive(blobKey, source, { limitBytes }),
    [Symbol.dispose]: () => {},
  }
}

type Place = { offsetBytes: number; limitBytes: number }

function inPlace(
  { blobs }: CatalogRoom,
  { partNumber, slot, key, place }: { partNumber: number; slot: Slot; key: BlobKey; place: Place },
): Landing {
  return {
    partNumber,
    blobKey: null,
    async receive(source) {
      try {
        return await blobs.parts.put(key, untilAborted(source, slot.signal), place)
      } catch (error) {
        throw slot.signal.aborted ? new LinkInvalid() : error
      }
    },
    [Symbol.dispose]: () => slot[Symbol.dispose](),
  }
}
