import { type SQL, sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { DatasetRow } from '../dataset.ts'
import { findDatasetRow } from '../datasets/queries.ts'
import type { ObjectRecord } from '../object.ts'
import { isCalled } from '../objects/is-named.ts'
import type { Modality } from '../values.ts'
import { findReviewable } from './review-decision.ts'

export type ReviewFilters = {
  tenantId?: string | undefined
  datasetId?: string | undefined
  modality?: Modality | undefined
  /** Something in the name of the file or of its dataset. */
  q?: string | undefined
}

export const reviewSorts = ['oldest', 'newest', 'deadline', 'largest', 'name'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export type ReviewPosition = { uploadedAtMs: number; objectId: ObjectId }
/** In another order than by age: what is sorted by, and the object. */
export type ReviewPlace = ReviewPosition | [key: string | number, objectId: ObjectId]

/** One line of the queue. */
export type ReviewItem = Pick<
  ObjectRecord,
  'objectId' | 'tenantId' | 'datasetId' | 'filename' | 'folder' | 'contentType' | 'sizeBytes'
> & { datasetName: string; uploadedAtMs: number; reviewExpiresAtMs: number | null }

const keys: Readonly<Record<ReviewSort, { key: SQL; isDown: boolean }>> = {
  oldest: { key: sql`object.uploaded_at`, isDown: false },
  newest: { key: sql`object.uploaded_at`, isDown: true },
  deadline: { key: sql`object.review_expires_at`, isDown: false },
  largest: { key: sql`object.size_bytes`, isDown: true },
  name: { key: sql`object.filename COLLATE NOCASE`, isDown: false },
}

export function reviewPlaceOf(sort: ReviewSort, item: ReviewItem): ReviewPlace {
  const { uploadedAtMs, objectId } = item
  if (sort === 'oldest') return { uploadedAtMs, objectId }
  if (sort === 'newest') return [uploadedAtMs, objectId]
  if (sort === 'deadline') return [item.reviewExpiresAtMs ?? 0, objectId]
  return [sort === 'largest' ? item.sizeBytes : item.filename, objectId]
}

/** Staged objects of all tenants, the one that waits longest first if not said otherwise. */
export function pageInReview(
  db: Db,
  page: ReviewFilters & {
    limit: number
    after: ReviewPlace | undefined
    sort?: ReviewSort
    offset?: number
  },
): ReviewItem[] {
  const { after, sort = 'oldest', offset = 0 } = page
  const { key, isDown } = keys[sort]
  const way = isDown ? sql`DESC` : sql`ASC`
  return db.all<ReviewItem>(sql`
    SELECT object.object_id AS objectId, object.tenant_id AS tenantId,
      object.dataset_id AS datasetId, dataset.name AS datasetName, object.filename,
      object.folder,
      object.content_type AS contentType, object.size_bytes AS sizeBytes,
      object.uploaded_at AS uploadedAtMs, object.review_expires_at AS reviewExpiresAtMs
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE ${inReview(page)} AND ${after ? isBehind(sort, after) : sql`TRUE`}
    ORDER BY ${key} ${way}, object.object_id ${way} LIMIT ${page.limit} OFFSET ${offset}`)
}

function isBehind(sort: ReviewSort, after: ReviewPlace): SQL {
  const { key, isDown } = keys[sort]
  const [value, objectId] = Array.isArray(after) ? after : [after.uploadedAtMs, after.objectId]
  const behind = isDown ? sql`<` : sql`>`
  return sql`(${key}, object.object_id) ${behind} (${value}, ${objectId})`
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

function inReview({ tenantId, datasetId, modality, q }: ReviewFilters) {
  return sql`(object.status = 'staged'
    AND dataset.status NOT IN ('pending_deletion', 'deleted')
    AND ${tenantId === undefined ? sql`TRUE` : sql`object.tenant_id = ${tenantId}`}
    AND ${datasetId === undefined ? sql`TRUE` : sql`object.dataset_id = ${datasetId}`}
    AND ${modality === undefined ? sql`TRUE` : sql`object.modality = ${modality}`}
    AND ${q === undefined ? sql`TRUE` : isCalled(q)})`
}
