import { enqueue } from '../../outbox/index.ts'
import { orphanAgeMs, orphanSliceMax } from '../limits.ts'
import type { BlobKey } from '../ports.ts'
import type { CatalogRoom } from '../room.ts'
import { listConfirmedBlobs, listUnrecordedBlobs } from './blob-queries.ts'

/** File systems date a file by a clock that ticks some milliseconds late. */
const fileTimeLagMs = 100

/**
 * Looks through all bytes for those without a record, which a crash between file and record leaves
 * behind, and has them removed by job. What may still get its record is left alone: files of this
 * run of the process that are not old enough. Gives how many were found.
 */
export async function sweepBlobs(room: CatalogRoom, signal: AbortSignal): Promise<number> {
  let found = 0
  let slice: BlobKey[] = []
  const sweepSlice = async () => {
    found += await sweepKeys(room, slice)
    slice = []
  }
  await room.blobs.removeDrafts()
  await settleConfirmed(room, signal)
  for await (const key of room.blobs.list()) {
    if (signal.aborted) return found
    slice.push(key)
    if (slice.length === orphanSliceMax) await sweepSlice()
  }
  await sweepSlice()
  return found
}

/**
 * Parts of files that were put together: their removal failed, or they came straight to the store
 * once more afterwards. Nobody reads them, and no tenant's account counts them.
 */
async function settleConfirmed({ store, blobs }: CatalogRoom, signal: AbortSignal): Promise<void> {
  for await (const key of blobs.parts.list()) {
    if (signal.aborted) return
    if (listConfirmedBlobs(store.db, [key]).length > 0) await blobs.parts.settle(key)
  }
}

/** How many it would find, without doing anything to them. */
export async function countOrphans(room: CatalogRoom, signal: AbortSignal): Promise<number> {
  let found = 0
  let slice: BlobKey[] = []
  const countSlice = async () => {
    for (const key of listUnrecordedBlobs(room.store.db, slice)) {
      if (await isForgotten(room, key)) found += 1
    }
    slice = []
  }
  for await (const key of room.blobs.list()) {
    if (signal.aborted) return found
    slice.push(key)
    if (slice.length === orphanSliceMax) await countSlice()
  }
  await countSlice()
  return found
}

async function sweepKeys(room: CatalogRoom, keys: readonly BlobKey[]): Promise<number> {
  const orphans: BlobKey[] = []
  for (const key of listUnrecordedBlobs(room.store.db, keys)) {
    if (await isForgotten(room, key)) orphans.push(key)
  }
  if (orphans.length === 0) return 0
  const nowMs = room.clock.nowMs()
  return room.store.write((tx) => {
    const still = listUnrecordedBlobs(tx, orphans)
    for (const blobKey of still) {
      const subjectId = blobKey.slice(0, blobKey.lastIndexOf('-'))
      enqueue(tx, { kind: 'purge-blob', payload: { blobKey }, subjectId, nowMs })
    }
    return still.length
  })
}

async function isForgotten(room: CatalogRoom, key: BlobKey): Promise<boolean> {
  const writtenAtMs = await room.blobs.writtenAtMs(key)
  if (writtenAtMs === undefined) return false
  const isOfEarlierRun = writtenAtMs < room.openedAtMs - fileTimeLagMs
  return isOfEarlierRun || writtenAtMs < room.clock.nowMs() - orphanAgeMs
}
