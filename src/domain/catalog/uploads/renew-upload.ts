import { InvalidInput } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import type { ObjectRecord } from '../object.ts'
import type { CatalogRoom } from '../room.ts'
import { listParts, type PartRow, setUploadExpiry, wholeFile } from './queries.ts'
import { requireOpenUpload } from './require-open-upload.ts'
import { type PartSums, straightFor } from './straight/straight-urls.ts'
import { type UploadUrls, urlsFor } from './upload-urls.ts'

export type RenewUploadRequest = {
  objectId: string
  /** Of parts that are about to be sent. */
  sums?: PartSums | undefined
}

/** What came of an open upload, and where the rest goes. */
export type OpenUpload = UploadUrls & {
  object: ObjectRecord
  /** The file in one piece, if it came that way. */
  whole: PartRow | undefined
  received: ReadonlyMap<number, PartRow>
}

/**
 * For whoever goes on with an upload, also after a restart: what was received, and new URLs. Throws
 * NotFound, InvalidInput for the sum of a part that is none, and Conflict once it is confirmed.
 */
export async function renewUpload(
  room: CatalogRoom,
  cmd: Command,
  { objectId, sums }: RenewUploadRequest,
): Promise<OpenUpload> {
  const open = await cmd.write((tx) => {
    const { object, upload } = requireOpenUpload(tx, cmd, objectId)
    const urls = urlsFor(room, { object, upload })
    requireParts(urls, sums)
    const { uploadId, expiresAtMs } = urls
    setUploadExpiry(tx, { uploadId, expiresAtMs })
    const received = new Map(listParts(tx, uploadId).map((part) => [part.partNumber, part]))
    return { ...urls, object, whole: received.get(wholeFile), received }
  })
  return await straightFor(room, { ...cmd, sums }, open)
}

function requireParts({ parts }: UploadUrls, sums: PartSums | undefined): void {
  const none = [...(sums?.keys() ?? [])].find((number) => number < 1 || number > parts.length)
  if (none === undefined) return
  throw new InvalidInput({
    field: 'part_sha256',
    reason: 'unknown_part',
    message: `part_sha256 names part ${none}, and this file has ${parts.length || 'no'} parts.`,
  })
}
