import { isoOf } from '../../../base/clock.ts'
import type { PasskeyId } from '../../../base/ids.ts'
import { passkeyPlaceOf } from '../../passkey-place.ts'
import { del, patch, post } from '../../route.ts'
import { presentPasskey } from './present-factors.ts'
import * as schemas from './second-factors.schema.ts'

const tag = 'Second factors'

export const beginPasskey = post('/v1/me/passkeys/challenge', {
  id: 'beginPasskey',
  summary: 'Begin to add a passkey: what the browser makes it by',
  description:
    'For navigator.credentials.create(), within five minutes. 409 where the base URL of this ' +
    'server has no domain name, and for who has twenty.',
  tag,
  access: 'session',
  evenUnproven: true,
  status: 201,
  reply: schemas.BegunPasskeyReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, http }) => rooms.identity.beginPasskey(cmd, passkeyPlaceOf(http)),
  present: ({ challengeId, options, expiresAtMs }) => ({
    challenge_id: challengeId,
    options,
    expires_at: isoOf(expiresAtMs),
  }),
})

export const addPasskey = post('/v1/me/passkeys', {
  id: 'addPasskey',
  summary: 'Add the passkey that the browser made',
  description:
    'From now on it is a second factor, and opens a session by itself. With a first second ' +
    'factor come recovery codes, in this answer only. Each question is answered once.',
  tag,
  access: 'session',
  evenUnproven: true,
  body: schemas.AddPasskeyBody,
  givesSecret: true,
  status: 201,
  reply: schemas.AddedPasskeyReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.addPasskey(cmd, {
      challengeId: body.challenge_id,
      name: body.name,
      answer: body.passkey,
      place: passkeyPlaceOf(http),
    }),
  present: ({ passkey, codes }) => ({
    passkey: presentPasskey(passkey),
    recovery_codes: [...codes],
  }),
})

export const renamePasskey = patch('/v1/me/passkeys/:id', {
  id: 'renamePasskey',
  summary: 'Give a passkey of mine another name',
  description: 'For the list alone: no authenticator hears of it.',
  tag,
  access: 'session',
  params: schemas.PasskeyParams,
  body: schemas.RenamePasskeyBody,
  reply: schemas.PasskeyReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.renamePasskey(cmd, { passkeyId: params.id as PasskeyId, name: body.name }),
  present: presentPasskey,
})

export const removePasskey = del('/v1/me/passkeys/:id', {
  id: 'removePasskey',
  summary: 'Take a passkey of mine away',
  description: 'With the last second factor go the recovery codes.',
  tag,
  access: 'session',
  params: schemas.PasskeyParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.identity.removePasskey(cmd, params.id as PasskeyId),
})
