// Who may speak MCP: refusals come in the words of Surface A, before any message is read.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { RateLimited, Saturated } from '../../../../src/base/errors.ts'
import { handshake, versions } from '../../../support/mcp.ts'
import { makeKey } from '../../../support/open-test-app.ts'
import { openTestMcp, type TestMcp } from '../../../support/open-test-mcp.ts'
import { shared } from '../../../support/shared.ts'

const together = shared(() => openTestMcp())

type Row = {
  name: string
  headers: (mcp: TestMcp) => Record<string, string> | Promise<Record<string, string>>
  status: number
  code: string
}

const unknown = { status: 401, code: 'unauthorized' }

const rows: Row[] = [
  { name: 'no key', headers: () => ({}), ...unknown },
  { name: 'an unknown key', headers: () => ({ 'x-api-key': 'kontor_unknown' }), ...unknown },
  {
    name: 'an unknown bearer',
    headers: () => ({ authorization: 'Bearer kontor_abcdefgh_x' }),
    ...unknown,
  },
  { name: 'a bearer of no kind', headers: () => ({ authorization: 'Bearer x' }), ...unknown },
  {
    name: "a person's session",
    headers: ({ buyer }) => ({ authorization: `Bearer ${buyer.token}` }),
    ...unknown,
  },
  {
    name: 'a revoked key',
    async headers(mcp) {
      const key = await makeKey(mcp.call, mcp.buyer, {})
      mcp.sql('UPDATE api_key SET revoked_at = 1')
      return { 'x-api-key': key }
    },
    ...unknown,
  },
  {
    name: 'a key without the scope',
    async headers(mcp) {
      return { 'x-api-key': await makeKey(mcp.call, mcp.buyer, { scopes: ['datasets:read'] }) }
    },
    status: 403,
    code: 'forbidden',
  },
  {
    name: 'two credentials',
    headers: ({ key }) => ({ 'x-api-key': key, authorization: `Bearer ${key}` }),
    status: 400,
    code: 'bad_request',
  },
]

for (const { name, headers, status, code } of rows) {
  together.fact(`${name}: ${status}`, async (mcp) => {
    const sent = { headers: await headers(mcp), body: handshake('2025-11-25') }
    const answer = await mcp.call('POST', '/mcp', sent)
    assert.equal([answer.status, answer.body.code], [status, code])
    assert.is(answer.body.request_id, answer.headers.get('x-request-id'))
    const challenge = answer.headers.get('www-authenticate') ?? ''
    assert.is(challenge.startsWith('Bearer realm="kontor"'), status === 401)
  })
}

test('the public search is not for MCP', async () => {
  await using mcp = await openTestMcp({ config: { publicSearch: true } })
  const { status } = await mcp.call('POST', '/mcp', { body: handshake('2025-11-25') })
  assert.is(status, 401)
})

test('a key in either header is taken', async () => {
  await using mcp = await openTestMcp()
  for (const headers of [{ 'x-api-key': mcp.key }, { authorization: `Bearer ${mcp.key}` }]) {
    const { status } = await mcp.call('POST', '/mcp', { headers, body: handshake('2025-11-25') })
    assert.is(status, 200)
  }
})

test('a key that is revoked while its search runs gets 401 and nothing is billed', async () => {
  for (const version of versions) {
    await using mcp = await openTestMcp()
    const { search } = mcp.rooms
    const { run } = search
    search.run = (cmd, request) => {
      mcp.sql('UPDATE api_key SET revoked_at = 1')
      return run(cmd, request)
    }
    const params = { name: 'search', arguments: { query: 'boiler' } }
    const { status, body } = await mcp.client(version).ask('tools/call', params)
    assert.equal([status, body.code], [401, 'unauthorized'], version)
    const made = mcp.store.raw.prepare('SELECT count(*) FROM search_activity').pluck().get()
    assert.is(made, 0)
  }
})

test('what waiting mends says how long, since a tool error has no headers', async () => {
  await using mcp = await openTestMcp()
  const busy = new Saturated({ message: 'Too many searches at once.', retryAfterSeconds: 2 })
  for (const error of [busy, new RateLimited(7)]) {
    mcp.rooms.search.run = () => Promise.reject(error)
    const { isError, text } = await mcp.client('2025-11-25').tool('search', { query: 'boiler' })
    assert.equal(
      [isError, text.code, text.message, text.retry_after_seconds],
      [true, error.code, error.message, error.retryAfterSeconds],
    )
  }
})

test('a failure of ours is 500 and shows nothing of its inside', async () => {
  for (const version of versions) {
    await using mcp = await openTestMcp()
    mcp.rooms.search.run = () => Promise.reject(new Error('the inside'))
    const params = { name: 'search', arguments: { query: 'boiler' } }
    const { status, body } = await mcp.client(version).ask('tools/call', params)
    assert.equal([status, body.code], [500, 'internal_error'], version)
    assert.not.match(JSON.stringify(body), /inside/)
  }
})

test.run()
