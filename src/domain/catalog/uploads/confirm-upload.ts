import { Conflict, InvalidInput } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import type { CatalogRoom } from '../room.ts'
import { confirmParts } from './parts/confirm-parts.ts'
import type { NamedPart } from './parts/part-list.ts'
import { listParts, type PartRow, wholeFile } from './queries.ts'
import { requireOpenUpload } from './require-open-upload.ts'
import { type ConfirmedObject, stageObject, type WholeFile } from './stage-object.ts'
import { confirmStraight } from './straight/confirm-straight.ts'

export type ConfirmUploadRequest = {
  objectId: string
  /** What was sent in parts; nothing or none for a file that came in one piece. */
  parts?: readonly NamedPart[] | undefined
}

/**
 * Ends an upload: the object is staged for review and inspected (spec 3, Object flow). Throws
 * NotFound, InvalidInput for a list of parts that cannot be right, and Conflict with the difference
 * when the bytes are not there or are not those that were declared; the upload stays open then.
 */
export async function confirmUpload(
  room: CatalogRoom,
  cmd: Command,
  { objectId, parts = [] }: ConfirmUploadRequest,
): Promise<ConfirmedObject> {
  if (parts.length > 0) return confirmParts(room, cmd, { objectId, parts })
  const straight = await confirmStraight(room, cmd, objectId)
  if (straight) return straight
  return cmd.write((tx) => {
    const { object, upload } = requireOpenUpload(tx, cmd, objectId)
    const file = requireWholeFile(listParts(tx, upload.uploadId))
    return stageObject(room, tx, { cmd, object, upload, file })
  })
}

export function requireWholeFile(received: readonly PartRow[]): WholeFile {
  const [first] = received
  if (first?.partNumber === wholeFile && first.blobKey !== null) {
    return { ...first, blobKey: first.blobKey }
  }
  if (first) {
    throw new InvalidInput({
      field: 'parts',
      reason: 'required',
      message: 'parts is required: this file was sent in parts.',
    })
  }
  throw new Conflict({
    reason: 'no_bytes',
    message: 'No bytes have been received for this object. Send them to its upload_url first.',
  })
}
