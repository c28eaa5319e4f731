import { isoOf, isoOrNull } from '../../base/clock.ts'
import type { InitiatedUpload, ObjectList, ObjectRecord } from '../../domain/catalog/index.ts'

/** Spec 2.2, Object; from `review_reason` on the fields are added. */
export function presentObject(object: ObjectRecord) {
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
    // The note of an approval stays among reviewers.
    review_reason: object.reviewState === 'rejected' ? object.reviewNote : null,
    title: object.title,
    source: object.source,
    tags: object.tags,
    index_state: object.indexState,
    error: object.ingestError,
  }
}

export function presentObjectList({ objects, total, nextCursor }: ObjectList) {
  return { objects: objects.map(presentObject), total, next_cursor: nextCursor }
}

/** Spec 2.2, Upload initiation result. */
export function presentInitiatedUpload({ objectId, uploadUrl, expiresAtMs }: InitiatedUpload) {
  return { object_id: objectId, upload_url: uploadUrl, expires_at: isoOf(expiresAtMs) }
}
