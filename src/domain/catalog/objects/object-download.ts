import { Conflict, LinkInvalid, NotFound } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import { endingOf } from '../../../base/media-types.ts'
import type { OpenBytes } from '../../../base/open-bytes.ts'
import type { Db } from '../../../store/tx.ts'
import { downloadUrlTtlMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import type { BlobStore } from '../ports.ts'
import { openPicture } from '../previews/open-preview.ts'
import { findPicture } from '../previews/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { SignedLink } from '../signed-urls.ts'
import type { Caller } from '../visibility.ts'
import { findKept, findObject, findServed, getOwnObject } from './queries.ts'

/** The content behind a signed URL. The caller closes `bytes`. */
export type LinkedContent = {
  bytes: OpenBytes
  filename: string
  contentType: string
  /** Another one for other bytes: their SHA-256, or a random word of a preview. */
  version: string
}

/**
 * A URL for the bytes of an own object, good for an hour. Throws NotFound also for what was
 * rejected or has expired, Conflict while the upload is not confirmed.
 */
export function objectDownload(
  { store: { db }, clock, links }: CatalogRoom,
  caller: Caller,
  { objectId }: { objectId: string },
): { downloadUrl: string; expiresAtMs: number } {
  const object = getOwnObject(db, caller, objectId)
  if (object.status === 'initiated') {
    throw new Conflict({
      reason: 'not_uploaded',
      message: 'The upload of this object is not confirmed yet.',
    })
  }
  if (!isReadable(object)) throw new NotFound('object')
  const expiresAtMs = clock.nowMs() + downloadUrlTtlMs
  const { sizeBytes: limitBytes } = object
  const link: SignedLink = {
    purpose: 'download',
    objectId: object.objectId,
    limitBytes,
    expiresAtMs,
  }
  return { downloadUrl: links.sign(link), expiresAtMs }
}

/**
 * Opens what a verified URL leads to. Throws LinkInvalid when the object was deleted or rejected
 * since the URL was signed, and to who bought it when it was taken down or suspended.
 */
export async function openLinked(
  { store: { db }, blobs, clock }: CatalogRoom,
  link: SignedLink,
): Promise<LinkedContent> {
  if (link.purpose === 'licence') return openKept({ db, blobs }, link, clock.nowMs())
  const isSold = link.purpose === 'sold'
  const object = isSold ? findServed(db, link.objectId) : findObject(db, link.objectId)
  if (!object || !isReadable(object)) throw new LinkInvalid()
  if (link.purpose === 'thumbnail') return openThumbnail({ db, blobs }, object.objectId)
  return openContent(blobs, object)
}

/** What was bought, after its deletion: its name is gone, and its id is its name. */
async function openKept(
  { db, blobs }: { db: Db; blobs: BlobStore },
  { objectId }: SignedLink,
  nowMs: number,
): Promise<LinkedContent> {
  const object = findKept(db, { objectId, nowMs })
  if (!object) throw new LinkInvalid()
  const filename = `${objectId}${endingOf(object.contentType)}`
  return openContent(blobs, { ...object, filename })
}

async function openContent(blobs: BlobStore, object: ObjectRecord): Promise<LinkedContent> {
  const { blobKey, checksumSha256, filename, contentType } = object
  if (blobKey === null || checksumSha256 === null) throw new LinkInvalid()
  const bytes = await blobs.open(blobKey)
  return { bytes, filename, contentType, version: checksumSha256 }
}

async function openThumbnail(
  { db, blobs }: { db: Db; blobs: BlobStore },
  objectId: ObjectId,
): Promise<LinkedContent> {
  const picture = findPicture(db, objectId)
  if (!picture) throw new LinkInvalid()
  return openPicture(blobs, picture)
}

/** Waiting for review, or approved. */
function isReadable({ status }: ObjectRecord): boolean {
  return status === 'staged' || status === 'active'
}
