import type { Command } from '../../../command.ts'
import type { CatalogRoom } from '../../room.ts'
import { listParts } from '../queries.ts'
import { requireOpenUpload } from '../require-open-upload.ts'
import { type ConfirmedObject, stageObject } from '../stage-object.ts'
import { straightKeyOf } from './straight-key.ts'

/**
 * Ends an upload whose one piece went straight to the store: there it is copied to the name that
 * no URL leads to, and read once for its checksum. Undefined when nothing came that way.
 */
export async function confirmStraight(
  room: CatalogRoom,
  cmd: Command,
  objectId: string,
): Promise<ConfirmedObject | undefined> {
  const { blobs, store, slots } = room
  if (!blobs.straight) return undefined
  const { object, upload } = requireOpenUpload(store.db, cmd, objectId)
  if (upload.partSizeBytes !== null) return undefined
  if (listParts(store.db, upload.uploadId).length > 0) return undefined
  const blobKey = straightKeyOf(object.objectId)
  if ((await blobs.straight.came(blobKey)).length === 0) return undefined
  using _ = await slots.seal(upload.uploadId)
  // Another confirmation may have come first, and its file must not be touched.
  requireOpenUpload(store.db, cmd, objectId)
  const { sizeBytes, sha256: checksumSha256 } = await blobs.parts.finish(blobKey, [])
  const staged = await cmd.write((tx) => {
    const file = { blobKey, sizeBytes, checksumSha256 }
    return stageObject(room, tx, { ...requireOpenUpload(tx, cmd, objectId), cmd, file })
  })
  await blobs.parts.settle(blobKey).catch(() => {})
  return staged
}
