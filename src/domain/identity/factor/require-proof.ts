import { Forbidden } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../principal.ts'
import { confirmationLifetimeMs } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import type { SessionPrincipal } from '../scopes.ts'
import { findSsoSession } from '../sso/queries.ts'
import { factorMeans, isEnrolled, type Means } from './ask-for-factor.ts'
import type { PasskeyPlace } from './passkey-options.ts'
import { needsSecondFactor } from './rule.ts'

/**
 * For whatever a person does who must have a second factor: throws Forbidden where this session has
 * shown none, with the reason: one that is there is to be shown, or one is to be added first. Keys
 * are not persons, and whoever may open the data folder needs none.
 */
export function requireSecondFactor(room: IdentityRoom, db: Db, principal: Principal): void {
  const { proof, userId } = principal
  if (!proof || !userId || proof.factor !== null || !isRequiredOf(room, principal)) return
  if (isEnrolled(db, userId)) {
    throw new Forbidden({
      reason: 'second_factor_required',
      message: 'Show your second factor first: POST /v1/me/confirm.',
    })
  }
  throw new Forbidden({
    reason: 'second_factor_enrolment_required',
    message: 'This service wants a second factor of you. Add one first: /v1/me/second-factors.',
  })
}

/** Who stays: nobody any more of whom a second factor is wanted by now and none was shown. */
export function stillProven(
  room: IdentityRoom,
  db: Db,
  principal: Principal | undefined,
): Principal | undefined {
  if (!principal) return undefined
  try {
    requireSecondFactor(room, db, principal)
    return principal
  } catch (error) {
    if (error instanceof Forbidden) return undefined
    throw error
  }
}

export function isRequiredOf({ settings }: IdentityRoom, principal: Principal): boolean {
  return needsSecondFactor(settings.secondFactor ?? 'off', principal)
}

/**
 * For what does harm in a session that somebody left open: throws Forbidden unless who it is was
 * shown within ten minutes. Asked of browsers, and of everybody who has a second factor or must
 * have one; a program with a bearer token and no factor goes on as the contract says.
 */
export function requireConfirmed(
  room: IdentityRoom,
  db: Db,
  asked: { principal: Principal; place: PasskeyPlace | undefined },
): void {
  const { principal, place } = asked
  const { proof, userId, sessionId } = principal
  if (!proof || !userId || !sessionId) return
  if (isConfirmed(room, proof.confirmedAtMs)) return
  const isAsked =
    proof.kind === 'browser' || isRequiredOf(room, principal) || isEnrolled(db, userId)
  if (!isAsked) return
  throw new Forbidden({
    reason: 'confirmation_required',
    message: 'Show again who you are: this asks for it when ten minutes have passed.',
    facts: { means: confirmationMeans(db, { principal: { userId, sessionId }, place }) },
  })
}

function isConfirmed({ clock }: IdentityRoom, confirmedAtMs: number): boolean {
  return clock.nowMs() - confirmedAtMs <= confirmationLifetimeMs
}

type Whose = {
  principal: Pick<SessionPrincipal, 'userId' | 'sessionId'>
  place: PasskeyPlace | undefined
}

/** By the second factor, where there is one; else by the password, or at the provider again. */
export function confirmationMeans(db: Db, { principal, place }: Whose): Means[] {
  const means = factorMeans(db, { userId: principal.userId, place })
  if (isEnrolled(db, principal.userId)) return means
  return findSsoSession(db, principal.sessionId) ? ['provider', 'password'] : ['password']
}
