import { isId } from '../../base/ids.ts'
import { type BlobKey, getForIngest } from '../catalog/index.ts'
import { deleteInspection } from './queries.ts'
import type { Attempt, IngestDeps } from './room.ts'

/**
 * Removes bytes whose grace period is over, with what was noted about them. Leaves the bytes of an
 * object that is in review or on offer: a purge that is asked for twice must not hit it.
 */
export async function purgeBlob(
  room: IngestDeps,
  attempt: Attempt,
  { blobKey }: { blobKey: BlobKey },
): Promise<void> {
  const objectId = blobKey.slice(0, blobKey.lastIndexOf('-'))
  if (isId('obj', objectId)) {
    const target = getForIngest(room.store.db, objectId)
    const wanted = target?.object.status === 'staged' || target?.object.status === 'active'
    if (wanted && target.blobKey === blobKey) return
    if (!wanted) await attempt.write((tx) => deleteInspection(tx, objectId))
  }
  await room.blobs.remove(blobKey)
}
