import { isId, type ObjectId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import {
  type BlobKey,
  dropPreview,
  getForIngest,
  isBlobNeeded,
  markPurged,
} from '../catalog/index.ts'
import { deleteInspection } from './queries.ts'
import type { Attempt, IngestDeps } from './room.ts'

/**
 * Removes bytes whose grace period is over, with what was noted and drawn of them. Leaves
 * bytes that are needed: a purge that is asked for twice, or before things changed, must not hit
 * them.
 */
export async function purgeBlob(
  room: IngestDeps,
  attempt: Attempt,
  { blobKey }: { blobKey: BlobKey },
): Promise<void> {
  const { db } = room.store
  if (isBlobNeeded(db, { blobKey, nowMs: room.clock.nowMs() })) return
  const objectId = blobKey.slice(0, blobKey.lastIndexOf('-'))
  if (isId('obj', objectId)) {
    const status = getForIngest(db, objectId)?.object.status
    const isLive = status === 'staged' || status === 'active'
    if (!isLive) await attempt.write((tx) => forget(room, tx, { objectId, blobKey }))
  }
  // With any of them: a preview goes at once, the bytes when the grace period is over.
  await room.pageShelf.clear(objectId)
  await room.blobs.remove(blobKey)
}

type Purged = { objectId: ObjectId; blobKey: BlobKey }

function forget(room: IngestDeps, tx: Tx, { objectId, blobKey }: Purged): void {
  deleteInspection(tx, objectId)
  markPurged(tx, { blobKey, nowMs: room.clock.nowMs() })
  const target = getForIngest(tx, objectId)
  if (target) dropPreview(tx, { object: target.object, nowMs: room.clock.nowMs() })
}
