import assert from 'node:assert/strict'
import { Conflict, InvalidInput } from '../../../../base/errors.ts'
import type { Db } from '../../../../store/tx.ts'
import type { Command } from '../../../command.ts'
import type { BlobKey, BlobPiece, CamePart } from '../../ports.ts'
import type { CatalogRoom } from '../../room.ts'
import { listParts } from '../queries.ts'
import { type OpenUploadRecords, requireOpenUpload } from '../require-open-upload.ts'
import { type ConfirmedObject, stageObject, type WholeFile } from '../stage-object.ts'
import { cameStraight, withStraight } from '../straight/came-straight.ts'
import { type NamedPart, type PlacedPart, requireAllParts } from './part-list.ts'

type Parts = OpenUploadRecords & { blobKey: BlobKey; placed: PlacedPart[] }
type Asked = { objectId: string; parts: readonly NamedPart[] }

/**
 * Ends an upload that came in parts. While nobody writes into its file, the parts that lie aside
 * are put in their places and the whole is read once for its checksum; then the records are
 * changed, if they still name the parts that were put together.
 */
export async function confirmParts(
  room: CatalogRoom,
  cmd: Command,
  asked: Asked,
): Promise<ConfirmedObject> {
  const { db } = room.store
  const came = await cameStraight(room, cmd, asked)
  const { upload } = requireParts(db, cmd, asked, came)
  using _ = await room.slots.seal(upload.uploadId)
  // Asked again: another confirmation may have come first, and its file must not be touched.
  const parts = requireParts(db, cmd, asked, came)
  const file = await putTogether(room, parts).catch((error) => {
    throw isSame(parts, requireParts(db, cmd, asked, came)) ? error : partsChanged()
  })
  const staged = await cmd.write((tx) => {
    const { object, upload: open } = requireParts(tx, cmd, asked, came)
    return stageObject(room, tx, { cmd, file, object, upload: open })
  })
  // What stays when this fails, and what still comes straight, goes with the next sweep.
  await room.blobs.parts.settle(file.blobKey).catch(() => {})
  return staged
}

function requireParts(
  db: Db,
  cmd: Command,
  { objectId, parts: named }: Asked,
  came: readonly CamePart[],
): Parts {
  const { object, upload } = requireOpenUpload(db, cmd, objectId)
  const { blobKey } = upload
  if (blobKey === null) throw notInParts()
  const received = withStraight(listParts(db, upload.uploadId), { upload, named, came })
  return { object, upload, blobKey, placed: requireAllParts({ object, upload, received, named }) }
}

async function putTogether(
  { blobs }: CatalogRoom,
  { object, blobKey, placed }: Parts,
): Promise<WholeFile> {
  const aside = placed.flatMap(({ blobKey: key, offsetBytes }): BlobPiece[] =>
    key === null ? [] : [{ key, offsetBytes }],
  )
  const { sizeBytes, sha256: checksumSha256 } = await blobs.parts.finish(blobKey, aside)
  assert.equal(sizeBytes, object.sizeBytes, 'the parts fill the file')
  return { blobKey, sizeBytes, checksumSha256 }
}

function isSame(before: Parts, { placed }: Parts): boolean {
  return placed.every((part, i) => part.blobKey === before.placed[i]?.blobKey)
}

/** The same part came once more, and its earlier file went while it was being read. */
function partsChanged(): Conflict {
  return new Conflict({
    reason: 'parts_changed',
    message: 'A part was sent again during the confirmation. Confirm once more.',
    retryAfterSeconds: 1,
  })
}

function notInParts(): InvalidInput {
  return new InvalidInput({
    field: 'parts',
    reason: 'not_in_parts',
    message: 'This file comes in one piece: leave out parts.',
  })
}
