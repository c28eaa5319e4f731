import * as z from 'zod'
import { keyFates, ROLES } from '../../../domain/identity/index.ts'
import { idText, oneOf, pageEnd, pageQuery, timestamp } from '../../fields.ts'

export const MemberParams = z.object({ id: idText })
export const MembersQuery = z.object(pageQuery)

/** At least one role; the same one twice is that role. */
export const roles = z
  .array(oneOf(ROLES), { error: 'must be a list of roles' })
  .min(1, 'must name at least one role')
  .max(100, 'must have at most 100 entries')

export const PatchMemberBody = z.object({ roles }).meta({ id: 'PatchMember' })

export const RemoveMemberQuery = z.object({ api_keys: oneOf(keyFates).default('revoke') })

const keyIds = z.array(z.string())

const member = {
  user_id: z.string(),
  email: z.string(),
  display_name: z.string(),
  roles: z.array(z.enum(ROLES)),
  joined_at: timestamp,
  api_key_ids: keyIds.meta({ description: 'Keys that they made and that still work' }),
}

export const MemberReply = z.object(member).meta({ id: 'Member' })

export const ChangedMemberReply = z
  .object({
    ...member,
    api_keys_narrowed: keyIds.meta({ description: 'Keys that lost scopes by the change' }),
    webhooks_paused: z.array(z.string()).meta({
      description: 'Webhooks that they or those keys made and could not make any more',
    }),
    api_keys_revoked: keyIds.meta({ description: 'Keys that could do nothing any more' }),
  })
  .meta({ id: 'ChangedMember' })

export const MembersReply = z
  .object({ members: z.array(MemberReply), ...pageEnd })
  .meta({ id: 'Members' })
