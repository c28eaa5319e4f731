import type { Command } from '../../../command.ts'
import type { CamePart } from '../../ports.ts'
import type { CatalogRoom } from '../../room.ts'
import { type NamedPart, unquoted } from '../parts/part-list.ts'
import type { PartRow, UploadRow } from '../queries.ts'
import { requireOpenUpload } from '../require-open-upload.ts'

/** The parts that lie in the store without having passed here; nobody else knows of them. */
export async function cameStraight(
  { store: { db }, blobs: { straight } }: CatalogRoom,
  cmd: Command,
  { objectId }: { objectId: string },
): Promise<readonly CamePart[]> {
  if (!straight) return []
  const { blobKey } = requireOpenUpload(db, cmd, objectId).upload
  return blobKey === null ? [] : await straight.came(blobKey)
}

type Straight = {
  upload: UploadRow
  named: readonly NamedPart[]
  came: readonly CamePart[]
}

/**
 * What passed here, and beside it what did not: of a part that came both ways the one that the
 * caller names. The name of one that came straight is the ETag of the store.
 */
export function withStraight(
  received: readonly PartRow[],
  { upload, named, came }: Straight,
): PartRow[] {
  const { uploadId, partSizeBytes } = upload
  if (partSizeBytes === null) return [...received]
  const rows = new Map(received.map((row) => [row.partNumber, row]))
  const etags = new Map(named.map(({ partNumber, etag }) => [partNumber, unquoted(etag)]))
  for (const { offsetBytes, sizeBytes, etag } of came) {
    const partNumber = offsetBytes / partSizeBytes + 1
    if (rows.has(partNumber) && etags.get(partNumber) !== etag) continue
    const part = { uploadId, partNumber, blobKey: null, sizeBytes, receivedAtMs: 0 }
    rows.set(partNumber, { ...part, checksumSha256: etag })
  }
  return [...rows.values()]
}
