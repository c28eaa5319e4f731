// Which Host and Origin may call /mcp.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { HttpDeps } from '../../src/http/deps.ts'
import { mcpHosts } from '../../src/http/mcp-hosts.ts'
import { openTestApp } from '../support/open-test-app.ts'

type Lists = { baseUrl?: string; allowedHosts?: string[]; allowedOrigins?: string[] }
type Sent = { host?: string; origin?: string }
type Row = [sent: Sent, passes: boolean]

const [passes, refused] = [true, false]

/** Asks the check itself: a server with an address of its own cannot be started here. */
async function assertRows(lists: Lists, rows: readonly Row[]): Promise<void> {
  const { baseUrl = 'http://127.0.0.1:4200', allowedHosts = [], allowedOrigins = [] } = lists
  const settings = { baseUrl: () => baseUrl, allowedHosts, allowedOrigins }
  const check = mcpHosts({ settings } as unknown as HttpDeps)
  for (const [sent, wanted] of rows) {
    const headers: Record<string, string> = { host: new URL(baseUrl).host, ...sent }
    const ctx = { path: '/mcp', state: {}, get: (name: string) => headers[name] ?? '' }
    const outcome = await check(ctx as never, async () => {}).then(
      () => passes,
      (error: Error) => (error.name === 'Forbidden' ? refused : error),
    )
    assert.is(outcome, wanted, JSON.stringify(sent))
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

test('a foreign page is refused before its key is looked at', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const headers = { origin: 'https://evil.example' }
  const answer = await app.call('POST', '/mcp', { headers, body: {} })
  const { request_id, ...body } = answer.body
  assert.is(request_id, answer.headers.get('x-request-id'))
  assert.equal([answer.status, body.code], [403, 'forbidden'])
})

test('other paths are called by whatever name', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const headers = { origin: 'https://evil.example' }
  assert.is((await app.call('GET', '/health', { headers })).status, 200)
  assert.is((await app.call('GET', '/mcp/tools.json', { headers })).status, 200)
})

test.run()
