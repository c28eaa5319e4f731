import { Forbidden } from '../../../base/errors.ts'
import type { InvitationId, TenantId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Role } from '../../principal.ts'
import { normaliseEmail } from '../account/email.ts'
import type { IdentityRoom } from '../room.ts'
import * as queries from './queries.ts'
import { reaches } from './role-reach.ts'

export const invitationStates = ['open', 'used', 'revoked', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

/** What may be known about an invitation; the code and its hash are not among it. */
export type Invitation = {
  readonly invitationId: InvitationId
  readonly roles: readonly Role[]
  readonly email: string | null
  readonly state: InvitationState
  readonly createdBy: UserId
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | null
  readonly usedBy: UserId | null
  readonly revokedAtMs: number | null
}

export function invitationOf(row: queries.InvitationRow, nowMs: number): Invitation {
  return {
    invitationId: row.invitationId,
    roles: row.roles,
    email: row.email,
    state: stateOf(row, nowMs),
    createdBy: row.createdBy,
    createdAtMs: row.createdAt,
    expiresAtMs: row.expiresAt,
    usedAtMs: row.usedAt,
    usedBy: row.usedBy,
    revokedAtMs: row.revokedAt,
  }
}

export function stateOf(row: queries.InvitationRow, nowMs: number): InvitationState {
  if (row.usedAt !== null) return 'used'
  if (row.revokedAt !== null) return 'revoked'
  return row.expiresAt > nowMs ? 'open' : 'expired'
}

/**
 * The invitation that a code stands for. Throws Forbidden, in the same words for a code that is
 * unknown, over, or meant for another address.
 */
export function getOpenInvitation(
  room: IdentityRoom,
  db: Db,
  { code, email }: { code: string; email: string },
): queries.InvitationRow {
  const row = queries.findInvitationByCode(db, room.hashes.invitation(code.trim()))
  const isOpen = row !== undefined && stateOf(row, room.clock.nowMs()) === 'open'
  if (isOpen && (row.email === null || row.email === normaliseEmail(email))) return row
  throw new Forbidden({
    reason: 'invitation_invalid',
    message: 'This invitation is unknown, used or expired.',
  })
}

/**
 * Ends the open invitations of a member who could not make them any more, having only these roles.
 * Otherwise whoever is sent away could come back by an invitation of their own.
 */
export function revokeBeyond(
  { clock }: IdentityRoom,
  tx: Tx,
  member: { tenantId: TenantId; userId: UserId; roles: readonly Role[] },
): InvitationId[] {
  const { tenantId, userId, roles } = member
  const nowMs = clock.nowMs()
  const open = queries.listOpenInvitations(tx, { tenantId, createdBy: userId, nowMs })
  const beyond = open.filter((invitation) => !reaches(roles, invitation.roles))
  for (const { invitationId } of beyond) queries.markInvitationRevoked(tx, invitationId, nowMs)
  return beyond.map(({ invitationId }) => invitationId)
}
