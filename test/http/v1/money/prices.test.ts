import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf, monthOf } from '../../../../src/base/clock.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'
import { shared } from '../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../support/v1-refused.ts'

const config = { retrievalStandardCredits: 1, retrievalPremiumCredits: 2, citationCredits: 3 }

async function openPriced() {
  const shop = await openTestShop({ config })
  const asset = await shop.offer()
  const film = await shop.offer()
  shop.sql(`UPDATE object SET modality = 'video', duration_ms = 60000 WHERE object_id = '${film}'`)
  const ask = (query: string, as: string | undefined = shop.key) =>
    shop.call('GET', `/v1/prices?${query}`, { as })
  return Object.assign(shop, { asset, film, ask })
}

test('an asset has its prices: a passage, the file, a citation', async () => {
  await using shop = await openPriced()
  const { status, body } = await shop.ask(`asset_id=${shop.asset}`)
  assert.is(status, 200)
  assert.equal(body.data, {
    asset_id: shop.asset,
    dataset_id: shop.datasetId,
    own: false,
    monetization_mode: 'open',
    pricing_model: 'demand_curve',
    passage: { rate: 'standard', credits: 1 },
    file: { credits: 25, base_credits: 25 },
    clip: null,
    citation: { credits: 3 },
    outcome_fee_bp: 0,
    price_version: 2,
    currency: 'EUR',
    available_credits: 100,
    quoted_at: isoOf(shop.clock.nowMs()),
  })
})

test('asking buys nothing and writes nothing', async () => {
  await using shop = await openPriced()
  const count = (table: string) => shop.store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck()
  const tables = ['rate_card', 'meter_event', 'transfer', 'audit_event']
  const before = tables.map((table) => count(table).get())
  await shop.ask(`asset_id=${shop.asset}`)
  assert.equal(
    tables.map((table) => count(table).get()),
    before,
  )
})

test('a clip costs its part of the whole', async () => {
  await using shop = await openPriced()
  const { body } = await shop.ask(`asset_id=${shop.film}&start_ms=0&end_ms=30000`)
  assert.equal(body.data.clip, { start_ms: 0, end_ms: 30_000, credits: 13 })
  assert.is(body.data.file.credits, 25)
})

test('a start without an end means to the end', async () => {
  await using shop = await openPriced()
  const { body } = await shop.ask(`asset_id=${shop.film}&start_ms=48000`)
  assert.equal(body.data.clip, { start_ms: 48_000, end_ms: 60_000, credits: 5 })
})

test('own content costs nothing', async () => {
  await using shop = await openPriced()
  const { body } = await shop.ask(`asset_id=${shop.asset}`, shop.provider.token)
  const { own, passage, file, citation } = body.data
  assert.equal(
    { own, passage, file, citation },
    {
      own: true,
      passage: { rate: 'standard', credits: 0 },
      file: { credits: 0, base_credits: 25 },
      citation: { credits: 0 },
    },
  )
})

test('premium datasets have the premium rate', async () => {
  await using shop = await openPriced()
  shop.sql("UPDATE dataset SET monetization_mode = 'premium'")
  const { body } = await shop.ask(`asset_id=${shop.asset}`)
  assert.equal(body.data.passage, { rate: 'premium', credits: 2 })
})

test('the price follows the age of the file under time_decay', async () => {
  await using shop = await openPriced()
  shop.sql("UPDATE dataset SET pricing_model = 'time_decay', base_price_cents = 100")
  shop.sql(`UPDATE object SET uploaded_at = uploaded_at - 180 * 86400000`)
  const { body } = await shop.ask(`asset_id=${shop.asset}`)
  assert.equal(body.data.file, { credits: 50, base_credits: 100 })
})

/** So many tenants have paid for something of the shop's dataset. */
function bought(shop: TestShop, { tenants, atMs }: { tenants: string[]; atMs: number }) {
  for (const tenant of tenants) {
    const paid = `'${monthOf(atMs)}', 'paid', '${shop.datasetId}', ${atMs}`
    shop.sql(`INSERT INTO tally VALUES ('${tenant}', ${paid})`)
  }
}

test('the price follows the other buyers of the last 30 days under demand_curve', async () => {
  await using shop = await openPriced()
  shop.sql('UPDATE dataset SET base_price_cents = 100')
  const nowMs = shop.clock.nowMs()
  bought(shop, { tenants: ['tnt_1', 'tnt_2', 'tnt_3', shop.buyer.tenantId], atMs: nowMs })
  bought(shop, { tenants: ['tnt_4', 'tnt_5'], atMs: nowMs - 30 * 86_400_000 })
  const { body } = await shop.ask(`asset_id=${shop.asset}`)
  assert.equal(body.data.file, { credits: 120, base_credits: 100 })
})

test('a minted link costs what it quoted, and a new one what is asked now', async () => {
  await using shop = await openPriced()
  const old = await shop.link(shop.asset)
  bought(shop, { tenants: ['tnt_1'], atMs: shop.clock.nowMs() })
  const { body } = await shop.mint(shop.asset)
  assert.is(body.estimated_credits, 28)
  const before = shop.credits(shop.buyer.tenantId)
  await shop.call('GET', old)
  assert.is(before - shop.credits(shop.buyer.tenantId), 25)
})

type Row = V1Refusal & {
  name: string
  query: (shop: { asset: string; film: string }) => string
  as?: 'nobody' | 'reader'
  status: number
}

const rangeOf = (message: string, field = 'start_ms') =>
  badField({ field, reason: 'invalid_range', message })
const noAsset = { status: 404, code: 'not_found', message: 'No such asset.', details: {} }

const rows: Row[] = [
  {
    name: 'no asset',
    query: () => '',
    ...badField({ field: 'asset_id', reason: 'required', message: 'asset_id is required.' }),
  },
  { name: 'an unknown asset', query: () => 'asset_id=obj_x', ...noAsset },
  {
    name: 'a range of a text',
    query: ({ asset }) => `asset_id=${asset}&start_ms=0&end_ms=5`,
    ...rangeOf('A range can be asked for audio and video only; leave it out.'),
  },
  {
    name: 'a range that is backwards',
    query: ({ film }) => `asset_id=${film}&start_ms=5&end_ms=5`,
    ...rangeOf('start_ms must be below the end of the range.'),
  },
  {
    name: 'a range past the end',
    query: ({ film }) => `asset_id=${film}&end_ms=60001`,
    ...rangeOf('end_ms is past the end of the recording (60000 ms).', 'end_ms'),
  },
  { name: 'nobody', query: ({ asset }) => `asset_id=${asset}`, as: 'nobody', ...unauthorized },
  {
    name: 'without the scope',
    query: ({ asset }) => `asset_id=${asset}`,
    as: 'reader',
    status: 403,
    code: 'forbidden',
    message: 'This needs the scope search:query.',
    details: { reason: 'missing_scope' },
  },
]

const refusing = shared(openPriced)

for (const { name, query, as, ...error } of rows) {
  refusing.fact(`${name}: ${error.status}`, async (shop) => {
    const key = as === 'reader' ? await readerOf(shop) : as === 'nobody' ? undefined : shop.key
    const answer = await shop.call('GET', `/v1/prices?${query(shop)}`, { as: key })
    assertV1Refused(shop as never, answer, error)
  })
}

async function readerOf({ call, buyer }: TestShop): Promise<string> {
  const body = { name: 'reader', scopes: ['datasets:read'] }
  return (await call('POST', '/v1/api-keys', { as: buyer.token, body })).body.data.key
}

test('an asset that is not on show is as unknown as one that never was', async () => {
  await using shop = await openPriced()
  shop.sql("UPDATE dataset SET visibility = 'private'")
  const { status, body } = await shop.ask(`asset_id=${shop.asset}`)
  assert.equal([status, body.error.message], [404, 'No such asset.'])
})

test.run()
