import type { ObjectId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { getForIngest } from '../objects/ingest-marks.ts'
import type { BlobKey, BlobStore } from '../ports.ts'
import { newBlobKey } from '../uploads/landing.ts'
import { type Picture, replacePreview } from './queries.ts'

/** What was made of a file to look at: a picture, or a sentence why there is none. */
export type MadePreview =
  | { picture: Omit<Picture, 'blobKey' | 'sizeBytes'> & { bytes: Uint8Array } }
  | { problem: string }

export type StoredPreview = { picture: Picture } | { problem: string }

/** Puts the bytes away; what gets no record within the hour is swept. */
export async function storePreview(
  blobs: Pick<BlobStore, 'receive'>,
  objectId: ObjectId,
  made: MadePreview,
): Promise<StoredPreview> {
  if (!('picture' in made)) return made
  const { bytes, ...picture } = made.picture
  const blobKey: BlobKey = newBlobKey(objectId)
  const source = once(bytes)
  const { sizeBytes } = await blobs.receive(blobKey, source, { limitBytes: bytes.byteLength })
  return { picture: { ...picture, blobKey, sizeBytes } }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Records a preview, unless the object went in the meantime: then its bytes are swept. */
export function keepPreview(
  tx: Tx,
  { objectId, stored, nowMs }: { objectId: ObjectId; stored: StoredPreview; nowMs: number },
): void {
  const target = getForIngest(tx, objectId)
  if (!target || !['staged', 'active'].includes(target.object.status)) return
  replacePreview(tx, target.object, { ...stored, madeAtMs: nowMs })
}
