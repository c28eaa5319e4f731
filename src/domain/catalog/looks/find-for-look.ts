import { NotFound } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import type { ObjectRecord } from '../object.ts'
import { findOwnObject } from '../objects/queries.ts'
import { findReviewable } from '../reviews/review-decision.ts'

/**
 * An object for whoever may look at all of it: its owner, and who reviews. Throws NotFound for an
 * unknown, foreign and deleted one alike.
 */
export function findForLook(db: Db, principal: Principal, objectId: string): ObjectRecord {
  const object =
    findOwnObject(db, principal, objectId) ??
    (isReviewer(principal) ? findReviewable(db, { objectId }) : undefined)
  if (!object) throw new NotFound('object')
  return object
}

/** The rule of the room review, which this one may not ask. */
export function isReviewer({ isPlatformAdmin, principalType }: Principal): boolean {
  return isPlatformAdmin && principalType === 'user'
}
