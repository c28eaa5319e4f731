import { Conflict, NotFound } from '../../base/errors.ts'
import { findForReview, previewUrlTtlMs } from '../catalog/index.ts'
import { type Reviewer, type ReviewRoom, type ReviewTarget, requireReviewer } from './room.ts'

/**
 * A URL under which a browser shows the file without letting it do anything. Throws NotFound, and
 * Conflict when the file is on its way out.
 */
export function getPreview(
  { store: { db }, clock, links }: ReviewRoom,
  reviewer: Reviewer,
  target: ReviewTarget,
): { previewUrl: string; expiresAtMs: number } {
  requireReviewer(reviewer)
  const object = findForReview(db, target)?.object
  if (!object) throw new NotFound('object')
  if (object.status !== 'staged' && object.status !== 'active') {
    throw new Conflict({
      reason: 'no_preview',
      message: `This object is ${object.status} and has no preview any more.`,
      facts: { review_state: object.reviewState },
    })
  }
  const { objectId, sizeBytes: limitBytes } = object
  const expiresAtMs = clock.nowMs() + previewUrlTtlMs
  const previewUrl = links.sign({ purpose: 'preview', objectId, limitBytes, expiresAtMs })
  return { previewUrl, expiresAtMs }
}
