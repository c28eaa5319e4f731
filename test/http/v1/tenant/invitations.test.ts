// Invitations over HTTP (our choice): make, list, revoke, and sign up with one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import {
  badField,
  checkRows,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTestApp, password, type TestAppOptions } from '../../../support/open-test-app.ts'

const path = '/v1/tenant/invitations'

async function openHouse(config: TestAppOptions['config'] = {}) {
  const app = await openTestApp({ config, parts: { jobs: false, workers: false } })
  const owner = await app.signUp('Owner')
  const invite = (body: object = { roles: ['viewer'] }, as = owner.token) =>
    app.call('POST', path, { as, body })
  const join = async (body: object) =>
    app.call('POST', '/v1/auth/signup', {
      body: { email: 'ben@example.eu', password, display_name: 'Ben', ...body },
    })
  return Object.assign(app, { owner, invite, join })
}

test('an invitation answers 201 with its code and the whole record', async () => {
  await using app = await openHouse()
  const { status, body } = await app.invite({ roles: ['viewer'], email: 'Ben@example.eu' })
  const { invitation_id, invitation_code } = body.data
  const nowMs = app.clock.nowMs()
  assert.is(status, 201)
  assert.match(invitation_id, /^inv_[0-9a-z]{26}$/)
  assert.match(invitation_code, /^invite_[A-Za-z0-9_-]{43}$/)
  const record = {
    invitation_id,
    roles: ['viewer'],
    email: 'ben@example.eu',
    status: 'open',
    created_by: app.owner.userId,
    created_at: isoOf(nowMs),
    expires_at: isoOf(nowMs + 7 * 24 * 3_600_000),
    used_at: null,
    used_by: null,
    revoked_at: null,
  }
  assert.equal(body.data, { ...record, invitation_code })
  const list = await app.call('GET', path, { as: app.owner.token })
  assert.equal(list.body.data, { invitations: [record], total: 1, next_cursor: null })
})

test('an end may be given', async () => {
  await using app = await openHouse()
  const expires_at = '2026-03-03T10:00:00.000Z'
  const { body } = await app.invite({ roles: ['viewer'], expires_at })
  assert.is(body.data.expires_at, expires_at)
})

test('a retried invitation with an Idempotency-Key is one with the same code', async () => {
  await using app = await openHouse()
  const asked = {
    as: app.owner.token,
    body: { roles: ['viewer'] },
    headers: { 'idempotency-key': 'invite-1' },
  }
  const first = await app.call('POST', path, asked)
  const second = await app.call('POST', path, asked)
  assert.equal([second.status, second.body], [201, first.body])
  assert.is((await app.call('GET', path, { as: app.owner.token })).body.data.total, 1)
})

for (const signup of ['open', 'invite']) {
  test(`where signup is ${signup} an invitation joins its tenant`, async () => {
    await using house = await openHouse()
    const { body } = await house.invite({ roles: ['buyer_manager'] })
    await house.close()
    const again = { dir: house.dir, clock: house.clock, config: { signup } }
    await using app = await openTestApp({ ...again, parts: { jobs: false, workers: false } })
    const joined = await app.call('POST', '/v1/auth/signup', {
      body: {
        email: 'ben@example.eu',
        password,
        display_name: 'Ben',
        invitation_code: body.data.invitation_code,
      },
    })
    assert.is(joined.status, 201)
    assert.is(joined.body.data.tenant_id, house.owner.tenantId)
    const me = await app.call('GET', '/v1/me', { as: joined.body.data.session_token })
    assert.equal(me.body.data.roles, ['buyer_manager'])
  })
}

const closed = {
  code: 'forbidden',
  message: 'Nobody can sign up here. The operator adds the accounts.',
  details: { reason: 'signup_closed' },
}

test('where signup is closed an invitation joins nobody, and none is made', async () => {
  await using house = await openHouse()
  const { body } = await house.invite()
  await house.close()
  const again = { dir: house.dir, clock: house.clock, config: { signup: 'closed' } }
  await using app = await openTestApp({ ...again, parts: { jobs: false, workers: false } })
  const joined = await app.call('POST', '/v1/auth/signup', {
    body: {
      email: 'ben@example.eu',
      password,
      display_name: 'Ben',
      tenant_name: 'B',
      invitation_code: body.data.invitation_code,
    },
  })
  assert.equal([joined.status, joined.body.error], [403, closed])
  const invited = await app.call('POST', path, {
    as: house.owner.token,
    body: { roles: ['viewer'] },
  })
  assert.equal([invited.status, invited.body.error.details.reason], [403, 'signup_closed'])
})

test('a code works once', async () => {
  await using app = await openHouse()
  const { invitation_code } = (await app.invite()).body.data
  assert.is((await app.join({ invitation_code })).status, 201)
  const again = await app.join({ email: 'eve@example.eu', invitation_code })
  assert.is(again.status, 403)
  assert.equal(again.body.error, {
    code: 'forbidden',
    message: 'This invitation is unknown, used or expired.',
    details: { reason: 'invitation_invalid' },
  })
})

test('a revoked code works no more', async () => {
  await using app = await openHouse()
  const { invitation_code, invitation_id } = (await app.invite()).body.data
  const revoked = await app.call('DELETE', `${path}/${invitation_id}`, { as: app.owner.token })
  assert.equal([revoked.status, revoked.bytes.length], [204, 0])
  assert.is((await app.join({ invitation_code })).status, 403)
  const list = await app.call('GET', path, { as: app.owner.token })
  assert.is(list.body.data.invitations[0].status, 'revoked')
  assert.is(list.body.data.invitations[0].revoked_at, isoOf(app.clock.nowMs()))
})

test('an expired one says so', async () => {
  await using app = await openHouse()
  await app.invite({ roles: ['viewer'], expires_at: '2026-03-02T11:00:00Z' })
  app.clock.advance({ hours: 1 })
  const list = await app.call('GET', path, { as: app.owner.token })
  assert.is(list.body.data.invitations[0].status, 'expired')
})

const forbidden = (reason: string, message: string) => {
  return { code: 'forbidden', message, details: { reason } }
}
const session = forbidden(
  'session_required',
  'This needs a session: log in instead of using an API key.',
)
const role = forbidden('role_required', 'This needs the role owner or admin.')
const owners = forbidden(
  'beyond_own_role',
  'Only an owner may give or take the role owner, or change who has it.',
)
const post = `POST ${path}`
const one = `DELETE ${path}/{open}`
const body = { roles: ['viewer'] }
const momentForm = 'expires_at must be a time such as 2027-01-31T12:00:00Z.'
const cursor = 'This cursor is damaged or belongs to another list. Start again without it.'

const bad: [ask: string, sent: unknown, field: string, reason: string, message: string][] = [
  [post, {}, 'roles', 'required', 'roles is required.'],
  [post, { roles: [] }, 'roles', 'too_small', 'roles must name at least one role.'],
  [post, { ...body, email: 'ben' }, 'email', 'invalid_email', 'This is not an e-mail address.'],
  [post, { ...body, email: 7 }, 'email', 'invalid_type', 'email must be a text.'],
  [post, { ...body, expires_at: 'soon' }, 'expires_at', 'invalid_format', momentForm],
  [
    post,
    { ...body, expires_at: '2026-03-02T10:00:00Z' },
    'expires_at',
    'in_the_past',
    'expires_at must lie in the future.',
  ],
  [
    post,
    { ...body, expires_at: '2026-04-03T10:00:00Z' },
    'expires_at',
    'too_late',
    'expires_at must lie within the next 31 days.',
  ],
  [
    `GET ${path}?limit=101`,
    undefined,
    'limit',
    'too_big',
    'limit must be a whole number from 1 to 100.',
  ],
  [`GET ${path}?cursor=x`, undefined, 'cursor', 'invalid_cursor', cursor],
]

const refused: Row[] = [
  ...[post, `GET ${path}`, one].flatMap((ask): Row[] => [
    { name: `${ask} by nobody`, ask, body: bodyOf(ask), status: 401, error: unauthorized },
    { name: `${ask} by a key`, as: 'key', ask, body: bodyOf(ask), status: 403, error: session },
    { name: `${ask} by a viewer`, as: 'viewer', ask, body: bodyOf(ask), status: 403, error: role },
  ]),
  {
    name: 'an owner by an admin',
    as: 'admin',
    ask: post,
    status: 403,
    error: owners,
    body: { roles: ['viewer', 'owner'] },
  },
  ...['foreign', 'unknown'].map((id): Row => {
    const error = notFound('invitation')
    return { name: id, as: 'owner', ask: `DELETE ${path}/{${id}}`, status: 404, error }
  }),
  {
    name: 'a used one',
    as: 'owner',
    ask: `DELETE ${path}/{used}`,
    status: 409,
    error: {
      code: 'conflict',
      message: 'This invitation was used: remove the member instead.',
      details: { reason: 'invitation_used' },
    },
  },
  {
    name: 'a member again',
    as: 'owner',
    ask: post,
    status: 409,
    body: { ...body, email: 'OWNER@example.eu' },
    error: {
      code: 'conflict',
      message: 'This address belongs to a member already.',
      details: { reason: 'already_member', field: 'email' },
    },
  },
  ...bad.map(([ask, sent, field, reason, message]): Row => {
    const error = badField(field, { reason, message })
    return { name: `${ask} ${reason}`, as: 'owner', ask, body: sent, status: 400, error }
  }),
]

function bodyOf(ask: string) {
  return ask.startsWith('GET') ? undefined : body
}

test('every refusal, whole', async () => {
  await using app = await openHouse()
  const stranger = await app.signUp('Stranger')
  const idIn = async (made: ReturnType<typeof app.invite>) => (await made).body.data.invitation_id
  const enter = async (name: string) => {
    const { invitation_code, invitation_id } = (await app.invite({ roles: [name] })).body.data
    const joined = await app.join({ email: `${name}@example.eu`, invitation_code })
    return { token: joined.body.data.session_token, invitation_id }
  }
  const [admin, viewer] = [await enter('admin'), await enter('viewer')]
  await checkRows(
    app,
    {
      owner: app.owner.token,
      admin: admin.token,
      viewer: viewer.token,
      key: await app.key(app.owner, { scopes: ['admin:*'] }),
      open: await idIn(app.invite()),
      used: viewer.invitation_id,
      foreign: await idIn(app.invite(body, stranger.token)),
      unknown: 'inv_00000000000000000000000000',
    },
    refused,
  )
})

test.run()
