import { RateLimited } from '../../../base/errors.ts'
import type { RequestId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { ShownFactor } from '../../principal.ts'
import { totpFailuresMax, totpWindowMs } from '../limits.ts'
import type { PasskeyAnswer } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { noteFactor } from './note-factor.ts'
import { handleOf, type PasskeyPlace } from './passkey-options.ts'
import { findPasskey, findTotp, type PasskeyRow, updatePasskey, updateTotp } from './queries.ts'
import { plainCode, useRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** What somebody shows, one of them. */
export type Shown = {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
}

type Proof = {
  userId: UserId
  shown: Shown
  /** What a passkey was to sign, and where. */
  signed?: { challenge: string; place: PasskeyPlace } | undefined
  requestId: RequestId
}

/**
 * Whether what somebody shows is a second factor of this person; undefined where it is not. What
 * is taken is used up in a transaction of its own, whatever becomes of the request: of two that
 * come side by side with one code, one gets in. Throws RateLimited after too many wrong codes.
 */
export async function proveFactor(
  room: IdentityRoom,
  { userId, shown, signed, requestId }: Proof,
): Promise<ShownFactor | undefined> {
  const { code, recoveryCode, passkey } = shown
  if (code !== undefined) {
    const took = await room.store.write((tx) => takeCode(room, tx, { userId, code }))
    return took ? 'totp' : undefined
  }
  if (recoveryCode !== undefined) {
    const use = { userId, code: plainCode(recoveryCode), requestId }
    const took = await room.store.write((tx) => useRecoveryCode(room, tx, use))
    return took ? 'recovery_code' : undefined
  }
  if (passkey === undefined || signed === undefined) return undefined
  const row = findPasskey(room.store.db, credentialIdOf(passkey))
  const isTheirs = row !== undefined && row.userId === userId
  if (!isTheirs || !isHandleOf(userId, passkey)) return undefined
  const { credentialId, publicKey } = row
  const fresh = await room.passkeys?.assertion({
    answer: passkey,
    ...signed,
    credentialId,
    publicKey,
  })
  if (!fresh) return undefined
  const use = { row, ...fresh, requestId }
  const took = await room.store.write((tx) => usePasskey(room, tx, use))
  return took ? 'passkey' : undefined
}

export function credentialIdOf({ id }: PasskeyAnswer): Buffer {
  return Buffer.from(id, 'base64url')
}

/** Whose it is by the word of the authenticator, where it says so, is whose we know it to be. */
function isHandleOf(userId: UserId, { response }: PasskeyAnswer): boolean {
  const said = response.userHandle
  return said === undefined || said === null || said === handleOf(userId)
}

/** A wrong code is counted, whoever shows it: the password is known to whoever comes this far. */
function takeCode(
  room: IdentityRoom,
  tx: Tx,
  { userId, code }: { userId: UserId; code: string },
): boolean {
  const row = findTotp(tx, userId)
  const secret = row && row.confirmedAt !== null && room.factorSecrets.openedTotp(row.secret)
  if (!row || !secret) return false
  const nowMs = room.clock.nowMs()
  const sinceMs = row.failedSince ?? nowMs
  // What failed later than now failed by another clock.
  const isOver = sinceMs > nowMs || nowMs - sinceMs >= totpWindowMs
  const failed = isOver ? 0 : row.failed
  if (failed >= totpFailuresMax) {
    const waitSeconds = Math.ceil((sinceMs + totpWindowMs - nowMs) / 1000)
    const limit = { quota: totpFailuresMax, windowSeconds: totpWindowMs / 1000 }
    throw new RateLimited(waitSeconds, 'second-factor', limit)
  }
  const step = stepOfCode(secret, { code: plainCode(code), atMs: nowMs })
  if (step !== undefined && step > row.lastStep) {
    const used = { lastStep: step, lastUsedAt: nowMs, failed: 0, failedSince: null }
    updateTotp(tx, userId, used)
    return true
  }
  updateTotp(tx, userId, { failed: failed + 1, failedSince: isOver ? nowMs : sinceMs })
  if (failed + 1 === totpFailuresMax) {
    const details = { failed: totpFailuresMax }
    const actor = { type: 'system', id: null } as const
    noteFactor(room, tx, { userId, actor, action: 'user.second_factor_failed', details })
  }
  return false
}

type Use = { row: PasskeyRow; signCount: number; backedUp: boolean; requestId: RequestId }

/** One that counts backwards is a copy: it opens nothing, and the log names it. */
function usePasskey(
  room: IdentityRoom,
  tx: Tx,
  { row, signCount, backedUp, requestId }: Use,
): boolean {
  const now = findPasskey(tx, row.credentialId)
  if (now?.userId !== row.userId) return false
  const { userId, passkeyId } = now
  const counts = signCount > 0 || now.signCount > 0
  if (counts && signCount <= now.signCount) {
    const details = { passkey_id: passkeyId, counted: signCount, known: now.signCount }
    noteFactor(room, tx, { userId, action: 'user.passkey_copied', details, requestId })
    return false
  }
  updatePasskey(tx, now, { signCount, backedUp, lastUsedAt: room.clock.nowMs() })
  return true
}
