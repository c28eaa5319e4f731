import * as z from 'zod'
import {
  nameLengthMax,
  passwordLengthMax,
  passwordLengthMin,
} from '../../../domain/identity/index.ts'
import { text, timestamp } from '../../fields.ts'

/** Any characters, and not so many that comparing them becomes work. */
export const password = z
  .string({ error: 'must be a text' })
  .min(1, 'must not be empty')
  .max(1024, 'must have at most 128 characters')
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
  .meta({ format: 'password' })

/** What a new one must be is the room's matter (spec 5.2.9); here it is only described. */
export const newPassword = password.meta({
  description: 'Not one of the commonest',
  override: {
    type: 'string',
    format: 'password',
    minLength: passwordLengthMin,
    maxLength: passwordLengthMax,
  },
})

/** A name that somebody reads: one line, not only spaces. */
export const name = text({ min: 1, max: nameLengthMax })
  .refine((value) => value.trim() !== '', 'must not be empty')
  .trim()

export const email = text({ min: 1, max: 320 }).meta({ format: 'email' })
const code = text({ min: 1, max: 200 })

export const SignUpBody = z
  .object({
    email,
    password: newPassword,
    display_name: name,
    tenant_name: name.optional().meta({ description: 'Needed unless an invitation is given' }),
    invitation_code: code.optional().meta({ description: 'Joins a tenant instead of making one' }),
    setup_code: code.optional().meta({ description: 'Makes the first platform administrator' }),
  })
  .meta({ id: 'SignUp' })

const deviceToken = text({ min: 0, max: 200 }).meta({
  description: 'Of an earlier login of this device: strangers who try do not slow it down',
})

export const totpCode = text({ min: 1, max: 20 }).meta({
  description: 'Of the app for codes',
  examples: ['492039'],
})
export const recoveryCode = text({ min: 1, max: 40 }).meta({ examples: ['7kq2-m9xd-4w8t'] })

export const LogInBody = z
  .object({
    email,
    password,
    device_token: deviceToken.optional(),
    second_factor: z
      .object({
        code: totpCode.optional(),
        recovery_code: recoveryCode.optional(),
      })
      .optional()
      .meta({ description: 'For who has one and sends it along: one of the two' }),
  })
  .meta({ id: 'LogIn' })

/** What an owner is told of attempts to log in. */
export const failedLogins = z
  .object({ count: z.int(), last_at: timestamp.nullable() })
  .meta({ id: 'FailedLogins', description: 'Since the last login' })

export const LoggedInReply = z
  .object({
    user_id: z.string(),
    tenant_id: z.string(),
    session_token: z.string(),
    expires_at: timestamp,
    display_name: z.string(),
    email: z.string(),
    device_token: z.string().meta({ description: 'To be sent with the next login of this device' }),
    failed_logins: failedLogins,
  })
  .meta({ id: 'LoggedIn' })
