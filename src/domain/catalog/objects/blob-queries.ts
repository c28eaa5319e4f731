import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../store/tx.ts'
import { expiredBytesKeptMs } from '../limits.ts'
import type { BlobKey } from '../ports.ts'
import { straightEnding } from '../uploads/straight/straight-key.ts'

/** Those of these keys that no object, preview, open upload or part of one names. */
export function listUnrecordedBlobs(db: Db, keys: readonly BlobKey[]): BlobKey[] {
  const rows = db.all<{ key: BlobKey }>(sql`
    SELECT value AS key FROM json_each(${JSON.stringify(keys)})
    WHERE NOT EXISTS (SELECT 1 FROM object WHERE object.blob_key = value)
      AND NOT EXISTS (SELECT 1 FROM object_preview WHERE object_preview.blob_key = value)
      AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.blob_key = value)
      AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.object_id = substr(value, 1, 30)
        AND substr(value, 31) = ${straightEnding})
      AND NOT EXISTS (SELECT 1 FROM upload_part WHERE upload_part.blob_key = value)`)
  return rows.map(({ key }) => key)
}

/** Those of these keys that are an object's whose upload is over. */
export function listConfirmedBlobs(db: Db, keys: readonly BlobKey[]): BlobKey[] {
  const rows = db.all<{ key: BlobKey }>(sql`
    SELECT value AS key FROM json_each(${JSON.stringify(keys)})
    WHERE EXISTS (SELECT 1 FROM object WHERE object.blob_key = value
      AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.object_id = object.object_id))`)
  return rows.map(({ key }) => key)
}

/** Says that the bytes of an object that is over were removed: the tenant keeps them no more. */
export function markPurged(tx: Tx, { blobKey, nowMs }: { blobKey: BlobKey; nowMs: number }): void {
  tx.run(sql`
    UPDATE object SET bytes_purged_at = ${nowMs}
    WHERE blob_key = ${blobKey} AND status IN ('deleted', 'rejected', 'expired')
      AND bytes_purged_at IS NULL`)
}

/**
 * Whether bytes are those of an open upload, of a preview, of an object in review or on offer, of
 * one that expired lately, or of one that was deleted and is kept for who bought it. A purge that
 * was asked for twice, or before things changed, must not hit them.
 */
export function isBlobNeeded(
  db: Db,
  { blobKey, nowMs }: { blobKey: BlobKey; nowMs: number },
): boolean {
  const keptSinceMs = nowMs - expiredBytesKeptMs
  const { needed } = db.get<{ needed: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM upload_part WHERE blob_key = ${blobKey})
      OR EXISTS (SELECT 1 FROM upload WHERE blob_key = ${blobKey})
      OR EXISTS (SELECT 1 FROM upload WHERE object_id = substr(${blobKey}, 1, 30)
        AND substr(${blobKey}, 31) = ${straightEnding})
      OR EXISTS (SELECT 1 FROM object_preview WHERE blob_key = ${blobKey})
      OR EXISTS (SELECT 1 FROM object WHERE blob_key = ${blobKey}
        AND (status IN ('staged', 'active')
          OR (status = 'expired' AND review_expires_at > ${keptSinceMs})
          OR bytes_kept_until > ${nowMs})) AS needed`)
  return needed === 1
}
