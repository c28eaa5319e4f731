import { isoOf } from '../../../base/clock.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Member } from '../../../domain/identity/index.ts'
import { route } from '../../route.ts'
import {
  MemberParams,
  MemberReply,
  MembersQuery,
  MembersReply,
  PatchMemberBody,
} from './members.schema.ts'

export const listMembers = route({
  id: 'listMembers',
  method: 'get',
  path: '/v1/tenant/members',
  summary: 'The people of the tenant, who joined first comes first',
  tag: 'Members',
  access: 'session',
  query: MembersQuery,
  status: 200,
  reply: MembersReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.listMembers(principal, query),
  present: ({ members, total, nextCursor }) => ({
    members: members.map(presentMember),
    total,
    next_cursor: nextCursor,
  }),
})

export const patchMember = route({
  id: 'patchMember',
  method: 'patch',
  path: '/v1/tenant/members/:id',
  summary: 'Give a member other roles',
  description: 'By an owner or an admin; an admin can neither make nor change an owner.',
  tag: 'Members',
  access: 'session',
  params: MemberParams,
  body: PatchMemberBody,
  status: 200,
  reply: MemberReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.changeRoles(cmd, { userId: params.id as UserId, roles: body.roles }),
  present: presentMember,
})

export const removeMember = route({
  id: 'removeMember',
  method: 'delete',
  path: '/v1/tenant/members/:id',
  summary: 'Remove a member; its sessions end at once',
  description:
    'The API keys that the member made go on working: api_key_ids of the member lists them, and ' +
    'so does the entry in the audit log.',
  tag: 'Members',
  access: 'session',
  params: MemberParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) =>
    rooms.identity.removeMember(cmd, { userId: params.id as UserId }),
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
