import { isoOf } from '../../../base/clock.ts'
import { Forbidden, Unauthenticated } from '../../../base/errors.ts'
import type { RequestId, SessionId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { ShownFactor } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import type { SessionKind } from '../tables.ts'
import { type OpenChallenge, openChallenge } from './challenge.ts'
import { type PasskeyPlace, type RequestOptions, requestOptions } from './passkey-options.ts'
import { proveFactor, type Shown } from './prove-factor.ts'
import { countRecoveryCodes, findEnrolled, listPasskeyRows } from './queries.ts'

/** By what somebody can show who it is. */
export type Means = 'totp' | 'passkey' | 'recovery_code' | 'password' | 'provider'

/** What a log-in still wants, and for how long. */
export type AskedFactor = OpenChallenge & {
  readonly means: readonly Means[]
  /** For the browser; null where there is no passkey, or none can be used here. */
  readonly passkey: RequestOptions | null
}

type LoggingIn = {
  userId: UserId
  kind: SessionKind
  replaces: SessionId | undefined
  shown: Shown | undefined
  place: PasskeyPlace | undefined
  requestId: RequestId
}

/**
 * For who has shown the password: the second factor, where there is one. Undefined for who has
 * none. Throws Forbidden with what is asked when nothing was shown, Unauthenticated for what is
 * wrong, and RateLimited.
 */
export async function factorAtLogIn(
  room: IdentityRoom,
  { userId, kind, replaces, shown, place, requestId }: LoggingIn,
): Promise<ShownFactor | undefined> {
  if (!isEnrolled(room.store.db, userId)) return undefined
  if (shown?.code !== undefined || shown?.recoveryCode !== undefined) {
    const factor = await proveFactor(room, { userId, shown, requestId })
    if (factor) return factor
    room.failedLogins.note(userId)
    throw wrongFactor()
  }
  const asked = await room.store.write((tx) =>
    askForFactor(room, tx, { userId, kind, replaces, place, carried: undefined }),
  )
  throw new Forbidden({
    reason: 'second_factor_required',
    message: 'The password is right. Now show your second factor.',
    facts: factsOf(asked),
  })
}

/** In the words of the interface. */
export function factsOf({ challengeId, means, passkey, expiresAtMs }: AskedFactor) {
  const expires_at = isoOf(expiresAtMs)
  return { challenge_id: challengeId, means, passkey, expires_at }
}

type Pending = Omit<LoggingIn, 'shown' | 'requestId'> & { carried: string | undefined }

/** A log-in that waits for the second factor: no session, and worth nothing without it. */
export function askForFactor(room: IdentityRoom, tx: Tx, pending: Pending): AskedFactor {
  const { userId, kind, replaces, place, carried } = pending
  const asked = { purpose: 'second_factor' as const, userId, kind, sessionId: replaces, carried }
  return describeAsked(room, tx, { userId, place, ...openChallenge(room, tx, asked) })
}

export function describeAsked(
  room: IdentityRoom,
  db: Db,
  { userId, place, ...challenge }: OpenChallenge & Pick<Pending, 'userId' | 'place'>,
): AskedFactor {
  return {
    ...challenge,
    means: factorMeans(db, { userId, place }),
    passkey: optionsFor(room, db, { userId, place, challengeId: challenge.challengeId }),
  }
}

type Whose = { userId: UserId; place: PasskeyPlace | undefined }

/** Empty for who has no second factor. */
export function factorMeans(db: Db, { userId, place }: Whose): Means[] {
  const { hasTotp, passkeys } = findEnrolled(db, userId)
  if (!hasTotp && passkeys === 0) return []
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(passkeys > 0 && place ? (['passkey'] as const) : []),
    ...(countRecoveryCodes(db, userId) > 0 ? (['recovery_code'] as const) : []),
  ]
}

export function optionsFor(
  room: IdentityRoom,
  db: Db,
  { userId, place, challengeId }: Whose & { challengeId: string },
): RequestOptions | null {
  const known = listPasskeyRows(db, userId)
  if (known.length === 0 || place === undefined) return null
  return requestOptions({ challenge: room.factorSecrets.toBeSigned(challengeId), place, known })
}

export function isEnrolled(db: Db, userId: UserId): boolean {
  const { hasTotp, passkeys } = findEnrolled(db, userId)
  return hasTotp || passkeys > 0
}

/** The same for what is wrong, over, or was used. */
export function wrongFactor(): Unauthenticated {
  return new Unauthenticated('This second factor is wrong, or was used before.')
}
