import type { FileHandle } from 'node:fs/promises'
import { Conflict, LinkInvalid, NotFound } from '../../../base/errors.ts'
import { downloadUrlTtlMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import type { CatalogRoom } from '../room.ts'
import type { SignedLink } from '../signed-urls.ts'
import type { Caller } from '../visibility.ts'
import { findObject, findOwnObject } from './queries.ts'

/** The content behind a signed URL. The caller closes `fd`. */
export type LinkedContent = {
  fd: FileHandle
  sizeBytes: number
  filename: string
  contentType: string
  checksumSha256: string
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
  const object = findOwnObject(db, caller, objectId)
  if (!object) throw new NotFound('object')
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
 * Opens what a verified URL leads to. Throws LinkInvalid when the object was deleted, rejected or
 * withdrawn since the URL was signed.
 */
export async function openLinked(
  { store: { db }, blobs }: CatalogRoom,
  link: SignedLink,
): Promise<LinkedContent> {
  const object = findObject(db, link.objectId)
  if (!object || !isReadable(object)) throw new LinkInvalid()
  const { blobKey, checksumSha256, filename, contentType } = object
  if (blobKey === null || checksumSha256 === null) throw new LinkInvalid()
  const { fd, sizeBytes } = await blobs.open(blobKey)
  return { fd, sizeBytes, filename, contentType, checksumSha256 }
}

/** Waiting for review, or approved. */
function isReadable({ status }: ObjectRecord): boolean {
  return status === 'staged' || status === 'active'
}
