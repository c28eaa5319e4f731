import type { Command } from '../../command.ts'
import type { ObjectRecord } from '../object.ts'
import type { CatalogRoom } from '../room.ts'
import { listParts, type PartRow, setUploadExpiry, wholeFile } from './queries.ts'
import { requireOpenUpload } from './require-open-upload.ts'
import { straightFor } from './straight/straight-urls.ts'
import { type UploadUrls, urlsFor } from './upload-urls.ts'

/** What came of an open upload, and where the rest goes. */
export type OpenUpload = UploadUrls & {
  object: ObjectRecord
  /** The file in one piece, if it came that way. */
  whole: PartRow | undefined
  received: ReadonlyMap<number, PartRow>
}

/**
 * For whoever goes on with an upload, also after a restart: what was received, and new URLs. Throws
 * NotFound, and Conflict once it is confirmed.
 */
export async function renewUpload(
  room: CatalogRoom,
  cmd: Command,
  { objectId }: { objectId: string },
): Promise<OpenUpload> {
  const open = await cmd.write((tx) => {
    const { object, upload } = requireOpenUpload(tx, cmd, objectId)
    const urls = urlsFor(room, { object, upload })
    const { uploadId, expiresAtMs } = urls
    setUploadExpiry(tx, { uploadId, expiresAtMs })
    const received = new Map(listParts(tx, uploadId).map((part) => [part.partNumber, part]))
    return { ...urls, object, whole: received.get(wholeFile), received }
  })
  return await straightFor(room, cmd, open)
}
