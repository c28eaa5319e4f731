import { Conflict, NotFound } from '../../base/errors.ts'
import type { ObjectId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import { findForReview } from '../catalog/index.ts'
import { claimMs, claimsMax } from './limits.ts'
import {
  type Claims,
  type Held,
  type Reviewer,
  type ReviewRoom,
  type ReviewTarget,
  requireReviewer,
} from './room.ts'

export type Claim = {
  objectId: ObjectId
  userId: string
  name: string | null
  expiresAtMs: number
  isMine: boolean
}

export type ClaimRequest = ReviewTarget & {
  /** Also from somebody else. */
  takeOver: boolean
}

/**
 * Tells colleagues that the caller looks at an object, for some minutes; claiming again holds it
 * for longer. It keeps nobody from deciding. Throws NotFound, and Conflict where it is decided or,
 * unless taken over, somebody else has it.
 */
export function claimObject(
  room: ReviewRoom,
  reviewer: Reviewer,
  { takeOver, ...target }: ClaimRequest,
): Claim {
  requireReviewer(reviewer)
  const { store, clock, claims } = room
  const object = findForReview(store.db, target)?.object
  if (!object) throw new NotFound('object')
  if (object.status !== 'staged') throw decidedAlready(object)
  const { objectId } = object
  const nowMs = clock.nowMs()
  const [held] = claimsOn(room, reviewer, [objectId]).values()
  if (held && !held.isMine && !takeOver) throw claimed(held)
  forget(claims, nowMs)
  claims.delete(objectId)
  claims.set(objectId, { userId: reviewer.principalId, expiresAtMs: nowMs + claimMs })
  return claimsOn(room, reviewer, [objectId]).get(objectId) as Claim
}

/** Gives an own claim up; somebody else's stays. Throws NotFound. */
export function releaseObject(
  { store, claims }: ReviewRoom,
  reviewer: Reviewer,
  target: ReviewTarget,
): void {
  requireReviewer(reviewer)
  const object = findForReview(store.db, target)?.object
  if (!object) throw new NotFound('object')
  const isMine = claims.get(object.objectId)?.userId === reviewer.principalId
  if (isMine) claims.delete(object.objectId)
}

/** Those of these objects that somebody looks at now. */
export function claimsOn(
  { store, clock, claims, userNamesOf }: ReviewRoom,
  { principalId }: Pick<Reviewer, 'principalId'>,
  objectIds: readonly ObjectId[],
): Map<ObjectId, Claim> {
  const nowMs = clock.nowMs()
  const held = objectIds.flatMap((objectId) => {
    const claim = claims.get(objectId)
    return claim && claim.expiresAtMs > nowMs ? [{ objectId, ...claim }] : []
  })
  const names = namesFor(store.db, userNamesOf, held)
  return new Map(
    held.map((claim) => [
      claim.objectId,
      {
        ...claim,
        name: names.get(claim.userId) ?? null,
        isMine: claim.userId === principalId,
      },
    ]),
  )
}

function namesFor(db: Db, of: ReviewRoom['userNamesOf'], held: readonly Held[]) {
  return held.length === 0
    ? new Map<string, string>()
    : of(
        db,
        held.map(({ userId }) => userId),
      )
}

/** The oldest come first in a map. */
function forget(claims: Claims, nowMs: number): void {
  for (const [objectId, { expiresAtMs }] of claims) {
    if (expiresAtMs > nowMs && claims.size < claimsMax) return
    claims.delete(objectId)
  }
}

function claimed({ name, expiresAtMs }: Claim): Conflict {
  return new Conflict({
    reason: 'claimed',
    message: `${name ?? 'Somebody else'} looks at this object.`,
    facts: { claimed_until: new Date(expiresAtMs).toISOString() },
  })
}

function decidedAlready({ reviewState }: { reviewState: string | null }): Conflict {
  return new Conflict({
    reason: 'already_decided',
    message: `This object is ${reviewState} already.`,
    facts: { review_state: reviewState },
  })
}
