import { type SQL, sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { isCalled } from '../objects/is-named.ts'
import type { ReviewItem } from './review-queue.ts'

export type DecidedFilters = {
  decision?: 'approved' | 'rejected' | undefined
  /** Who decided. */
  reviewerId?: string | undefined
  tenantId?: string | undefined
  q?: string | undefined
}

export type DecidedPosition = { reviewedAtMs: number; objectId: ObjectId }

/** A decision, on something that is still there. */
export type DecidedItem = ReviewItem &
  Pick<ObjectRecord, 'status' | 'reviewState' | 'reviewedBy' | 'reviewNote'> & {
    reviewedAtMs: number
  }

/** What was decided in all tenants, the last decision first. */
export function pageDecided(
  db: Db,
  page: DecidedFilters & { limit: number; after: DecidedPosition | undefined },
): DecidedItem[] {
  const { after, limit, ...filters } = page
  const earlier = after
    ? sql`(object.reviewed_at, object.object_id) < (${after.reviewedAtMs}, ${after.objectId})`
    : sql`TRUE`
  return db.all<DecidedItem>(sql`
    SELECT object.object_id AS objectId, object.tenant_id AS tenantId,
      object.dataset_id AS datasetId, dataset.name AS datasetName, object.filename,
      object.folder, object.content_type AS contentType, object.size_bytes AS sizeBytes,
      object.uploaded_at AS uploadedAtMs, object.review_expires_at AS reviewExpiresAtMs,
      object.status, object.review_state AS reviewState, object.reviewed_by AS reviewedBy,
      object.review_note AS reviewNote, object.reviewed_at AS reviewedAtMs
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE ${isDecided(filters)} AND ${earlier}
    ORDER BY object.reviewed_at DESC, object.object_id DESC LIMIT ${limit}`)
}

export function countDecided(db: Db, filters: DecidedFilters): number {
  return db.get<{ total: number }>(sql`SELECT count(*) AS total
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE ${isDecided(filters)}`).total
}

function isDecided({ decision, reviewerId, tenantId, q }: DecidedFilters): SQL {
  return sql`(object.reviewed_at IS NOT NULL AND object.status <> 'deleted'
    AND object.review_state IN ('approved', 'rejected')
    AND ${decision === undefined ? sql`TRUE` : sql`object.review_state = ${decision}`}
    AND ${reviewerId === undefined ? sql`TRUE` : sql`object.reviewed_by = ${reviewerId}`}
    AND ${tenantId === undefined ? sql`TRUE` : sql`object.tenant_id = ${tenantId}`}
    AND ${q === undefined ? sql`TRUE` : isCalled(q)})`
}
