import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { openPage } from '../../../support/browser-page.ts'
import { openTestApp, password, type TestApp } from '../../../support/open-test-app.ts'
import { assertV1Refused, unauthorized } from '../../../support/v1-refused.ts'

const lean = () => openTestApp({ parts: { jobs: false, workers: false } })
const path = '/v1/me/sessions'
const notThere = { status: 404, code: 'not_found', message: 'No such session.', details: {} }

async function logIn(app: TestApp, email: string, userAgent = 'program/1.0'): Promise<string> {
  const headers = { 'user-agent': userAgent }
  const answer = await app.call('POST', '/v1/auth/login', { body: { email, password }, headers })
  return answer.body.data.session_token
}

test('sessions are listed with where and when, the newest first; this one is marked', async () => {
  await using app = await lean()
  const { email, token } = await app.signUp('Ada')
  await app.signUp('Grace')
  const atMs = app.clock.nowMs()
  app.clock.advance({ hours: 1 })
  const page = openPage(app)
  const headers = { 'user-agent': `Browser ${'x'.repeat(400)}` }
  await page.call('POST', '/console/session', { body: { email, password }, headers })
  const { data } = (await app.call('GET', path, { as: token })).body
  const end = (fromMs: number) => isoOf(fromMs + 7 * 24 * 3_600_000)
  assert.equal(data, {
    sessions: [
      {
        session_id: data.sessions[0].session_id,
        kind: 'browser',
        address: '127.0.0.1',
        user_agent: headers['user-agent'].slice(0, 300),
        created_at: isoOf(app.clock.nowMs()),
        last_used_at: isoOf(app.clock.nowMs()),
        expires_at: end(app.clock.nowMs()),
        current: false,
      },
      {
        session_id: data.sessions[1].session_id,
        kind: 'bearer',
        address: '127.0.0.1',
        user_agent: 'node',
        created_at: isoOf(atMs),
        last_used_at: isoOf(atMs),
        expires_at: end(atMs),
        current: true,
      },
    ],
    total: 2,
    next_cursor: null,
  })
})

test('a use is written down beside the request, once in five minutes', async () => {
  await using app = await lean()
  const { token: as } = await app.signUp('Ada')
  const usedAt = async () => {
    const { sessions } = (await app.call('GET', path, { as })).body.data
    await app.rooms.identity.settled()
    return sessions[0].last_used_at
  }
  const first = isoOf(app.clock.nowMs())
  app.clock.advance({ seconds: 299 })
  assert.equal([await usedAt(), await usedAt()], [first, first])
  app.clock.advance({ seconds: 1 })
  assert.is(await usedAt(), first, 'read before it was written')
  assert.is(await usedAt(), isoOf(app.clock.nowMs()))
})

test('a list of many comes in pages', async () => {
  await using app = await lean()
  const { email, token: as } = await app.signUp('Ada')
  for (let nth = 0; nth < 3; nth++) await logIn(app, email)
  const first = (await app.call('GET', `${path}?limit=3`, { as })).body.data
  assert.equal([first.sessions.length, first.total], [3, 4])
  const rest = await app.call('GET', `${path}?limit=3&cursor=${first.next_cursor}`, { as })
  assert.equal([rest.body.data.sessions.length, rest.body.data.next_cursor], [1, null])
  assert.is(rest.body.data.sessions[0].current, true)
})

test('one session is ended at once, and nobody ends that of another', async () => {
  await using app = await lean()
  const { email, token: as, tenantId } = await app.signUp('Ada')
  const other = await logIn(app, email)
  const { sessions } = (await app.call('GET', path, { as })).body.data
  const { session_id: id } = sessions[0]
  const stranger = await app.signUp('Grace')
  assertV1Refused(app, await app.call('DELETE', `${path}/${id}`, { as: stranger.token }), notThere)
  assert.is((await app.call('GET', '/v1/me', { as: other })).status, 200)
  assert.is((await app.call('DELETE', `${path}/${id}`, { as })).status, 204)
  assertV1Refused(app, await app.call('GET', '/v1/me', { as: other }), unauthorized)
  assertV1Refused(app, await app.call('DELETE', `${path}/${id}`, { as }), notThere)
  const { audit_events: told } = (await app.call('GET', '/v1/audit?limit=1', { as })).body.data
  assert.equal([told[0].action, told[0].tenant_id ?? tenantId], ['user.sessions_ended', tenantId])
})

test('all others are ended, browsers too, and this one and other people go on', async () => {
  await using app = await lean()
  const { email, token: as } = await app.signUp('Ada')
  const grace = await app.signUp('Grace')
  const other = await logIn(app, email)
  const page = openPage(app)
  await page.logIn(email)
  const { status, body } = await app.call('DELETE', path, { as })
  assert.equal([status, body.data], [200, { sessions_ended: 2 }])
  assert.is((await app.call('GET', '/v1/me', { as: other })).status, 401)
  assert.is((await page.call('GET', '/v1/me')).status, 401)
  for (const token of [as, grace.token]) {
    assert.is((await app.call('GET', '/v1/me', { as: token })).status, 200)
  }
})

test('a browser session that was idle for too long is in no list', async () => {
  await using app = await lean()
  const { email, token: as } = await app.signUp('Ada')
  await openPage(app).logIn(email)
  app.clock.advance({ hours: 12 })
  const { sessions, total } = (await app.call('GET', path, { as })).body.data
  assert.equal([sessions.length, total], [1, 1])
})

test.run()
