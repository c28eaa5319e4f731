import { sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { DatasetRow } from '../dataset.ts'
import { findDatasetRow } from '../datasets/queries.ts'
import type { ObjectRecord } from '../object.ts'
import type { Modality } from '../values.ts'
import { findReviewable } from './review-decision.ts'

export type ReviewFilters = {
  tenantId?: string | undefined
  datasetId?: string | undefined
  modality?: Modality | undefined
}

export type ReviewPosition = { uploadedAtMs: number; objectId: ObjectId }

/** One line of the queue. */
export type ReviewItem = Pick<
  ObjectRecord,
  'objectId' | 'tenantId' | 'datasetId' | 'filename' | 'folder' | 'contentType' | 'sizeBytes'
> & { datasetName: string; uploadedAtMs: number; reviewExpiresAtMs: number | null }

/** Staged objects of all tenants, the one that waits longest first. */
export function pageInReview(
  db: Db,
  page: ReviewFilters & { limit: number; after: ReviewPosition | undefined },
): ReviewItem[] {
  const { after } = page
  const later = after
    ? sql`(object.uploaded_at, object.object_id) > (${after.uploadedAtMs}, ${after.objectId})`
    : sql`TRUE`
  return db.all<ReviewItem>(sql`
    SELECT object.object_id AS objectId, object.tenant_id AS tenantId,
      object.dataset_id AS datasetId, dataset.name AS datasetName, object.filename,
      object.folder,
      object.content_type AS contentType, object.size_bytes AS sizeBytes,
      object.uploaded_at AS uploadedAtMs, object.review_expires_at AS reviewExpiresAtMs
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE ${inReview(page)} AND ${later}
    ORDER BY object.uploaded_at, object.object_id LIMIT ${page.limit}`)
}

/** How many there are, and of how many the review ends until then. */
export function countInReview(
  db: Db,
  { untilMs, ...filters }: ReviewFilters & { untilMs: number },
): { total: number; expiringSoon: number } {
  return db.get(sql`
    SELECT count(*) AS total,
      coalesce(sum(object.review_expires_at <= ${untilMs}), 0) AS expiringSoon
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE ${inReview(filters)}`)
}

/** A confirmed object with its dataset, of the tenant that the reviewer named, if any. */
export function findForReview(
  db: Db,
  target: { tenantId?: string | undefined; objectId: string },
): { object: ObjectRecord; dataset: DatasetRow } | undefined {
  const object = findReviewable(db, target)
  if (!object) return undefined
  const dataset = findDatasetRow(db, object.datasetId)
  return dataset && { object, dataset }
}

function inReview({ tenantId, datasetId, modality }: ReviewFilters) {
  return sql`(object.status = 'staged'
    AND dataset.status NOT IN ('pending_deletion', 'deleted')
    AND ${tenantId === undefined ? sql`TRUE` : sql`object.tenant_id = ${tenantId}`}
    AND ${datasetId === undefined ? sql`TRUE` : sql`object.dataset_id = ${datasetId}`}
    AND ${modality === undefined ? sql`TRUE` : sql`object.modality = ${modality}`})`
}
