import type { UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AnonymousCommand } from '../../command.ts'
import { enter } from '../account/enter.ts'
import { findUser } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import type { LoggedIn, SessionPlace } from '../session/open-session.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { type CarriedLogin, rememberProvider } from '../sso/remember-provider.ts'
import { type AskedFactor, describeAsked, wrongFactor } from './ask-for-factor.ts'
import { challengeOver, getChallenge, openChallenge, takenChallenge } from './challenge.ts'
import { type PasskeyPlace, requestOptions } from './passkey-options.ts'
import { credentialIdOf, proveFactor, type Shown } from './prove-factor.ts'
import { type ChallengeRow, countChallengeFailure, findPasskey, takeChallenge } from './queries.ts'

const purposes = ['log_in', 'second_factor'] as const

export type ChallengeAsked = {
  /** Of a log-in under way; without it whoever has a passkey is asked for it. */
  readonly challengeId?: string | undefined
  readonly kind: SessionPlace['kind']
  readonly place: PasskeyPlace | undefined
}

/**
 * Begins a log-in by a passkey alone, or says again what a log-in under way asks for. Throws
 * Forbidden for one that is over, and Saturated.
 */
export function askChallenge(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { challengeId, kind, place }: ChallengeAsked,
): Promise<AskedFactor> {
  return cmd.write((tx) => {
    if (challengeId !== undefined) {
      const row = getChallenge(room, tx, { challengeId, purposes: ['second_factor'] })
      if (row.kind !== kind || row.userId === null) throw challengeOver()
      const { userId, expiresAt: expiresAtMs } = row
      return describeAsked(room, tx, { userId, place, challengeId, expiresAtMs })
    }
    const asked = openChallenge(room, tx, { purpose: 'log_in', kind })
    const challenge = room.factorSecrets.toBeSigned(asked.challengeId)
    return {
      ...asked,
      means: place ? (['passkey'] as const) : [],
      passkey: place ? requestOptions({ challenge, place, known: [] }) : null,
    }
  })
}

export type ChallengeAnswer = {
  readonly challengeId: string
  readonly shown: Shown
  readonly passkeys: PasskeyPlace | undefined
  readonly place: SessionPlace
}

/**
 * Ends a log-in in a session: the second factor after a password, or a passkey alone. A passkey
 * has one try, since what it signed must not count again; codes have a few. Throws Forbidden for a
 * question that is over, Unauthenticated for a wrong answer, and RateLimited.
 */
export async function answerChallenge(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { challengeId, shown, passkeys, place }: ChallengeAnswer,
): Promise<LoggedIn> {
  const byPasskey = shown.passkey !== undefined
  const wanted = { challengeId, purposes }
  const row = byPasskey
    ? await takenChallenge(room, wanted)
    : getChallenge(room, room.store.db, wanted)
  if (row.kind !== place.kind || (row.purpose === 'log_in' && !byPasskey)) throw challengeOver()
  const userId = whoseAnswer(room, row, shown)
  const challenge = room.factorSecrets.toBeSigned(challengeId)
  const signed = passkeys && { challenge, place: passkeys }
  const { requestId } = cmd
  const factor = userId && (await proveFactor(room, { userId, shown, signed, requestId }))
  if (!userId || !factor) {
    if (row.userId) room.failedLogins.note(row.userId)
    if (!byPasskey) {
      await room.store.write((tx) => countChallengeFailure(tx, row.challengeHash))
    }
    throw wrongFactor()
  }
  return cmd.write((tx) => {
    if (!byPasskey && !takeChallenge(tx, row.challengeHash)) throw challengeOver()
    requireAsBefore(room, tx, { userId, row })
    const replaces = row.sessionId ?? undefined
    const session = enter(room, tx, { userId, place, replaces, factor })
    const carried = carriedIn(room, row)
    if (carried) rememberProvider(room, tx, { ...carried, sessionId: session.sessionId })
    return session
  })
}

/** With a passkey alone it is the passkey that says who comes. */
function whoseAnswer(
  room: IdentityRoom,
  { userId }: ChallengeRow,
  { passkey }: Shown,
): UserId | undefined {
  if (userId !== null || passkey === undefined) return userId ?? undefined
  return findPasskey(room.store.db, credentialIdOf(passkey))?.userId
}

type Began = { userId: UserId; row: ChallengeRow }

/** Who has another password since began with one that is worth nothing any more. */
function requireAsBefore(room: IdentityRoom, tx: Tx, { userId, row }: Began): void {
  const user = findUser(tx, userId)
  if (!user) throw wrongFactor()
  if (row.purpose === 'log_in') requirePasswordLogin(room, tx, user.email)
  else if (user.passwordChangedAt > row.createdAt) throw challengeOver()
}

function carriedIn(room: IdentityRoom, { carried }: ChallengeRow): CarriedLogin | undefined {
  if (carried === null) return undefined
  const text = room.factorSecrets.openedText(carried)
  if (text === undefined) throw challengeOver()
  return JSON.parse(text) as CarriedLogin
}
