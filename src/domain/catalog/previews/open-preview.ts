import { NotFound } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { OpenBytes } from '../../../base/open-bytes.ts'
import { findAsset } from '../assets.ts'
import { findOwnObject } from '../objects/queries.ts'
import type { BlobStore } from '../ports.ts'
import type { CatalogRoom } from '../room.ts'
import type { Caller } from '../visibility.ts'
import { findPicture, type Picture } from './queries.ts'

/** The bytes of a preview, which lie under a random name. The caller closes `bytes`. */
export type OpenPreview = {
  bytes: OpenBytes
  filename: string
  contentType: string
  /** Another one for each picture that is drawn. */
  version: string
}

/**
 * The preview of an object that the caller owns, or may find by a search. Throws NotFound for what
 * is not there, foreign, gone or without a picture, all alike.
 */
export async function openPreview(
  { store: { db }, blobs }: CatalogRoom,
  caller: Caller,
  { objectId }: { objectId: string },
): Promise<OpenPreview> {
  const id = objectId as ObjectId
  const own = findOwnObject(db, caller, objectId)
  const isShown = own ? own.status === 'staged' || own.status === 'active' : false
  if (!isShown && !findAsset(db, caller, id)) throw new NotFound('object')
  const picture = findPicture(db, id)
  if (!picture) throw new NotFound('preview')
  return openPicture(blobs, picture)
}

export async function openPicture(blobs: BlobStore, picture: Picture): Promise<OpenPreview> {
  const { blobKey, contentType } = picture
  const bytes = await blobs.open(blobKey)
  const randomPart = blobKey.slice(blobKey.lastIndexOf('-') + 1)
  const filename = contentType === 'image/webp' ? 'preview.webp' : 'preview.png'
  return { bytes, filename, contentType, version: randomPart }
}
