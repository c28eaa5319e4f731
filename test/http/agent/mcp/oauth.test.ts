// Assistants that are given the address of /mcp and nothing else: OAuth 2.1 as MCP has it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPage } from '../../../support/browser-page.ts'
import { handshake, mcpClient } from '../../../support/mcp.ts'
import {
  approve,
  codeForm,
  form,
  letIn,
  openProgram,
  redirectUri,
  refresh,
  register,
  remembering,
} from '../../../support/oauth-program.ts'
import { type Answer, type Asked, openTestApp, signUp } from '../../../support/open-test-app.ts'
import { openTestMcp, type TestMcp } from '../../../support/open-test-mcp.ts'

const lean = { parts: { jobs: false, workers: false } }
const hour = { seconds: 3_600 }
const said = ({ status, body }: Answer) => [status, body.error]
const speak = (app: Pick<TestMcp, 'call'>, as: string) =>
  app.call('POST', '/mcp', { as, body: handshake('2025-11-25') })

async function pageOf(app: Pick<TestMcp, 'call' | 'url'>, { email }: { email: string }) {
  const page = openPage(app)
  await page.logIn(email)
  return page
}

test('a client that knows the address alone is let in by somebody, and renews itself', async () => {
  await using mcp = await openTestMcp()
  let opened: URL | undefined
  const authProvider = remembering((at) => {
    opened = at
  })
  const connect = () =>
    new StreamableHTTPClientTransport(new URL(`${mcp.url}/mcp`), { authProvider })
  const first = connect()
  await new Client({ name: 'test', version: '1' }).connect(first).catch((error: Error) => {
    assert.is(error.name, 'UnauthorizedError', error.stack)
  })
  const shown = await fetch(String(opened), { redirect: 'manual' })
  assert.is(shown.status, 302)
  const at = new URL(shown.headers.get('location') ?? '', mcp.url)
  assert.is(at.pathname, '/console/connect')
  const page = await pageOf(mcp, mcp.buyer)
  const asked = await page.call('GET', `/v1/oauth/authorization${at.search}`)
  assert.equal(
    [asked.body.data.client_name, asked.body.data.redirect_place, asked.body.data.scopes],
    ['Assistant', '127.0.0.1:9', ['search:query']],
  )
  const answer = await approve(page, Object.fromEntries(at.searchParams))
  assert.is(answer.searchParams.get('iss'), mcp.url)
  await first.finishAuth(answer.searchParams)

  const client = new Client({ name: 'test', version: '1' })
  await client.connect(connect())
  const search = () => client.callTool({ name: 'search', arguments: { query: 'boiler' } })
  assert.match(JSON.stringify(await search()), /A-17/)
  const before = await authProvider.tokens()
  mcp.clock.advance(hour)
  // The library renews once for each call that is under way.
  for (const found of await Promise.all([search(), search(), search()])) {
    assert.match(JSON.stringify(found), /A-17/, 'an hour later')
  }
  assert.is.not((await authProvider.tokens())?.refresh_token, before?.refresh_token)
  await client.close()

  const { body } = await mcp.call('GET', '/v1/api-keys', { as: mcp.buyer.token })
  const [key] = body.data.api_keys
  const { name, redirect_place } = key.application
  assert.equal([name, redirect_place], ['Assistant', '127.0.0.1:9'])
  assert.equal([key.monthly_budget_credits, key.scopes], [1_000, ['search:query']])
  assert.equal([key.created_by, key.revoked_at], [mcp.buyer.userId, null])
})

test('its key is for MCP alone, and ends like any: revoked, suspended, spent', async () => {
  await using mcp = await openTestMcp({ config: { retrievalStandardCredits: 7 } })
  const page = await pageOf(mcp, mcp.buyer)
  const program = await letIn(mcp, page, { monthly_budget_credits: 6 })
  const { tokens } = program
  const as = tokens.access_token
  assert.is((await speak(mcp, as)).status, 200)
  for (const path of ['/search?q=boiler', '/assets', '/v1/me']) {
    assert.is((await mcp.call('GET', path, { as })).status, 401, path)
  }
  const client = mcpClient({ call: mcp.call, key: as, version: '2025-11-25' })
  const { isError, text } = await client.tool('search', { query: 'boiler' })
  assert.equal([isError, text.code, text.budget_credits], [true, 'insufficient_credits', 6])

  const operator = { as: mcp.operator.token, body: { reason: 'test' } }
  const house = `/v1/admin/tenants/${mcp.buyer.tenantId}`
  assert.is((await mcp.call('POST', `${house}/suspend`, operator)).status, 200)
  assert.is((await speak(mcp, as)).status, 403)
  assert.equal(said(await refresh(mcp, program, tokens.refresh_token)), [403, 'access_denied'])
  assert.is((await mcp.call('POST', `${house}/resume`, operator)).status, 200)

  const { body: list } = await page.call('GET', '/v1/api-keys')
  const [{ api_key_id: id }] = list.data.api_keys
  const strangers = { as: mcp.provider.token }
  assert.is((await mcp.call('DELETE', `/v1/api-keys/${id}`, strangers)).status, 404)
  assert.is((await speak(mcp, as)).status, 200)
  assert.is((await page.call('DELETE', `/v1/api-keys/${id}`)).status, 204)
  assert.is((await speak(mcp, as)).status, 401)
})

test('who shows nothing is told where to begin; where it is off nothing is there', async () => {
  await using app = await openTestApp(lean)
  const told = async (of: typeof app) => {
    const answer = await of.call('POST', '/mcp', { body: handshake('2025-11-25') })
    return [answer.status, answer.body.code, answer.headers.get('www-authenticate')]
  }
  const metadata = `${app.url}/.well-known/oauth-protected-resource/mcp`
  const challenge = `Bearer realm="kontor", resource_metadata="${metadata}", scope="search:query"`
  assert.equal(await told(app), [401, 'unauthorized', challenge])
  const { body } = await app.call('GET', metadata)
  assert.equal([body.resource, body.authorization_servers], [`${app.url}/mcp`, [app.url]])

  const config = { oauth: false }
  await using off = await openTestApp({ ...lean, config })
  assert.equal(await told(off), [401, 'unauthorized', 'Bearer realm="kontor"'])
  for (const path of ['protected-resource', 'protected-resource/mcp', 'authorization-server']) {
    assert.is((await off.call('GET', `/.well-known/oauth-${path}`)).status, 404, path)
  }
  assert.is((await register(off)).status, 404)
})

const addresses: readonly [string, number][] = [
  ['https://assistant.example/api/mcp/auth_callback', 201],
  ['http://localhost:8787/callback', 201],
  ['http://[::1]/cb', 201],
  ['com.example.assistant:/cb', 201],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 201],
  ['http://example.eu/cb', 400],
  ['http://127.0.0.1.example.eu/cb', 400],
  ['http://localhost@example.eu/cb', 400],
  ['https://user@example.eu/cb', 400],
  ['https://example.eu/cb#part', 400],
  ['https://example.eu\\@elsewhere.eu/', 400],
  ['javascript:alert(1)', 400],
  ['data:text/html,x', 400],
  ['file:///etc/passwd', 400],
  ['blob:https://example.eu/1', 400],
  ['myscheme://cb', 400],
  ['/cb', 400],
]

test('a program names where answers may go, and nobody is sent anywhere else', async () => {
  await using app = await openTestApp({ ...lean })
  for (const [uri, status] of addresses) {
    const answer = await register(app, { redirect_uris: [uri] })
    assert.is(answer.status, status, uri)
    if (status === 400) assert.is(answer.body.error, 'invalid_redirect_uri', uri)
  }
  const program = await openProgram(app)
  const open = (change: Record<string, string>, extra: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...program.asked, ...change })
    const headers = { accept: 'text/html', ...extra }
    return fetch(`${app.url}/oauth/authorize?${query}`, { redirect: 'manual', headers })
  }
  assert.is((await open({})).status, 302)
  // At any port of this machine (RFC 8252), and nowhere else on it.
  assert.is((await open({ redirect_uri: 'http://127.0.0.1:4711/callback' })).status, 302)
  const wrong: Record<string, string>[] = [
    { redirect_uri: 'http://localhost:9/callback' },
    { redirect_uri: 'http://127.0.0.1:9/callback/more' },
    { redirect_uri: 'https://elsewhere.example/' },
    { client_id: 'app_unknown' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { resource: 'https://elsewhere.example/mcp' },
  ]
  for (const change of wrong) {
    const answer = await open(change)
    assert.is(answer.status, 400, JSON.stringify(change))
    assert.is(answer.headers.get('location'), null)
    assert.match(answer.headers.get('content-security-policy') ?? '', "frame-ancestors 'none'")
    assert.match(await answer.text(), '<h1>Not connected</h1>')
  }

  // In the language of the browser, or in the one that its person has chosen.
  const said = async (headers: Record<string, string>) => {
    const text = await (await open({ code_challenge_method: 'plain' }, headers)).text()
    return [/lang="(\w\w)"/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1]]
  }
  assert.equal(await said({ 'accept-language': 'pl, fr-CH;q=0.8' }), ['fr', 'Non connecté'])
  assert.equal(await said({ 'accept-language': 'de' }), ['de', 'Nicht verbunden'])
  const page = await pageOf(app, await app.signUp('Ada'))
  const chosen = { body: { locale: 'es' } }
  assert.is((await page.call('PATCH', '/v1/me/notifications', chosen)).status, 200)
  const own = { cookie: page.cookie(), 'accept-language': 'de' }
  assert.equal(await said(own), ['es', 'Sin conectar'])
})

test('a code counts once, for a minute, for who asked and as it asked', async () => {
  await using app = await openTestApp(lean)
  const ada = await app.signUp('Ada')
  const page = await pageOf(app, ada)
  const program = await openProgram(app)
  const other = await openProgram(app)
  const right = codeForm(program, await approve(page, program.asked))
  const show = (change: Record<string, string>) =>
    form(app, '/oauth/token', { ...right, ...change })
  const wrong: [Record<string, string>, string][] = [
    [{ code_verifier: other.verifier }, 'invalid_grant'],
    [{ code_verifier: program.asked.code_challenge ?? '' }, 'invalid_grant'],
    [{ client_id: other.clientId }, 'invalid_grant'],
    [{ redirect_uri: 'http://127.0.0.1:10/callback' }, 'invalid_grant'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ code: 'x' }, 'invalid_grant'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ code_verifier: '' }, 'invalid_request'],
  ]
  for (const [change, error] of wrong) {
    assert.equal(said(await show(change)), [400, error], JSON.stringify(change))
  }
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    const raw = `${new URLSearchParams({ ...right, token: 'x' })}&client_id=${program.clientId}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await app.call('POST', path, { raw, headers })
    const told = 'client_id must be given only once.'
    assert.equal([status, body], [400, { error: 'invalid_request', error_description: told }])
  }
  const first = await show({})
  assert.equal([first.status, first.headers.get('cache-control')], [200, 'no-store'])
  assert.is((await speak(app, first.body.access_token)).status, 200)
  assert.equal(said(await show({})), [400, 'invalid_grant'])
  assert.is((await speak(app, first.body.access_token)).status, 401, 'a code that came twice')
  assert.equal(said(await refresh(app, program, first.body.refresh_token)), [400, 'invalid_grant'])

  // Who said yes may be nobody any more who could, before the program comes for it.
  const pending = codeForm(program, await approve(page, program.asked))
  const { raw } = app.store
  raw.exec(`INSERT INTO tenant_suspension VALUES ('${ada.tenantId}', 1, 'test')`)
  assert.equal(said(await form(app, '/oauth/token', pending)), [403, 'access_denied'])
  raw.exec('DELETE FROM tenant_suspension')
  raw.exec(`INSERT INTO user_lock VALUES ('${ada.userId}', 1, 'test')`)
  assert.equal(said(await form(app, '/oauth/token', pending)), [400, 'invalid_grant'])
  raw.exec('DELETE FROM user_lock')
  assert.is((await form(app, '/oauth/token', pending)).status, 200)

  const late = codeForm(program, await approve(page, program.asked))
  app.clock.advance({ seconds: 60 })
  assert.equal(said(await form(app, '/oauth/token', late)), [400, 'invalid_grant'])
})

test('a refresh token counts once: a second use ends all, and says so in the log', async () => {
  await using app = await openTestApp(lean)
  const ada = await app.signUp('Ada')
  const page = {
    call: (method: string, path: string, asked: Asked = {}) =>
      app.call(method, path, { ...asked, as: ada.token }),
  }
  const program = await letIn(app, page)
  const other = await openProgram(app)
  const old = program.tokens.refresh_token
  assert.equal(said(await refresh(app, other, old)), [400, 'invalid_grant'])
  app.clock.advance(hour)
  assert.is((await speak(app, program.tokens.access_token)).status, 401, 'an hour is over')
  const { body: fresh } = await refresh(app, program, old)
  assert.is((await speak(app, fresh.access_token)).status, 200)
  assert.equal((await refresh(app, program, old)).body, fresh, 'the same request, sent again')
  app.clock.advance({ seconds: 11 })
  assert.equal(said(await refresh(app, program, old)), [400, 'invalid_grant'])
  assert.is((await speak(app, fresh.access_token)).status, 401)
  assert.equal(said(await refresh(app, program, fresh.refresh_token)), [400, 'invalid_grant'])
  const { body } = await page.call('GET', '/v1/audit?action=api_key.revoked')
  const [revoked] = body.data.audit_events
  assert.is(revoked.details.because, 'refresh_token_used_twice')

  const next = await letIn(app, page)
  const gone = { token: next.tokens.access_token, client_id: next.clientId }
  const strangers = { ...gone, client_id: other.clientId }
  assert.is((await form(app, '/oauth/revoke', strangers)).status, 200)
  assert.is((await speak(app, gone.token)).status, 200)
  assert.is((await form(app, '/oauth/revoke', gone)).status, 200)
  assert.is((await speak(app, gone.token)).status, 401)

  const idle = await letIn(app, page)
  app.clock.advance({ hours: 60 * 24 })
  assert.equal(said(await refresh(app, idle, idle.tokens.refresh_token)), [400, 'invalid_grant'])
})

test('who may make keys says yes, in person and on a page of this server', async () => {
  await using app = await openTestApp(lean)
  const ada = await app.signUp('Ada')
  const page = await pageOf(app, ada)
  const { asked } = await openProgram(app)
  const body = { ...asked, monthly_budget_credits: 1 }
  const path = '/v1/oauth/authorization'
  const told = ({ status, body: { error } }: Answer) => [status, error?.details.reason]
  const key = await app.key(ada, { scopes: ['keys:write', 'search:query'] })
  const forged = { body, headers: { cookie: page.cookie(), 'sec-fetch-site': 'cross-site' } }
  assert.equal(told(await app.call('POST', path, forged)), [403, 'same_origin'])
  assert.equal(told(await app.call('POST', path, { as: key, body })), [403, 'session_required'])
  const bare = { ...forged.headers, 'sec-fetch-site': 'same-origin' }
  assert.equal(told(await app.call('POST', path, { body, headers: bare })), [403, 'console_header'])
  const elsewhere = 'https://elsewhere.example/mcp'
  for (const change of [{ code_challenge_method: 'plain' }, { resource: elsewhere }]) {
    assert.is((await page.call('POST', path, { body: { ...body, ...change } })).status, 400)
  }
  const { state: _state, ...stateless } = asked
  const codes = [await approve(page, stateless), await approve(page, stateless)]
  for (const { searchParams } of codes) {
    assert.equal([...searchParams.keys()], ['code', 'iss'], 'a state that nobody sent')
  }
  app.clock.advance({ seconds: 601 })
  assert.equal(told(await page.call('POST', path, { body })), [403, 'confirmation_required'])
  const { monthly_budget_credits: _, ...boundless } = body
  assert.equal(told(await page.call('POST', path, { body: boundless })), [400, 'required'])

  const roles = { roles: ['viewer'] }
  const invited = await app.call('POST', '/v1/tenant/invitations', { as: ada.token, body: roles })
  assert.is(invited.status, 201, JSON.stringify(invited.body))
  const { invitation_code } = invited.body.data
  const ben = await pageOf(app, await signUp(app.call, 'Ben', { invitation_code }))
  const seen = await ben.call('GET', `${path}?${new URLSearchParams(asked)}`)
  const denied = new URL(seen.body.data.denied_at)
  assert.equal(
    [denied.origin + denied.pathname, Object.fromEntries(denied.searchParams)],
    [redirectUri, { error: 'access_denied', state: 'its own', iss: app.url }],
  )
  assert.equal(told(await ben.call('POST', path, { body })), [403, 'missing_scope'])

  // Who goes takes the programs along, also where the keys stay.
  app.store.raw.exec(`UPDATE membership SET roles = '["buyer_manager"]'
    WHERE roles = '["viewer"]'`)
  const { tokens } = await letIn(app, ben)
  assert.is((await speak(app, tokens.access_token)).status, 200)
  const benId = app.store.raw.prepare('SELECT user_id FROM membership').pluck().all().at(-1)
  const gone = `/v1/tenant/members/${benId}?api_keys=take_over`
  assert.is((await app.call('DELETE', gone, { as: ada.token })).status, 204)
  assert.is((await speak(app, tokens.access_token)).status, 401)
})

test('who lets a program in again sees the earlier one, and may have it end', async () => {
  await using app = await openTestApp(lean)
  const page = await pageOf(app, await app.signUp('Ada'))
  const ben = await pageOf(app, await app.signUp('Ben'))
  const path = '/v1/oauth/authorization'
  const shown = async (of: typeof page, { asked }: { asked: Record<string, string> }) =>
    (await of.call('GET', `${path}?${new URLSearchParams(asked)}`)).body.data.earlier
  const first = await letIn(app, page)
  assert.is((await speak(app, first.tokens.access_token)).status, 200)
  // Assistants register anew, and are at another port each time.
  const again = await openProgram(app)
  again.asked.redirect_uri = 'http://127.0.0.1:4711/callback'
  const [earlier, ...more] = await shown(page, again)
  assert.equal([earlier.redirect_place, more], ['127.0.0.1:9', []])
  assert.equal(await shown(ben, again), [], 'of somebody else')
  const elsewhere = ['https://assistant.example/cb']
  const other = await openProgram(app, { redirect_uris: elsewhere })
  other.asked.redirect_uri = elsewhere[0] ?? ''
  assert.equal(await shown(page, other), [], 'whose answers go elsewhere')

  const yes = { ...again.asked, monthly_budget_credits: 1, replaces: [earlier.api_key_id] }
  for (const body of [
    { ...yes, replaces: ['key_unknown'] },
    { ...yes, ...other.asked },
  ]) {
    const { status, body: told } = await page.call('POST', path, { body })
    assert.equal([status, told.error.details.field], [400, 'replaces'])
  }
  assert.is((await ben.call('POST', path, { body: yes })).status, 400)
  assert.is((await speak(app, first.tokens.access_token)).status, 200)
  await approve(page, yes)
  assert.is((await speak(app, first.tokens.access_token)).status, 401)
  assert.equal(said(await refresh(app, first, first.tokens.refresh_token)), [400, 'invalid_grant'])
  const { body } = await page.call('GET', '/v1/audit?action=api_key.revoked')
  assert.is(body.data.audit_events[0].details.because, 'replaced')
  assert.equal(await shown(page, again), [])
})

test('who registers and is not let in is forgotten after a day; sixty an hour may', async () => {
  await using app = await openTestApp(lean)
  const page = await pageOf(app, await app.signUp('Ada'))
  await letIn(app, page)
  const rows = () => app.store.raw.prepare('SELECT count(*) FROM oauth_client').pluck().get()
  for (let made = 1; made < 60; made++) assert.is((await register(app)).status, 201)
  const refused = await register(app)
  assert.equal(said(refused), [429, 'temporarily_unavailable'])
  assert.is(rows(), 60)
  app.clock.advance({ hours: 24 })
  await app.rooms.identity.sweepApplications()
  assert.is(rows(), 1)
})

test('how many may register is set: who nobody lets in makes room, but not at once', async () => {
  await using app = await openTestApp({
    ...lean,
    config: { oauthRegistrationsPerHour: 4, oauthProgramsMax: 2 },
  })
  const page = await pageOf(app, await app.signUp('Ada'))
  await letIn(app, page)
  assert.is((await register(app)).status, 201)
  assert.equal(said(await register(app)), [503, 'temporarily_unavailable'])
  app.clock.advance({ hours: 1 })
  assert.is((await register(app)).status, 201)
  assert.equal(said(await register(app)), [429, 'temporarily_unavailable'])
  const isUnused = 'SELECT used_at IS NULL FROM oauth_client ORDER BY 1'
  assert.equal(app.store.raw.prepare(isUnused).pluck().all(), [0, 1])
})

test.run()
