// Webhooks as a program of a tenant sees them: what arrives, how it is signed, and when again.
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp, signUp } from '../../support/open-test-app.ts'
import { openReceiver, type Received } from '../../support/receiver.ts'
import { untilSo } from '../../support/until.ts'

async function openHouse(config: Record<string, unknown> = {}) {
  const stack = new AsyncDisposableStack()
  const receiver = stack.use(await openReceiver())
  const app = stack.use(
    await openTestApp({
      parts: { workers: false },
      config: { webhookAllow: ['127.0.0.1'], ...config },
    }),
  )
  const owner = await app.signUp('Owner')
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, body: said } = await app.call(method, `/v1${path}`, { as: owner.token, body })
    return { status, ...(said.data ?? said) }
  }
  const hook = (extra: object = {}) => ask('POST', '/webhooks', { url: receiver.url, ...extra })
  const key = (name: string) => ask('POST', '/api-keys', { name })
  const seen = () => receiver.received.map(({ body }) => JSON.parse(body))
  const last = async () => (await ask('GET', '/webhook-deliveries')).deliveries[0]
  return {
    app,
    receiver,
    owner,
    ask,
    hook,
    key,
    seen,
    last,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** As the specification of Standard Webhooks has it, in words of our own. */
function signatureOf(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

const signatures = ({ headers }: Received) => String(headers['webhook-signature']).split(' ')

test('what happens from then on arrives, signed', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, key, seen, last } = house
  await key('before')
  const made = await hook({ types: ['key.created'] })
  assert.is(made.status, 201)
  assert.match(made.signing_secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { api_key_id } = await key('after')
  await house.ask('DELETE', `/api-keys/${api_key_id}`)
  await app.settleJobs()
  assert.equal(seen(), [
    {
      type: 'key.created',
      number: 2,
      timestamp: new Date(app.clock.nowMs()).toISOString(),
      data: { api_key_id, name: 'after', scopes: ['datasets:read', 'search:query'] },
    },
  ])
  const [said] = receiver.received as [Received]
  assert.equal(signatures(said), [signatureOf(made.signing_secret, said)])
  assert.is(said.headers['webhook-timestamp'], String(Math.floor(app.clock.nowMs() / 1000)))
  const delivery = await last()
  assert.is(delivery.delivery_id, said.headers['webhook-id'])
  assert.equal([delivery.state, delivery.tries, delivery.answer.status], ['delivered', 1, 204])
  assert.is(delivery.request.body, said.body)
  const shown = await house.ask('GET', `/webhooks/${made.webhook_id}`)
  assert.is(shown.signing_secret, undefined)
  const { raw } = app.store
  assert.is(raw.prepare('SELECT instr(secret, ?) FROM webhook').pluck().get(made.signing_secret), 0)
})

test('both secrets sign while they overlap, and then the new one alone', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, ask } = house
  const made = await hook()
  const at = `/webhooks/${made.webhook_id}`
  const turned = await ask('POST', `${at}/secret`, { overlap_hours: 2 })
  assert.is.not(turned.signing_secret, made.signing_secret)
  const send = async () => {
    await ask('POST', `${at}/test`)
    await app.settleJobs()
    return receiver.received.at(-1) as Received
  }
  const first = await send()
  assert.equal(signatures(first), [
    signatureOf(turned.signing_secret, first),
    signatureOf(made.signing_secret, first),
  ])
  app.clock.advance({ hours: 2 })
  const second = await send()
  assert.equal(signatures(second), [signatureOf(turned.signing_secret, second)])
  assert.is(JSON.parse(second.body).type, 'webhook.test')
})

test('pauses grow, Retry-After is heard, and after three days nothing more is sent', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, ask, key, last, owner } = house
  const { webhook_id } = await hook({ types: ['key.created'] })
  receiver.answers((_, res) => res.writeHead(503, { 'retry-after': '600' }).end('busy'))
  await key('one')
  await app.settleJobs()
  const startMs = app.clock.nowMs()
  const pauses: number[] = []
  for (let tries = 1; ; tries++) {
    assert.is(receiver.received.length, tries)
    const { state, next_try_at, answer } = await last()
    assert.equal([answer.status, answer.body], [503, 'busy'])
    if (state !== 'waiting') break
    const pauseMs = Date.parse(next_try_at) - app.clock.nowMs()
    pauses.push(pauseMs / 1000)
    app.clock.advance({ seconds: pauseMs / 1000 - 1 })
    await app.settleJobs()
    assert.is(receiver.received.length, tries, 'not before its time')
    app.clock.advance({ seconds: 1 })
    await app.settleJobs()
  }
  assert.is(app.clock.nowMs() - startMs, 72 * 3_600_000)
  assert.equal(pauses.slice(0, 3), [600, 600, 600])
  const grown = pauses.slice(3, -1)
  const isGrown = (pause: number, i: number) => pause > (grown[i - 1] ?? 0) * 0.6
  assert.ok(grown.every(isGrown), String(grown))
  assert.ok(pauses.length >= 8 && pauses.length <= 13, String(pauses))
  const shown = await ask('GET', `/webhooks/${webhook_id}`)
  assert.equal([shown.state, shown.reason], ['disabled', 'not_answering'])
  const { audit_events } = await ask('GET', '/audit?action=webhook.disabled')
  assert.is(audit_events.length, 1)
  const tenantId = owner.tenantId as never
  const { events } = app.rooms.events.read({ tenantId, afterNumber: 0, limit: 100 })
  assert.is(events.at(-1)?.type, 'webhook.disabled')

  receiver.answers(200)
  await ask('PATCH', `/webhooks/${webhook_id}`, { state: 'active' })
  await app.settleJobs()
  assert.is((await last()).state, 'delivered')
})

test('after a clock that was ahead is set right, the next try does not wait for it', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, key } = house
  await hook({ types: ['key.created'] })
  await app.settleJobs()
  receiver.answers((_, res) => res.writeHead(503, { 'retry-after': '600' }).end())
  app.clock.set({ hours: 0.9 })
  await key('one')
  await app.settleJobs()
  app.clock.set({ hours: -0.9 })
  app.clock.advance({ seconds: 599 })
  await app.settleJobs()
  assert.is(receiver.received.length, 1, 'not before its time')
  receiver.answers(200)
  app.clock.advance({ seconds: 601 })
  await app.settleJobs()
  assert.is(receiver.received.length, 2)
})

test('410 disables at once; what happens meanwhile comes when it is active again', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, ask, key, seen } = house
  const { webhook_id } = await hook({ types: ['key.created'] })
  receiver.answers(410)
  await key('one')
  await app.settleJobs()
  const gone = await ask('GET', `/webhooks/${webhook_id}`)
  assert.equal([gone.state, gone.reason], ['disabled', 'gone'])
  await key('two')
  await app.settleJobs()
  assert.is(seen().length, 1)
  assert.is((await ask('POST', `/webhooks/${webhook_id}/test`)).status, 409)
  receiver.answers(200)
  await ask('PATCH', `/webhooks/${webhook_id}`, { state: 'active' })
  await app.settleJobs()
  assert.equal(
    seen().map(({ data }) => data.name),
    ['one', 'one', 'two'],
  )
})

test('what disabled it is kept until it is active again, as long as events are', async () => {
  await using house = await openHouse()
  const { app, receiver, seen } = house
  const as = await app.key(house.owner, { scopes: ['admin:*'] })
  const { webhook_id } = await house.hook({ types: ['key.created'] })
  receiver.answers(410)
  const { api_key_id } = await house.key('one')
  await app.settleJobs()
  const left = async (days: number) => {
    app.clock.advance({ hours: days * 24 })
    await app.rooms.webhooks.sweep()
    return app.store.raw.prepare('SELECT state FROM webhook_delivery').pluck().all()
  }
  assert.equal(await left(15), ['failed'])
  receiver.received.length = 0
  const body = { state: 'active' }
  assert.is((await app.call('PATCH', `/v1/webhooks/${webhook_id}`, { as, body })).status, 200)
  await app.settleJobs()
  assert.equal(
    seen().map(({ data }) => data.api_key_id),
    [api_key_id],
  )
  assert.equal(await left(74), ['failed'])
  assert.equal(await left(2), [])
})

test('a tenant whose addresses do not answer keeps nobody else waiting', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, key } = house
  await using silent = await openReceiver()
  silent.answers(() => {})
  const other = await app.signUp('Other')
  const body = { url: receiver.url, types: ['key.created'] }
  assert.is((await app.call('POST', '/v1/webhooks', { as: other.token, body })).status, 201)
  for (let n = 0; n < 8; n++) await hook({ url: silent.url })
  for (let n = 0; n < 4; n++) await key(`key ${n}`)
  await untilSo('all of its share is under way', () => silent.received.length >= 2)
  await app.key(other)
  await untilSo('the other one is told', () => receiver.received.length > 0)
  assert.is(silent.received.length, 2)
})

test('about one thing in order; another thing does not wait for it', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, ask, key, seen } = house
  await hook()
  const { api_key_id: stuck } = await key('stuck')
  receiver.answers(({ body }, res) => res.writeHead(body.includes(stuck) ? 500 : 200).end())
  await ask('DELETE', `/api-keys/${stuck}`)
  const { api_key_id: other } = await key('other')
  await app.settleJobs()
  await ask('DELETE', `/api-keys/${other}`)
  await app.settleJobs()
  const said = () => seen().map(({ type, data }) => [type, data.api_key_id])
  const fine = [
    ['key.created', other],
    ['key.revoked', other],
  ]
  const about = (id: string) => said().filter(([, one]) => one === id)
  assert.equal([about(other), about(stuck)], [fine, [['key.created', stuck]]])
  receiver.answers(200)
  app.clock.advance({ seconds: 10 })
  await app.settleJobs()
  assert.equal(about(stuck), [
    ['key.created', stuck],
    ['key.created', stuck],
    ['key.revoked', stuck],
  ])
})

test('what came of it cannot be written down: it is sent again, but not at once', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, key, last } = house
  await hook({ types: ['key.created'] })
  const { raw } = app.store
  raw.exec(`CREATE TRIGGER refused BEFORE UPDATE OF tries ON webhook_delivery
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  await key('one')
  await untilSo('it arrives', () => receiver.received.length > 0)
  await delay(2_000)
  assert.is(receiver.received.length, 1)
  raw.exec('DROP TRIGGER refused')
  await untilSo('it arrives again', () => receiver.received.length > 1)
  await app.settleJobs()
  assert.equal([receiver.received.length, (await last()).state], [2, 'delivered'])
})

test('a long answer is cut, a redirect is not followed, and it can be sent again', async () => {
  await using house = await openHouse()
  const { app, receiver, hook, ask, last } = house
  const { webhook_id } = await hook()
  const sent = async () => {
    await ask('POST', `/webhooks/${webhook_id}/test`)
    await app.settleJobs()
    return last()
  }
  receiver.answers((_, res) => res.writeHead(200).end('x'.repeat(200_000)))
  const long = await sent()
  assert.equal([long.state, long.answer.body.length], ['delivered', 65_536])
  const location = 'http://169.254.169.254/latest/meta-data'
  receiver.answers((_, res) => res.writeHead(302, { location }).end())
  const moved = await sent()
  assert.equal([moved.state, moved.answer.status], ['waiting', 302])
  assert.match(moved.problem, /redirect/)
  receiver.answers(200)
  const again = await ask('POST', `/webhook-deliveries/${long.delivery_id}/send-again`)
  assert.equal([again.status, again.state], [202, 'waiting'])
  await app.settleJobs()
  assert.is(receiver.received.at(-1)?.headers['webhook-id'], long.delivery_id)
  assert.is((await ask('GET', `/webhook-deliveries/${long.delivery_id}`)).state, 'delivered')
  app.clock.advance({ hours: 15 * 24 })
  await app.settleJobs()
  await app.rooms.webhooks.sweep()
  const left = app.store.raw.prepare('SELECT count(*) FROM webhook_delivery').pluck().get()
  assert.is(left, 0)
})

test('a name that stands for a private address is not gone to', async () => {
  await using house = await openHouse({ webhookAllow: [] })
  const { app, receiver, hook, ask, last } = house
  const { webhook_id } = await hook({ url: `https://localhost:${receiver.port}/` })
  await ask('POST', `/webhooks/${webhook_id}/test`)
  await app.settleJobs()
  const { state, problem, answer } = await last()
  const closed = 'the address is not one of the open Internet'
  assert.equal([state, problem, answer], ['waiting', closed, null])
  assert.is(receiver.received.length, 0)
})

test('addresses are refused where they are written down', async () => {
  await using house = await openHouse({ webhookAllow: ['10.1.0.0/16', 'inside.example'] })
  const refused = async (url: string) => {
    const { status, error } = await house.hook({ url })
    return [status, error?.details?.field, error?.details?.reason]
  }
  const closed = ['127.0.0.1', '10.2.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254']
  const odd = ['100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '0x7f.1', '2130706433']
  const six = ['[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[ff02::1]', '[::ffff:127.0.0.1]']
  const nat = ['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:db8::1]', '[fd00:ec2::254]']
  for (const host of [...closed, ...odd, ...six, ...nat]) {
    const why = [400, 'url', 'address_not_allowed']
    assert.equal(await refused(`https://${host}/`), why, host)
  }
  assert.equal(await refused('http://hooks.example/'), [400, 'url', 'https_required'])
  for (const url of ['x', 'ftp://a.example/', 'https://me:pw@a.example/', 'https://a.example/#x']) {
    assert.equal(await refused(url), [400, 'url', 'not_an_address'], url)
  }
  for (const url of ['https://10.1.2.3/', 'http://10.1.2.3/', 'http://inside.example/']) {
    assert.is((await house.hook({ url })).status, 201, url)
  }
  assert.is((await house.hook({ url: 'https://93.184.215.14/' })).status, 201)
  assert.is((await house.hook({ url: 'https://[2606:4700::1111]/' })).status, 201)
})

test('switched off, nothing new is set up and nothing is sent', async () => {
  await using house = await openHouse({ webhooks: false })
  const { status, error } = await house.hook()
  assert.equal([status, error.details.reason], [403, 'webhooks_off'])
})

test('others see nothing of it; who is no manager and a lesser key are refused', async () => {
  await using house = await openHouse()
  const { app, hook, owner, ask } = house
  const { webhook_id: id } = await hook()
  const { delivery_id } = await ask('POST', `/webhooks/${id}/test`)
  await app.settleJobs()
  const stranger = await app.signUp('Stranger')
  const lesser = await app.key(owner, { scopes: ['datasets:read', 'keys:write'] })
  const full = await app.key(owner, { scopes: ['admin:*'] })
  const { invitation_code } = await ask('POST', '/tenant/invitations', { roles: ['viewer'] })
  const viewer = await signUp(app.call, 'Viewer', { invitation_code })
  const calls: [string, string, unknown?][] = [
    ['GET', `/v1/webhooks/${id}`],
    ['PATCH', `/v1/webhooks/${id}`, { state: 'paused' }],
    ['POST', `/v1/webhooks/${id}/secret`, {}],
    ['POST', `/v1/webhooks/${id}/test`],
    ['GET', `/v1/webhook-deliveries?webhook_id=${id}`],
    ['GET', `/v1/webhook-deliveries/${delivery_id}`],
    ['POST', `/v1/webhook-deliveries/${delivery_id}/send-again`],
    ['DELETE', `/v1/webhooks/${id}`],
  ]
  for (const [method, path, body] of calls) {
    const by = async (as: string) => (await app.call(method, path, { as, body })).status
    const heard = [await by(stranger.token), await by(lesser), await by(viewer.token)]
    assert.equal(heard, [404, 403, 403], `${method} ${path}`)
  }
  for (const path of ['/v1/webhooks', '/v1/webhook-deliveries']) {
    const by = async (as: string) => app.call('GET', path, { as })
    assert.is((await by(lesser)).status, 403)
    assert.is((await by(full)).status, 200)
    const { data } = (await by(stranger.token)).body
    assert.equal(data.webhooks ?? data.deliveries, [])
  }
  assert.is((await ask('DELETE', `/webhooks/${id}`)).status, 204)
  assert.is((await ask('GET', `/webhooks/${id}`)).status, 404)
})

test('a tenant has twenty at most', async () => {
  await using house = await openHouse()
  for (let n = 0; n < 20; n++) assert.is((await house.hook()).status, 201)
  const { status, error } = await house.hook()
  assert.equal([status, error.details.reason], [409, 'too_many_webhooks'])
})

test.run()
