// Single sign-on by a certified provider in a process of its own.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../support/free-port.ts'
import { provider, writeProviders } from '../../support/oidc/providers-file.ts'
import { startProvider } from '../../support/oidc/real-provider.ts'
import {
  asAnswer,
  begin,
  onPage,
  openWanderer,
  signIn,
  throughProvider,
} from '../../support/oidc/sign-in.ts'
import { openTestApp, password } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ada = { email: 'ada@example.eu', email_verified: true, name: 'Ada L.' }

async function open(written: Record<string, unknown> = {}) {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  const port = await freePort()
  const clientSecret = (written.clientSecret as string | undefined) ?? ''
  const real = stack.use(await startProvider({ appUrl: `http://127.0.0.1:${port}`, clientSecret }))
  const oidcProvidersFile = writeProviders(folder.path, [
    provider({ id: 'real', issuer: real.issuer, ...written }),
  ])
  const app = stack.use(
    await openTestApp({
      config: { port, oidcProvidersFile, oidcRefreshMinutes: 60 },
      parts: { jobs: false, workers: false },
    }),
  )
  return { app, real, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('somebody logs in by a provider, is known there again, and logs out of both', async () => {
  await using opened = await open({
    clientSecret: 'a secret of the provider',
    afterLogout: '/docs',
  })
  const { app, real } = opened
  const owner = await app.signUp('Ada')
  app.store.raw.exec('UPDATE user SET email_verified_at = created_at')
  await real.tell({ person: { sub: 'ada-1', claims: ada } })
  const browser = openWanderer()
  const answer = await signIn(app, { by: 'real', browser, to: '?return_to=/docs/manual' })
  assert.is(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.data, { return_to: '/docs/manual' })
  assert.match(answer.headers.get('set-cookie') ?? '', /^kontor=sess_.*SameSite=Strict$/)
  const me = await onPage(app, { browser, path: '/v1/me' })
  const { user_id, email_verified } = me.body.data.user
  assert.equal([user_id, email_verified], [owner.userId, true])
  const seen = "SELECT confirmed_at > 0 FROM session WHERE kind = 'browser'"
  assert.is(app.store.raw.prepare(seen).pluck().get(), 1, 'asked for, it says when it saw her')
  // Who is logged in, and is sent there by a page of ours, shows it anew.
  const start = `${app.url}/console/oidc/real/start`
  const anew = await browser.get(start, { 'sec-fetch-site': 'same-origin' })
  const asked = new URL(anew.headers.get('location') ?? '').searchParams
  assert.equal([asked.get('prompt'), asked.get('max_age')], ['login', '600'])

  // The address at the provider is another one by now: the link is what counts.
  await real.tell({ person: { sub: 'ada-1', claims: { ...ada, email: 'new@example.eu' } } })
  const other = openWanderer()
  assert.is((await signIn(app, { by: 'real', browser: other })).status, 200)
  assert.is((await onPage(app, { browser: other, path: '/v1/me' })).body.data.user.email, ada.email)

  const ended = await onPage(app, { browser, path: '/console/session', method: 'DELETE' })
  const place = new URL(ended.body.data.continue_at)
  assert.is(`${place.origin}${place.pathname}`, `${real.issuer}/session/end`)
  assert.is(place.searchParams.get('post_logout_redirect_uri'), `${app.url}/docs`)
  const atProvider = await browser.get(place.href)
  assert.is(atProvider.status, 200)
  assert.is((await onPage(app, { browser, path: '/v1/me' })).status, 401)
  const byPassword = await app.call('POST', '/v1/auth/login', {
    body: { email: ada.email, password },
  })
  assert.is(byPassword.status, 200, 'the password goes on where it is not switched off')
})

test('a state and a code count once, and in the browser that began', async () => {
  await using opened = await open()
  const { app, real } = opened
  await app.signUp('Ada')
  await real.tell({ person: { sub: 'ada-1', claims: ada } })
  const browser = openWanderer()
  const from = await begin(app, { by: 'real', browser })
  assert.is(from.searchParams.get('code_challenge_method'), 'S256')
  assert.equal(
    [from.searchParams.get('prompt'), from.searchParams.get('max_age')],
    [null, '31536000'],
  )
  const callback = await throughProvider(app, { from, browser })

  const stranger = openWanderer()
  await begin(app, { by: 'real', browser: stranger })
  const stolen = await asAnswer(await stranger.get(callback))
  assert.equal([stolen.status, stolen.body.error.details.reason], [403, 'sso_state'])
  const after = await asAnswer(await browser.get(callback))
  assert.equal([after.status, after.body.error.details.reason], [403, 'sso_state'], 'used up')

  const again = await throughProvider(app, {
    from: await begin(app, { by: 'real', browser }),
    browser,
  })
  assert.is((await browser.get(again)).status, 200)
  const replayed = await asAnswer(await browser.get(again))
  assert.equal([replayed.status, replayed.body.error.details.reason], [403, 'sso_state'])

  // The code of before, with a state of now: the provider knows that it was used.
  const fresh = await begin(app, { by: 'real', browser })
  const mixed = new URL(again)
  mixed.searchParams.set('state', fresh.searchParams.get('state') ?? '')
  const used = await asAnswer(await browser.get(mixed.href))
  assert.equal([used.status, used.body.error.details.reason], [403, 'sso_refused'])

  const late = await throughProvider(app, {
    from: await begin(app, { by: 'real', browser }),
    browser,
  })
  app.clock.advance({ seconds: 15 * 60 })
  const over = await asAnswer(await browser.get(late))
  assert.equal([over.status, over.body.error.details.reason], [403, 'sso_state'])
})

test('new keys of the provider are found when something is signed with them', async () => {
  await using opened = await open()
  const { app, real } = opened
  await app.signUp('Ada')
  await real.tell({ person: { sub: 'ada-1', claims: ada } })
  assert.is((await signIn(app, { by: 'real', browser: openWanderer() })).status, 200)
  await real.tell({ rotate: true })
  const answer = await signIn(app, { by: 'real', browser: openWanderer() })
  assert.is(answer.status, 200, JSON.stringify(answer.body))
})

test('a session ends when the provider says so, that one alone', async () => {
  await using opened = await open()
  const { app, real } = opened
  await app.signUp('Ada')
  await real.tell({ person: { sub: 'ada-1', claims: ada } })
  const [first, second] = [openWanderer(), openWanderer()]
  await signIn(app, { by: 'real', browser: first })
  await signIn(app, { by: 'real', browser: second })
  await real.tell({ logOut: 'ada-1' })
  assert.is((await onPage(app, { browser: first, path: '/v1/me' })).status, 200)
  assert.is((await onPage(app, { browser: second, path: '/v1/me' })).status, 401)
})

test('a session ends at the refresh that a provider refuses, and not before its time', async () => {
  await using opened = await open()
  const { app, real } = opened
  await app.signUp('Ada')
  await real.tell({ person: { sub: 'ada-1', claims: ada } })
  const browser = openWanderer()
  await signIn(app, { by: 'real', browser })
  const isIn = async () => (await onPage(app, { browser, path: '/v1/me' })).status === 200
  const refresh = async (minutes: number) => {
    app.clock.advance({ seconds: minutes * 60 })
    app.rooms.identity.refreshSignIns()
    await app.rooms.identity.settled()
  }
  await refresh(61)
  assert.ok(await isIn(), 'the provider lets it go on')
  await refresh(61)
  assert.ok(await isIn(), 'with the token that came at the first refresh')
  await real.tell({ revoke: true })
  await refresh(30)
  assert.ok(await isIn(), 'it is not asked before the time')
  await refresh(31)
  assert.not.ok(await isIn())
})

test('a provider that is away ends no session, and is asked again', async () => {
  await using opened = await open()
  const { app, real } = opened
  await app.signUp('Ada')
  await real.tell({ person: { sub: 'ada-1', claims: ada } })
  const browser = openWanderer()
  await signIn(app, { by: 'real', browser })
  await real.stop()
  app.clock.advance({ seconds: 61 * 60 })
  app.rooms.identity.refreshSignIns()
  await app.rooms.identity.settled()
  assert.is((await onPage(app, { browser, path: '/v1/me' })).status, 200)
})

test.run()
