import { Conflict, InvalidInput, Unauthenticated } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import { findUser } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { noteFactorChange } from './note-factor.ts'
import { findTotp, markConfirmed, putTotp, updateTotp } from './queries.ts'
import { firstRecoveryCodes, plainCode, type RecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, showTotp, stepOfCode } from './totp.ts'

/** The secret is part of this answer and of no other. */
export type BegunTotp = {
  /** For the square code that an app reads. */
  readonly uri: string
  /** The same, to be typed. */
  readonly secret: string
}

/**
 * Begins to have an app make codes: it counts once it has shown one. One that was begun before
 * ends. Throws Forbidden for a key, and Conflict where one counts already.
 */
export function beginTotp(
  room: IdentityRoom,
  cmd: Command,
  { issuer }: { issuer: string },
): Promise<BegunTotp> {
  const { principal } = cmd
  requireSession(principal)
  const { userId } = principal
  const secret = newTotpSecret()
  return cmd.write((tx) => {
    if (findTotp(tx, userId)?.confirmedAt) throw oneIsThere()
    const user = findUser(tx, userId)
    if (!user) throw new Unauthenticated()
    putTotp(tx, {
      userId,
      secret: room.factorSecrets.sealedTotp(secret),
      createdAt: room.clock.nowMs(),
      confirmedAt: null,
      lastStep: 0,
      lastUsedAt: null,
      failed: 0,
      failedSince: null,
    })
    const { uri, base32 } = showTotp({ secret, issuer, account: user.email })
    return { uri, secret: base32 }
  })
}

/**
 * The app's first code: from now on it is a second factor. Gives recovery codes with a first one.
 * Throws Forbidden for a key, Conflict where none was begun, and InvalidInput for a wrong code.
 */
export function finishTotp(
  room: IdentityRoom,
  cmd: Command,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { userId, sessionId } = principal
  return cmd.write((tx) => {
    const row = findTotp(tx, userId)
    if (row?.confirmedAt) throw oneIsThere()
    const secret = row && room.factorSecrets.openedTotp(row.secret)
    if (!secret) {
      const message = 'Begin first: POST /v1/me/second-factors/totp.'
      throw new Conflict({ reason: 'totp_not_begun', message })
    }
    const atMs = room.clock.nowMs()
    const step = stepOfCode(secret, { code: plainCode(code), atMs })
    if (step === undefined) {
      throw new InvalidInput({
        field: 'code',
        reason: 'wrong_factor',
        message: 'This code is wrong. Is the clock of the device right?',
      })
    }
    updateTotp(tx, userId, { confirmedAt: atMs, lastStep: step, lastUsedAt: atMs })
    markConfirmed(tx, sessionId, { confirmedAt: atMs, factor: 'totp' })
    noteFactorChange(room, tx, { userId, change: 'added', means: 'totp', requestId })
    return { codes: firstRecoveryCodes(room, tx, { userId, requestId }) }
  })
}

function oneIsThere(): Conflict {
  return new Conflict({
    reason: 'totp_exists',
    message: 'You have an app for codes. Remove it before you add another one.',
  })
}
