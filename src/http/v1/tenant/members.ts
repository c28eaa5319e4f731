import { isoOf } from '../../../base/clock.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Member } from '../../../domain/identity/index.ts'
import { del, get, patch } from '../../route.ts'
import * as schemas from './members.schema.ts'

export const listMembers = get('/v1/tenant/members', {
  id: 'listMembers',
  summary: 'The people of the tenant, who joined first comes first',
  description: 'Each with its roles.',
  tag: 'Members',
  access: 'session',
  query: schemas.MembersQuery,
  reply: schemas.MembersReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.listMembers(principal, query),
  present: ({ members, total, nextCursor }) => ({
    members: members.map(presentMember),
    total,
    next_cursor: nextCursor,
  }),
})

export const patchMember = patch('/v1/tenant/members/:id', {
  id: 'patchMember',
  summary: 'Give a member other roles',
  description:
    'By an owner or an admin; an admin can neither make nor change an owner. From the API keys ' +
    'that the member made, and from those that come from them, goes what the new roles may not ' +
    'do; a key that could do nothing any more is revoked. Webhooks that the member or such a key ' +
    'made pause, if it could make none any more.',
  tag: 'Members',
  access: 'session',
  params: schemas.MemberParams,
  body: schemas.PatchMemberBody,
  reply: schemas.ChangedMemberReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.changeRoles(cmd, { userId: params.id as UserId, roles: body.roles }),
  present: ({ keys, webhooksPaused, ...member }) => ({
    ...presentMember(member),
    webhooks_paused: [...webhooksPaused],
    api_keys_narrowed: [...keys.narrowed],
    api_keys_revoked: [...keys.revoked],
  }),
})

export const removeMember = del('/v1/tenant/members/:id', {
  id: 'removeMember',
  summary: 'Remove a member, or leave; its sessions end at once',
  description:
    'By an owner or an admin, or by whoever goes; the account ends with it. The API keys that ' +
    'the member made, and those that come from them, are revoked, or with api_keys=take_over' +
    ' are yours from now on, as far as your roles go. Webhooks that the member ' +
    'or a revoked key made pause. The entry in the audit log lists them. Refused (balance_left, ' +
    'pending) while the member has SOL or withdraws it. ' +
    'Its wallets are free afterwards, and what it licensed is no longer on offer.',
  tag: 'Members',
  access: 'session',
  params: schemas.MemberParams,
  query: schemas.RemoveMemberQuery,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, query }) =>
    rooms.identity.removeMember(cmd, { userId: params.id as UserId, fate: query.api_keys }),
})

function presentMember(member: Member) {
  return {
    user_id: member.userId,
    email: member.email,
    display_name: member.displayName,
    roles: [...member.roles],
    joined_at: isoOf(member.joinedAtMs),
    api_key_ids: [...member.apiKeyIds],
  }
}
