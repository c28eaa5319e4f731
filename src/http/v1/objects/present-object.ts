import { isoOrNull } from '../../../base/clock.ts'
import * as catalog from '../../../domain/catalog/index.ts'
import { presentColumns } from '../datasets/column-profile.ts'

/** Spec 2.2, Object; from `review_reason` on the fields are added. */
export function presentObject(object: catalog.ObjectRecord) {
  return {
    object_id: object.objectId,
    dataset_id: object.datasetId,
    filename: object.filename,
    content_type: object.contentType,
    size_bytes: object.sizeBytes,
    checksum_sha256: object.checksumSha256,
    status: object.status,
    review_state: object.reviewState,
    uploaded_at: isoOrNull(object.uploadedAtMs),
    review_expires_at: isoOrNull(object.reviewExpiresAtMs),
    reviewed_at: isoOrNull(object.reviewedAtMs),
    review_warned_at: isoOrNull(object.reviewWarnedAtMs),
    // The note of an approval stays among reviewers.
    review_reason: object.reviewState === 'rejected' ? object.reviewNote : null,
    title: catalog.titleOf(object),
    folder: object.folder || null,
    source: object.source,
    tags: object.tags,
    index_state: object.indexState,
    error: object.ingestError,
    warnings: object.warnings,
    partial: object.part,
    taken_down_at: isoOrNull(object.takenDownAtMs),
    takedown_reason: object.takenDownReason,
  }
}

export function presentObjectDetail(object: catalog.ObjectDetail) {
  return {
    ...presentObject(object),
    ...presentPreview(object.preview),
    upload_ends_at: isoOrNull(object.uploadEndsAtMs),
    column_profile: presentColumns(object.columns),
  }
}

/** The bytes have a route of their own. */
export function presentPreview(preview: catalog.PreviewRow | undefined) {
  const picture = preview && catalog.pictureOf(preview)
  return {
    preview: picture
      ? {
          content_type: picture.contentType,
          width: picture.width,
          height: picture.height,
          size_bytes: picture.sizeBytes,
        }
      : null,
    preview_problem: preview?.problem ?? null,
  }
}

export function presentObjectList({ objects, total, nextCursor }: catalog.ObjectList) {
  return { objects: objects.map(presentObject), total, next_cursor: nextCursor }
}

export function presentConfirmed(object: catalog.ConfirmedObject) {
  return { ...presentObject(object), job_id: object.jobId }
}
