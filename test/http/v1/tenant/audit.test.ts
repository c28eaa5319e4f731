// The audit log over HTTP (our choice).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import {
  badField,
  checkRows,
  missingScope,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTestApp, password } from '../../../support/open-test-app.ts'

const path = '/v1/audit'

async function openHouse() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const owner = await app.signUp('Owner')
  const { body } = await app.call('POST', '/v1/api-keys', {
    as: owner.token,
    body: { name: 'first' },
  })
  const keyId = body.data.api_key_id
  const revoked = await app.call('DELETE', `/v1/api-keys/${keyId}`, { as: owner.token })
  const list = async (query = '', as = owner.token) =>
    (await app.call('GET', `${path}${query}`, { as })).body.data
  return Object.assign(app, { owner, keyId, revoked, list })
}

type Listed = { audit_events: { action: string }[] }
const actions = (list: Listed) => list.audit_events.map(({ action }) => action)

test('the log names actor, thing, time and request, the last deed first', async () => {
  await using app = await openHouse()
  const { audit_events, ...page } = await app.list('?action=api_key.revoked')
  const [event] = audit_events
  assert.match(event.audit_id, /^aud_/)
  assert.equal(
    [page, event],
    [
      { total: 1, next_cursor: null },
      {
        audit_id: event.audit_id,
        occurred_at: isoOf(app.clock.nowMs()),
        actor: { type: 'user', id: app.owner.userId },
        action: 'api_key.revoked',
        subject: { type: 'api_key', id: app.keyId },
        details: event.details,
        request_id: app.revoked.headers.get('x-request-id'),
      },
    ],
  )
  assert.equal(actions(await app.list()), ['api_key.revoked', 'api_key.created', 'user.created'])
})

test('the log goes page by page', async () => {
  await using app = await openHouse()
  const first = await app.list('?limit=2')
  const last = await app.list(`?limit=2&cursor=${first.next_cursor}`)
  assert.equal([first.total, actions(last), last.next_cursor], [3, ['user.created'], null])
})

test('the log is filtered by noun and time', async () => {
  await using app = await openHouse()
  assert.equal(actions(await app.list('?action=api_key')), ['api_key.revoked', 'api_key.created'])
  assert.equal(actions(await app.list('?from=2026-03-03')), [])
  assert.is((await app.list('?from=2026-03-02&to=2026-03-02')).total, 3)
})

test('an owner sees nothing of another tenant', async () => {
  await using app = await openHouse()
  const stranger = await app.signUp('Stranger')
  const { audit_events } = await app.list('', stranger.token)
  assert.equal(actions({ audit_events }), ['user.created'])
  assert.is(audit_events[0].actor.id, stranger.userId)
})

test('a key with admin:* reads the log', async () => {
  await using app = await openHouse()
  const key = await app.key(app.owner, { scopes: ['admin:*'] })
  assert.is((await app.list('', key)).total, 4)
})

test('no secret is in the log', async () => {
  await using app = await openHouse()
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: app.owner.token,
    body: { roles: ['viewer'], email: 'ben@example.eu' },
  })
  const key = await app.key(app.owner)
  await app.call('POST', '/v1/me/password', {
    as: app.owner.token,
    body: { current_password: password, new_password: 'another good password' },
  })
  const { bytes } = await app.call('GET', path, { as: app.owner.token })
  const told = bytes.toString('utf8')
  const secrets = [
    ...[invited.body.data.invitation_code, key, key.split('_')[2] ?? '', app.owner.token],
    ...[password, 'another good password', 'ben@example.eu', app.owner.email],
  ]
  for (const secret of secrets) assert.not(told.includes(secret), secret)
})

const cursor = 'This cursor is damaged or belongs to another list. Start again without it.'
const form = 'must be a date or a time such as 2027-01-31 or 2027-01-31T12:00:00Z.'
const bad: [query: string, field: string, reason: string, message: string][] = [
  ['limit=0', 'limit', 'too_small', 'limit must be a whole number from 1 to 100.'],
  ['cursor=x', 'cursor', 'invalid_cursor', cursor],
  ['action=', 'action', 'too_small', 'action must not be empty.'],
  [`action=${'x'.repeat(65)}`, 'action', 'too_big', 'action must have at most 64 characters.'],
  ['from=monday', 'from', 'invalid_format', `from ${form}`],
  ['to=2026-13-01', 'to', 'invalid_format', `to ${form}`],
  ['from=2026-03-02&to=2026-03-01', 'from', 'not_before_to', 'from must lie before to.'],
]

const refused: Row[] = [
  { name: 'nobody', ask: `GET ${path}`, status: 401, error: unauthorized },
  ...['admin', 'key'].map((as): Row => {
    const error = missingScope('admin:*')
    return { name: as, as, ask: `GET ${path}`, status: 403, error }
  }),
  ...bad.map(([query, field, reason, message]): Row => {
    const error = badField(field, { reason, message })
    return { name: query, as: 'owner', ask: `GET ${path}?${query}`, status: 400, error }
  }),
]

test('every refusal, whole; an admin is no owner', async () => {
  await using app = await openHouse()
  const { body } = await app.call('POST', '/v1/tenant/invitations', {
    as: app.owner.token,
    body: { roles: ['admin'] },
  })
  const joined = await app.call('POST', '/v1/auth/signup', {
    body: {
      email: 'admin@example.eu',
      password,
      display_name: 'Admin',
      invitation_code: body.data.invitation_code,
    },
  })
  const key = await app.key(app.owner, { scopes: ['usage:read', 'keys:write'] })
  const names = { owner: app.owner.token, admin: joined.body.data.session_token, key }
  await checkRows(app, names, refused)
})

test.run()
