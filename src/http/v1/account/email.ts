import * as z from 'zod'
import { emptyObject, text } from '../../fields.ts'
import { post, put } from '../../route.ts'
import { email } from './auth.schema.ts'

export const requestEmailVerification = post('/v1/me/email-verification', {
  id: 'requestEmailVerification',
  summary: 'Have a letter sent to me that shows that I read the mail of my address',
  description:
    'Once in five minutes; nothing is sent where it is verified. 501 where this installation ' +
    'sends no mail.',
  tag: 'Accounts',
  access: 'session',
  status: 202,
  reply: emptyObject,
  errors: [400, 401, 403, 501],
  run: ({ rooms, cmd }) => rooms.identity.sendEmailCode(cmd),
  present: () => ({}),
})

const ChangeBody = z.object({ email }).meta({ id: 'ChangeEmail' })

export const changeEmail = put('/v1/me/email', {
  id: 'changeEmail',
  summary: 'Have another address, once its mail was seen to be read',
  description:
    'A letter with a code goes to the new address; until POST /v1/auth/email-verification has ' +
    'it, for seven days, everything stays as it is. 409 for an address with an account. 501 ' +
    'where this installation sends no mail.',
  tag: 'Accounts',
  access: 'session',
  body: ChangeBody,
  status: 202,
  reply: emptyObject,
  errors: [400, 401, 403, 409, 501],
  run: ({ rooms, cmd, body }) => rooms.identity.sendEmailCode(cmd, { email: body.email }),
  present: () => ({}),
})

const VerifyBody = z
  .object({
    email_code: text({ min: 1, max: 2_000 }).meta({ description: 'From the letter' }),
  })
  .meta({ id: 'EmailVerification' })

const VerifyReply = z
  .object({ user_id: z.string(), email: z.string() })
  .meta({ id: 'EmailWasVerified' })

export const verifyEmail = post('/v1/auth/email-verification', {
  id: 'verifyEmail',
  summary: 'Say the code of a letter: its address is verified, or takes the place of the old one',
  description:
    'Without a log-in: whoever has the letter reads the mail. 403 for a code that is over or not ' +
    'genuine, 409 where somebody else has the address by now.',
  tag: 'Accounts',
  access: 'none',
  body: VerifyBody,
  reply: VerifyReply,
  errors: [400, 403, 409, 429],
  guard: 'code',
  idempotencyOwner: ({ email_code }) => email_code,
  run: ({ rooms, cmd, body }) => rooms.identity.verifyEmail(cmd, { code: body.email_code }),
  present: ({ userId, email: address }) => ({ user_id: userId, email: address }),
})
