import { isoOf } from '../../base/clock.ts'
import { NotFound } from '../../base/errors.ts'
import type { Db } from '../../store/tx.ts'
import * as catalog from '../catalog/index.ts'
import { type Claim, claimsOn } from './claim-object.ts'
import { expiresSoonMs, sameContentNamedMax } from './limits.ts'
import type { StoredInspection } from './ports.ts'
import { type Reviewer, type ReviewRoom, type ReviewTarget, requireReviewer } from './room.ts'

export type ReviewDetail = {
  object: catalog.ObjectRecord
  dataset: catalog.DatasetRow
  tenantName: string
  /** Undefined while the inspection is still to come. */
  inspection: StoredInspection | undefined
  preview: catalog.PreviewRow | undefined
  /** A URL of the preview, where there is one, that is good for a look. */
  previewImageUrl: string | null
  /** What the inspection found odd, and what the records say. */
  warnings: string[]
  /** What the same tenant has with the same bytes. */
  sameContent: catalog.SameContent[]
  claim: Claim | undefined
  /** Who decided, once somebody did. */
  reviewerName: string | null
}

/** Everything a reviewer decides on. Throws NotFound, also for what was never confirmed. */
export function getDetail(
  room: ReviewRoom,
  reviewer: Reviewer,
  target: ReviewTarget,
): ReviewDetail {
  requireReviewer(reviewer)
  const { store, clock, inspectionOf, tenantNameOf } = room
  const { db } = store
  const found = catalog.findForReview(db, target)
  if (!found) throw new NotFound('object')
  const { object, dataset } = found
  const inspection = inspectionOf(db, object.objectId)
  const preview = catalog.findPreview(db, object.objectId)
  return {
    object,
    dataset,
    preview,
    previewImageUrl: imageUrl(room, object, preview),
    tenantName: tenantNameOf(db, object.tenantId),
    inspection,
    sameContent: catalog.listSameContent(db, object, { limit: sameContentNamedMax }),
    claim: claimsOn(room, reviewer, [object.objectId]).get(object.objectId),
    reviewerName: nameOf(room, object.reviewedBy),
    warnings: [
      ...(inspection?.warnings ?? []),
      ...duplicateWarning(db, object),
      ...deadlineWarning(object, clock.nowMs()),
    ],
  }
}

function nameOf({ store: { db }, userNamesOf }: ReviewRoom, userId: string | null) {
  return userId === null ? null : (userNamesOf(db, [userId]).get(userId) ?? null)
}

function imageUrl(
  { clock, links }: ReviewRoom,
  { objectId, status }: catalog.ObjectRecord,
  preview: catalog.PreviewRow | undefined,
): string | null {
  const picture = preview && catalog.pictureOf(preview)
  if (!picture || (status !== 'staged' && status !== 'active')) return null
  const expiresAtMs = clock.nowMs() + catalog.previewUrlTtlMs
  const limitBytes = picture.sizeBytes
  return links.sign({ purpose: 'thumbnail', objectId, limitBytes, expiresAtMs })
}

/** Whether the window of a review ends soon. */
export function expiresSoon(
  { reviewExpiresAtMs }: Pick<catalog.ObjectRecord, 'reviewExpiresAtMs'>,
  nowMs: number,
): boolean {
  return reviewExpiresAtMs !== null && reviewExpiresAtMs - nowMs <= expiresSoonMs
}

function duplicateWarning(db: Db, object: catalog.ObjectRecord): string[] {
  const same = catalog.listSameContent(db, object, { limit: sameContentNamedMax + 1 })
  if (same.length === 0) return []
  const named = same
    .slice(0, sameContentNamedMax)
    .map(({ objectId, filename, status }) => `${objectId} (${filename}, ${status})`)
  const more = same.length > sameContentNamedMax ? ' and more' : ''
  return [`This tenant has the same bytes already: ${named.join(', ')}${more}.`]
}

function deadlineWarning(object: catalog.ObjectRecord, nowMs: number): string[] {
  const { status, reviewExpiresAtMs } = object
  if (status !== 'staged' || reviewExpiresAtMs === null || !expiresSoon(object, nowMs)) return []
  return [`The time for this review ends soon, at ${isoOf(reviewExpiresAtMs)}.`]
}
