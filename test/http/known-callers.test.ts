// Which Host and Origin may call, on /mcp and elsewhere.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { HttpDeps } from '../../src/http/deps.ts'
import { knownHosts, knownOrigins } from '../../src/http/middleware/known-callers.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { rawConnections } from '../support/raw-connections.ts'
import { shared } from '../support/shared.ts'

const { fact } = shared(() => openTestApp({ parts: { jobs: false, workers: false } }))

type Lists = {
  path?: string
  baseUrl?: string
  allowedHosts?: string[]
  allowedOrigins?: string[]
}
type Sent = { host?: string; origin?: string }
type Row = [sent: Sent, passes: boolean]

const [passes, refused] = [true, false]

/** Asks the check itself: a server with an address of its own cannot be started here. */
async function assertRows(lists: Lists, rows: readonly Row[]): Promise<void> {
  const { path = '/mcp', baseUrl = 'http://127.0.0.1:4200' } = lists
  const { allowedHosts = [], allowedOrigins = [] } = lists
  const settings = { baseUrl: () => baseUrl, allowedHosts, allowedOrigins, publicSearch: false }
  const deps = { settings } as unknown as HttpDeps
  const hosts = knownHosts(deps)
  const origins = knownOrigins(deps, { paths: new Set(), expose: [] })
  for (const [sent, wanted] of rows) {
    const headers: Record<string, string> = { host: new URL(baseUrl).host, ...sent }
    const get = (name: string) => headers[name.toLowerCase()] ?? ''
    const ctx = { path, method: 'POST', req: {}, get, set() {}, vary() {} } as never
    const outcome = await hosts(ctx, () => origins(ctx, async () => {})).then(
      () => passes,
      (error: Error) => (error.name === 'Forbidden' ? refused : error),
    )
    assert.is(outcome, wanted, `${path} ${JSON.stringify(sent)}`)
  }
}

test('a server of this machine is called by the names of this machine', () =>
  assertRows({}, [
    [{}, passes],
    [{ host: 'localhost' }, passes],
    [{ host: 'LOCALHOST:4200' }, passes],
    [{ host: '[::1]:4200' }, passes],
    [{ host: '127.0.0.2' }, passes],
    [{ host: 'evil.example' }, refused],
    [{ host: 'localhost.evil.example' }, refused],
    [{ host: 'localhost@evil.example' }, refused],
    [{ host: '10.0.0.1' }, refused],
    [{ host: 'evil.example/localhost' }, refused],
    [{ host: 'localhost/evil.example' }, refused],
    [{ host: '' }, refused],
  ]))

test('a page of this machine may call a server of this machine, others may not', () =>
  assertRows({}, [
    [{ origin: 'http://localhost:6274' }, passes],
    [{ origin: 'http://127.0.0.1:3000' }, passes],
    [{ origin: 'https://evil.example' }, refused],
    [{ origin: 'http://localhost.evil.example' }, refused],
    [{ origin: 'null' }, refused],
    [{ origin: 'localhost' }, refused],
  ]))

test('behind an address of its own the server is called by that, and loopback', () =>
  assertRows({ baseUrl: 'https://data.example.eu' }, [
    [{ host: 'data.example.eu' }, passes],
    [{ host: 'data.example.eu:443' }, passes],
    [{ host: 'localhost:4200' }, passes],
    [{ host: 'other.example.eu' }, refused],
    [{ host: 'data.example.eu', origin: 'https://data.example.eu' }, passes],
    [{ host: 'data.example.eu', origin: 'http://data.example.eu' }, refused],
    [{ host: 'data.example.eu', origin: 'http://localhost:3000' }, refused],
  ]))

test('the operator lists other names and origins', () =>
  assertRows(
    {
      baseUrl: 'https://data.example.eu',
      allowedHosts: ['kontor.internal', '10.0.0.7'],
      allowedOrigins: ['https://app.example.eu', 'http://localhost:3000'],
    },
    [
      [{ host: 'kontor.internal:8080' }, passes],
      [{ host: 'Kontor.Internal' }, passes],
      [{ host: '10.0.0.7' }, passes],
      [{ host: '10.0.0.8' }, refused],
      [{ host: 'kontor.internal', origin: 'https://app.example.eu' }, passes],
      [{ host: 'kontor.internal', origin: 'http://localhost:3000' }, passes],
      [{ host: 'kontor.internal', origin: 'http://localhost:3001' }, refused],
      [{ host: 'kontor.internal', origin: 'https://app.example.eu:8443' }, refused],
    ],
  ))

fact('a foreign page is refused before its key is looked at', async (app) => {
  const headers = { origin: 'https://evil.example' }
  const answer = await app.call('POST', '/mcp', { headers, body: {} })
  const { request_id, ...body } = answer.body
  assert.is(request_id, answer.headers.get('x-request-id'))
  assert.equal([answer.status, body.code], [403, 'forbidden'])
})

test('elsewhere addresses will do, and the page of whichever name it is called by', () =>
  assertRows(
    {
      path: '/v1/auth/signup',
      baseUrl: 'https://data.example.eu',
      allowedHosts: ['kontor.internal'],
    },
    [
      [{}, passes],
      [{ host: '10.0.0.7:4200' }, passes],
      [{ host: '[fd00::7]:4200' }, passes],
      [{ host: 'evil.example:4200' }, refused],
      [{ host: '10.0.0.7.evil.example' }, refused],
      [{ origin: 'https://data.example.eu' }, passes],
      [{ origin: 'https://evil.example' }, refused],
      [{ origin: 'http://localhost:3000' }, refused],
      [{ origin: 'null' }, refused],
      [{ host: 'kontor.internal:8080', origin: 'http://kontor.internal:8080' }, passes],
      [{ host: 'kontor.internal:8080', origin: 'http://kontor.internal:8081' }, refused],
    ],
  ))

const evil = { origin: 'https://evil.example' }
const signup = { email: 'a@example.eu', password: 'correct horse battery', display_name: 'A' }

fact('no other origin signs anybody up, by a preflight or without one', async (app) => {
  const before = { ...evil, 'access-control-request-method': 'POST' }
  const preflight = await app.call('OPTIONS', '/v1/auth/signup', { headers: before })
  assert.is(preflight.status, 403)
  assert.is(preflight.headers.get('access-control-allow-origin'), null)
  // What a page may send without asking: a body without a type.
  const raw = JSON.stringify({ ...signup, tenant_name: 'A house' })
  const sent = await app.call('POST', '/v1/auth/signup', { headers: evil, raw: Buffer.from(raw) })
  assert.equal([sent.status, sent.body.error.details], [403, { reason: 'origin' }])
  const own = await app.call('POST', '/v1/auth/signup', {
    headers: { origin: new URL(app.url).origin },
    raw: Buffer.from(raw),
  })
  assert.is(own.status, 201)
})

fact(
  'a foreign page reads nothing, and a name that is not ours is refused on all surfaces',
  async (app) => {
    for (const path of ['/v1/me', '/search?q=a', '/balance', '/docs', '/openapi/b.json']) {
      const { headers } = await app.call('GET', path, { headers: evil })
      assert.is(headers.get('access-control-allow-origin'), null, path)
      assert.match(headers.get('vary') ?? '', 'Origin', path)
    }
    await using raw = rawConnections(app.url)
    for (const path of ['/v1/me', '/search?q=a', '/balance', '/docs', '/blobs/a?b=c', '/dl/a']) {
      const connection = await raw.open(
        `GET ${path} HTTP/1.1\r\nhost: evil.example:4200\r\nconnection: close\r\n\r\n`,
      )
      await connection.closed
      assert.equal(connection.statuses(), ['403'], path)
      assert.match(connection.received(), 'KONTOR_ALLOWED_HOSTS', path)
    }
  },
)

fact('what machines ask for is asked by whatever name', async (app) => {
  await using raw = rawConnections(app.url)
  for (const path of ['/livez', '/readyz', '/health']) {
    const connection = await raw.open(
      `GET ${path} HTTP/1.1\r\nhost: pod-7\r\nconnection: close\r\n\r\n`,
    )
    await connection.closed
    assert.equal(connection.statuses(), ['200'], path)
  }
})

test('public search is for every page, and a listed origin for everything', async () => {
  const config = { publicSearch: true, allowedOrigins: 'https://app.example.eu' }
  await using app = await openTestApp({ config, parts: { jobs: false, workers: false } })
  const listed = { origin: 'https://app.example.eu' }
  const origins: [string, Record<string, string>, string | null][] = [
    ['/search?q=pump', evil, '*'],
    ['/search/suggest?q=pu', evil, '*'],
    ['/search?q=pump', {}, '*'],
    ['/v1/me', {}, null],
    ['/v1/me', evil, null],
    ['/asset/obj_none', evil, null],
    ['/search?q=pump', listed, listed.origin],
    ['/v1/me', listed, listed.origin],
  ]
  for (const [path, headers, allowed] of origins) {
    const answer = await app.call('GET', path, { headers })
    assert.is(answer.headers.get('access-control-allow-origin'), allowed, path)
  }
  const { headers } = await app.call('GET', '/v1/me', { headers: listed })
  const read = (headers.get('access-control-expose-headers') ?? '').split(',')
  const needed = [
    ...['etag', 'content-disposition', 'content-range', 'accept-ranges'],
    ...['x-total-count', 'idempotent-replayed', 'allow'],
  ]
  assert.equal(
    needed.filter((name) => !read.includes(name)),
    [],
  )
  const asking = { ...evil, 'access-control-request-method': 'GET' }
  assert.is((await app.call('OPTIONS', '/search', { headers: asking })).status, 204)
})

test.run()
