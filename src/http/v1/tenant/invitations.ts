import type { InvitationId } from '../../../base/ids.ts'
import { del, get, post } from '../../route.ts'
import * as schemas from './invitations.schema.ts'
import { presentCreatedInvitation, presentInvitation } from './present-invitation.ts'

export const createInvitation = post('/v1/tenant/invitations', {
  id: 'createInvitation',
  summary: 'Invite somebody into the tenant; the code is in this answer only',
  description: 'By an owner or an admin. Signing up with the code joins this tenant.',
  tag: 'Members',
  access: 'session',
  body: schemas.InviteBody,
  givesSecret: true,
  status: 201,
  reply: schemas.CreatedInvitationReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.identity.invite(cmd, {
      roles: body.roles,
      email: body.email,
      expiresAtMs: body.expires_at,
    }),
  present: presentCreatedInvitation,
})

export const listInvitations = get('/v1/tenant/invitations', {
  id: 'listInvitations',
  summary: 'The invitations of the tenant, newest first, used and ended ones included',
  description: 'Without their codes, of which only hashes are kept.',
  tag: 'Members',
  access: 'session',
  query: schemas.InvitationsQuery,
  reply: schemas.InvitationsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.listInvitations(principal, query),
  present: ({ invitations, total, nextCursor }) => ({
    invitations: invitations.map(presentInvitation),
    total,
    next_cursor: nextCursor,
  }),
})

export const revokeInvitation = del('/v1/tenant/invitations/:id', {
  id: 'revokeInvitation',
  summary: 'Revoke an invitation that was not used',
  description: 'Its code joins nobody from then on. 409 where it was used or ended before.',
  tag: 'Members',
  access: 'session',
  params: schemas.InvitationParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) =>
    rooms.identity.revokeInvitation(cmd, { invitationId: params.id as InvitationId }),
})

export const acceptInvitation = post('/v1/me/invitation', {
  id: 'acceptInvitation',
  summary: 'Go to the tenant that invites me, with the account that I have',
  description:
    'An account is in one tenant: of the one before I leave as by DELETE ' +
    '/v1/tenant/members/{id}, where the API keys that I made end. Address, password, second ' +
    'factors and providers come along, and this session goes on; recovery codes and other ' +
    'sessions end, and user_id is another one. Signing up is for who has no account. 409 for ' +
    'the last owner (make another one first, or close the tenant), for a platform admin, ' +
    'and while there is SOL of my own.',
  tag: 'Members',
  access: 'session',
  body: schemas.AcceptBody,
  reply: schemas.AcceptedReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.identity.acceptInvitation(cmd, { code: body.invitation_code }),
  present: ({ userId, tenantId, roles }) => ({
    user_id: userId,
    tenant_id: tenantId,
    roles: [...roles],
  }),
})
