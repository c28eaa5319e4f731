// Second factors of browsers: after a password, instead of one, and after a provider.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPage } from '../../support/browser-page.ts'
import { logInAs, openHostileApp } from '../../support/oidc/hostile-app.ts'
import { onPage, openWanderer } from '../../support/oidc/sign-in.ts'
import { openTestApp, password } from '../../support/open-test-app.ts'
import { addPasskey, addTotp, answerSignIn, codeOf } from '../../support/second-factors.ts'

const lean = () => openTestApp({ parts: { jobs: false, workers: false } })
const session = '/console/session'
const answerAt = '/console/session/answer'

test('a browser is asked after the password, and gets its cookie with the answer', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { secret } = await addTotp(app, ada)
  app.clock.advance({ seconds: 30 })
  const page = openPage(app)
  const body = { email: ada.email, password }
  const asked = await page.call('POST', session, { body })
  assert.equal([asked.status, asked.body.error.details.reason], [403, 'second_factor_required'])
  assert.is(page.cookie(), '')
  const { challenge_id } = asked.body.error.details
  const elsewhere = await answerSignIn(app, { challenge_id, code: codeOf(app, secret) })
  assert.is(elsewhere.status, 403, 'no bearer comes of a log-in of a browser')
  const answer = await page.call('POST', answerAt, {
    body: { challenge_id, code: codeOf(app, secret) },
  })
  assert.is(answer.status, 200)
  assert.not.match(JSON.stringify(answer.body), 'sess_')
  assert.is((await page.call('GET', '/v1/me')).body.data.user.email, ada.email)
  app.clock.advance({ seconds: 30 })
  const second_factor = { code: codeOf(app, secret) }
  const before = page.cookie()
  const along = await page.call('POST', session, { body: { ...body, second_factor } })
  assert.is(along.status, 200)
  const old = await page.call('GET', '/v1/me', { headers: { cookie: before } })
  assert.is(old.status, 401, 'the session that the browser had is over')
})

test('a browser logs in by a passkey alone', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const key = await addPasskey(app, ada)
  const page = openPage(app)
  const asked = await page.call('POST', '/console/session/challenge', { body: {} })
  const { challenge_id, passkey } = asked.body.data
  const body = { challenge_id, passkey: key.get(passkey) }
  assert.is((await page.call('POST', answerAt, { body })).status, 200)
  assert.is((await page.call('GET', '/v1/me')).body.data.user.email, ada.email)
})

test('a page of another origin asks, answers and confirms nothing', async () => {
  await using app = await lean()
  for (const path of ['/console/session/challenge', answerAt, '/console/session/confirm']) {
    const body = { challenge_id: 'x', code: '000000' }
    const { status } = await app.call('POST', path, { body })
    assert.is(status, 403, path)
  }
})

const ada = { sub: 'ada-1', email: 'ada@example.eu', email_verified: true, name: 'Ada', groups: [] }

test('after a provider the own factor is asked, unless what it asked for counts', async () => {
  await using opened = await openHostileApp([
    { id: 'x', secondFactorAmr: ['mfa'], secondFactorAcr: ['gold'] },
  ])
  const { app } = opened
  const owner = await app.signUp('Ada')
  app.store.raw.exec('UPDATE user SET email_verified_at = created_at')
  const plain = openWanderer()
  await logInAs(opened, { claims: { ...ada, amr: ['pwd'] }, browser: plain })
  const { data } = (await onPage(app, { browser: plain, path: '/v1/me/second-factors' })).body
  assert.is(data.shown, null, 'a password at the provider is no second factor')
  const { secret } = await addTotp(app, owner)
  app.clock.advance({ seconds: 30 })
  for (const proof of [{ amr: ['pwd', 'mfa'] }, { acr: 'gold' }]) {
    const browser = openWanderer()
    const answer = await logInAs(opened, { claims: { ...ada, ...proof }, browser })
    assert.equal(answer.body.data, { return_to: '/console/' })
    const { body } = await onPage(app, { browser, path: '/v1/me/second-factors' })
    assert.is(body.data.shown, 'provider')
  }
  const browser = openWanderer()
  const answer = await logInAs(opened, { claims: { ...ada, amr: ['pwd'] }, browser })
  const { second_factor, return_to } = answer.body.data
  assert.equal([return_to, second_factor.means], ['/console/', ['totp', 'recovery_code']])
  assert.is((await onPage(app, { browser, path: '/v1/me' })).status, 401)
  const page = openPage(app)
  const { challenge_id } = second_factor
  const body = { challenge_id, code: codeOf(app, secret) }
  assert.is((await page.call('POST', answerAt, { body })).status, 200)
  assert.is((await page.call('GET', '/v1/me')).body.data.user.email, ada.email)
  const known = app.store.raw.prepare('SELECT count(*) FROM sso_session').pluck().get()
  assert.is(known, 4, 'the provider ends this session, too')
})

test('a page goes on with the question where no script of elsewhere sees it', async () => {
  await using opened = await openHostileApp()
  const { app } = opened
  await addTotp(app, await app.signUp('Ada'))
  app.store.raw.exec('UPDATE user SET email_verified_at = created_at')
  const { body, headers } = await logInAs(opened, {
    claims: ada,
    to: '?return_to=/docs/manual',
    headers: { accept: 'text/html' },
  })
  assert.is(headers.getSetCookie().join(), '')
  const [, fragment] = /url=\/docs\/manual#second_factor=(challenge_[\w-]{43})"/.exec(body) ?? []
  const page = openPage(app)
  const again = { body: { challenge_id: fragment } }
  const asked = await page.call('POST', '/console/session/challenge', again)
  assert.equal(asked.body.data.means, ['totp', 'recovery_code'])
})

test('a passkey opens nothing for people whose domain logs in elsewhere', async () => {
  const passwordOffFor = ['example.eu']
  await using opened = await openHostileApp((tenant) => [
    { id: 'x', tenant, join: 'create', passwordOffFor },
  ])
  const { app } = opened
  const browser = openWanderer()
  const claims = { ...ada, auth_time: app.clock.nowMs() / 1_000 }
  assert.is((await logInAs(opened, { claims, browser })).status, 200)
  const page = openPage(app)
  const headers = { cookie: browser.cookies(app.url) }
  const call: typeof app.call = (method, path, asked = {}) =>
    page.call(method, path, { body: asked.body, headers })
  const key = await addPasskey({ ...app, call }, { token: '' })
  const { body } = await app.call('POST', '/v1/auth/challenges', { body: {} })
  const { challenge_id, passkey } = body.data
  const answer = await answerSignIn(app, { challenge_id, passkey: key.get(passkey) })
  assert.equal([answer.status, answer.body.error.details.reason], [403, 'sso_required'])
})

test.run()
