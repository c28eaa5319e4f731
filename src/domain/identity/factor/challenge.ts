import { Forbidden, Saturated } from '../../../base/errors.ts'
import type { SessionId, UserId } from '../../../base/ids.ts'
import { randomToken } from '../../../base/secrets.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import * as limits from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import type { SessionKind } from '../tables.ts'
import * as queries from './queries.ts'

export type Asked = {
  purpose: queries.ChallengeRow['purpose']
  userId?: UserId | undefined
  sessionId?: SessionId | undefined
  kind?: SessionKind | undefined
  /** What a provider said of who is to be logged in. */
  carried?: string | undefined
}

/** The id opens nothing by itself: whoever has it must still show the factor. */
export type OpenChallenge = { readonly challengeId: string; readonly expiresAtMs: number }

/**
 * Of one person so many are open and no more: the oldest goes. Of nobody in particular anybody may
 * begin one, so those are counted together. Throws Saturated where too many are.
 */
export function openChallenge(room: IdentityRoom, tx: Tx, asked: Asked): OpenChallenge {
  const createdAt = room.clock.nowMs()
  queries.deleteOldChallenges(tx, { nowMs: createdAt, max: limits.challengeSweepMax })
  const { purpose, userId } = asked
  if (userId) queries.keepNewest(tx, { userId, purpose, kept: limits.challengesOfPersonMax - 1 })
  else if (queries.countAnonymous(tx) >= limits.challengesMax) {
    const message = 'Too many log-ins are under way.'
    throw new Saturated({ message, retryAfterSeconds: 60 })
  }
  const challengeId = `challenge_${randomToken(32)}`
  const expiresAt = createdAt + limits.challengeLifetimeMs
  const { carried } = asked
  queries.insertChallenge(tx, {
    challengeHash: room.factorSecrets.challenge(challengeId),
    purpose,
    userId: userId ?? null,
    sessionId: asked.sessionId ?? null,
    kind: asked.kind ?? null,
    carried: carried === undefined ? null : room.factorSecrets.sealedText(carried),
    failed: 0,
    createdAt,
    expiresAt,
  })
  return { challengeId, expiresAtMs: expiresAt }
}

type Wanted = { challengeId: string; purposes: readonly queries.ChallengeRow['purpose'][] }

/** One that may still be answered. Throws Forbidden. */
export function getChallenge(room: IdentityRoom, db: Db, wanted: Wanted): queries.ChallengeRow {
  const row = queries.findChallenge(db, room.factorSecrets.challenge(wanted.challengeId))
  return requireOpen(room, row, wanted)
}

/** The same, for one answer: it is gone whatever comes of it. Throws Forbidden. */
export async function takenChallenge(
  room: IdentityRoom,
  wanted: Wanted,
): Promise<queries.ChallengeRow> {
  const hash = room.factorSecrets.challenge(wanted.challengeId)
  const row = await room.store.write((tx) => queries.takeChallenge(tx, hash))
  return requireOpen(room, row, wanted)
}

function requireOpen(
  { clock }: IdentityRoom,
  row: queries.ChallengeRow | undefined,
  { purposes }: Wanted,
): queries.ChallengeRow {
  const isOpen =
    row !== undefined &&
    purposes.includes(row.purpose) &&
    row.expiresAt > clock.nowMs() &&
    row.failed < limits.challengeFailuresMax
  if (isOpen) return row
  throw challengeOver()
}

/** The same for one that never was. */
export function challengeOver(): Forbidden {
  return new Forbidden({
    reason: 'challenge_over',
    message: 'This question is over, was answered, or was asked of somebody else. Begin again.',
  })
}
