import { NotFound } from '../../base/errors.ts'
import { type DatasetRow, findForReview, type ObjectRecord } from '../catalog/index.ts'
import type { StoredInspection } from './ports.ts'
import { type Reviewer, type ReviewRoom, requireReviewer } from './room.ts'

export type ReviewTarget = { tenantId: string; objectId: string }

export type ReviewDetail = {
  object: ObjectRecord
  dataset: DatasetRow
  tenantName: string
  /** Undefined while the inspection is still to come. */
  inspection: StoredInspection | undefined
}

/** Everything a reviewer decides on. Throws NotFound, also for what was never confirmed. */
export function getDetail(
  { store: { db }, inspectionOf, tenantNameOf }: ReviewRoom,
  reviewer: Reviewer,
  target: ReviewTarget,
): ReviewDetail {
  requireReviewer(reviewer)
  const found = findForReview(db, target)
  if (!found) throw new NotFound('object')
  const { object, dataset } = found
  return {
    object,
    dataset,
    tenantName: tenantNameOf(db, object.tenantId),
    inspection: inspectionOf(db, object.objectId),
  }
}
