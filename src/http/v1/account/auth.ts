import { normaliseEmail } from '../../../domain/identity/index.ts'
import { emptyObject } from '../../fields.ts'
import { route } from '../../route.ts'
import { LoggedInReply, LogInBody, SignUpBody } from './auth.schema.ts'
import { presentLoggedIn } from './present-logged-in.ts'

/** Spec 4.2: an account, a tenant and a membership. */
export const signUp = route({
  id: 'signUp',
  method: 'post',
  path: '/v1/auth/signup',
  summary: 'Sign up: a new user with a new tenant, and a session of 7 days',
  tag: 'Accounts',
  access: 'none',
  body: SignUpBody,
  status: 201,
  reply: LoggedInReply,
  errors: [400, 403, 409, 429, 503],
  guard: 'signup',
  idempotencyOwner: ({ email }) => normaliseEmail(email),
  run: ({ rooms, cmd, body }) =>
    rooms.identity.signUp(cmd, {
      email: body.email,
      password: body.password,
      displayName: body.display_name,
      tenantName: body.tenant_name,
      invitationCode: body.invitation_code,
      setupCode: body.setup_code,
    }),
  present: presentLoggedIn,
})

export const logIn = route({
  id: 'logIn',
  method: 'post',
  path: '/v1/auth/login',
  summary: 'Log in: a session of 7 days',
  tag: 'Accounts',
  access: 'none',
  body: LogInBody,
  status: 200,
  reply: LoggedInReply,
  errors: [400, 401, 409, 429, 503],
  guard: 'login',
  idempotencyOwner: ({ email }) => normaliseEmail(email),
  run: ({ rooms, cmd, body }) => rooms.identity.logIn(cmd, body),
  present: presentLoggedIn,
})

export const logOut = route({
  id: 'logOut',
  method: 'post',
  path: '/v1/auth/logout',
  summary: 'Log out: ends this session',
  tag: 'Accounts',
  access: 'session',
  status: 200,
  reply: emptyObject,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd }) => rooms.identity.logOut(cmd),
  present: () => ({}),
})
