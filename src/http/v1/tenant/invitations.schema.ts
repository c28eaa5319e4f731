import * as z from 'zod'
import { invitationStates, ROLES } from '../../../domain/identity/index.ts'
import { idText, pageEnd, pageQuery, text, timestamp } from '../../fields.ts'
import { roles } from './members.schema.ts'

export const InvitationParams = z.object({ id: idText })
export const InvitationsQuery = z.object(pageQuery)

export const InviteBody = z
  .object({
    roles,
    email: text({ min: 1, max: 320 })
      .meta({ format: 'email', description: 'Who alone may use it; left out, who has the code' })
      .optional(),
    expires_at: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2027-01-31T12:00:00Z' })
      .transform((value) => Date.parse(value))
      .meta({ description: 'In 7 days unless given; within 31 days' })
      .optional(),
  })
  .meta({ id: 'Invite' })

const record = {
  invitation_id: z.string(),
  roles: z.array(z.enum(ROLES)),
  email: z.string().nullable(),
  status: z.enum(invitationStates),
  created_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  used_at: timestamp.nullable(),
  used_by: z.string().nullable(),
  revoked_at: timestamp.nullable(),
}

export const InvitationReply = z.object(record).meta({ id: 'Invitation' })

export const CreatedInvitationReply = z
  .object({
    ...record,
    invitation_code: z.string().meta({ description: 'For signup; shown this once' }),
  })
  .meta({ id: 'CreatedInvitation' })

export const InvitationsReply = z
  .object({ invitations: z.array(InvitationReply), ...pageEnd })
  .meta({ id: 'Invitations' })

export const AcceptBody = z
  .object({ invitation_code: text({ min: 1, max: 200 }) })
  .meta({ id: 'AcceptInvitation' })

export const AcceptedReply = z
  .object({ user_id: z.string(), tenant_id: z.string(), roles: z.array(z.enum(ROLES)) })
  .meta({ id: 'AcceptedInvitation' })
