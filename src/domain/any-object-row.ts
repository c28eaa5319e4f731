import { isoOrNull } from '../base/clock.ts'
import type { AnyObject } from './catalog/index.ts'

/** An object of any tenant as operators read it, over HTTP and by the command line alike. */
export function anyObjectRow(one: AnyObject) {
  return {
    object_id: one.objectId,
    tenant_id: one.tenantId,
    dataset_id: one.datasetId,
    dataset_name: one.datasetName,
    filename: one.filename,
    folder: one.folder || null,
    content_type: one.contentType,
    size_bytes: one.sizeBytes,
    status: one.status,
    taken_down_at: isoOrNull(one.takenDownAtMs),
    takedown_reason: one.takenDownReason,
    bytes_kept_until: isoOrNull(one.bytesKeptUntilMs),
  }
}
