import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { CreatedInvitation, Invitation } from '../../../domain/identity/index.ts'

/** The only answer with the code. */
export function presentCreatedInvitation(invitation: CreatedInvitation) {
  return { ...presentInvitation(invitation), invitation_code: invitation.code }
}

export function presentInvitation(invitation: Invitation) {
  return {
    invitation_id: invitation.invitationId,
    roles: [...invitation.roles],
    email: invitation.email,
    status: invitation.state,
    created_by: invitation.createdBy,
    created_at: isoOf(invitation.createdAtMs),
    expires_at: isoOf(invitation.expiresAtMs),
    used_at: isoOrNull(invitation.usedAtMs),
    used_by: invitation.usedBy,
    revoked_at: isoOrNull(invitation.revokedAtMs),
  }
}
