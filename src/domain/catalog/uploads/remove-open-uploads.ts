import { recordAudit } from '../../audit/index.ts'
import { openUploadKeptMs, openUploadSliceMax } from '../limits.ts'
import { buryObject } from '../objects/bury-object.ts'
import type { CatalogRoom } from '../room.ts'
import { countLongOpenRows, listLongOpen } from './queries.ts'

/** How many of them there are. */
export function countLongOpen({ store, clock }: CatalogRoom): number {
  return countLongOpenRows(store.db, clock.nowMs() - openUploadKeptMs)
}

/**
 * Removes uploads that were never confirmed, some time after their URL ran out and after the last
 * bytes came: like a cancellation, the object never was. One short transaction; gives how many
 * there were, `openUploadSliceMax` when there may be more.
 */
export function removeOpenUploads(room: CatalogRoom): Promise<number> {
  const nowMs = room.clock.nowMs()
  return room.store.write((tx) => {
    const beforeMs = nowMs - openUploadKeptMs
    const objects = listLongOpen(tx, { beforeMs, limit: openUploadSliceMax })
    for (const object of objects) {
      buryObject(room, tx, object)
      recordAudit(tx, {
        atMs: nowMs,
        tenantId: object.tenantId,
        actor: { type: 'system', id: null },
        action: 'upload.expired',
        subject: { type: 'object', id: object.objectId },
        details: { dataset_id: object.datasetId },
      })
    }
    return objects.length
  })
}
