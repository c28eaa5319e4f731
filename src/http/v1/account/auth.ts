import { normaliseEmail } from '../../../domain/identity/index.ts'
import { emptyObject } from '../../fields.ts'
import { passkeyPlaceOf } from '../../passkey-place.ts'
import { placeOf } from '../../place.ts'
import { post } from '../../route.ts'
import { LoggedInReply, LogInBody, SignUpBody } from './auth.schema.ts'
import { shownIn } from './present-factors.ts'
import { presentLoggedIn } from './present-logged-in.ts'

/** Spec 4.2: an account, a tenant and a membership. */
export const signUp = post('/v1/auth/signup', {
  id: 'signUp',
  summary: 'Sign up: a new user with a new tenant, and a session of 7 days',
  description:
    'With an invitation_code the user joins the tenant of that invitation instead, and ' +
    'with the setup_code of a new installation becomes its first platform admin. Where ' +
    'signup is by invitation, one of the two is needed (403).',
  tag: 'Accounts',
  access: 'none',
  body: SignUpBody,
  givesSecret: true,
  status: 201,
  reply: LoggedInReply,
  errors: [400, 403, 409, 429, 503],
  guard: 'signup',
  idempotencyOwner: ({ email }) => normaliseEmail(email),
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.signUp(cmd, {
      email: body.email,
      password: body.password,
      displayName: body.display_name,
      tenantName: body.tenant_name,
      invitationCode: body.invitation_code,
      setupCode: body.setup_code,
      place: placeOf(http, 'bearer'),
    }),
  present: presentLoggedIn,
})

export const logIn = post('/v1/auth/login', {
  id: 'logIn',
  summary: 'Log in: a session of 7 days',
  description:
    'Failed attempts are counted by account and address together, and by address. An account at ' +
    'which many addresses fail is slowed down for strangers, and never closed: a device that ' +
    'sends the device_token of its last login waits for nobody. Who has a second factor sends it ' +
    'along, or is answered 403 second_factor_required with a challenge_id in its details, for ' +
    'POST /v1/auth/challenges/answer.',
  tag: 'Accounts',
  access: 'none',
  body: LogInBody,
  givesSecret: true,
  reply: LoggedInReply,
  errors: [400, 401, 403, 409, 429, 503],
  guard: 'login',
  idempotencyOwner: ({ email }) => normaliseEmail(email),
  knownDevice: ({ identity }, { email, device_token }) =>
    identity.knownDevice({ email, deviceToken: device_token }),
  run: ({ rooms, cmd, body, http }) =>
    rooms.identity.logIn(cmd, {
      email: body.email,
      password: body.password,
      deviceToken: body.device_token,
      place: placeOf(http, 'bearer'),
      shown: body.second_factor && shownIn(body.second_factor),
      passkeys: passkeyPlaceOf(http),
    }),
  present: presentLoggedIn,
})

export const logOut = post('/v1/auth/logout', {
  id: 'logOut',
  summary: 'Log out: ends this session',
  description: 'The token is worth nothing from then on; other sessions of the same user go on.',
  tag: 'Accounts',
  access: 'session',
  evenSuspended: true,
  evenUnproven: true,
  reply: emptyObject,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd }) => rooms.identity.logOut(cmd),
  present: () => ({}),
})
