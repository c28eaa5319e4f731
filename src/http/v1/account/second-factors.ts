import { passkeyPlaceOf } from '../../passkey-place.ts'
import { del, get, post } from '../../route.ts'
import { presentChallenge, presentConfirmed, presentFactors, shownIn } from './present-factors.ts'
import * as schemas from './second-factors.schema.ts'

const tag = 'Second factors'

export const listSecondFactors = get('/v1/me/second-factors', {
  id: 'listSecondFactors',
  summary: 'What I show besides a password, or instead of one',
  description:
    'The app for codes, the passkeys, how many recovery codes are left, whether this service ' +
    'wants a second factor of me, and until when nothing asks again who sits here.',
  tag,
  access: 'session',
  evenUnproven: true,
  reply: schemas.FactorsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.identity.listFactors(principal),
  present: presentFactors,
})

export const beginTotp = post('/v1/me/second-factors/totp', {
  id: 'beginTotp',
  summary: 'Begin to have an app make codes',
  description:
    'The secret is in this answer only. It counts once its first code was shown; one that was ' +
    'begun before ends. 409 for who has an app already.',
  tag,
  access: 'session',
  evenUnproven: true,
  givesSecret: true,
  status: 201,
  reply: schemas.BegunTotpReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, http }) =>
    rooms.identity.beginTotp(cmd, { issuer: `Kontor ${new URL(http.baseUrl).hostname}` }),
  present: ({ uri, secret }) => ({ uri, secret }),
})

export const finishTotp = post('/v1/me/second-factors/totp/confirm', {
  id: 'finishTotp',
  summary: 'Show the first code of the app: from now on it is a second factor',
  description: 'With a first second factor come recovery codes, in this answer only.',
  tag,
  access: 'session',
  evenUnproven: true,
  body: schemas.TotpCodeBody,
  givesSecret: true,
  reply: schemas.RecoveryCodesReply,
  errors: [400, 401, 403, 409, 429],
  guard: 'password',
  run: ({ rooms, cmd, body }) => rooms.identity.finishTotp(cmd, body),
  present: ({ codes }) => ({ recovery_codes: [...codes] }),
})

export const removeTotp = del('/v1/me/second-factors/totp', {
  id: 'removeTotp',
  summary: 'Take the app for codes away',
  description: 'With the last second factor go the recovery codes.',
  tag,
  access: 'session',
  evenUnproven: true,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd }) => rooms.identity.removeTotp(cmd),
})

export const renewRecoveryCodes = post('/v1/me/second-factors/recovery-codes', {
  id: 'renewRecoveryCodes',
  summary: 'Have other recovery codes; those of before open nothing any more',
  description: 'Each stands in for the second factor once. They are in this answer only.',
  tag,
  access: 'session',
  givesSecret: true,
  status: 201,
  reply: schemas.RecoveryCodesReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd }) => rooms.identity.renewRecoveryCodes(cmd),
  present: ({ codes }) => ({ recovery_codes: [...codes] }),
})

export const askToConfirm = post('/v1/me/confirm/challenge', {
  id: 'askToConfirm',
  summary: 'Ask by what I can show again who I am',
  description: 'With what a passkey is to sign, for POST /v1/me/confirm.',
  tag,
  access: 'session',
  evenUnproven: true,
  status: 201,
  reply: schemas.ChallengeReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, http }) => rooms.identity.askToConfirm(cmd, passkeyPlaceOf(http)),
  present: presentChallenge,
})

/** What confirming has by whatever path. */
export const confirming = {
  summary: 'Show again who sits here: for ten minutes nothing asks',
  description:
    'By the second factor, or by the password of who has none. A log-in does the same, at a ' +
    'provider of single sign-on as well. Wrong ones are counted by session, and codes by person.',
  access: 'session',
  evenUnproven: true,
  body: schemas.ConfirmBody,
  reply: schemas.ConfirmedReply,
  errors: [400, 401, 403, 409, 429, 503],
  guard: 'password',
  present: presentConfirmed,
} as const

export const confirm = post('/v1/me/confirm', {
  ...confirming,
  id: 'confirm',
  tag,
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.confirm(cmd, {
      ...shownIn(body),
      challengeId: body.challenge_id,
      password: body.password,
      place: passkeyPlaceOf(http),
    }),
})
