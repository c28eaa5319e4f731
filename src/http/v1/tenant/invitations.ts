import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { InvitationId } from '../../../base/ids.ts'
import type { Invitation } from '../../../domain/identity/index.ts'
import { route } from '../../route.ts'
import {
  CreatedInvitationReply,
  InvitationParams,
  InvitationsQuery,
  InvitationsReply,
  InviteBody,
} from './invitations.schema.ts'

export const createInvitation = route({
  id: 'createInvitation',
  method: 'post',
  path: '/v1/tenant/invitations',
  summary: 'Invite somebody into the tenant; the code is in this answer only',
  description: 'By an owner or an admin. Signing up with the code joins this tenant.',
  tag: 'Members',
  access: 'session',
  body: InviteBody,
  status: 201,
  reply: CreatedInvitationReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.identity.invite(cmd, {
      roles: body.roles,
      email: body.email,
      expiresAtMs: body.expires_at,
    }),
  present: (invitation) => ({
    ...presentInvitation(invitation),
    invitation_code: invitation.code,
  }),
})

export const listInvitations = route({
  id: 'listInvitations',
  method: 'get',
  path: '/v1/tenant/invitations',
  summary: 'The invitations of the tenant, newest first, used and ended ones included',
  tag: 'Members',
  access: 'session',
  query: InvitationsQuery,
  status: 200,
  reply: InvitationsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.listInvitations(principal, query),
  present: ({ invitations, total, nextCursor }) => ({
    invitations: invitations.map(presentInvitation),
    total,
    next_cursor: nextCursor,
  }),
})

export const revokeInvitation = route({
  id: 'revokeInvitation',
  method: 'delete',
  path: '/v1/tenant/invitations/:id',
  summary: 'Revoke an invitation that was not used',
  tag: 'Members',
  access: 'session',
  params: InvitationParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) =>
    rooms.identity.revokeInvitation(cmd, { invitationId: params.id as InvitationId }),
})

function presentInvitation(invitation: Invitation) {
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
