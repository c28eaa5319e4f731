// The session of a browser: a cookie that counts for pages of this server alone.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../src/base/clock.ts'
import { newId } from '../../../src/base/ids.ts'
import { fromOwnPage, openPage } from '../../support/browser-page.ts'
import { freePort } from '../../support/free-port.ts'
import { caller, openTestApp, password, type TestAppOptions } from '../../support/open-test-app.ts'
import { assertV1Refused, unauthorized } from '../../support/v1-refused.ts'

const lean = (config: TestAppOptions['config'] = {}) =>
  openTestApp({ config, parts: { jobs: false, workers: false } })
const path = '/console/session'

test('a browser logs in, is known by its cookie, and logs out', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const page = openPage(app)
  const { status, body, headers } = await page.logIn(ada.email)
  assert.is(status, 200)
  assert.equal(Object.keys(body.data).sort(), [
    'device_token',
    'display_name',
    'email',
    'expires_at',
    'failed_logins',
    'tenant_id',
    'user_id',
  ])
  assert.is(body.data.expires_at, isoOf(app.clock.nowMs() + 7 * 24 * 3_600_000))
  const rules = 'Max-Age=604800; Path=/; HttpOnly; SameSite=Strict'
  assert.match(headers.get('set-cookie') ?? '', new RegExp(`^kontor=sess_[\\w-]{43}; ${rules}$`))
  assert.not.match(JSON.stringify(body), 'sess_')
  assert.is((await page.call('GET', '/v1/me')).body.data.user.email, ada.email)
  const made = await page.call('POST', '/v1/datasets', { body: { name: 'Reports' } })
  assert.is(made.status, 201)
  const cookie = page.cookie()
  const ended = await page.call('DELETE', path)
  assert.is(ended.status, 200)
  assert.match(ended.headers.get('set-cookie') ?? '', /^kontor=; Max-Age=0; Path=\/; HttpOnly/)
  const after = await page.call('GET', '/v1/me', { headers: { cookie } })
  assertV1Refused(app, after, unauthorized)
})

test('over HTTPS the cookie is __Host-, Secure and of no other name', async () => {
  const baseUrl = 'https://data.example.eu'
  const port = await freePort()
  await using app = await lean({ baseUrl, port })
  const call = caller(`http://127.0.0.1:${port}`)
  const code = (await app.ensureSetupCode()) ?? ''
  const account = { email: 'ada@example.eu', password, display_name: 'Ada', tenant_name: 'Ada' }
  await call('POST', '/v1/auth/signup', { body: { ...account, setup_code: code } })
  const page = openPage({ url: baseUrl, call })
  const { headers } = await page.logIn(account.email)
  const line = headers.get('set-cookie') ?? ''
  const rules = 'Max-Age=604800; Path=/; HttpOnly; SameSite=Strict; Secure'
  assert.match(line, new RegExp(`^__Host-kontor=sess_[\\w-]{43}; ${rules}$`))
  assert.is((await page.call('GET', '/v1/me')).status, 200)
  const otherName = { cookie: page.cookie().replace('__Host-', '') }
  assert.is((await page.call('GET', '/v1/me', { headers: otherName })).status, 401)
})

test('over plain HTTP beyond this machine no browser logs in', async () => {
  const baseUrl = 'http://data.example.eu'
  const port = await freePort()
  await using app = await lean({ baseUrl, insecureHttp: true, port })
  const answer = await caller(`http://127.0.0.1:${port}`)('POST', path, {
    body: { email: 'ada@example.eu', password },
    headers: fromOwnPage({ url: baseUrl }),
  })
  assertV1Refused(app, answer, {
    status: 403,
    code: 'forbidden',
    message: 'Browsers log in over HTTPS alone: the base URL of this server is plain HTTP.',
    details: { reason: 'https_required' },
  })
})

test('a browser without a session is told what the first page needs, and no error', async () => {
  await using app = await lean()
  const page = openPage(app)
  const asked = { headers: { 'accept-language': 'fr-CH, de;q=0.8' } }
  const { body, headers } = await page.call('GET', path, asked)
  const known = { signup: 'open', mail: false, version: body.data.version }
  const first = { setup: true, ...known, locale: 'fr', suspended: false }
  assert.equal(body.data, { session: null, ...first })
  assert.is(headers.get('cache-control'), 'no-store')
  assert.is(headers.get('set-cookie'), null)
  const admin = await app.admin()
  await page.logIn(admin.email)
  const { session, ...rest } = (await page.call('GET', path)).body.data
  assert.equal(rest, { ...first, setup: false, locale: 'en' })
  assert.equal(session, (await app.call('GET', '/v1/me', { as: admin.token })).body.data)
})

test('a cookie that is worth nothing any more is taken back', async () => {
  await using app = await lean()
  const headers = { cookie: `kontor=sess_${'A'.repeat(43)}` }
  const answer = await openPage(app).call('GET', path, { headers })
  assert.is(answer.body.data.session, null)
  assert.match(answer.headers.get('set-cookie') ?? '', /^kontor=; Max-Age=0/)
})

test('what else is called kontor in a browser is no credential', async () => {
  await using app = await lean()
  const { token } = await app.signUp('Ada')
  const headers = { cookie: 'kontor=dark-mode' }
  assert.is((await app.call('GET', '/v1/me', { as: token, headers })).status, 200)
})

test('logging in again ends the session that the browser had', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const page = openPage(app)
  await page.logIn(ada.email)
  const before = page.cookie()
  await page.logIn((await app.signUp('Grace')).email)
  const old = await page.call('GET', '/v1/me', { headers: { cookie: before } })
  assert.is(old.status, 401)
  assert.is((await page.call('GET', '/v1/me')).body.data.user.email, 'grace@example.eu')
})

test('a page that shows one person is refused what it asks as another', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const ben = await app.signUp('Ben')
  const page = openPage(app)
  await page.logIn(ben.email)
  const ofAda = { 'x-kontor-user': ada.userId }
  const refused = {
    status: 409,
    code: 'conflict',
    message: 'Somebody else is logged in in this browser by now. Load the page anew.',
    details: { reason: 'other_user' },
  }
  for (const [method, at] of [
    ['GET', '/v1/me'],
    ['POST', '/v1/datasets'],
    ['DELETE', path],
  ] as const) {
    const body = method === 'POST' ? { name: 'Reports' } : undefined
    assertV1Refused(app, await page.call(method, at, { headers: ofAda, body }), refused)
  }
  const { status, body } = await page.call('GET', '/balance', { headers: ofAda })
  assert.equal([status, body], [409, { detail: refused.message, code: 'conflict' }])
  // Who is there is what such a page asks.
  const asked = await page.call('GET', path, { headers: ofAda })
  assert.is(asked.body.data.session.user.user_id, ben.userId)
  const ofBen = { 'x-kontor-user': ben.userId }
  assert.is((await page.call('GET', '/v1/me', { headers: ofBen })).status, 200)
  const program = { as: ben.token, headers: ofAda }
  assert.is((await app.call('GET', '/v1/me', program)).status, 200)
})

test('a browser session ends when nobody used it for twelve hours, a bearer does not', async () => {
  await using app = await lean()
  const { email, token } = await app.signUp('Ada')
  const page = openPage(app)
  await page.logIn(email)
  const alive = async () => (await page.call('GET', '/v1/me')).status === 200
  for (const hours of [11, 11, 11]) {
    app.clock.advance({ hours })
    assert.ok(await alive(), 'a use begins its time anew')
    await app.rooms.identity.settled()
  }
  app.clock.advance({ hours: 12 })
  assert.not.ok(await alive())
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 200)
})

test('a browser session ends after seven days however much it is used', async () => {
  await using app = await lean()
  const page = openPage(app)
  await page.logIn((await app.signUp('Ada')).email)
  for (let half = 0; half < 27; half++) {
    app.clock.advance({ hours: 6 })
    assert.is((await page.call('GET', '/v1/me')).status, 200)
    await app.rooms.identity.settled()
  }
  app.clock.advance({ hours: 6 })
  assert.is((await page.call('GET', '/v1/me')).status, 401)
})

test('the setting says for how long a browser may be idle', async () => {
  await using app = await lean({ sessionIdleMinutes: 15 })
  const page = openPage(app)
  await page.logIn((await app.signUp('Ada')).email)
  app.clock.advance({ seconds: 14 * 60 })
  assert.is((await page.call('GET', '/v1/me')).status, 200)
  await app.rooms.identity.settled()
  app.clock.advance({ seconds: 15 * 60 })
  assert.is((await page.call('GET', '/v1/me')).status, 401)
})

test('a server without the console has none of its routes, and no cookie counts', async () => {
  await using app = await lean({ console: false })
  const ada = await app.signUp('Ada')
  const { sessionToken } = await app.rooms.identity.logIn(
    { requestId: newId('req', app.clock.nowMs()), write: app.store.write },
    { email: ada.email, password, place: { kind: 'browser', address: '::1', userAgent: '' } },
  )
  const headers = { ...fromOwnPage(app), cookie: `kontor=${sessionToken}` }
  for (const [method, at] of [
    ['GET', path],
    ['POST', path],
    ['DELETE', path],
    ['GET', '/console/oidc'],
  ] as const) {
    assert.is((await app.call(method, at, { headers })).status, 404, `${method} ${at}`)
  }
  assert.is((await app.call('GET', '/v1/me', { headers })).status, 401)
  // A cookie that is none is not a second credential either.
  const both = { ...headers, authorization: `Bearer ${ada.token}` }
  assert.is((await app.call('GET', '/v1/me', { headers: both })).status, 200)
})

test('logins of browsers are counted with those of programs, by account', async () => {
  await using app = await lean({ loginAttemptsPerAccount: 3 })
  const { email } = await app.signUp('Ada')
  const page = openPage(app)
  await page.logIn((await app.signUp('Grace')).email)
  const wrong = { body: { email, password: 'wrong' } }
  assert.is((await app.call('POST', '/v1/auth/login', wrong)).status, 401)
  // Whoever the browser is logged in as, it is Ada's password that is being guessed.
  assert.is((await page.call('POST', path, wrong)).status, 401)
  assert.is((await page.call('POST', path, wrong)).status, 401)
  const limited = await page.call('POST', path, wrong)
  assert.is(limited.status, 429)
  assert.is(limited.body.error.details.reason, 'login-account')
})

test('an Idempotency-Key does not stand in for a login', async () => {
  await using app = await lean()
  const { email } = await app.signUp('Ada')
  const page = openPage(app)
  const asked = { body: { email, password }, headers: { 'idempotency-key': 'again' } }
  const cookies = [
    (await page.call('POST', path, asked)).headers.get('set-cookie'),
    (await page.call('POST', path, asked)).headers.get('set-cookie'),
  ]
  assert.ok(cookies.every((cookie) => cookie?.startsWith('kontor=sess_')))
  assert.not.equal(cookies[0], cookies[1])
})

test.run()
