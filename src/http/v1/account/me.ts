import * as z from 'zod'
import { PLANS, ROLES, SCOPES } from '../../../domain/identity/index.ts'
import { emptyObject } from '../../fields.ts'
import { get, post } from '../../route.ts'
import { failedLogins, newPassword, password } from './auth.schema.ts'
import { presentMe } from './present-me.ts'

export const MeReply = z
  .object({
    user: z
      .object({
        user_id: z.string(),
        email: z.string(),
        email_verified: z.boolean().meta({ description: 'Its mail was seen to be read' }),
        display_name: z.string(),
        is_platform_admin: z.boolean(),
        failed_logins: failedLogins,
      })
      .optional()
      .meta({ description: 'With a session' }),
    api_key: z
      .object({ api_key_id: z.string(), name: z.string() })
      .optional()
      .meta({ description: 'With an API key' }),
    tenant: z.object({
      tenant_id: z.string(),
      name: z.string(),
      region: z.string(),
      plan: z.enum(PLANS),
    }),
    roles: z.array(z.enum(ROLES)),
    scopes: z.array(z.enum(SCOPES)),
  })
  .meta({ id: 'Me' })

export const getMe = get('/v1/me', {
  id: 'getMe',
  summary: 'Who I am and what I may do',
  description:
    'For a session the user, the tenant, its roles and the scopes that they give; for an ' +
    'API key the scopes that it has.',
  tag: 'Accounts',
  access: 'credential',
  evenUnproven: true,
  reply: MeReply,
  errors: [400, 401],
  run: ({ rooms, principal }) => rooms.identity.me(principal),
  present: presentMe,
})

const ChangePasswordBody = z
  .object({ current_password: password, new_password: newPassword })
  .meta({ id: 'ChangePassword' })

export const changePassword = post('/v1/me/password', {
  id: 'changePassword',
  summary: 'Change my password; my other sessions end',
  description:
    'The present password is asked for once more. Wrong ones are counted by session, and ' +
    'too many answer 429.',
  tag: 'Accounts',
  access: 'session',
  body: ChangePasswordBody,
  reply: emptyObject,
  errors: [400, 401, 403, 409, 429, 503],
  guard: 'password',
  run: ({ rooms, cmd, body }) =>
    rooms.identity.changePassword(cmd, {
      currentPassword: body.current_password,
      newPassword: body.new_password,
    }),
  present: () => ({}),
})
