import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../src/base/clock.ts'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { makeKey } from '../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../support/open-test-shop.ts'
import { allowanceStep, topUpSteps } from '../../support/payment-steps.ts'
import { shared } from '../../support/shared.ts'

test('minting answers 200 with the link, its price and its life, and costs nothing', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer({ bytes: Buffer.from('twelve bytes') })
  const { status, body } = await shop.mint(asset)
  assert.is(status, 200)
  assert.ok(body.url.startsWith(`${shop.url}/dl/`))
  assert.match(body.url, /\/dl\/[A-Za-z0-9_-]{43}$/)
  assert.equal(body, {
    url: body.url,
    ttl_seconds: 900,
    expires_at: isoOf(shop.clock.nowMs() + 900_000),
    estimated_credits: 25,
    available_credits: 100,
    size_bytes: 12,
  })
  assert.is(shop.credits(shop.buyer.tenantId), 100)
  assertLedgerBalances(shop)
})

test('the link starts with the configured address, whatever Host says', async () => {
  await using shop = await openTestShop({ config: { allowedHosts: 'evil.example' } })
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const asked = { as: shop.key, headers, body: { asset_id: await shop.offer() } }
  const { body } = await shop.call('POST', '/download', asked)
  assert.ok(body.url.startsWith(`${shop.url}/dl/`))
})

test('a file over the limit is minted with a warning', async () => {
  await using shop = await openTestShop({ config: { downloadLimitBytes: 5 } })
  const { status, body } = await shop.mint(await shop.offer())
  assert.is(status, 200)
  assert.match(body.warning, /over the download limit of 5 bytes/)
})

test('a key in the header x-api-key mints too', async () => {
  await using shop = await openTestShop()
  const body = { asset_id: await shop.offer() }
  const headers = { 'x-api-key': shop.key }
  assert.is((await shop.call('POST', '/download', { headers, body })).status, 200)
})

type Row = {
  name: string
  body?: (asset: string) => unknown
  as?: (shop: TestShop) => Promise<string | undefined> | string | undefined
  before?: (shop: TestShop) => unknown
  status: number
  code: string
  message: string
}

const whole = 'must be a whole number from 0 to 9007199254740991.'
const noAsset = { status: 404, code: 'not_found', message: 'No such asset.' }
const bad = { status: 400, code: 'bad_request' }
const rangeOnText = 'A range can be asked for audio and video only; leave it out.'

const rows: Row[] = [
  {
    name: 'no asset',
    body: () => ({}),
    ...bad,
    message: 'asset_id is required.',
  },
  {
    name: 'an asset that is a number',
    body: () => ({ asset_id: 5 }),
    ...bad,
    message: 'asset_id must be a text.',
  },
  {
    name: 'a start below zero',
    body: (asset_id) => ({ asset_id, start_ms: -1 }),
    ...bad,
    message: `start_ms ${whole}`,
  },
  {
    name: 'half a millisecond',
    body: (asset_id) => ({ asset_id, end_ms: 1.5 }),
    ...bad,
    message: `end_ms ${whole}`,
  },
  {
    name: 'a start in quotes',
    body: (asset_id) => ({ asset_id, start_ms: '1' }),
    ...bad,
    message: `start_ms ${whole}`,
  },
  {
    name: 'a range of a text',
    body: (asset_id) => ({ asset_id, start_ms: 0, end_ms: 5 }),
    ...bad,
    message: rangeOnText,
  },
  {
    name: 'a range past the end',
    body: (asset_id) => ({ asset_id, start_ms: 0, end_ms: 60_001 }),
    before: (shop) => shop.sql("UPDATE object SET modality = 'audio', duration_ms = 60000"),
    ...bad,
    message: 'end_ms is past the end of the recording (60000 ms).',
  },
  {
    name: 'a range turned round',
    body: (asset_id) => ({ asset_id, start_ms: 5, end_ms: 5 }),
    before: (shop) => shop.sql("UPDATE object SET modality = 'video', duration_ms = 60000"),
    ...bad,
    message: 'start_ms must be below the end of the range.',
  },
  {
    name: 'a number for a search',
    body: (asset_id) => ({ asset_id, search_id: 5 }),
    ...bad,
    message: 'search_id must be a text.',
  },
  {
    name: 'nobody',
    as: () => undefined,
    status: 401,
    code: 'unauthorized',
    message: 'A valid credential is needed.',
  },
  {
    name: "a person's session",
    as: ({ buyer }) => buyer.token,
    status: 401,
    code: 'unauthorized',
    message: 'A valid credential is needed.',
  },
  {
    name: 'a key without the scope',
    as: (shop) => makeKey(shop.call, shop.buyer, { scopes: ['datasets:read'] }),
    status: 403,
    code: 'forbidden',
    message: 'This needs the scope search:query.',
  },
  { name: 'an asset that never was', body: () => ({ asset_id: 'obj_x' }), ...noAsset },
  {
    name: 'an asset that was taken down',
    ...noAsset,
    before: (shop) => shop.sql('UPDATE object SET taken_down_at = 1'),
  },
  {
    name: 'an asset in a private dataset',
    ...noAsset,
    before: (shop) => shop.sql("UPDATE dataset SET visibility = 'private'"),
  },
  {
    name: 'an asset that waits for review',
    ...noAsset,
    before: (shop) =>
      shop.sql(
        "UPDATE object SET status = 'staged', review_state = 'pending', index_state = 'none'",
      ),
  },
  {
    name: 'a key whose list leaves the dataset out',
    ...noAsset,
    as: (shop) => makeKey(shop.call, shop.buyer, { dataset_access_mode: 'allow_list' }),
  },
]

async function openOffering() {
  const shop = await openTestShop()
  return Object.assign(shop, { asset: await shop.offer() })
}
const refusing = shared(openOffering)

for (const { name, body, as, before, status, code, message } of rows) {
  const isRefused = async (shop: Awaited<ReturnType<typeof openOffering>>) => {
    const { asset } = shop
    await before?.(shop)
    const credential = as ? await as(shop) : shop.key
    const sent = body ? body(asset) : { asset_id: asset }
    const answer = await shop.call('POST', '/download', { as: credential, body: sent })
    assert.equal(
      { status: answer.status, body: answer.body },
      { status, body: { code, message, request_id: answer.headers.get('x-request-id') } },
    )
  }
  if (!before) refusing.fact(`${name}: ${status}`, isRefused)
  // What is done before would be felt by the others.
  else {
    test(`${name}: ${status}`, async () => {
      await using shop = await openOffering()
      await isRefused(shop)
    })
  }
}

const unattributed = 'search_id names no search of yours: the download is attributed to none.'

test('a search that cannot be attributed to is left out and noted, whatever it is', async () => {
  await using shop = await openTestShop({ config: { publicSearch: true } })
  const asset = await shop.offer()
  const key = await makeKey(shop.call, shop.provider, {})
  const theirs = (await shop.call('GET', '/search?q=content', { as: key })).body.search_id
  const publicOne = (await shop.call('GET', '/search?q=content')).body.search_id
  assert.match(publicOne, /^srch_/)
  const unusable = [publicOne, theirs, '', 'x'.repeat(3_000)]
  for (const search_id of unusable) {
    const { status, body } = await shop.mint(asset, { search_id })
    assert.equal([status, body.note, body.estimated_credits], [200, unattributed, 25])
    assert.is((await shop.call('GET', new URL(body.url).pathname)).status, 200)
  }
  const kept = 'SELECT search_id, charge_cents FROM meter_event WHERE kind = ?'
  const charged = { search_id: null, charge_cents: 25 }
  assert.equal(shop.store.raw.prepare(kept).all('download'), [charged, charged, charged, charged])
  assertLedgerBalances(shop)
})

test("one's own search is attributed to, without a note", async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  const { search_id } = (await shop.search('content')).body
  const { status, body } = await shop.mint(asset, { search_id })
  assert.equal([status, 'note' in body], [200, false])
  const kept = shop.store.raw.prepare('SELECT search_id FROM dl_link').pluck().all()
  assert.equal(kept, [search_id])
})

test('too few credits: 402 with what is needed and what there is, not to be stored', async () => {
  await using shop = await openTestShop({ config: { welcomeCredits: 24 } })
  const { status, body, headers } = await shop.mint(await shop.offer())
  assert.is(status, 402)
  assert.is(headers.get('cache-control'), 'no-store')
  assert.equal(body, {
    code: 'insufficient_credits',
    message: 'The balance is below the price of this download.',
    operation: 'download',
    required_credits: 25,
    available_credits: 24,
    ...topUpSteps(shop),
  })
})

test('a spent search allowance: 402 with the time at which it starts anew', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  shop.sql(`INSERT INTO tally VALUES ('${shop.buyer.tenantId}', '2026-03', 'searches', '', 1000)`)
  const { status, body, headers } = await shop.mint(asset)
  assert.is(status, 402)
  assert.is(headers.get('cache-control'), 'no-store')
  assert.equal(body, {
    code: 'search_allowance_exhausted',
    message: "The 1000 searches of this month's plan are spent.",
    operation: 'download',
    required_credits: 0,
    available_credits: 100,
    reset_at: '2026-04-01T00:00:00.000Z',
    ...allowanceStep,
  })
})

test.run()
