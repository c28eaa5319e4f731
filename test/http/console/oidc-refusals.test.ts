// What a provider, or somebody in its place, may say that must not log anybody in. One app and one
// provider for the table; the honest token beside each is what shows that the rest was in order.
import { createHmac } from 'node:crypto'
import * as jose from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../support/free-port.ts'
import { comeBack, openHostileApp } from '../../support/oidc/hostile-app.ts'
import {
  type Claims,
  honest,
  newKey,
  nowSeconds,
  type Signed,
  type Signer,
  signed,
} from '../../support/oidc/hostile-provider.ts'
import { begin, openWanderer } from '../../support/oidc/sign-in.ts'

const ada = { sub: 'ada-1', email: 'ada@example.eu', email_verified: true, name: 'Ada', groups: [] }

const withClaims =
  (change: Claims): Signer =>
  (asked) =>
    honest({ ...asked, claims: { ...asked.claims, ...change } })

const unsigned: Signer = async (asked) => {
  const payload = jose.decodeJwt(await honest(asked))
  return new jose.UnsecuredJWT(payload).encode()
}

/** The public key, which everybody has, as the secret of an HMAC. */
const byPublicKey: Signer = async (asked) => {
  const [, payload] = (await honest(asked)).split('.')
  const { n, e } = asked.hostile.keys[0] as { n: string; e: string }
  const pem = await jose.exportSPKI(
    (await jose.importJWK({ kty: 'RSA', n, e, alg: 'RS256' }, 'RS256')) as jose.CryptoKey,
  )
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'first' })).toString('base64url')
  const signature = createHmac('sha256', pem).update(`${header}.${payload}`).digest('base64url')
  return `${header}.${payload}.${signature}`
}

const byClientSecret: Signer = async (asked) => {
  const payload = jose.decodeJwt(await honest(asked))
  return new jose.SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(clientSecret))
}

const bySomebodyElse = async (asked: Signed, kid: string) => {
  const payload = jose.decodeJwt(await honest(asked))
  return signed(payload, await newKey('other'), { kid })
}

const changed: Signer = async (asked) => {
  const [header, payload = '', signature] = (await honest(asked)).split('.')
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...said, sub: 'eve' })).toString('base64url')
  return `${header}.${other}.${signature}`
}

const clientSecret = 'a secret that the provider and we know'

const tokens: [what: string, sign: Signer][] = [
  ['the issuer of another', withClaims({ iss: 'https://evil.example' })],
  ['for another client', withClaims({ aud: 'another' })],
  ['for us among others, by the right of another', withClaims({ aud: ['kontor', 'b'], azp: 'b' })],
  ['the nonce of another log-in', withClaims({ nonce: 'another' })],
  ['no nonce', withClaims({ nonce: undefined })],
  ['over', withClaims({ iat: nowSeconds() - 900, exp: nowSeconds() - 600 })],
  ['without an end', withClaims({ exp: undefined })],
  ['not yet', withClaims({ nbf: nowSeconds() + 600 })],
  ['without a subject', withClaims({ sub: undefined })],
  ['unsigned', unsigned],
  ['signed with the public key as a secret', byPublicKey],
  ['signed with the secret of the client', byClientSecret],
  ['signed by a key that nobody knows', (asked) => bySomebodyElse(asked, 'unknown')],
  ['signed by another key under a known name', (asked) => bySomebodyElse(asked, 'first')],
  ['changed on the way', changed],
  ['no token at all', () => 'nonsense'],
]

test('an ID token that breaks a rule logs nobody in', async () => {
  await using opened = await openHostileApp([{ id: 'x', clientSecret }])
  const { app, hostile } = opened
  await app.signUp('Ada')
  hostile.claims = ada
  assert.is((await comeBack(opened)).status, 200, 'the honest one does')
  for (const [what, sign] of tokens) {
    hostile.sign = sign
    const { status, body, headers } = await comeBack(opened)
    assert.equal([status, body.error?.details.reason], [403, 'sso_refused'], what)
    assert.is(headers.get('set-cookie'), null, what)
  }
  hostile.sign = honest
  assert.is((await comeBack(opened)).status, 200, 'the honest one still does')
})

test('a new key is looked for once, and a key that was taken back is none', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  await app.signUp('Ada')
  hostile.claims = ada
  assert.is((await comeBack(opened)).status, 200)
  const asked = hostile.asked['/jwks'] ?? 0
  assert.is((await comeBack(opened)).status, 200)
  assert.is(hostile.asked['/jwks'], asked, 'known keys are not asked for again')
  const next = await newKey('second')
  const old = { privateKey: hostile.privateKey }
  hostile.keys = [next.jwk]
  hostile.sign = async (one) => signed(jose.decodeJwt(await honest(one)), next, { kid: 'second' })
  assert.is((await comeBack(opened)).status, 200)
  hostile.sign = async (one) => signed(jose.decodeJwt(await honest(one)), old)
  assert.is((await comeBack(opened)).status, 403)
})

const answers: [what: string, change: (answer: URL) => void, told: [number, string]][] = [
  [
    'of another issuer (RFC 9207)',
    (url) => url.searchParams.set('iss', 'https://evil.example'),
    [403, 'sso_refused'],
  ],
  ['a refusal', (url) => url.searchParams.set('error', 'access_denied'), [403, 'sso_denied']],
  ['another state', (url) => url.searchParams.set('state', 'A'.repeat(43)), [403, 'sso_state']],
  ['no state', (url) => url.searchParams.delete('state'), [400, 'required']],
  ['no code', (url) => url.searchParams.delete('code'), [403, 'sso_refused']],
  ['two states', (url) => url.searchParams.append('state', 'b'), [400, 'duplicate']],
  [
    'to another provider',
    (url) => {
      url.pathname = '/console/oidc/y/callback'
    },
    [403, 'sso_state'],
  ],
]

test('an answer that is not the one to our question logs nobody in', async () => {
  await using opened = await openHostileApp([{ id: 'x' }, { id: 'y' }])
  opened.hostile.claims = ada
  await opened.app.signUp('Ada')
  for (const [what, change, told] of answers) {
    const { status, body } = await comeBack(opened, { change })
    assert.equal([status, body.error.details.reason], told, what)
  }
  const unknown = await comeBack(opened, {
    change: (url) => {
      url.pathname = '/console/oidc/z/callback'
    },
  })
  assert.is(unknown.status, 404)
})

test('a provider that promises to name itself is not taken without its name', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  hostile.metadata = { authorization_response_iss_parameter_supported: true }
  hostile.claims = ada
  await app.signUp('Ada')
  assert.is((await comeBack(opened)).status, 403)
  const change = (url: URL) => url.searchParams.set('iss', hostile.issuer)
  assert.is((await comeBack(opened, { change })).status, 200)
})

test('a provider that calls itself otherwise, or is away, is told as that', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  hostile.metadata = { issuer: 'https://evil.example' }
  const start = `${app.url}/console/oidc/x/start`
  const refused = await app.call('GET', start)
  assert.is(refused.status, 503)
  assert.is(refused.headers.get('retry-after'), '10')
  const page = await app.call('GET', start, { headers: { accept: 'text/html' } })
  assert.is(page.status, 503)
  assert.match(page.body, 'Example SSO does not answer. Try again.')
  assert.match(page.headers.get('content-type') ?? '', 'text/html')
  hostile.metadata = {}
  hostile.claims = ada
  await app.signUp('Ada')
  assert.is((await comeBack(opened)).status, 200, 'it is asked again')
})

test('the secret is shown in the way that the provider takes', async () => {
  const basic = `Basic ${Buffer.from('kontor:shh').toString('base64')}`
  const inBody = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
  const ways: [written: object, metadata: Claims, shown: object][] = [
    [{ clientSecret: 'shh' }, {}, { authorization: basic, secret: null }],
    [{ clientSecret: 'shh' }, inBody, { authorization: undefined, secret: 'shh' }],
    [{}, {}, { authorization: undefined, secret: null }],
  ]
  for (const [written, metadata, shown] of ways) {
    await using opened = await openHostileApp([{ id: 'x', ...written }])
    opened.hostile.metadata = metadata
    opened.hostile.claims = ada
    await opened.app.signUp('Ada')
    assert.is((await comeBack(opened)).status, 200)
    assert.equal(opened.hostile.shown, shown)
  }
})

test('answers of a provider that lead elsewhere, or have no end, are not followed', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  hostile.claims = ada
  await app.signUp('Ada')
  const elsewhere = { location: `${hostile.issuer}/elsewhere` }
  hostile.tokenAnswer = { status: 307, body: '', headers: elsewhere }
  assert.is((await comeBack(opened)).status, 403)
  assert.is(hostile.asked['/elsewhere'], undefined)
  hostile.tokenAnswer = { status: 200, body: `{"a":"${'a'.repeat(2_000_000)}"}` }
  assert.ok([403, 503].includes((await comeBack(opened)).status))
  hostile.tokenAnswer = { status: 500, body: '' }
  assert.is((await comeBack(opened)).status, 503)
})

test('a logout_token ends what it names, and what the provider never told apart', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  await app.signUp('Ada')
  const logIn = async (more: Claims) => {
    const browser = openWanderer()
    hostile.claims = { ...ada, ...more }
    assert.is((await comeBack(opened, { browser })).status, 200)
    const headers = { cookie: browser.cookies(app.url), 'sec-fetch-site': 'same-origin' }
    return async () => (await app.call('GET', '/v1/me', { headers })).status === 200
  }
  const sessions = [await logIn({ sid: 'one' }), await logIn({ sid: 'two' }), await logIn({})]
  const live = () => Promise.all(sessions.map((isIn) => isIn()))
  const send = async (claims: Claims) => {
    const raw = new URLSearchParams({ logout_token: await hostile.logoutToken(claims) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = '/console/oidc/x/backchannel-logout'
    assert.is((await app.call('POST', path, { raw, headers })).status, 200)
  }
  await send({ sid: 'none' })
  await send({ sid: 'two', sub: 'somebody else' })
  assert.equal(await live(), [true, true, true])
  await send({ sid: 'one' })
  assert.equal(await live(), [false, true, true])
  await send({ sid: 'none', sub: 'ada-1' })
  assert.equal(await live(), [false, true, false])
  await send({ sub: 'ada-1' })
  assert.equal(await live(), [false, false, false])
})

test('the cookie of a log-in under way is __Host-, and over plain HTTP there is none', async () => {
  const port = await freePort()
  const start = `http://127.0.0.1:${port}/console/oidc/x/start`
  const begun = async (config: Record<string, unknown>) => {
    await using opened = await openHostileApp([{ id: 'x' }], { port, ...config })
    return await opened.app.call('GET', start, { headers: { accept: 'application/json' } })
  }
  const secure = await begun({ baseUrl: 'https://data.example.eu' })
  const rules = 'Max-Age=900; Path=/; HttpOnly; SameSite=Lax; Secure'
  const line = secure.headers.get('set-cookie') ?? ''
  assert.match(line, new RegExp(`^__Host-kontor-sign-in=[\\w-]{43}; ${rules}$`))
  const { searchParams } = new URL(secure.body.data.continue_at)
  const redirect = 'https://data.example.eu/console/oidc/x/callback'
  assert.is(searchParams.get('redirect_uri'), redirect)
  const plain = await begun({ baseUrl: 'http://data.example.eu', insecureHttp: true })
  assert.equal([plain.status, plain.body.error.details.reason], [403, 'https_required'])
})

test('nobody begins log-ins without end', async () => {
  await using opened = await openHostileApp([{ id: 'x' }], { loginAttemptsPerAddress: 1 })
  const { app } = opened
  const start = '/console/oidc/x/start'
  const asked = { headers: { accept: 'application/json' } }
  const first = await app.call('GET', start, asked)
  assert.match(first.body.data.continue_at, `${opened.hostile.issuer}/authorize?`)
  app.store.raw.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    INSERT INTO sso_flow SELECT cast(printf('%032d', i) AS BLOB), zeroblob(32), 'x', '/',
      NULL, NULL, ${app.clock.nowMs() + 1_000} FROM n`)
  assert.is((await app.call('GET', start, asked)).status, 503)
  app.clock.advance({ seconds: 2 })
  assert.is((await app.call('GET', start, asked)).status, 200, 'those that are over count no more')
  for (let n = 3; n < 10; n++) assert.is((await app.call('GET', start, asked)).status, 200)
  const limited = await app.call('GET', start, asked)
  assert.equal([limited.status, limited.body.error.details.reason], [429, 'sso-address'])
  assert.is((await app.call('HEAD', start)).status, 200, 'a look begins nothing')
})

test('what goes back to a browser is a path of this server', async () => {
  await using opened = await openHostileApp()
  const paths = ['//evil.example', '/\\evil.example', 'https://evil.example', 'x', '/a\nb', '/\t/x']
  for (const path of paths) {
    const to = `?return_to=${encodeURIComponent(path)}`
    const { status } = await opened.app.call('GET', `/console/oidc/x/start${to}`)
    assert.is(status, 400, path)
  }
  const asked = await begin(opened.app, {
    by: 'x',
    browser: openWanderer(),
    to: '?return_to=/a?b=c',
  })
  assert.ok(asked.searchParams.get('nonce'))
})

test('a refusal is a page where somebody looks at it', async () => {
  await using opened = await openHostileApp()
  opened.hostile.claims = { ...ada, email_verified: false }
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const { status, body } = await comeBack(opened, { headers })
  assert.is(status, 403)
  assert.match(body, 'Example SSO does not say that your e-mail address is verified.')
  assert.not.match(body, '<script')
})

const logouts: [rule: string, claims: Claims, header?: Claims][] = [
  ['iss', { iss: 'https://evil.example' }],
  ['aud', { aud: 'another' }],
  ['iat', { iat: nowSeconds() - 900 }],
  ['exp', { exp: nowSeconds() - 900 }],
  ['events', { events: {} }],
  ['events', { events: undefined }],
  ['nonce', { nonce: 'n' }],
  ['jti', { jti: undefined }],
  ['sub', { sub: undefined, sid: undefined }],
  ['signature', {}, { kid: 'unknown' }],
]

test('only a logout_token of the provider, and only once, ends sessions', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  await app.signUp('Ada')
  hostile.claims = ada
  const browser = openWanderer()
  assert.is((await comeBack(opened, { browser })).status, 200)
  const isIn = async () => {
    const cookie = browser.cookies(app.url)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    return (await app.call('GET', '/v1/me', { headers })).status === 200
  }
  const send = (token: string, type = 'application/x-www-form-urlencoded') =>
    app.call('POST', '/console/oidc/x/backchannel-logout', {
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': type },
    })
  for (const [rule, claims, header] of logouts) {
    const token = await hostile.logoutToken({ sub: 'ada-1', ...claims }, header)
    const { status, body } = await send(token)
    assert.equal([status, body.error?.details.rule], [400, rule], JSON.stringify(claims))
  }
  const idToken = await honest({ claims: ada, nonce: 'n', hostile })
  const unsignedToken = new jose.UnsecuredJWT(
    jose.decodeJwt(await hostile.logoutToken({ sub: 'ada-1' })),
  ).encode()
  for (const token of [idToken, unsignedToken, 'nonsense', '']) {
    assert.is((await send(token)).status, 400)
  }
  assert.is((await send('x', 'application/json')).status, 400)
  assert.is((await send('x'.repeat(20_000))).status, 400)
  assert.is((await send('x'.repeat(2_000_000))).status, 413)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const at = (id: string) => `/console/oidc/${id}/backchannel-logout`
  const twice = await app.call('POST', at('x'), { raw: 'logout_token=x&logout_token=y', headers })
  const { field, reason } = twice.body.error.details
  assert.equal([twice.status, field, reason], [400, 'logout_token', 'duplicate'])
  const elsewhere = await app.call('POST', at('none'), { raw: 'logout_token=x', headers })
  assert.is(elsewhere.status, 404)
  assert.ok(await isIn(), 'none of these did anything')

  const other = await send(await hostile.logoutToken({ sub: 'somebody else' }))
  assert.is(other.status, 200)
  assert.ok(await isIn())
  const token = await hostile.logoutToken({ sub: 'ada-1' })
  assert.is((await send(token)).status, 200)
  assert.not.ok(await isIn())
  assert.is((await comeBack(opened, { browser })).status, 200)
  const replayed = await send(token)
  assert.equal([replayed.status, replayed.body.error.details.reason], [400, 'replayed'])
  assert.ok(await isIn())
})

test.run()
