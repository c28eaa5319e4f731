import { Conflict } from '../../../base/errors.ts'
import { newId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { recordEvent } from '../../events/index.ts'
import { findUserByEmail, insertUser } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { type InvitationRow, markInvitationUsed } from './queries.ts'

export type InvitedAccount = {
  readonly invitation: InvitationRow
  readonly email: string
  readonly passwordHash: string
  readonly displayName: string
  readonly requestId: string
}

/**
 * A user with the roles of an open invitation in the tenant that made it; the invitation is used
 * up. Throws Conflict when the address has an account.
 */
export function joinTenant(
  room: IdentityRoom,
  tx: Tx,
  { invitation, email, passwordHash, displayName, requestId }: InvitedAccount,
): { tenantId: TenantId; userId: UserId } {
  requireNobody(tx, email)
  const { tenantId, invitationId, roles } = invitation
  const createdAt = room.clock.nowMs()
  const userId = newId('usr', createdAt)
  insertUser(tx, { userId, email, displayName, passwordHash, tenantId, roles, createdAt })
  markInvitationUsed(tx, invitationId, { usedAt: createdAt, usedBy: userId })
  const entry = {
    atMs: createdAt,
    tenantId,
    actor: { type: 'user', id: userId },
    requestId,
  } as const
  recordAudit(tx, {
    ...entry,
    action: 'invitation.used',
    subject: { type: 'invitation', id: invitationId },
  })
  recordAudit(tx, {
    ...entry,
    action: 'user.created',
    subject: { type: 'user', id: userId },
    details: { platform_admin: false, roles, invitation_id: invitationId },
  })
  recordEvent(tx, {
    stream: tenantId,
    type: 'member.joined',
    atMs: createdAt,
    data: { user_id: userId, roles: [...roles] },
  })
  return { tenantId, userId }
}

/** An account is in one tenant: whoever has one accepts with it. Throws Conflict. */
export function requireNobody(db: Db, email: string): void {
  if (!findUserByEmail(db, email)) return
  throw new Conflict({
    reason: 'email_taken',
    message:
      'There is an account with this e-mail address. Log in with it, and accept the invitation ' +
      'from there: POST /v1/me/invitation.',
    facts: { field: 'email' },
  })
}
