import { NotOffered } from '../../../base/errors.ts'
import type { RequestId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { normaliseEmail } from '../account/email.ts'
import { findMembership, findUserByEmail } from '../account/queries.ts'
import { newResetCode } from '../credentials.ts'
import { resetAgainMs, resetByMailMs } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { isSuspended } from '../tenant/suspension.ts'
import { isLocked } from './lock.ts'
import { findResetOf, replaceReset } from './queries.ts'
import { wasMailed } from './reset-link.ts'

export type ResetRequest = {
  readonly email: string
  readonly requestId: RequestId
  /** The language of the page that asks. */
  readonly spoken?: string | undefined
}

/**
 * Codes by mail for those who lost a password. What is done for an address that somebody has is
 * done beside the request, so that neither the answer nor the time that it takes tells whether
 * there is one.
 */
export function openResetRequests(room: IdentityRoom) {
  const running = new Set<Promise<void>>()
  return {
    /** Throws NotOffered where no mail is set, InvalidInput, and Forbidden by the domain alone. */
    request({ email: text, ...asked }: ResetRequest): void {
      if (!room.letters?.isSet()) throw new NotOffered('This installation sends no mail.')
      const email = normaliseEmail(text)
      // A platform admin who was let in by the operator has another way.
      requirePasswordLogin(room, room.store.db, email)
      const written: Promise<void> = room.store
        .write((tx) => postReset(room, tx, { email, ...asked }))
        .catch(() => undefined)
        .finally(() => running.delete(written))
      running.add(written)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function postReset(room: IdentityRoom, tx: Tx, asked: ResetRequest): void {
  const { email, requestId, spoken } = asked
  const user = findUserByEmail(tx, email)
  const membership = user && findMembership(tx, user.userId)
  if (!user || !membership || isSuspended(tx, membership.tenantId)) return
  const { userId } = user
  if (isLocked(tx, userId)) return
  const { tenantId } = membership
  const createdAt = room.clock.nowMs()
  const before = findResetOf(tx, userId)
  // Nobody fills the mailbox of somebody else, nor ends the link that an administrator made.
  if ((before?.createdAt ?? 0) > createdAt - resetAgainMs) return
  const isOpen =
    before && before.expiresAt > createdAt && user.passwordChangedAt <= before.createdAt
  if (isOpen && !wasMailed(before)) return
  const expiresAt = createdAt + resetByMailMs
  const code = newResetCode()
  replaceReset(tx, { userId, codeHash: room.hashes.resetCode(code), createdAt, expiresAt })
  recordAudit(tx, {
    atMs: createdAt,
    tenantId,
    actor: { type: 'user', id: userId },
    action: 'user.reset_requested',
    subject: { type: 'user', id: userId },
    requestId,
  })
  room.letters?.reset(tx, { email, userId, tenantId, code, expiresAtMs: expiresAt, spoken })
}
