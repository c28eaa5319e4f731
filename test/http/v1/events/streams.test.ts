// Streams of events as a listener hears them: what, from where on, and for how long.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listen } from '../../../support/event-reader.ts'
import { approve, openMarket, stage } from '../../../support/market.ts'
import {
  openTestApp,
  type Party,
  password,
  signUp,
  type TestApp,
} from '../../../support/open-test-app.ts'

const quiet = { parts: { jobs: false, workers: false } }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const listenTo = (app: TestApp, token: string, headers: Record<string, string> = {}) =>
  listen(`${app.url}/v1/events`, { ...bearer(token), ...headers })
const makeKey = async (app: TestApp, party: Party, body: object = { name: 'k' }) =>
  (await app.call('POST', '/v1/api-keys', { as: party.token, body })).body.data

async function join(app: TestApp, { token: as }: Party) {
  const path = '/v1/tenant/invitations'
  const { body } = await app.call('POST', path, { as, body: { roles: ['admin'] } })
  return signUp(app.call, 'Member', {
    tenant_name: undefined,
    invitation_code: body.data.invitation_code,
  })
}

test('what happens comes at once, with what it changes, and goes on where it was', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  const other = await app.signUp('Other')
  await makeKey(app, owner)
  const stream = await listenTo(app, owner.token)
  assert.is(stream.status, 200)
  assert.is(stream.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.match(stream.headers['cache-control'] ?? '', 'no-store')
  await makeKey(app, other)
  const { api_key_id } = await makeKey(app, owner, { name: 'one' })
  const [first] = await stream.heard(1)
  const timestamp = new Date(app.clock.nowMs()).toISOString()
  const data = { api_key_id, name: 'one', scopes: ['datasets:read', 'search:query'] }
  assert.equal(first, {
    id: '2',
    data: { changed: ['keys'], event: { type: 'key.created', number: 2, timestamp, data } },
  })
  stream.stop()
  await makeKey(app, owner, { name: 'two' })
  await makeKey(app, owner, { name: 'three' })
  const again = await listenTo(app, owner.token, { 'last-event-id': stream.lastId() })
  await again.heard(2)
  await makeKey(app, owner, { name: 'four' })
  await again.heard(3)
  const numbers = again.events().map(({ number, data: { name } }) => `${number} ${name}`)
  assert.equal(numbers, ['3 two', '4 three', '5 four'])
  again.stop()
  const asQuery = await listen(`${app.url}/v1/events?last_event_id=4`, bearer(owner.token))
  await asQuery.heard(1)
  assert.is(asQuery.events()[0].number, 5)
  asQuery.stop()
  const wrong = await app.call('GET', '/v1/events?last_event_id=a', { as: owner.token })
  assert.equal([wrong.status, wrong.body.error.details.field], [400, 'last_event_id'])
  const nobody = await app.call('GET', '/v1/events')
  assert.is(nobody.status, 401)
})

test('who was away for too long, or comes from another list, is told to look at all', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  for (const name of ['a', 'b', 'c']) await makeKey(app, owner, { name })
  app.store.raw.prepare('DELETE FROM event WHERE number < 3').run()
  const late = await listenTo(app, owner.token, { 'last-event-id': '1' })
  const [gap, next] = await late.heard(2)
  assert.equal([gap?.data, next?.data.event.number], [{ changed: ['*'] }, 3])
  late.stop()
  const strange = await listenTo(app, owner.token, { 'last-event-id': '900' })
  await strange.heard(1)
  await makeKey(app, owner, { name: 'd' })
  await strange.heard(2)
  assert.equal(
    strange.messages().map(({ event }) => event?.number),
    [undefined, 4],
  )
  strange.stop()
})

test('each hears what its credential may see, a key for some datasets of those alone', async () => {
  await using app = await openTestApp(quiet)
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider, operator } = market
  const scopes = ['datasets:read']
  const datasets = { scopes, dataset_access_mode: 'allow_list', dataset_ids: [] as string[] }
  const none = await makeKey(app, provider, { name: 'none', ...datasets })
  const only = { ...datasets, dataset_ids: [market.datasetId] }
  const some = await makeKey(app, provider, { name: 'some', ...only })
  const ofNone = await listenTo(app, none.secret)
  const ofSome = await listenTo(app, some.secret)
  const owner = await listenTo(app, provider.token)
  const reviewer = await listenTo(app, operator.token)
  await makeKey(app, provider, { name: 'unseen' })
  const { objectId } = await stage(market, { bytes: Buffer.from('Heat pumps.') })
  await approve(market, { objectId, url: '' })
  await makeKey(app, market.buyer, { name: 'foreign' })
  await owner.heard(3)
  await ofSome.heard(2)
  await reviewer.heard(2)
  const typesOf = (stream: typeof owner) => stream.events().map(({ type }) => type)
  assert.equal(typesOf(owner), ['key.created', 'object.uploaded', 'object.approved'])
  assert.equal(typesOf(ofSome), ['object.uploaded', 'object.approved'])
  assert.equal(ofSome.messages()[0].changed, [`objects:${market.datasetId}`, 'jobs'])
  assert.equal(typesOf(ofNone), [])
  // Whoever reviews hears of the queue of every tenant, and of nothing else that is theirs.
  assert.equal(
    reviewer.messages().map(({ changed, event }) => [changed, event?.type]),
    [
      [['queue'], 'review.waiting'],
      [['queue'], undefined],
    ],
  )
  assert.match(reviewer.lastId(), /^\d+-1$/)
  for (const one of [ofNone, ofSome, owner, reviewer]) one.stop()
})

test('a stream ends with what opened it: at once, whatever ended that', async () => {
  await using app = await openTestApp(quiet)
  const operator = await app.admin()
  const owner = await app.signUp('Owner')
  const logIn = async (email: string) =>
    (await app.call('POST', '/v1/auth/login', { body: { email, password } })).body.data
  const member = await join(app, owner)
  const key = await makeKey(app, owner)
  const one = `/v1/tenant/members/${member.userId}`
  const asOwner = (method: string, path: string, body?: object) => () =>
    app.call(method, path, { as: owner.token, body })
  const house = `/v1/admin/tenants/${owner.tenantId}`
  const ends: [why: string, token: string, end: () => Promise<{ status: number }>][] = [
    ['a key is revoked', key.secret, asOwner('DELETE', `/v1/api-keys/${key.api_key_id}`)],
    ['a role is taken', member.token, asOwner('PATCH', one, { roles: ['viewer'] })],
    ['a member is removed', member.token, asOwner('DELETE', one)],
    [
      'a session is logged out',
      (await logIn(owner.email)).session_token,
      asOwner('DELETE', '/v1/me/sessions'),
    ],
    [
      'a tenant is suspended',
      owner.token,
      () => app.call('POST', `${house}/suspend`, { as: operator.token, body: { reason: 'x' } }),
    ],
  ]
  for (const [why, token, end] of ends) {
    const stream = await listenTo(app, token)
    assert.is(stream.status, 200, why)
    const { status } = await end()
    assert.ok(status < 300, `${why}: ${status}`)
    await stream.ended
  }
  const stream = await listenTo(app, operator.token)
  app.clock.advance({ hours: 24 * 7 })
  await app.runUpkeep()
  await stream.ended
})

test('a stream ends when a second factor is wanted of who listens and none is shown', async () => {
  await using app = await openTestApp({ ...quiet, config: { secondFactor: 'admins' } })
  const { userId, token } = await app.signUp('Ada')
  const stream = await listenTo(app, token)
  assert.is(stream.status, 200)
  await app.store.write((tx) =>
    tx.run(`UPDATE user SET is_platform_admin = 1 WHERE user_id = '${userId}'`),
  )
  await stream.ended
  assert.is((await listenTo(app, token)).status, 403)
})

test('a browser has it with its cookie, on pages of the server alone', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  const page = { 'sec-fetch-site': 'same-origin', 'x-kontor-console': '1', origin: app.url }
  const answer = await app.call('POST', '/console/session', {
    body: { email: owner.email, password },
    headers: page,
  })
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? []
  const from = (site: string) =>
    listen(`${app.url}/v1/events`, { cookie, 'sec-fetch-site': site, accept: 'text/event-stream' })
  const stream = await from('same-origin')
  assert.is(stream.status, 200)
  assert.is((await from('same-site')).status, 403)
  app.clock.advance({ hours: 13 })
  await app.runUpkeep()
  await stream.ended
})

test('a session has four, and the server ends all of them when it stops', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  const open = () => listenTo(app, owner.token)
  const streams = [await open(), await open(), await open(), await open()]
  const more = await open()
  assert.equal([more.status, more.headers['retry-after']], [429, '10'])
  streams[0]?.stop()
  await streams[0]?.ended
  const head = await app.call('HEAD', '/v1/events', { as: owner.token })
  assert.is(head.status, 200)
  const startedMs = performance.now()
  await app.close()
  await Promise.all(streams.map(({ ended }) => ended))
  assert.ok(performance.now() - startedMs < 5_000, 'nobody was waited for')
})

test('a job is told each time it changes, until it is over', async () => {
  await using app = await openTestApp({ parts: { workers: false } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider } = market
  const { objectId } = await stage(market, { bytes: Buffer.from('Heat pumps.') })
  const path = `/v1/admin/review/objects/${provider.tenantId}/${objectId}/approve`
  const approved = await app.call('POST', path, { as: market.operator.token, body: {} })
  const at = `${app.url}/v1/jobs/${approved.body.data.job_id}/events`
  const stream = await listen(at, bearer(provider.token))
  await stream.ended
  const states = stream.messages().map(({ status }) => status)
  assert.is(states.at(-1), 'done')
  assert.equal([...new Set(states)], states, 'each state once')
  const again = { ...bearer(provider.token), 'last-event-id': stream.lastId() }
  assert.is((await listen(at, again)).status, 204)
  assert.is((await listen(at, bearer(market.buyer.token))).status, 404)
})

test.run()
