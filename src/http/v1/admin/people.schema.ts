import * as z from 'zod'
import { ROLES } from '../../../domain/identity/index.ts'
import { idText, pageEnd, pageQuery, qBool, text, timestamp } from '../../fields.ts'

export const PersonParams = z.object({ id: idText })
export const PersonSessionParams = z.object({ id: idText, session_id: idText })

export const PeopleQuery = z.object({
  ...pageQuery,
  q: text({ min: 1, max: 254 })
    .meta({ description: 'The beginning of the address, or the id' })
    .optional(),
  tenant_id: idText.optional(),
  platform_admin: qBool().optional(),
})

export const PersonReply = z
  .object({
    user_id: z.string(),
    tenant_id: z.string(),
    email: z.string(),
    display_name: z.string(),
    roles: z.array(z.enum(ROLES)),
    is_platform_admin: z.boolean(),
    live_sessions: z.int(),
    locked_at: timestamp.nullable().meta({ description: 'Nobody is let in since then' }),
    lock_reason: z.string().nullable(),
    created_at: timestamp,
    password_changed_at: timestamp,
  })
  .meta({ id: 'Person' })

export const PeopleReply = z
  .object({ users: z.array(PersonReply), ...pageEnd })
  .meta({ id: 'People' })

export const ResetLinkReply = z
  .object({
    user_id: z.string(),
    email: z.string(),
    reset_code: z.string().meta({ description: 'In this answer only' }),
    expires_at: timestamp,
  })
  .meta({ id: 'ResetLink' })

export const SessionsEndedReply = z
  .object({ user_id: z.string(), sessions_ended: z.int() })
  .meta({ id: 'SessionsEnded' })

export const FactorsResetReply = z
  .object({
    user_id: z.string(),
    totp: z.boolean().meta({ description: 'Whether there was an app for codes' }),
    passkeys: z.int(),
    sessions_ended: z.int(),
  })
  .meta({ id: 'SecondFactorsReset' })

export const PlatformAdminBody = z
  .object({ is_platform_admin: z.boolean({ error: 'must be true or false' }) })
  .meta({ id: 'PlatformAdminChange' })
