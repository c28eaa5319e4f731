// The client against a real server, from signing up to the downloaded file.

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Agent, KontorError, openClient } from '../../src/client/index.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { doMainJob } from '../support/client-job.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { openTestShop } from '../support/open-test-shop.ts'

const text = 'The heat pump of station OPS-306 was inspected in May.'
const quiet = { parts: { jobs: false, workers: false } }

test('a file is offered, reviewed, found, bought and fetched with the client alone', async () => {
  await using app = await openTestApp({ config: { welcomeCredits: 100 } })
  const setupCode = (await app.ensureSetupCode()) ?? ''
  const settled = () => app.settleJobs()
  assert.equal(await doMainJob({ url: app.url, setupCode, text, settled }), {
    status: 'staged',
    snippet: text.replace('heat pump', '**heat pump**'),
    passage: text,
    fetched: text,
    credits: 100,
  })
  assertLedgerBalances(app)
})

async function refused(asking: Promise<unknown>): Promise<KontorError> {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.instance(error, KontorError)
  return error as KontorError
}

test('a refusal of either surface is an error with its code, status and request id', async () => {
  await using app = await openTestApp(quiet)
  const { token } = await app.signUp('Buyer')
  const kontor = openClient({ baseUrl: `${app.url}/`, credential: token })
  const b = await refused(kontor.getDataset({ id: 'dset_x' }))
  assert.equal([b.status, b.code, b.message], [404, 'not_found', 'No such dataset.'])
  assert.match(b.requestId ?? '', /^req_/)
  const a = await refused(kontor.as(undefined).search({ q: 'x' }))
  assert.equal([a.status, a.code], [401, 'unauthorized'])
})

test('too few credits: the error carries what is needed and what there is', async () => {
  await using shop = await openTestShop({ config: { welcomeCredits: 5 } })
  const agent = openClient({ baseUrl: shop.url, credential: shop.key })
  const error = await refused(agent.mintDownload({ asset_id: await shop.offer() }))
  assert.equal([error.status, error.code], [402, 'insufficient_credits'])
  const { required_credits, available_credits } = error.body as Agent.PaymentRequired
  assert.equal([required_credits, available_credits], [25, 5])
})

test('a used link is refused, and no credential is sent to a link', async () => {
  await using shop = await openTestShop()
  const agent = openClient({ baseUrl: shop.url, credential: shop.key })
  const { url } = await agent.mintDownload({ asset_id: await shop.offer() })
  assert.is(await (await agent.fetchUrl(url)).text(), 'the content')
  assert.equal((await refused(agent.fetchUrl(url))).status, 410)
})

test('with an Idempotency-Key the same POST gives the same answer', async () => {
  await using app = await openTestApp(quiet)
  const { token } = await app.signUp('Provider')
  const kontor = openClient({ baseUrl: app.url, credential: token })
  const once = { idempotencyKey: 'once' }
  const first = await kontor.createDataset({ name: 'A' }, once)
  assert.equal(await kontor.createDataset({ name: 'A' }, once), first)
  assert.is((await kontor.listDatasets()).total, 1)
})

test('what has no body is undefined, and what is bytes is the answer itself', async () => {
  await using app = await openTestApp(quiet)
  const { token } = await app.signUp('Provider')
  const kontor = openClient({ baseUrl: app.url, credential: token })
  const { api_key_id } = await kontor.createApiKey({ name: 'a', scopes: ['datasets:read'] })
  assert.is(await kontor.revokeApiKey({ id: api_key_id }), undefined)
  const { status, bytes } = await kontor.exchange('listApiKeys', {})
  assert.equal([status, JSON.parse(Buffer.from(bytes).toString()).data.total], [200, 1])
})

type Scripted = { status: number; wait?: number; breaksOff?: true }

/** A server that answers as told, and counts. */
async function scripted(answers: readonly Scripted[]) {
  const seen: string[] = []
  const listener: RequestListener = (req, res) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)] ?? { status: 500 }
    const { status, wait, breaksOff } = answer
    seen.push(`${req.method} ${req.url}`)
    const headers = wait === undefined ? {} : { 'retry-after': String(wait) }
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    if (breaksOff) return void res.write('{', () => res.destroy())
    res.end(JSON.stringify({ status: 'healthy', version: '1' }))
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    seen,
    url,
    kontor: openClient({ baseUrl: `${url}/at` }),
    [Symbol.dispose]: () => server.closeAllConnections() ?? server.close(),
  }
}

const busy = { status: 503, wait: 0 }

test('a read is asked again when the server says when', async () => {
  using server = await scripted([busy, { status: 429, wait: 0 }, { status: 200 }])
  assert.is((await server.kontor.health()).status, 'healthy')
  assert.equal(server.seen, ['GET /at/health', 'GET /at/health', 'GET /at/health'])
})

const onlyOnce: [name: string, answers: { status: number; wait?: number }[], asked: number][] = [
  ['a server that stays busy', [busy], 3],
  ['a wait that is too long', [{ status: 429, wait: 3600 }], 1],
  ['no word about when', [{ status: 503 }], 1],
  ['a failure', [{ status: 500, wait: 0 }], 1],
]

for (const [name, answers, asked] of onlyOnce) {
  test(`${name}: asked ${asked} times, and then an error`, async () => {
    using server = await scripted(answers)
    const error = await refused(server.kontor.health())
    assert.equal([error.status, error.retryAfterSeconds], [answers[0]?.status, answers[0]?.wait])
    assert.is(server.seen.length, asked)
  })
}

test('a write whose first sending still runs is asked for once more', async () => {
  using server = await scripted([{ status: 409, wait: 0 }, { status: 201 }])
  await server.kontor.createDataset({ name: 'A' }, { idempotencyKey: 'k' })
  assert.is(server.seen.length, 2)
})

test('a stream that was sent is gone: the refusal stays what it was', async () => {
  using server = await scripted([busy, { status: 200 }])
  const bytes = new Blob(['a']).stream()
  const sending = server.kontor.putBlob({ object_id: 'obj_a', bytes }, { idempotencyKey: 'k' })
  assert.is((await refused(sending)).status, 503)
  assert.is(server.seen.length, 1)
})

test('a write is sent again only under an Idempotency-Key', async () => {
  using server = await scripted([busy, { status: 201 }])
  assert.is((await refused(server.kontor.createDataset({ name: 'A' }))).status, 503)
  assert.is(server.seen.length, 1)
  using other = await scripted([busy, { status: 201 }])
  await other.kontor.createDataset({ name: 'A' }, { idempotencyKey: 'k' })
  assert.is(other.seen.length, 2)
})

test('a server that is not there is an error that says so', async () => {
  const kontor = openClient({ baseUrl: 'http://127.0.0.1:9' })
  const error = await refused(kontor.health())
  assert.equal([error.status, error.code], [0, 'unreachable'])
  assert.match(error.message, /^http:\/\/127\.0\.0\.1:9 cannot be reached: ./)
})

test('an answer that breaks off is unreachable, or keeps its status where it refuses', async () => {
  using server = await scripted([{ status: 200, breaksOff: true }])
  const { kontor, url } = server
  const put = () => kontor.putUrl(`${url}/blobs/x`, new Uint8Array(3))
  for (const ask of [() => kontor.health(), () => kontor.exchange('health', undefined), put]) {
    const { status, code, message } = await refused(ask())
    assert.equal([status, code], [0, 'unreachable'])
    assert.ok(message.startsWith(url), message)
  }
  using other = await scripted([{ status: 404, breaksOff: true }])
  assert.equal((await refused(other.kontor.getDataset({ id: 'x' }))).status, 404)
})

const unsendable: [name: string, base: string, credential: string, said: RegExp][] = [
  ['no address', '', 'sess_a', /^baseUrl must be .*, and not empty/],
  ['an address without a scheme', 'localhost:4200', 'sess_a', /^baseUrl .* not localhost:4200\./],
  ['an address with a password', 'https://u:sess_p@a.eu', 'sess_a', /^baseUrl .* not a\.eu\./],
  ['an address with a query', 'https://a.eu/?a=1', 'sess_a', /^baseUrl must be /],
  ['a key with a sign that none has', 'http://127.0.0.1:9', 'kontor_“a', /credential/],
  ['two keys in one', 'http://127.0.0.1:9', 'kontor_a\nkontor_b', /credential/],
]

/** What is wrong at once is an error like any other. */
const begun = async (ask: () => unknown) => ask()

for (const [name, baseUrl, credential, said] of unsendable) {
  test(`${name}: refused before anything is sent, without the key`, async () => {
    const { status, message } = await refused(
      begun(() => openClient({ baseUrl, credential }).getMe()),
    )
    assert.is(status, 0)
    assert.match(message, said)
    assert.not.match(message, /kontor_|sess_/)
  })
}

test('what the path lacks is named, and cannot lead elsewhere', async () => {
  using server = await scripted([{ status: 200 }])
  const { kontor } = server
  const unnamed = kontor.getDataset as unknown as (input: object) => Promise<unknown>
  const asked = [unnamed({ dataset_id: 'dset_x' }), unnamed({ id: '' }), unnamed({ id: '.' })]
  const all = [...asked, kontor.removeGrant({ id: 'key_x', grant_id: '..' })]
  const said = await Promise.all(all.map(async (one) => (await refused(one)).message))
  assert.equal(said, [...Array(3).fill('id is required.'), 'grant_id is required.'])
  assert.equal(server.seen, [])
})

test('a program without types is told what it did wrong, and nothing is sent', async () => {
  using server = await scripted([{ status: 200 }])
  // biome-ignore lint/suspicious/noExplicitAny: as in JavaScript
  const [open, kontor] = [openClient as any, server.kontor as any]
  const url = 'http://127.0.0.1:9'
  const wrong: [ask: () => unknown, said: RegExp][] = [
    [() => open(), /^baseUrl must be .*, and not undefined\.$/],
    [() => open({}), /^baseUrl must be .*, and not undefined\.$/],
    [() => open({ baseUrl: new URL(url) }), /^baseUrl must be /],
    [() => open({ baseUrl: url, credential: null }), /^The credential must be a text/],
    [() => kontor.as(7), /^The credential must be a text/],
    [() => kontor.getDataset('dset_x'), /^The input must be an object/],
    [() => kontor.search(null), /^The input must be an object/],
    [() => kontor.createDataset(['a']), /^The input must be an object/],
    [() => kontor.search({ q: { text: 'x' } }), /^q must be a text, a number/],
    [() => kontor.search({ q: 'x', after: new Date() }), /^after must be a text, a number/],
    [() => kontor.getDataset({ id: ['dset_x'] }), /^id must be a text, a number/],
    [() => kontor.exchange('searchAll', {}), /^There is no such operation/],
    [() => kontor.fetchUrl(), /^The address must be one that the server gave/],
    [() => kontor.exchangeUrl('dl/x'), /^The address must be one that the server gave/],
    [() => kontor.putUrl(`${url}/blobs/x`), /^There are no bytes to send/],
    [() => kontor.followJob().next(), /^id is required/],
  ]
  for (const [ask, said] of wrong) {
    const { status, code, message } = await refused(begun(ask))
    assert.equal([status, code], [0, 'bad_request'], message)
    assert.match(message, said)
  }
  assert.equal(server.seen, [])
  await open({ baseUrl: `${server.url}//` }).health()
  assert.equal(server.seen, ['GET /health'])
})

test('a key stays where it was meant to go: with one no redirect is followed', async () => {
  const seen: unknown[] = []
  const server = createServer((req, res) => {
    seen.push(req.headers['x-api-key'])
    const { port } = server.address() as AddressInfo
    const location = `http://localhost:${port}/elsewhere`
    if (req.url === '/elsewhere') res.writeHead(404).end()
    else res.writeHead(307, { location }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const kontor = openClient({ baseUrl: `http://127.0.0.1:${port}`, credential: 'kontor_a_b' })
  const { code } = await refused(kontor.getMe())
  server.closeAllConnections()
  server.close()
  assert.equal([code, seen], ['unreachable', ['kontor_a_b']])
})

test('a call can be given up, also while it waits', async () => {
  using server = await scripted([{ status: 503, wait: 20 }])
  const abort = new AbortController()
  const asking = server.kontor.health(undefined, { signal: abort.signal })
  setTimeout(() => abort.abort(new Error('enough')), 50)
  const error = await asking.then(() => 'answered', String)
  assert.match(error, /enough|abort/i)
})

test.run()
