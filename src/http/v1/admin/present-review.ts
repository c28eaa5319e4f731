import { isoOf, isoOrNull } from '../../../base/clock.ts'
import { type ReviewItem, titleOf } from '../../../domain/catalog/index.ts'
import {
  type Approved,
  type Claim,
  type DecidedList,
  expiresSoon,
  type ReviewDetail,
  type ReviewQueue,
} from '../../../domain/review/index.ts'
import { presentObject, presentPreview } from '../objects/present-object.ts'

type Moment = { nowMs: number }

export function presentApproved({ object, jobId, notice }: Approved) {
  return { ...presentObject(object), job_id: jobId, notice }
}

export function presentReviewQueue(queue: ReviewQueue, { nowMs }: Moment) {
  const { items, total, expiringSoon, nextCursor } = queue
  return {
    items: items.map((item) => ({
      ...presentItem(item, nowMs),
      claim: presentClaim(item.claim),
    })),
    total,
    expiring_soon: expiringSoon,
    next_cursor: nextCursor,
  }
}

/** The line of the queue, and everything that helps to decide. */
export function presentReviewDetail(detail: ReviewDetail, { nowMs }: Moment) {
  const { object, dataset, tenantName, inspection, warnings } = detail
  const { preview, previewImageUrl } = detail
  const uploadedAtMs = object.uploadedAtMs ?? object.createdAtMs
  return {
    ...presentItem({ ...object, datasetName: dataset.name, uploadedAtMs }, nowMs),
    claim: presentClaim(detail.claim),
    checksum_sha256: object.checksumSha256,
    tenant_name: tenantName,
    status: object.status,
    review_state: object.reviewState,
    index_state: object.indexState,
    taken_down_at: isoOrNull(object.takenDownAtMs),
    takedown_reason: object.takenDownReason,
    dataset_status: dataset.status,
    dataset_visibility: dataset.visibility,
    title: titleOf(object),
    tags: object.tags,
    user_text: object.userText,
    inspection: inspection ? 'done' : 'pending',
    sniffed_content_type: inspection?.sniffedContentType ?? null,
    warnings,
    same_content: detail.sameContent.map(({ objectId, filename, status }) => ({
      object_id: objectId,
      filename,
      status,
    })),
    reviewed_at: isoOrNull(object.reviewedAtMs),
    reviewer_name: detail.reviewerName,
    review_note: object.reviewNote,
    text_sample: inspection?.textSample ?? null,
    page_count: inspection?.pageCount ?? null,
    duration_ms: inspection?.durationMs ?? null,
    ...presentPreview(preview),
    preview_image_url: previewImageUrl,
  }
}

export function presentClaim(claim: Claim | undefined) {
  if (!claim) return null
  const { userId, name, expiresAtMs, isMine } = claim
  return { user_id: userId, name, claimed_until: isoOf(expiresAtMs), is_mine: isMine }
}

export function presentDecided({ items, total, nextCursor }: DecidedList, { nowMs }: Moment) {
  return {
    items: items.map((item) => ({
      ...presentItem(item, nowMs),
      status: item.status,
      decision: item.reviewState,
      decided_at: isoOf(item.reviewedAtMs),
      reviewer_id: item.reviewedBy,
      reviewer_name: item.reviewerName,
      reason: item.reviewNote,
    })),
    total,
    next_cursor: nextCursor,
  }
}

function presentItem(item: ReviewItem, nowMs: number) {
  return {
    object_id: item.objectId,
    tenant_id: item.tenantId,
    dataset_id: item.datasetId,
    dataset_name: item.datasetName,
    filename: item.filename,
    folder: item.folder || null,
    content_type: item.contentType,
    size_bytes: item.sizeBytes,
    uploaded_at: isoOf(item.uploadedAtMs),
    review_expires_at: isoOrNull(item.reviewExpiresAtMs),
    expires_soon: expiresSoon(item, nowMs),
  }
}
