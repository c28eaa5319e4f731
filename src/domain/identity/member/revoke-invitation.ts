import { Conflict, NotFound } from '../../../base/errors.ts'
import type { InvitationId } from '../../../base/ids.ts'
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
    markInvitationRevoked(tx, invitationId, atMs)
    recordDeed(tx, cmd, {
      atMs,
      tenantId,
      action: 'invitation.revoked',
      subject: { type: 'invitation', id: invitationId },
    })
  })
}
