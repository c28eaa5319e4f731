import { Conflict, NotFound } from '../../../base/errors.ts'
import type { InvitationId, TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { stateOf } from './invitation.ts'
import { findInvitation, markInvitationRevoked } from './queries.ts'
import { requireReach } from './role-reach.ts'

/**
 * Ends an invitation that was not used. Revoking twice is the same as once, and so is revoking an
 * expired one. Throws Forbidden for a key, for who is neither owner nor admin, and for an admin
 * where it makes an owner; NotFound; Conflict when it was used.
 */
export function revokeInvitation(
  room: IdentityRoom,
  cmd: Command,
  { invitationId }: { invitationId: InvitationId },
): Promise<void> {
  const { principal } = cmd
  requireSession(principal)
  const { tenantId } = principal
  return cmd.write((tx) => {
    requireReach(tx, principal, [])
    const row = findInvitation(tx, { tenantId, invitationId })
    if (!row) throw new NotFound('invitation')
    requireReach(tx, principal, row.roles)
    const atMs = room.clock.nowMs()
    const state = stateOf(row, atMs)
    if (state === 'used') {
      throw new Conflict({
        reason: 'invitation_used',
        message: 'This invitation was used: remove the member instead.',
      })
    }
    if (state === 'revoked') return
    endInvitation(tx, cmd, { tenantId, invitationId, atMs })
  })
}

type Ending = { tenantId: TenantId; invitationId: InvitationId; atMs: number }

/** One that is open, with its entry in the audit log. */
export function endInvitation(tx: Tx, cmd: Command, { invitationId, ...when }: Ending): void {
  markInvitationRevoked(tx, invitationId, when.atMs)
  recordDeed(tx, cmd, {
    ...when,
    action: 'invitation.revoked',
    subject: { type: 'invitation', id: invitationId },
  })
}
