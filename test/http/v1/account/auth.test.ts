import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import {
  type Asked,
  openTestApp,
  password,
  type TestApp,
  type TestAppOptions,
} from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { assertV1Refused, badField, unauthorized } from '../../../support/v1-refused.ts'

const lean = (config: TestAppOptions['config'] = {}) =>
  openTestApp({ config, parts: { jobs: false, workers: false } })

const ada = {
  email: 'ada@example.eu',
  password,
  display_name: 'Ada',
  tenant_name: 'Ada and sons',
}
const signUp = (app: TestApp, body: object = ada, headers = {}) =>
  app.call('POST', '/v1/auth/signup', { body, headers })
const logIn = (app: TestApp, body: object = { email: ada.email, password }, headers = {}) =>
  app.call('POST', '/v1/auth/login', { body, headers })

test('signing up answers 201 with a session of seven days in the envelope', async () => {
  await using app = await lean()
  const { status, headers, body } = await signUp(app)
  const { user_id, tenant_id, session_token } = body.data
  assert.is(status, 201)
  assert.match(user_id, /^usr_/)
  assert.match(tenant_id, /^tnt_/)
  assert.match(session_token, /^sess_[A-Za-z0-9_-]{43}$/)
  assert.equal(body, {
    data: {
      user_id,
      tenant_id,
      session_token,
      expires_at: isoOf(app.clock.nowMs() + 7 * 24 * 3_600_000),
      display_name: 'Ada',
      email: 'ada@example.eu',
      device_token: body.data.device_token,
      failed_logins: { count: 0, last_at: null },
    },
    request_id: headers.get('x-request-id'),
    timestamp: isoOf(app.clock.nowMs()),
  })
})

test('names lose the spaces around them', async () => {
  await using app = await lean()
  const { body } = await signUp(app, { ...ada, display_name: '  Ada ' })
  assert.is(body.data.display_name, 'Ada')
})

type Refused = Parameters<typeof assertV1Refused>[2]
const conflictKey = {
  status: 409,
  code: 'conflict',
  message: 'This Idempotency-Key was used before with another request.',
  details: { reason: 'idempotency_key_reused' },
}

const badSignups: [title: string, change: object, refused: Refused][] = [
  [
    'no e-mail',
    { email: undefined },
    badField({ field: 'email', reason: 'required', message: 'email is required.' }),
  ],
  [
    'an e-mail that is none',
    { email: 'ada' },
    badField({
      field: 'email',
      reason: 'invalid_email',
      message: 'This is not an e-mail address.',
    }),
  ],
  [
    'an e-mail of another type',
    { email: 7 },
    badField({ field: 'email', reason: 'invalid_type', message: 'email must be a text.' }),
  ],
  [
    'no password',
    { password: undefined },
    badField({ field: 'password', reason: 'required', message: 'password is required.' }),
  ],
  [
    'a short password',
    { password: 'elevenchars' },
    badField({
      field: 'password',
      reason: 'too_short',
      message: 'A password needs at least 12 characters.',
    }),
  ],
  [
    'a long password',
    { password: 'x'.repeat(129) },
    badField({
      field: 'password',
      reason: 'too_long',
      message: 'A password has at most 128 characters.',
    }),
  ],
  [
    'a common password',
    { password: 'Password1234' },
    badField({
      field: 'password',
      reason: 'too_common',
      message: 'This password is among the commonest and would soon be guessed.',
    }),
  ],
  [
    'no display name',
    { display_name: undefined },
    badField({ field: 'display_name', reason: 'required', message: 'display_name is required.' }),
  ],
  [
    'a display name of spaces',
    { display_name: '  ' },
    badField({
      field: 'display_name',
      reason: 'invalid_value',
      message: 'display_name must not be empty.',
    }),
  ],
  [
    'a control character in a name',
    { display_name: 'A\u0007da' },
    badField({
      field: 'display_name',
      reason: 'invalid_value',
      message: 'display_name must not contain control characters.',
    }),
  ],
  [
    'a name of 101 characters',
    { tenant_name: 'x'.repeat(101) },
    badField({
      field: 'tenant_name',
      reason: 'too_big',
      message: 'tenant_name must have at most 100 characters.',
    }),
  ],
  [
    'no tenant name',
    { tenant_name: undefined },
    badField({
      field: 'tenant_name',
      reason: 'required',
      message: 'A new tenant needs a name.',
    }),
  ],
  [
    'an invitation that nobody made',
    { invitation_code: 'guess' },
    {
      status: 403,
      code: 'forbidden',
      message: 'This invitation is unknown, used or expired.',
      details: { reason: 'invitation_invalid' },
    },
  ],
  [
    'a set-up code that is wrong',
    { setup_code: 'guess' },
    {
      status: 403,
      code: 'forbidden',
      message: 'This set-up code is not valid (any more).',
      details: { reason: 'setup_code_invalid', field: 'setup_code' },
    },
  ],
]

const refusing = shared(lean)

for (const [title, change, refused] of badSignups) {
  refusing.fact(`signing up with ${title} is ${refused.status}`, async (app) => {
    assertV1Refused(app, await signUp(app, { ...ada, ...change }), refused)
  })
}

test('signing up twice with an address is 409', async () => {
  await using app = await lean()
  await signUp(app)
  assertV1Refused(app, await signUp(app, { ...ada, email: 'ADA@example.eu' }), {
    status: 409,
    code: 'conflict',
    message: 'There is an account with this e-mail address.',
    details: { reason: 'email_taken', field: 'email' },
  })
})

const policies: [policy: string, reason: string, message: string][] = [
  ['invite', 'invitation_required', 'Signing up here needs an invitation.'],
  ['closed', 'signup_closed', 'Nobody can sign up here. The operator adds the accounts.'],
]

for (const [policy, reason, message] of policies) {
  test(`where signup is ${policy} it is 403 with the reason`, async () => {
    await using app = await lean({ signup: policy })
    const refused = { status: 403, code: 'forbidden', message, details: { reason } }
    assertV1Refused(app, await signUp(app), refused)
  })
}

test('the set-up code makes a platform admin, once', async () => {
  await using app = await lean({ signup: 'closed' })
  const setup_code = await app.ensureSetupCode()
  const { body } = await signUp(app, { ...ada, setup_code })
  const me = await app.call('GET', '/v1/me', { as: body.data.session_token })
  assert.is(me.body.data.user.is_platform_admin, true)
  const again = await signUp(app, { ...ada, email: 'bob@example.eu', setup_code })
  assert.is(again.status, 403)
})

test('a retried signup with an Idempotency-Key answers the same session', async () => {
  await using app = await lean()
  const headers = { 'idempotency-key': 'signup-1' }
  const first = await signUp(app, ada, headers)
  const second = await signUp(app, ada, headers)
  assert.is(second.status, 201)
  assert.equal(second.body, first.body)
})

test('an Idempotency-Key of a signup with another body is 409', async () => {
  await using app = await lean()
  const headers = { 'idempotency-key': 'signup-1' }
  await signUp(app, ada, headers)
  assertV1Refused(app, await signUp(app, { ...ada, display_name: 'B' }, headers), conflictKey)
})

test('the same Idempotency-Key with another address is another signup', async () => {
  await using app = await lean()
  const headers = { 'idempotency-key': 'signup-1' }
  await signUp(app, ada, headers)
  assert.is((await signUp(app, { ...ada, email: 'bob@example.eu' }, headers)).status, 201)
})

test('logging in answers 200 with a new session of the same user', async () => {
  await using app = await lean()
  const first = await signUp(app)
  const { status, body } = await logIn(app, { email: ' ADA@example.eu', password })
  const { session_token, device_token } = body.data
  assert.is(status, 200)
  assert.is.not(session_token, first.body.data.session_token)
  assert.equal(body.data, { ...first.body.data, session_token, device_token })
})

const wrong = {
  status: 401,
  code: 'unauthorized',
  message: 'The e-mail address or the password is wrong.',
  details: {},
}
const badLogins: [title: string, body: object, refused: Refused][] = [
  ['a wrong password', { email: ada.email, password: 'not the password' }, wrong],
  ['an unknown address', { email: 'nobody@example.eu', password }, wrong],
  [
    'no password',
    { email: ada.email },
    badField({ field: 'password', reason: 'required', message: 'password is required.' }),
  ],
  [
    'no e-mail',
    { password },
    badField({ field: 'email', reason: 'required', message: 'email is required.' }),
  ],
  [
    'an e-mail that is none',
    { email: 'ada', password },
    badField({
      field: 'email',
      reason: 'invalid_email',
      message: 'This is not an e-mail address.',
    }),
  ],
]

for (const [title, body, refused] of badLogins) {
  test(`logging in with ${title} is ${refused.status}`, async () => {
    await using app = await lean()
    await signUp(app)
    assertV1Refused(app, await logIn(app, body), refused)
  })
}

test('an Idempotency-Key of a login with another body is 409', async () => {
  await using app = await lean()
  await signUp(app)
  const headers = { 'idempotency-key': 'login-1' }
  assert.is((await logIn(app, { email: ada.email, password }, headers)).status, 200)
  const other = await logIn(app, { email: ada.email, password: 'not the password' }, headers)
  assertV1Refused(app, other, conflictKey)
})

test('logging out answers an empty object and ends the session', async () => {
  await using app = await lean()
  const as = (await signUp(app)).body.data.session_token
  const answer = await app.call('POST', '/v1/auth/logout', { as })
  assert.is(answer.status, 200)
  assert.equal(answer.body.data, {})
  assertV1Refused(app, await app.call('GET', '/v1/me', { as }), unauthorized)
})

const badLogouts: [title: string, asked: Asked, refused: Refused][] = [
  ['without a credential', {}, unauthorized],
  ['with an unknown session', { as: `sess_${'A'.repeat(43)}` }, unauthorized],
  ['with a bearer of neither form', { as: 'token' }, unauthorized],
  [
    'with two credentials',
    { as: 'sess_x', headers: { 'x-api-key': 'kontor_x' } },
    badField({
      field: 'authorization',
      reason: 'two_credentials',
      message: 'Send one credential: either Authorization: Bearer or X-API-Key, not both.',
    }),
  ],
]

for (const [title, asked, refused] of badLogouts) {
  refusing.fact(`logging out ${title} is ${refused.status}`, async (app) => {
    assertV1Refused(app, await app.call('POST', '/v1/auth/logout', asked), refused)
  })
}

test('a key cannot log out', async () => {
  await using app = await lean()
  const key = await app.key(await app.signUp('Buyer'))
  const answer = await app.call('POST', '/v1/auth/logout', { as: key })
  assert.is(answer.status, 403)
  assert.equal(answer.body.error.details, { reason: 'session_required' })
})

test('a session older than seven days is 401', async () => {
  await using app = await lean()
  const as = (await signUp(app)).body.data.session_token
  app.clock.advance({ hours: 7 * 24 })
  assertV1Refused(app, await app.call('GET', '/v1/me', { as }), unauthorized)
})

test('a session outlives a restart', async () => {
  await using app = await lean()
  const as = (await signUp(app)).body.data.session_token
  await app.close()
  await using again = await openTestApp({ dir: app.dir, clock: app.clock, parts: { jobs: false } })
  assert.is((await again.call('GET', '/v1/me', { as })).status, 200)
})

test.run()
