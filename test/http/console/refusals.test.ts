// Who is told what: role × route × credential × origin × what the browser says of the request. What
// must come out follows from a few rules that stand here in the order in which they apply.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPage } from '../../support/browser-page.ts'
import { openTestApp, type Party, signUp, type TestApp } from '../../support/open-test-app.ts'

type Surface = 'B' | 'C' | 'A'
/** Who may: anybody with a session, or what a session needs. */
type Needs = 'session' | 'datasets:write' | 'search:query' | 'admin'
type Place = {
  call: string
  surface: Surface
  needs: Needs
  /** What those who may are told. */
  status: number
  body?: object
}

const places: readonly Place[] = [
  { call: 'GET /v1/me', surface: 'B', needs: 'session', status: 200 },
  { call: 'GET /v1/me/sessions', surface: 'B', needs: 'session', status: 200 },
  { call: 'HEAD /v1/datasets', surface: 'B', needs: 'session', status: 200 },
  { call: 'GET /v1/prices', surface: 'B', needs: 'search:query', status: 400 },
  { call: 'POST /v1/datasets', surface: 'B', needs: 'datasets:write', status: 400, body: {} },
  { call: 'PATCH /v1/datasets/x', surface: 'B', needs: 'datasets:write', status: 404, body: {} },
  { call: 'DELETE /v1/datasets/x', surface: 'B', needs: 'datasets:write', status: 404 },
  { call: 'GET /v1/admin/review/queue', surface: 'B', needs: 'admin', status: 200 },
  { call: 'POST /v1/admin/vouchers', surface: 'B', needs: 'admin', status: 400, body: {} },
  { call: 'GET /assets', surface: 'C', needs: 'session', status: 200 },
  { call: 'GET /balance', surface: 'C', needs: 'session', status: 200 },
  { call: 'POST /balance/deposit', surface: 'C', needs: 'session', status: 400, body: {} },
  { call: 'GET /asset/x', surface: 'A', needs: 'session', status: 401 },
  { call: 'POST /download', surface: 'A', needs: 'session', status: 401, body: {} },
  { call: 'GET /search/suggest?q=a', surface: 'A', needs: 'session', status: 401 },
  { call: 'POST /mcp', surface: 'A', needs: 'session', status: 401, body: {} },
]

const roles = ['owner', 'viewer', 'admin'] as const
type Role = (typeof roles)[number]
const may: Record<Role, readonly Needs[]> = {
  owner: ['session', 'datasets:write', 'search:query'],
  viewer: ['session'],
  admin: ['session', 'datasets:write', 'search:query', 'admin'],
}

const credentials = ['cookie', 'bearer', 'cookie as bearer', 'bearer as cookie'] as const
const doubled = ['cookie and bearer', 'cookie and key', 'cookie and nonsense'] as const
type Shown = (typeof credentials)[number] | (typeof doubled)[number]
const origins = ['none', 'own', 'other port', 'foreign'] as const
type Origin = (typeof origins)[number]
const sites = ['none said', 'same-origin', 'same-site', 'cross-site', 'none'] as const
type Site = (typeof sites)[number]
type Case = { place: Place; role: Role; shown: Shown; origin: Origin; site: Site; marked: boolean }

/** The status that must come. */
function expected({ place, role, shown, origin, site, marked }: Case): number {
  const method = place.call.split(' ')[0] as string
  const isRead = method === 'GET' || method === 'HEAD'
  // A page of a stranger may not even do what it could do unread; nor anything of MCP.
  if (origin === 'foreign' && (!isRead || place.call.endsWith('/mcp'))) return 403
  if ((doubled as readonly string[]).includes(shown)) return 400
  const byCookie = shown === 'cookie' || shown === 'bearer as cookie'
  if (place.surface === 'A') return 401
  if (byCookie && site !== 'same-origin') return 403
  if (byCookie && !isRead && (!marked || origin !== 'own')) return 403
  if (shown === 'cookie as bearer' || shown === 'bearer as cookie') return 401
  return may[role].includes(place.needs) ? place.status : 403
}

type Holder = { bearer: string; cookie: string }
type Held = Holder & { key: string }

function headersOf(app: TestApp, { bearer, cookie, key }: Held, one: Case) {
  const { shown, origin, site, marked } = one
  const tokenOf = (text: string) => text.replace(/^kontor=/, '')
  const said: Record<Shown, Record<string, string>> = {
    cookie: { cookie },
    bearer: { authorization: `Bearer ${bearer}` },
    'cookie as bearer': { authorization: `Bearer ${tokenOf(cookie)}` },
    'bearer as cookie': { cookie: `kontor=${bearer}` },
    'cookie and bearer': { cookie, authorization: `Bearer ${bearer}` },
    'cookie and key': { cookie, 'x-api-key': key },
    'cookie and nonsense': { cookie, authorization: 'Bearer nonsense' },
  }
  const originOf: Record<Origin, string | undefined> = {
    none: undefined,
    own: app.url,
    'other port': 'http://127.0.0.1:1',
    foreign: 'https://elsewhere.example',
  }
  return {
    ...said[shown],
    ...(originOf[origin] === undefined ? {} : { origin: originOf[origin] }),
    ...(site === 'none said' ? {} : { 'sec-fetch-site': site }),
    ...(marked ? { 'x-kontor-console': '1' } : {}),
  }
}

for (const role of roles) {
  test(`a session of a browser counts for own pages alone: ${role}`, async () => {
    await using app = await openTestApp({ parts: { jobs: false, workers: false }, config: rates })
    const { holder, key } = await hold(app, role)
    const differing: unknown[] = []
    for (const place of places) {
      const asked = casesOf(place, role)
      const statuses = await Promise.all(asked.map((one) => statusOf(app, { holder, key, one })))
      for (const [index, one] of asked.entries()) {
        const must = expected(one)
        if (statuses[index] !== must) differing.push({ ...one, status: statuses[index], must })
      }
    }
    assert.equal(differing.slice(0, 10), [])
  })
}

const rates = { balanceRatePerMinute: 1_000_000, assetsRatePerMinute: 1_000_000 }

/** All of them for the owner; for the others what can depend on who it is. */
function casesOf(place: Place, role: Role): Case[] {
  const whole = role === 'owner'
  const cases = (whole ? credentials : (['cookie', 'bearer'] as const)).flatMap((shown) =>
    (whole ? origins : (['none', 'own'] as const)).flatMap((origin) =>
      sites.flatMap((site) =>
        [true, false].map((marked) => ({ place, role, shown, origin, site, marked })),
      ),
    ),
  )
  const two = (whole ? doubled : []).flatMap((shown) =>
    origins.map((origin) => ({ origin, shown, site: 'same-origin' as const })),
  )
  return [...cases, ...two.map((one) => ({ ...one, place, role, marked: true }))]
}

type Asking = { holder: Holder; key: string; one: Case }

async function statusOf(app: TestApp, { holder, key, one }: Asking): Promise<number> {
  const [method = '', path = ''] = one.place.call.split(' ')
  const headers = headersOf(app, { ...holder, key }, one)
  return (await app.call(method, path, { headers, body: one.place.body })).status
}

/** A person of this role, logged in as a program and as a browser. */
async function hold(app: TestApp, role: Role): Promise<{ holder: Holder; key: string }> {
  const admin = await app.admin()
  const owner = await app.signUp('Owner')
  const viewer = await invited(app, owner)
  const person = { owner, viewer, admin }[role]
  const page = openPage(app)
  await page.logIn(person.email)
  return {
    holder: { bearer: person.token, cookie: page.cookie() },
    key: await app.key(owner),
  }
}

async function invited(app: TestApp, owner: Party): Promise<Party> {
  const asked = { as: owner.token, body: { roles: ['viewer'] } }
  const { body } = await app.call('POST', '/v1/tenant/invitations', asked)
  return signUp(app.call, 'Viewer', { invitation_code: body.data.invitation_code })
}

test('without a word of the browser nobody logs one in, out, or asks who it is', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { email } = await app.signUp('Ada')
  const page = openPage(app)
  await page.logIn(email)
  const wrongs: [reason: string, method: string, headers: Record<string, string>][] = [
    ['same_origin', 'POST', { 'sec-fetch-site': 'same-site' }],
    ['same_origin', 'POST', { 'sec-fetch-site': '' }],
    ['console_header', 'POST', { 'x-kontor-console': '' }],
    ['origin', 'POST', { origin: 'http://127.0.0.1:1' }],
    ['origin', 'POST', { origin: '' }],
    ['same_origin', 'GET', { 'sec-fetch-site': 'none' }],
    ['console_header', 'DELETE', { 'x-kontor-console': '' }],
  ]
  for (const [reason, method, headers] of wrongs) {
    const body = method === 'POST' ? { email, password: 'correct horse battery' } : undefined
    const answer = await page.call(method, '/console/session', { body, headers })
    assert.equal([answer.status, answer.body.error?.details.reason], [403, reason], method)
    assert.is(answer.headers.get('set-cookie'), null)
  }
  assert.is((await page.call('GET', '/v1/me')).status, 200)
})

test('what needs no credential is served to a browser from anywhere', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const page = openPage(app)
  await page.logIn((await app.signUp('Ada')).email)
  for (const path of ['/health', '/docs', '/openapi/b.json', '/v1/ledger/key']) {
    const headers = { 'sec-fetch-site': 'cross-site' }
    assert.is((await page.call('GET', path, { headers })).status, 200, path)
  }
})

test.run()
