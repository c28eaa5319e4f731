import type { ObjectId } from '../../base/ids.ts'
import { getForIngest, markPassagesRemoved } from '../catalog/index.ts'
import { removePassages } from '../search/index.ts'
import { removedSliceMax } from './limits.ts'
import { deleteWordBoxes } from './queries.ts'
import type { Attempt, IngestDeps } from './room.ts'

/**
 * Takes an object out of the index that was deleted, or given up half-way. Leaves the passages of
 * one that is on offer or being indexed.
 */
export async function unindexObject(
  room: IngestDeps,
  attempt: Attempt,
  { objectId }: { objectId: ObjectId },
): Promise<void> {
  const target = getForIngest(room.store.db, objectId)
  if (target && target.object.indexState !== 'failed') return
  await clearPassages(attempt, objectId)
  const nowMs = room.clock.nowMs()
  await attempt.write((tx) => markPassagesRemoved(tx, { objectId, nowMs }))
}

/** Removes every passage of an object with its word boxes, a slice a transaction. */
export async function clearPassages({ write, signal }: Attempt, objectId: ObjectId): Promise<void> {
  for (let removed = removedSliceMax; removed > 0; ) {
    signal.throwIfAborted()
    removed = await write((tx) => {
      deleteWordBoxes(tx, objectId)
      return removePassages(tx, objectId, { limit: removedSliceMax })
    })
  }
}
