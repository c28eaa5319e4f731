import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Asked, openTestApp, password } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { assertV1Refused, badField, unauthorized } from '../../../support/v1-refused.ts'

const lean = () => openTestApp({ parts: { jobs: false, workers: false } })
const allScopes = [
  'datasets:read',
  'datasets:write',
  'objects:write',
  'search:query',
  'usage:read',
  'keys:write',
  'billing:read',
  'admin:*',
]
const new_password = 'another violin in the attic'

test('a session sees its user, tenant, roles and scopes', async () => {
  await using app = await lean()
  const { token, userId, tenantId, email } = await app.signUp('Ada')
  const { status, body } = await app.call('GET', '/v1/me', { as: token })
  assert.is(status, 200)
  assert.equal(body.data, {
    user: {
      user_id: userId,
      email,
      email_verified: false,
      display_name: 'Ada',
      is_platform_admin: false,
      failed_logins: { count: 0, last_at: null },
    },
    tenant: { tenant_id: tenantId, name: 'Ada house', region: 'eu-central', plan: 'free' },
    roles: ['owner'],
    scopes: allScopes,
  })
})

test('a key sees itself in place of a user', async () => {
  await using app = await lean()
  const party = await app.signUp('Ada')
  const key = await app.key(party, { name: 'reader', scopes: ['datasets:read'] })
  const { body } = await app.call('GET', '/v1/me', { headers: { 'x-api-key': key } })
  assert.match(body.data.api_key.api_key_id, /^key_/)
  assert.equal(body.data, {
    api_key: { api_key_id: body.data.api_key.api_key_id, name: 'reader' },
    tenant: { tenant_id: party.tenantId, name: 'Ada house', region: 'eu-central', plan: 'free' },
    roles: [],
    scopes: ['datasets:read'],
  })
})

test('a key is taken as a bearer too', async () => {
  await using app = await lean()
  const key = await app.key(await app.signUp('Ada'))
  assert.is((await app.call('GET', '/v1/me', { as: key })).status, 200)
})

const strangers: [title: string, asked: Asked][] = [
  ['nothing', {}],
  ['an unknown session', { as: `sess_${'A'.repeat(43)}` }],
  ['an unknown key', { as: `kontor_${'a'.repeat(12)}_${'b'.repeat(64)}` }],
  ['a key in a wrong form', { headers: { 'x-api-key': 'kontor_x' } }],
  ['a session token as a key', { headers: { 'x-api-key': `sess_${'A'.repeat(43)}` } }],
  ['a bearer of neither form', { as: 'token' }],
]

/** What is refused leaves nothing behind that another one would feel. */
const refusing = shared(async () => {
  const app = await lean()
  return Object.assign(app, { ada: await app.signUp('Ada') })
})

for (const [title, asked] of strangers) {
  refusing.fact(`${title} is 401`, async (app) => {
    assertV1Refused(app, await app.call('GET', '/v1/me', asked), unauthorized)
  })
}

test('changing the password answers an empty object and keeps this session alone', async () => {
  await using app = await lean()
  const { token, email } = await app.signUp('Ada')
  const other = await app.call('POST', '/v1/auth/login', { body: { email, password } })
  const body = { current_password: password, new_password }
  const answer = await app.call('POST', '/v1/me/password', { as: token, body })
  assert.is(answer.status, 200)
  assert.equal(answer.body.data, {})
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 200)
  const as = other.body.data.session_token
  assertV1Refused(app, await app.call('GET', '/v1/me', { as }), unauthorized)
})

type Refused = Parameters<typeof assertV1Refused>[2]
const refusals: [title: string, body: object, refused: Refused][] = [
  [
    'a wrong current password',
    { current_password: 'not the password', new_password },
    badField({
      field: 'current_password',
      reason: 'wrong_password',
      message: 'This is not the current password.',
    }),
  ],
  [
    'a short new password',
    { current_password: password, new_password: 'elevenchars' },
    badField({
      field: 'new_password',
      reason: 'too_short',
      message: 'A password needs at least 12 characters.',
    }),
  ],
  [
    'no current password',
    { new_password },
    badField({
      field: 'current_password',
      reason: 'required',
      message: 'current_password is required.',
    }),
  ],
  [
    'no new password',
    { current_password: password },
    badField({ field: 'new_password', reason: 'required', message: 'new_password is required.' }),
  ],
]

for (const [title, body, refused] of refusals) {
  refusing.fact(`changing the password with ${title} is ${refused.status}`, async (app) => {
    const asked = { as: app.ada.token, body }
    assertV1Refused(app, await app.call('POST', '/v1/me/password', asked), refused)
  })
}

test('changing the password without a credential is 401', async () => {
  await using app = await lean()
  const body = { current_password: password, new_password }
  assertV1Refused(app, await app.call('POST', '/v1/me/password', { body }), unauthorized)
})

test('changing the password with a key is 403', async () => {
  await using app = await lean()
  const key = await app.key(await app.signUp('Ada'), { scopes: ['admin:*'] })
  const body = { current_password: password, new_password }
  const answer = await app.call('POST', '/v1/me/password', { as: key, body })
  assert.is(answer.status, 403)
  assert.equal(answer.body.error.details, { reason: 'session_required' })
})

test('a retried password change with an Idempotency-Key answers the first answer', async () => {
  await using app = await lean()
  const { token } = await app.signUp('Ada')
  const body = { current_password: password, new_password }
  const asked = { as: token, body, headers: { 'idempotency-key': 'change-1' } }
  const first = await app.call('POST', '/v1/me/password', asked)
  assert.equal((await app.call('POST', '/v1/me/password', asked)).body, first.body)
})

test.run()
