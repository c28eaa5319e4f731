import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { until } from '../../support/market.ts'
import { type Answer, makeKey } from '../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'
import { topUpSteps } from '../../support/payment-steps.ts'
import { refusal } from '../../support/refusal.ts'
import { sha256 } from '../../support/sha256.ts'

const delivered = [
  'content-type',
  'content-length',
  'content-disposition',
  'etag',
  'accept-ranges',
  'cache-control',
  'x-content-type-options',
  'content-security-policy',
  'referrer-policy',
]

function headersOf({ headers }: Answer) {
  return Object.fromEntries(delivered.map((name) => [name, headers.get(name)]))
}

const expectedHeaders = {
  'content-type': 'text/plain',
  'content-length': '11',
  'content-disposition': 'attachment; filename=report.txt',
  etag: `"${sha256('the content')}"`,
  'accept-ranges': 'none',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'referrer-policy': 'no-referrer',
}

test('a fetch answers 200 with the bytes and what they are, without a credential', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer({ filename: 'report.txt' }))
  const answer = await shop.call('GET', link)
  assert.is(answer.status, 200)
  assert.is(answer.bytes.toString(), 'the content')
  assert.equal(headersOf(answer), expectedHeaders)
  assert.is(shop.credits(shop.buyer.tenantId), 75)
  assertLedgerBalances(shop)
})

test('a file name beyond ASCII comes in both forms of RFC 6266', async () => {
  await using shop = await openTestShop()
  const answer = await shop.call('GET', await shop.link(await shop.offer({ filename: 'Ρώμη.txt' })))
  assert.is(
    answer.headers.get('content-disposition'),
    `attachment; filename="????.txt"; filename*=UTF-8''%CE%A1%CF%8E%CE%BC%CE%B7.txt`,
  )
})

test('a client that has gone before anything was charged is charged nothing', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer({ filename: 'report.txt' }))
  const { delivery } = shop.rooms
  const fetchLink = delivery.fetchLink.bind(delivery)
  const ends: unknown[] = []
  // As where the recording is cut, or comes from S3, for longer than the client waits.
  delivery.fetchLink = async (cmd, asked) => {
    assert.is(asked.isGone(), false)
    leaving.abort()
    await until('the client is gone', () => asked.isGone() || undefined)
    return await fetchLink(cmd, asked).catch((error) => {
      ends.push(error.code)
      throw error
    })
  }
  const leaving = new AbortController()
  const left = fetch(new URL(link, shop.url), { signal: leaving.signal })
  assert.is((await refusal(left)).name, 'AbortError')
  await until('it was refused', () => ends[0])
  delivery.fetchLink = fetchLink
  assert.equal([ends, shop.credits(shop.buyer.tenantId)], [['saturated'], 100])
  assert.is((await shop.call('GET', link)).bytes.toString(), 'the content')
})

test('a large file arrives whole', async () => {
  await using shop = await openTestShop()
  const bytes = Buffer.alloc(3_000_000, 'kontor ')
  const { bytes: got } = await shop.call('GET', await shop.link(await shop.offer({ bytes })))
  assert.ok(got.equals(bytes))
})

test('of fifty fetches at once one is 200, 49 are 410, and one is charged', async () => {
  await using shop = await openTestShop({ config: { welcomeCredits: 1000 } })
  const link = await shop.link(await shop.offer())
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.call('GET', link)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.equal(statuses, [200, ...Array(49).fill(410)])
  assert.is(shop.credits(shop.buyer.tenantId), 975)
  const count = (sql: string) => shop.store.raw.prepare(`SELECT count(*) FROM ${sql}`).pluck().get()
  assert.is(count("meter_event WHERE kind = 'download'"), 1)
  assert.is(count("transfer WHERE code = 'provider_share'"), 1)
  assertLedgerBalances(shop)
})

type Row = {
  name: string
  before?: (shop: TestShop, link: string) => unknown
  path?: string
  status: number
  code: string
  message: string
  /** Whether the link can be fetched afterwards, once `after` has put things right. */
  open: boolean
  after?: (shop: TestShop) => unknown
}

const invalid = {
  status: 403,
  code: 'forbidden',
  message: 'This link is not valid or has expired.',
}
const rows: Row[] = [
  { name: 'an unknown token', path: `/dl/${'A'.repeat(43)}`, ...invalid, open: true },
  { name: 'a token of another form', path: '/dl/x%2F..%2F', ...invalid, open: true },
  {
    name: 'an expired link',
    before: ({ clock }) => clock.advance({ seconds: 900 }),
    ...invalid,
    open: false,
  },
  {
    name: 'a link whose asset was taken down',
    before: ({ sql }) => sql('UPDATE object SET taken_down_at = 1'),
    ...invalid,
    open: true,
    after: ({ sql }) => sql('UPDATE object SET taken_down_at = NULL'),
  },
  {
    name: 'a link whose asset was deleted',
    before: async ({ call, provider, store }) => {
      const id = store.raw.prepare('SELECT object_id FROM object').pluck().get()
      await call('DELETE', `/v1/objects/${id}`, { as: provider.token })
    },
    ...invalid,
    open: false,
  },
  {
    name: 'a link whose dataset is not listed any more',
    before: ({ call, provider, datasetId }) =>
      call('PATCH', `/v1/datasets/${datasetId}`, {
        as: provider.token,
        body: { visibility: 'private' },
      }),
    ...invalid,
    open: false,
  },
  {
    name: 'a link whose key was revoked',
    before: async ({ call, buyer }) => {
      const { body } = await call('GET', '/v1/api-keys', { as: buyer.token })
      const id = body.data.api_keys[0].api_key_id
      await call('DELETE', `/v1/api-keys/${id}`, { as: buyer.token })
    },
    ...invalid,
    open: false,
  },
  {
    name: 'a used link',
    before: ({ call }, link) => call('GET', link),
    status: 410,
    code: 'already_used',
    message: 'This link has been used.',
    open: false,
  },
]

for (const { name, before, path, open, after, ...expected } of rows) {
  const then = open ? 'as it was' : 'gone'
  test(`${name}: ${expected.status} for GET and HEAD, and the link is ${then}`, async () => {
    await using shop = await openTestShop()
    const link = await shop.link(await shop.offer())
    await before?.(shop, link)
    const spent = 100 - shop.credits(shop.buyer.tenantId)
    const head = await shop.call('HEAD', path ?? link)
    const answer = await shop.call('GET', path ?? link)
    const { status, ...refusal } = expected
    assert.is(head.status, status)
    assert.is(head.bytes.length, 0)
    const request_id = answer.headers.get('x-request-id')
    assert.equal([answer.status, answer.body], [status, { ...refusal, request_id }])
    assert.is(answer.headers.get('cache-control'), 'private, no-store')
    assert.is(100 - shop.credits(shop.buyer.tenantId), spent)
    await after?.(shop)
    assert.is((await shop.call('GET', link)).status === 200, open)
    assertLedgerBalances(shop)
  })
}

/** What programs send that fetch ahead, or to show what a link in a message leads to. */
const fetchedAhead: Record<string, string>[] = [
  { purpose: 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'x-moz': 'prefetch' },
  ...[
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 x@microsoft.com',
    'Mozilla/5.0 (Macintosh) Version/9.0.1 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)',
  ].map((agent) => ({ 'user-agent': agent })),
]

test('who fetches ahead, or for a preview, gets 403, and the link is as it was', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer())
  for (const headers of fetchedAhead) {
    for (const method of ['HEAD', 'GET']) {
      const { status, body, headers: answered } = await shop.call(method, link, { headers })
      assert.equal([status, answered.get('cache-control')], [403, 'private, no-store'])
      if (method === 'HEAD') continue
      const message =
        'A single-use link is not fetched ahead. It was not spent; open it when it is wanted.'
      const request_id = answered.get('x-request-id')
      assert.equal(body, { code: 'forbidden', message, request_id }, JSON.stringify(headers))
    }
  }
  assert.is(shop.credits(shop.buyer.tenantId), 100)
  // A program of the buyer's, whatever it is called.
  const headers = { 'user-agent': 'archive-bot/1.0' }
  assert.is((await shop.call('GET', link, { headers })).status, 200)
  assertLedgerBalances(shop)
})

test('too few credits: 402, the link stays, and works after a top-up', async () => {
  await using shop = await openTestShop({ config: { welcomeCredits: 30 } })
  const asset = await shop.offer()
  const [first, second] = [await shop.link(asset), await shop.link(asset)]
  await shop.call('GET', first)
  assert.is((await shop.call('HEAD', second)).status, 402)
  const { status, body, headers } = await shop.call('GET', second)
  assert.is(status, 402)
  assert.is(headers.get('cache-control'), 'no-store')
  assert.equal(body, {
    code: 'insufficient_credits',
    message: 'The balance is below the price of this download. The link stays valid.',
    operation: 'fetch',
    required_credits: 25,
    available_credits: 5,
    ...topUpSteps(shop),
  })
  assert.is((await shop.grant(shop.buyer.tenantId, 20)).status, 201)
  assert.is((await shop.call('GET', second)).status, 200)
  assert.is(shop.credits(shop.buyer.tenantId), 0)
  assertLedgerBalances(shop)
})

test('a file over the limit: 413, uncharged, and the link is not used', async () => {
  await using shop = await openTestShop({ config: { downloadLimitBytes: 5 } })
  const link = await shop.link(await shop.offer())
  for (const method of ['HEAD', 'GET', 'GET']) {
    assert.is((await shop.call(method, link)).status, 413)
  }
  const { body, headers } = await shop.call('GET', link)
  assert.equal(body, {
    code: 'payload_too_large',
    message: 'This file is larger than 5 bytes.',
    request_id: headers.get('x-request-id'),
  })
  assert.is(shop.credits(shop.buyer.tenantId), 100)
  assertLedgerBalances(shop)
})

test('HEAD gives the headers of the fetch and spends nothing', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer({ filename: 'report.txt' }))
  const head = await shop.call('HEAD', link)
  assert.equal([head.status, head.bytes.length], [200, 0])
  assert.is(shop.credits(shop.buyer.tenantId), 100)
  const get = await shop.call('GET', link)
  assert.equal(headersOf(head), headersOf(get))
})

test('Range and conditions are ignored: the whole file comes with 200', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer())
  const headers = { range: 'bytes=0-2', 'if-none-match': expectedHeaders.etag }
  const answer = await shop.call('GET', link, { headers })
  assert.equal([answer.status, answer.bytes.toString()], [200, 'the content'])
  assert.is(answer.headers.get('content-range'), null)
})

for (const method of ['POST', 'PUT', 'DELETE']) {
  test(`${method} is 405 and the link stays`, async () => {
    await using shop = await openTestShop()
    const link = await shop.link(await shop.offer())
    const answer = await shop.call(method, link)
    assert.equal([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'])
    assert.is((await shop.call('GET', link)).status, 200)
  })
}

test("the provider's own fetch costs nothing and is metered once", async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  const key = await makeKey(shop.call, shop.provider, {})
  const { body } = await shop.call('POST', '/download', { as: key, body: { asset_id: asset } })
  assert.is(body.estimated_credits, 0)
  assert.is((await shop.call('GET', body.url)).status, 200)
  assert.is(shop.credits(shop.provider.tenantId), 100)
  const events = shop.store.raw.prepare(
    "SELECT charge_cents FROM meter_event WHERE kind = 'download'",
  )
  assert.equal(events.pluck().all(), [0])
  assertLedgerBalances(shop)
})

/** The one file under `blobs`. */
function blobOf(shop: TestShop): string {
  const folder = join(shop.dir, 'blobs')
  const names = readdirSync(folder, { recursive: true }) as string[]
  return join(folder, names.find((name) => /obj_/.test(name)) as string)
}

test('a damaged file is 500 in the dialect of the surface and charges nothing', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer())
  truncateSync(blobOf(shop), 3)
  const { status, body } = await shop.call('GET', link)
  assert.equal([status, body.code], [500, 'internal_error'])
  assert.is(shop.credits(shop.buyer.tenantId), 100)
  assertLedgerBalances(shop)
})

/** More than the sockets between us can hold, so that it cannot be sent before it is read. */
const tooLongToHold = Buffer.alloc(24_000_000, 'x')

test('a read error on the way breaks the connection, and the next link is free', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer({ bytes: tooLongToHold })
  const response = await fetch(`${shop.url}${await shop.link(asset)}`)
  truncateSync(blobOf(shop), 1000)
  const cut = await response.arrayBuffer().then(
    () => false,
    () => true,
  )
  assert.ok(cut)
  await shop.rooms.delivery.settled()
  const { body } = await shop.mint(asset)
  assert.is(body.estimated_credits, 0)
  assert.is(shop.credits(shop.buyer.tenantId), 75)
  assertLedgerBalances(shop)
})

test('a client that hangs up is noted, and its next link costs the price', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer({ bytes: tooLongToHold })
  const abort = new AbortController()
  await fetch(`${shop.url}${await shop.link(asset)}`, { signal: abort.signal })
  abort.abort()
  const outcome = await until('the end is noted', () => {
    const row = shop.store.raw.prepare('SELECT outcome FROM dl_link').pluck().get()
    return (row as string | null) ?? undefined
  })
  assert.is(outcome, 'aborted')
  assert.is((await shop.mint(asset)).body.estimated_credits, 25)
})

test.run()
