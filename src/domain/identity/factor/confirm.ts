import { InvalidInput } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import type { ShownFactor } from '../../principal.ts'
import { findUser } from '../account/queries.ts'
import { confirmationLifetimeMs } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { isEnrolled, type Means, optionsFor } from './ask-for-factor.ts'
import { challengeOver, openChallenge, takenChallenge } from './challenge.ts'
import { noteFactor } from './note-factor.ts'
import type { PasskeyPlace, RequestOptions } from './passkey-options.ts'
import { proveFactor, type Shown } from './prove-factor.ts'
import { markConfirmed } from './queries.ts'
import { confirmationMeans } from './require-proof.ts'

export type AskedAgain = {
  readonly challengeId: string
  readonly expiresAtMs: number
  readonly means: readonly Means[]
  readonly passkey: RequestOptions | null
}

/** What whoever is logged in can show again who it is by. Throws Forbidden for a key. */
export function askToConfirm(
  room: IdentityRoom,
  cmd: Command,
  place: PasskeyPlace | undefined,
): Promise<AskedAgain> {
  const { principal } = cmd
  requireSession(principal)
  const { userId, sessionId } = principal
  return cmd.write((tx) => {
    const asked = openChallenge(room, tx, { purpose: 'confirm', userId, sessionId })
    const { challengeId } = asked
    return {
      ...asked,
      means: confirmationMeans(tx, { principal, place }),
      passkey: optionsFor(room, tx, { userId, place, challengeId }),
    }
  })
}

export type ConfirmRequest = Shown & {
  /** For a passkey. */
  readonly challengeId?: string | undefined
  readonly password?: string | undefined
  readonly place: PasskeyPlace | undefined
}

export type Confirmed = { readonly untilMs: number; readonly factor: ShownFactor | null }

/**
 * Whoever is logged in shows again who it is: by a second factor, or by the password where there
 * is none. Throws Forbidden for a key and a question that is over, InvalidInput for what is wrong,
 * and RateLimited.
 */
export async function confirm(
  room: IdentityRoom,
  cmd: Command,
  request: ConfirmRequest,
): Promise<Confirmed> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { userId, sessionId } = principal
  const hadFactor = isEnrolled(room.store.db, userId)
  const factor = hadFactor
    ? await shownFactor(room, { principal, request, requestId })
    : await requirePassword(room, { principal, password: request.password })
  return cmd.write((tx) => {
    const confirmedAt = room.clock.nowMs()
    // A password is not enough any more for who has added a factor in the meantime.
    if (!hadFactor && isEnrolled(tx, userId)) throw wrong('password')
    markConfirmed(tx, sessionId, { confirmedAt, factor })
    const details = { by: factor ?? 'password' }
    noteFactor(room, tx, { userId, action: 'user.confirmed', details, requestId })
    return { untilMs: confirmedAt + confirmationLifetimeMs, factor: factor ?? null }
  })
}

type Showing = {
  principal: SessionPrincipal
  request: ConfirmRequest
  requestId: Command['requestId']
}

async function shownFactor(
  room: IdentityRoom,
  { principal, request, requestId }: Showing,
): Promise<ShownFactor> {
  const { userId } = principal
  const field = fieldOf(request)
  if (field === undefined || field === 'password') {
    throw new InvalidInput({
      field: field ?? 'code',
      reason: 'second_factor_required',
      message: 'You have a second factor: send code, recovery_code or passkey.',
    })
  }
  const challenge = request.passkey && (await ownChallenge(room, { principal, request }))
  const signed = challenge && request.place ? { challenge, place: request.place } : undefined
  const factor = await proveFactor(room, { userId, shown: request, signed, requestId })
  if (factor) return factor
  room.failedLogins.note(userId)
  throw wrong(field)
}

/** What the passkey was to sign for the session that asked, once. */
async function ownChallenge(
  room: IdentityRoom,
  { principal, request }: Pick<Showing, 'principal' | 'request'>,
): Promise<string> {
  const { challengeId } = request
  if (challengeId === undefined) {
    throw new InvalidInput({
      field: 'challenge_id',
      reason: 'required',
      message: 'challenge_id is required beside passkey.',
    })
  }
  const row = await takenChallenge(room, { challengeId, purposes: ['confirm'] })
  if (row.sessionId !== principal.sessionId) throw challengeOver()
  return room.factorSecrets.toBeSigned(challengeId)
}

async function requirePassword(
  room: IdentityRoom,
  { principal, password }: { principal: SessionPrincipal; password: string | undefined },
): Promise<undefined> {
  if (password === undefined) {
    throw new InvalidInput({
      field: 'password',
      reason: 'required',
      message: 'password is required: you have no second factor.',
    })
  }
  const hash = findUser(room.store.db, principal.userId)?.passwordHash
  const { fits } = hash
    ? await room.passwords.verify({ password, hash }, 'known')
    : await room.passwords.verifyNobody(password)
  if (fits) return undefined
  room.failedLogins.note(principal.userId)
  throw wrong('password')
}

type Field = 'code' | 'recovery_code' | 'passkey' | 'password'

function fieldOf(request: ConfirmRequest): Field | undefined {
  if (request.code !== undefined) return 'code'
  if (request.recoveryCode !== undefined) return 'recovery_code'
  if (request.passkey !== undefined) return 'passkey'
  return request.password === undefined ? undefined : 'password'
}

function wrong(field: Field): InvalidInput {
  const what = { code: 'code', recovery_code: 'recovery code', passkey: 'passkey' }
  if (field === 'password') {
    const message = 'This is not the current password.'
    return new InvalidInput({ field, reason: 'wrong_password', message })
  }
  const message = `This ${what[field]} is wrong, or was used before.`
  return new InvalidInput({ field, reason: 'wrong_factor', message })
}
