import { NotFound } from '../../../base/errors.ts'
import type { PasskeyId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { isEnrolled } from './ask-for-factor.ts'
import { type Passkey, passkeyOf } from './list-factors.ts'
import { noteFactorChange } from './note-factor.ts'
import * as queries from './queries.ts'

/** No app makes codes for whoever asks any more. Throws Forbidden for a key, and NotFound. */
export function removeTotp(room: IdentityRoom, cmd: Command): Promise<void> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { userId } = principal
  return cmd.write((tx) => {
    const wasOne = queries.findTotp(tx, userId)?.confirmedAt != null
    if (!queries.deleteTotp(tx, userId)) throw new NotFound('second factor')
    if (!wasOne) return
    noteFactorChange(room, tx, { userId, change: 'removed', means: 'totp', requestId })
    endWithLast(tx, userId)
  })
}

/** Throws Forbidden for a key, and NotFound. */
export function removePasskey(
  room: IdentityRoom,
  cmd: Command,
  passkeyId: PasskeyId,
): Promise<void> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { userId } = principal
  return cmd.write((tx) => {
    if (!queries.deletePasskey(tx, { userId, passkeyId })) throw new NotFound('passkey')
    const details = { passkey_id: passkeyId }
    noteFactorChange(room, tx, { userId, change: 'removed', means: 'passkey', details, requestId })
    endWithLast(tx, userId)
  })
}

/** Throws Forbidden for a key, and NotFound. */
export function renamePasskey(
  _room: IdentityRoom,
  cmd: Command,
  { passkeyId, name }: { passkeyId: PasskeyId; name: string },
): Promise<Passkey> {
  const { principal } = cmd
  requireSession(principal)
  const { userId } = principal
  return cmd.write((tx) => {
    const row = queries.updatePasskey(tx, { userId, passkeyId }, { name })
    if (!row) throw new NotFound('passkey')
    return passkeyOf(row)
  })
}

/** With the last one goes what stands in for it, and what was shown by it. */
function endWithLast(tx: Tx, userId: UserId): void {
  if (isEnrolled(tx, userId)) return
  queries.deleteRecoveryCodes(tx, userId)
  queries.forgetShownFactors(tx, userId)
}
