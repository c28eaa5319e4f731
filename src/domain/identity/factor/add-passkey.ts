import { Conflict, InvalidInput, Unauthenticated } from '../../../base/errors.ts'
import { newId, type PasskeyId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { findUser } from '../account/queries.ts'
import { passkeysMax } from '../limits.ts'
import type { PasskeyAnswer } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { challengeOver, type OpenChallenge, openChallenge, takenChallenge } from './challenge.ts'
import { type Passkey, passkeyOf } from './list-factors.ts'
import { noteFactorChange } from './note-factor.ts'
import { type CreationOptions, creationOptions, type PasskeyPlace } from './passkey-options.ts'
import { findPasskey, insertPasskey, listPasskeyRows, markConfirmed } from './queries.ts'
import { firstRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts'

export type BegunPasskey = OpenChallenge & { readonly options: CreationOptions }

/**
 * What a browser makes a passkey by. Throws Forbidden for a key, and Conflict where passkeys
 * cannot be used or somebody has too many.
 */
export function beginPasskey(
  room: IdentityRoom,
  cmd: Command,
  place: PasskeyPlace | undefined,
): Promise<BegunPasskey> {
  const { principal } = cmd
  requireSession(principal)
  const { userId, sessionId } = principal
  return cmd.write((tx) => {
    const user = findUser(tx, userId)
    if (!user) throw new Unauthenticated()
    if (!place) throw noPlace()
    const known = listPasskeyRows(tx, userId)
    requireRoomFor(known.length)
    const asked = openChallenge(room, tx, { purpose: 'add_passkey', userId, sessionId })
    const challenge = room.factorSecrets.toBeSigned(asked.challengeId)
    return { ...asked, options: creationOptions({ challenge, place, person: user, known }) }
  })
}

export type AddPasskeyRequest = {
  readonly challengeId: string
  readonly name: string
  readonly answer: PasskeyAnswer
  readonly place: PasskeyPlace | undefined
}

export type AddedPasskey = RecoveryCodes & { readonly passkey: Passkey }

/**
 * Takes the passkey that a browser made: from now on it is a second factor, and opens a session by
 * itself. Throws Forbidden for a key and a question that is over, InvalidInput for what does not
 * pass the checks, and Conflict for one that is known.
 */
export async function addPasskey(
  room: IdentityRoom,
  cmd: Command,
  { challengeId, name, answer, place }: AddPasskeyRequest,
): Promise<AddedPasskey> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { userId, sessionId } = principal
  if (!place) throw noPlace()
  const row = await takenChallenge(room, { challengeId, purposes: ['add_passkey'] })
  if (row.sessionId !== sessionId || row.userId !== userId) throw challengeOver()
  const challenge = room.factorSecrets.toBeSigned(challengeId)
  const made = await room.passkeys?.registration({ answer, challenge, place })
  if (!made) throw notTaken()
  return cmd.write((tx) => {
    if (findPasskey(tx, made.credentialId)) {
      throw new Conflict({ reason: 'passkey_known', message: 'This passkey is known already.' })
    }
    requireRoomFor(listPasskeyRows(tx, userId).length)
    const createdAt = room.clock.nowMs()
    const passkeyId: PasskeyId = newId('pk', createdAt)
    const { transports, ...rest } = made
    const passkey = { ...rest, passkeyId, userId, name, createdAt, lastUsedAt: null }
    insertPasskey(tx, { ...passkey, transports: [...transports] })
    markConfirmed(tx, sessionId, { confirmedAt: createdAt, factor: 'passkey' })
    const details = { passkey_id: passkeyId }
    noteFactorChange(room, tx, { userId, change: 'added', means: 'passkey', details, requestId })
    const codes = firstRecoveryCodes(room, tx, { userId, requestId })
    return { passkey: passkeyOf(passkey), codes }
  })
}

function requireRoomFor(known: number): void {
  if (known < passkeysMax) return
  const message = `You have ${passkeysMax} passkeys. Remove one before you add another.`
  throw new Conflict({ reason: 'too_many_passkeys', message })
}

function noPlace(): Conflict {
  return new Conflict({
    reason: 'passkeys_unavailable',
    message: 'Passkeys need a server with a domain name, over HTTPS or on this machine.',
  })
}

function notTaken(): InvalidInput {
  return new InvalidInput({
    field: 'passkey',
    reason: 'wrong_factor',
    message: 'This passkey does not pass the checks: it was made for another question or place.',
  })
}
