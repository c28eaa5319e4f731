import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newName } from '../support/new-name.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

const json = { 'content-type': 'application/json' }

/** For those that are refused, those that only look, and who has a house of its own. */
const one = shared(async () => {
  const app = await openTestApp()
  return Object.assign(app, { provider: await app.signUp('Provider') })
})

one.fact('every answer carries the id of its request, also in the body', async (app) => {
  const answer = await app.call('GET', '/v1/me')
  assert.is(answer.status, 401)
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_/)
  assert.is(answer.body.request_id, answer.headers.get('x-request-id'))
})

const unknown: [string, string, (body: Record<string, unknown>) => unknown][] = [
  ['/v1/nothing', 'Surface B', (body) => (body.error as { code: string }).code],
  ['/nothing', 'Surface A', (body) => body.code],
  ['/wallet/a/b/c', 'Surface C', (body) => body.code],
]
for (const [path, surface, code] of unknown) {
  one.fact(`an unknown path that resembles ${surface} answers 404 in its dialect`, async (app) => {
    const answer = await app.call('GET', path)
    assert.is(answer.status, 404)
    assert.is(code(answer.body), 'not_found')
  })
}

one.fact('a wrong method answers 405 and says which are right', async (app) => {
  const answer = await app.call('PUT', '/v1/datasets')
  assert.is(answer.status, 405)
  assert.is(answer.headers.get('allow'), 'POST, GET, HEAD')
  assert.is(answer.body.error.code, 'method_not_allowed')
})

one.fact('two credentials at once are 400 on every surface', async (app) => {
  for (const path of ['/v1/me', '/search?q=x', '/assets', '/balance']) {
    const answer = await app.call('GET', path, { as: 'sess_x', headers: { 'x-api-key': 'y' } })
    assert.is(answer.status, 400, path)
  }
})

one.fact('a Basic header of a proxy is ignored', async (app) => {
  const key = await app.key(await app.signUp(newName()))
  const headers = { authorization: 'Basic YTpi', 'x-api-key': key }
  assert.is((await app.call('GET', '/assets', { headers })).status, 200)
})

one.fact('on the shared paths the credential decides who answers', async (app) => {
  const party = await app.signUp(newName())
  const key = await app.key(party)
  assert.is((await app.call('GET', '/assets', { as: key })).status, 200)
  const wallet = await app.call('GET', '/assets', { as: party.token })
  assert.equal([wallet.status, wallet.body], [200, []])
  const post = await app.call('POST', '/assets', { as: key, body: {} })
  assert.is(post.status, 405)
  assert.is(post.body.code, 'method_not_allowed')
  assert.is((await app.call('GET', '/assets')).body.code, 'unauthorized')
  assert.match((await app.call('GET', '/search?q=x')).headers.get('vary') ?? '', 'X-API-Key')
})

one.fact('a credential of the wrong kind is 401 on paths of one surface', async (app) => {
  const party = await app.signUp(newName())
  const key = await app.key(party)
  assert.is((await app.call('GET', '/balance', { as: key })).body.code, 'unauthorized')
  const mint = await app.call('POST', '/download', { as: party.token, body: { asset_id: 'x' } })
  assert.is(mint.status, 401)
  assert.is(mint.body.code, 'unauthorized')
  assert.is((await app.call('GET', '/v1/me', { as: 'something' })).status, 401)
})

one.fact(
  'a retried POST with an Idempotency-Key has one effect and the first answer',
  async (app) => {
    const { token } = await app.signUp(newName())
    const asked = { as: token, body: { name: 'A' }, headers: { 'idempotency-key': 'k-1' } }
    const first = await app.call('POST', '/v1/datasets', asked)
    const second = await app.call('POST', '/v1/datasets', asked)
    assert.is(first.status, 201)
    assert.is(second.status, 201)
    assert.equal(second.body, first.body)
    assert.is(second.headers.get('idempotent-replayed'), 'true')
    assert.is((await app.call('GET', '/v1/datasets', { as: token })).body.data.total, 1)
  },
)

one.fact('an Idempotency-Key used again with another body is 409', async (app) => {
  const { token } = await app.signUp(newName())
  const headers = { 'idempotency-key': 'k-1' }
  await app.call('POST', '/v1/datasets', { as: token, body: { name: 'A' }, headers })
  const other = await app.call('POST', '/v1/datasets', { as: token, body: { name: 'B' }, headers })
  assert.is(other.status, 409)
  assert.equal(other.body.error.details, { reason: 'idempotency_key_reused' })
})

test('an Idempotency-Key outlives a restart', async () => {
  await using app = await openTestApp()
  const { token } = await app.signUp('Provider')
  const asked = { as: token, body: { name: 'A' }, headers: { 'idempotency-key': 'k-1' } }
  const first = await app.call('POST', '/v1/datasets', asked)
  await app.close()
  await using again = await openTestApp({ dir: app.dir, clock: app.clock })
  assert.equal((await again.call('POST', '/v1/datasets', asked)).body, first.body)
})

one.fact('a refused POST leaves its Idempotency-Key free', async (app) => {
  const { token } = await app.signUp(newName())
  const headers = { 'idempotency-key': 'k-1' }
  const bad = await app.call('POST', '/v1/datasets', { as: token, body: {}, headers })
  assert.is(bad.status, 400)
  const good = await app.call('POST', '/v1/datasets', { as: token, body: { name: 'A' }, headers })
  assert.is(good.status, 201)
})

one.fact('twenty requests at once with one Idempotency-Key make one dataset', async (app) => {
  const { token } = await app.signUp(newName())
  const asked = { as: token, body: { name: 'A' }, headers: { 'idempotency-key': 'k-1' } }
  const tries = Array.from({ length: 20 }, () => app.call('POST', '/v1/datasets', asked))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.ok(statuses.every((status) => status === 201 || status === 409))
  assert.ok(statuses.includes(201))
  assert.is((await app.call('GET', '/v1/datasets', { as: token })).body.data.total, 1)
})

const badKeys = ['x'.repeat(256), 'tab\tbed']
for (const key of badKeys) {
  one.fact(`an Idempotency-Key of ${key.length} like '${key.slice(0, 8)}' is 400`, async (app) => {
    const headers = { 'idempotency-key': key }
    const answer = await app.call('POST', '/v1/datasets', {
      as: app.provider.token,
      body: { name: 'A' },
      headers,
    })
    assert.is(answer.status, 400)
    assert.is(answer.body.error.details.field, 'Idempotency-Key')
  })
}

const badBodies: [string, string, Record<string, string>, string][] = [
  ['malformed JSON', '{"name":', json, 'malformed_json'],
  ['an array', '[]', json, 'invalid_type'],
  ['a form', 'name=A', { 'content-type': 'application/x-www-form-urlencoded' }, 'content_type'],
  ['a __proto__ key', '{"name":"A","__proto__":{"a":1}}', json, 'forbidden_key'],
  ['a deep nest', `{"name":${'['.repeat(40)}${']'.repeat(40)}}`, json, 'too_deep'],
  ['compressed bytes', 'x', { ...json, 'content-encoding': 'gzip' }, 'content_encoding'],
]
for (const [name, raw, headers, reason] of badBodies) {
  one.fact(`a body of ${name} is 400 ${reason}`, async (app) => {
    const { token } = app.provider
    const answer = await app.call('POST', '/v1/datasets', { as: token, raw, headers })
    assert.is(answer.status, 400)
    assert.equal(answer.body.error.details, { field: 'body', reason })
  })
}

one.fact('a body over 1 MiB is 413', async (app) => {
  const { token } = await app.signUp(newName())
  const raw = JSON.stringify({ name: 'A', description: 'x'.repeat(1024 * 1024) })
  const answer = await app.call('POST', '/v1/datasets', { as: token, raw, headers: json })
  assert.is(answer.status, 413)
  assert.is(answer.body.error.code, 'payload_too_large')
})

test('a preflight is answered before anybody asks for a credential', async () => {
  const origin = 'https://app.example.eu'
  await using app = await openTestApp({ config: { allowedOrigins: origin } })
  const headers = { origin, 'access-control-request-method': 'GET' }
  const answer = await app.call('OPTIONS', '/search', { headers })
  assert.is(answer.status, 204)
  assert.is(answer.headers.get('access-control-allow-origin'), origin)
})

one.fact('health has no envelope and names its version', async (app) => {
  const answer = await app.call('GET', '/health')
  assert.equal(answer.body, { status: 'healthy', version: '0.1.0' })
  assert.is((await app.call('GET', '/livez')).status, 200)
  assert.is((await app.call('GET', '/readyz')).status, 200)
})

for (const [document, path] of [
  ['a', '/search'],
  ['b', '/v1/datasets'],
  ['c', '/wallet'],
]) {
  one.fact(`the OpenAPI document ${document} describes ${path}`, async (app) => {
    const answer = await app.call('GET', `/openapi/${document}.json`)
    assert.is(answer.status, 200)
    assert.is(answer.body.openapi, '3.1.1')
    assert.ok(answer.body.paths[path as string]?.get)
    assert.is(answer.body.servers[0].url, app.url)
  })
}

test('a key over its minute is 429 with the time to wait, and others are not', async () => {
  await using app = await openTestApp({ config: { searchRatePerMinute: 2 } })
  const party = await app.signUp('Buyer')
  const key = await app.key(party)
  const other = await app.key(party)
  const search = (as: string) => app.call('GET', '/search?q=heat', { as })
  const first = await search(key)
  assert.is(first.status, 200)
  assert.is(first.headers.get('ratelimit-policy'), '"search";q=2;w=60')
  assert.match(first.headers.get('ratelimit') ?? '', /^"search";r=1;t=\d+$/)
  await search(key)
  const over = await search(key)
  assert.is(over.status, 429)
  assert.is(over.body.code, 'rate_limited')
  assert.ok(Number(over.headers.get('retry-after')) >= 1)
  assert.is((await search(other)).status, 200)
})

test.run()
