import * as z from 'zod'
import { ROLES } from '../../../domain/identity/index.ts'
import { idText, oneOf, pageQuery, timestamp } from '../../fields.ts'

export const MemberParams = z.object({ id: idText })
export const MembersQuery = z.object(pageQuery)

/** At least one role; the same one twice is that role. */
export const roles = z
  .array(oneOf(ROLES), { error: 'must be a list of roles' })
  .min(1, 'must name at least one role')
  .max(100, 'must have at most 100 entries')

export const PatchMemberBody = z.object({ roles }).meta({ id: 'PatchMember' })

export const MemberReply = z
  .object({
    user_id: z.string(),
    email: z.string(),
    display_name: z.string(),
    roles: z.array(z.enum(ROLES)),
    joined_at: timestamp,
    api_key_ids: z
      .array(z.string())
      .meta({ description: 'Keys that they made and that still work' }),
  })
  .meta({ id: 'Member' })

export const MembersReply = z
  .object({
    members: z.array(MemberReply),
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Members' })
