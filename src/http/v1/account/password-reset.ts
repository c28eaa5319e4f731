import * as z from 'zod'
import { emptyObject, text } from '../../fields.ts'
import { post } from '../../route.ts'
import { email, newPassword } from './auth.schema.ts'

const ResetBody = z
  .object({
    reset_code: text({ min: 1, max: 200 }).meta({ description: 'From an administrator' }),
    new_password: newPassword,
  })
  .meta({ id: 'PasswordReset' })

const ResetReply = z
  .object({ user_id: z.string(), email: z.string() })
  .meta({ id: 'PasswordWasReset' })

export const resetPassword = post('/v1/auth/password-reset', {
  id: 'resetPassword',
  summary: 'Set another password with a code from an administrator',
  description: 'Once. All sessions of the person end; log in with the new password then.',
  tag: 'Accounts',
  access: 'none',
  body: ResetBody,
  reply: ResetReply,
  errors: [400, 403, 409, 429, 503],
  guard: 'code',
  idempotencyOwner: ({ reset_code }) => reset_code,
  run: ({ rooms, cmd, body }) =>
    rooms.identity.resetByCode(cmd, { code: body.reset_code, newPassword: body.new_password }),
  present: ({ userId, email }) => ({ user_id: userId, email }),
})

const RequestBody = z.object({ email }).meta({ id: 'RequestPasswordReset' })

export const requestPasswordReset = post('/v1/auth/password-reset/request', {
  id: 'requestPasswordReset',
  summary: 'Have a code for another password sent to me by mail',
  description:
    'Whoever has the address or not, the answer is the same. The code is good for an hour. ' +
    '501 where this installation sends no mail: an administrator has codes, too.',
  tag: 'Accounts',
  access: 'none',
  body: RequestBody,
  status: 202,
  reply: emptyObject,
  errors: [400, 403, 409, 429, 501, 503],
  guard: 'letter',
  idempotencyOwner: ({ email: address }) => address,
  run({ rooms, cmd, body }) {
    const { requestId, spoken } = cmd
    rooms.identity.requestReset({ email: body.email, requestId, spoken })
  },
  present: () => ({}),
})
