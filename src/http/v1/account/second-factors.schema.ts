import * as z from 'zod'
import { idText, text, timestamp } from '../../fields.ts'
import { name, password, recoveryCode, totpCode } from './auth.schema.ts'

export const PasskeyParams = z.object({ id: idText })

const challengeId = text({ min: 1, max: 200 }).meta({ description: 'Of the question' })

/** Bytes as WebAuthn writes them. */
const bytes = (max: number, example = 'Zk3vQ8mX1pL6tR9yB2nC5w') =>
  z
    .string({ error: 'must be a text' })
    .regex(/^[\w-]*$/, 'must be base64url')
    .max(max, `must have at most ${max} characters`)
    .meta({ examples: [example] })

/** The JSON of a PublicKeyCredential (WebAuthn 3), as far as it is asked for. */
const PasskeyBody = z
  .object({
    id: bytes(1_400),
    type: z.literal('public-key', { error: 'must be public-key' }),
    response: z.object({
      clientDataJSON: bytes(10_000, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'),
      attestationObject: bytes(100_000).optional(),
      authenticatorData: bytes(10_000).optional(),
      signature: bytes(10_000).optional(),
      userHandle: bytes(200).nullable().optional(),
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer', description: 'What PublicKeyCredential.toJSON() gives' })

export const AskSignInBody = z
  .object({
    challenge_id: challengeId
      .optional()
      .meta({ description: 'Of a log-in under way: says again what it asks for' }),
  })
  .meta({ id: 'AskSignIn' })

const shown = {
  code: totpCode.optional(),
  recovery_code: recoveryCode.optional(),
  passkey: PasskeyBody.optional(),
}

export const AnswerSignInBody = z
  .object({ challenge_id: challengeId, ...shown })
  .meta({ id: 'AnswerSignIn', description: 'One of code, recovery_code and passkey' })

export const ConfirmBody = z
  .object({
    challenge_id: challengeId.optional().meta({ description: 'Beside passkey' }),
    ...shown,
    password: password.optional().meta({ description: 'Of who has no second factor' }),
  })
  .meta({ id: 'Confirm', description: 'One of code, recovery_code, passkey and password' })

export const TotpCodeBody = z.object({ code: text({ min: 1, max: 20 }) }).meta({ id: 'TotpCode' })

export const AddPasskeyBody = z
  .object({ challenge_id: challengeId, name, passkey: PasskeyBody })
  .meta({ id: 'AddPasskey' })

export const RenamePasskeyBody = z.object({ name }).meta({ id: 'RenamePasskey' })

const means = z
  .array(z.enum(['totp', 'passkey', 'recovery_code', 'password', 'provider']))
  .meta({ description: 'By what it can be answered; provider: by logging in there again' })

const descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})

const domain = z.string().meta({ examples: ['data.example.eu'] })
const toBeSigned = z.string().meta({ examples: ['7hD4gF0sAq3vQ8mX1pL6tR9yB2nC5w'] })

const RequestOptionsReply = z
  .object({
    challenge: toBeSigned,
    rpId: domain,
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(descriptor),
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description: 'For PublicKeyCredential.parseRequestOptionsFromJSON()',
  })

const CreationOptionsReply = z
  .object({
    challenge: toBeSigned,
    rp: z.object({ id: domain, name: z.literal('Kontor') }),
    user: z.object({
      id: z.string().meta({ examples: ['dXNyXzAxazV3MnE4bTNuN3A0'] }),
      name: z.string().meta({ examples: ['ada@example.eu'] }),
      displayName: z.string().meta({ examples: ['Ada Lindqvist'] }),
    }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(descriptor),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description: 'For PublicKeyCredential.parseCreationOptionsFromJSON()',
  })

export const ChallengeReply = z
  .object({
    challenge_id: z.string(),
    means,
    passkey: RequestOptionsReply.nullable(),
    expires_at: timestamp,
  })
  .meta({ id: 'FactorChallenge' })

export const BegunPasskeyReply = z
  .object({ challenge_id: z.string(), options: CreationOptionsReply, expires_at: timestamp })
  .meta({ id: 'BegunPasskey' })

export const ConfirmedReply = z
  .object({ confirmed_until: timestamp })
  .meta({ id: 'Confirmed', description: 'Until then nothing asks again' })

export const PasskeyReply = z
  .object({
    passkey_id: z.string(),
    name: z.string().meta({ examples: ['Telephone'] }),
    backed_up: z.boolean().meta({ description: 'Whether it is kept beyond the device' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

const codes = z
  .array(z.string())
  .meta({ description: 'In this answer only; empty for who has some already' })

export const RecoveryCodesReply = z.object({ recovery_codes: codes }).meta({ id: 'RecoveryCodes' })

export const AddedPasskeyReply = z
  .object({ passkey: PasskeyReply, recovery_codes: codes })
  .meta({ id: 'AddedPasskey' })

const exampleUri =
  'otpauth://totp/Kontor%20data.example.eu:ada%40example.eu?secret=JBSWY3DPEHPK3PXP'

export const BegunTotpReply = z
  .object({
    uri: z.string().meta({ description: 'For the square code', examples: [exampleUri] }),
    secret: z
      .string()
      .meta({ description: 'The same, to be typed (base32)', examples: ['JBSWY3DPEHPK3PXP'] }),
  })
  .meta({ id: 'BegunTotp', description: 'In this answer only' })

export const FactorsReply = z
  .object({
    required: z.boolean().meta({ description: 'Whether this service wants one of this person' }),
    totp: z
      .object({ created_at: timestamp, last_used_at: timestamp.nullable() })
      .nullable()
      .meta({ description: 'The app for codes' }),
    passkeys: z.array(PasskeyReply),
    recovery_codes_left: z.int(),
    shown: z
      .enum(['totp', 'passkey', 'recovery_code', 'provider'])
      .nullable()
      .meta({ description: 'What this session was opened or confirmed by, besides a password' }),
    confirmed_until: timestamp,
  })
  .meta({ id: 'SecondFactors' })
