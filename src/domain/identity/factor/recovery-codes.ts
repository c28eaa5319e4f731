import { randomInt } from 'node:crypto'
import { Conflict } from '../../../base/errors.ts'
import type { RequestId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recoveryCodesMade } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { noteFactor } from './note-factor.ts'
import * as queries from './queries.ts'

/** Without letters and digits that look alike; twelve of them are sixty bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const group = 4
const groups = 3

/** The codes are part of this answer and of no other. */
export type RecoveryCodes = { readonly codes: readonly string[] }

/**
 * Other recovery codes; those of before open nothing any more. Throws Forbidden for a key, and
 * Conflict for who has no second factor.
 */
export function renewRecoveryCodes(room: IdentityRoom, cmd: Command): Promise<RecoveryCodes> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { userId } = principal
  return cmd.write((tx) => {
    const { hasTotp, passkeys } = queries.findEnrolled(tx, userId)
    if (!hasTotp && passkeys === 0) {
      throw new Conflict({
        reason: 'no_second_factor',
        message: 'Recovery codes stand in for a second factor: add one first.',
      })
    }
    return { codes: giveRecoveryCodes(room, tx, { userId, requestId }) }
  })
}

type Owner = { userId: UserId; requestId: RequestId }

/** In the place of those of before. */
function giveRecoveryCodes(
  room: IdentityRoom,
  tx: Tx,
  { userId, requestId }: Owner,
): readonly string[] {
  const codes = Array.from({ length: recoveryCodesMade }, newCode)
  const createdAt = room.clock.nowMs()
  queries.deleteRecoveryCodes(tx, userId)
  const hash = (code: string) => room.factorSecrets.recoveryCode({ userId, code: plainCode(code) })
  queries.insertRecoveryCodes(
    tx,
    codes.map((code) => ({ codeHash: hash(code), userId, createdAt })),
  )
  noteFactor(room, tx, { userId, action: 'user.recovery_codes_made', requestId })
  return codes
}

/** With a first factor; who has codes keeps them. */
export function firstRecoveryCodes(room: IdentityRoom, tx: Tx, owner: Owner): readonly string[] {
  return queries.countRecoveryCodes(tx, owner.userId) > 0 ? [] : giveRecoveryCodes(room, tx, owner)
}

/** Gives whether it was one, and is none any more. */
export function useRecoveryCode(
  room: IdentityRoom,
  tx: Tx,
  { userId, code, requestId }: Owner & { code: string },
): boolean {
  if (!queries.takeRecoveryCode(tx, room.factorSecrets.recoveryCode({ userId, code }))) return false
  const details = { left: queries.countRecoveryCodes(tx, userId) }
  noteFactor(room, tx, { userId, action: 'user.recovery_code_used', details, requestId })
  return true
}

/** As people type it: with spaces, in capitals, without the lines. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '')
}

function newCode(): string {
  const char = () => alphabet[randomInt(alphabet.length)] as string
  const part = () => Array.from({ length: group }, char).join('')
  return Array.from({ length: groups }, part).join('-')
}
