// Reporting for providers (spec 2.2, 4.2): dashboard, analytics, payouts.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../../src/base/ids.ts'
import {
  badField,
  checkRows,
  missingScope,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTrade, type Trade } from '../../../support/open-trade.ts'

/** Ada sells, Ben buys; Ada has a second dataset, which is private, and Ben one of his own. */
async function openHouses() {
  const trade = await openTrade({ houses: 2, datasets: 2 })
  const [ada, ben] = trade.houses as [Trade['houses'][number], Trade['houses'][number]]
  const [first, second] = ada.datasetIds as ['dset_a', 'dset_b']
  const narrow = await trade.key(ada, {
    scopes: ['usage:read', 'billing:read'],
    dataset_access_mode: 'allow_list',
    dataset_ids: [second],
  })
  const blind = await trade.key(ada, { scopes: ['search:query'] })
  const names = {
    ada: ada.token,
    ben: ben.token,
    reader: ada.key,
    narrow,
    blind,
    first,
    second,
    foreign: ben.datasetIds[0] ?? '',
    unknown: 'dset_00000000000000000000000000',
  }
  return Object.assign(trade, { ada, ben, first, second, names })
}

test('the dashboard has the six numbers of the contract and three of ours', async () => {
  await using trade = await openHouses()
  trade.store.raw.exec(`UPDATE object SET status = 'rejected', review_state = 'rejected',
    index_state = 'none' WHERE object_id = '${trade.ada.assets[0]?.objectId}'`)
  await trade.call('DELETE', `/v1/objects/${trade.ada.assets[3]?.objectId}`, {
    as: trade.ada.token,
  })
  const { body } = await trade.call('GET', '/v1/provider/dashboard', { as: trade.ada.token })
  const left = trade.ada.assets.slice(0, 3).map(({ objectId }) => `'${objectId}'`)
  const size = `SELECT sum(size_bytes) FROM object WHERE object_id IN (${left.join()})`
  assert.equal(body.data, {
    total_datasets: 2,
    total_objects: 3,
    total_storage_bytes: trade.store.raw.prepare(size).pluck().get(),
    objects_pending_review: 0,
    objects_approved: 2,
    objects_for_sale: 2,
    objects_rejected: 1,
    objects_expiring_soon: 0,
    objects_failed: 0,
    failures: [],
  })
})

test('an empty house is all noughts', async () => {
  await using trade = await openTrade({ houses: 1 })
  const { token } = await trade.signUp('Nobody')
  const { body } = await trade.call('GET', '/v1/provider/dashboard', { as: token })
  const { failures, ...numbers } = body.data
  assert.equal([[...new Set(Object.values(numbers))], failures], [[0], []])
})

test('what is off the market, or for nobody else, is approved and not for sale', async () => {
  await using trade = await openHouses()
  const { raw } = trade.store
  const forSale = async () => {
    const { body } = await trade.call('GET', '/v1/provider/dashboard', { as: trade.ada.token })
    return [body.data.objects_approved, body.data.objects_for_sale]
  }
  assert.equal(await forSale(), [4, 4])
  raw.exec(`UPDATE object SET taken_down_at = 1
    WHERE object_id = '${trade.ada.assets[0]?.objectId}'`)
  assert.equal(await forSale(), [4, 3])
  raw.exec(`UPDATE object SET index_state = 'queued'
    WHERE object_id = '${trade.ada.assets[1]?.objectId}'`)
  assert.equal(await forSale(), [4, 2])
  for (const [set, back] of [
    ["status = 'suspended'", "status = 'active'"],
    ["status = 'paused'", "status = 'active'"],
    ["visibility = 'private'", "visibility = 'restricted'"],
  ]) {
    raw.exec(`UPDATE dataset SET ${set}`)
    assert.equal(await forSale(), [4, 0], set)
    raw.exec(`UPDATE dataset SET ${back}`)
  }
  assert.equal(await forSale(), [4, 2])
})

test('objects that wait for review are counted as such', async () => {
  await using trade = await openHouses()
  trade.store.raw.exec(`UPDATE object SET status = 'staged', review_state = 'pending',
    index_state = 'none' WHERE object_id = '${trade.ada.assets[0]?.objectId}'`)
  const { body } = await trade.call('GET', '/v1/provider/dashboard', { as: trade.ada.token })
  assert.equal([body.data.objects_pending_review, body.data.objects_approved], [1, 3])
})

test('a key with an allow-list sees the numbers of its datasets only', async () => {
  await using trade = await openHouses()
  await checkRows(trade, trade.names, [
    {
      name: 'dashboard',
      as: 'narrow',
      ask: 'GET /v1/provider/dashboard',
      status: 200,
      data: { total_datasets: 1, total_objects: 2 },
    },
    {
      name: 'its dataset',
      as: 'narrow',
      ask: 'GET /v1/provider/datasets/{second}/analytics',
      status: 200,
    },
    {
      name: 'another',
      as: 'narrow',
      ask: 'GET /v1/provider/datasets/{first}/analytics',
      status: 404,
      error: notFound('dataset'),
    },
  ])
})

test('dataset analytics has the five fields of the contract', async () => {
  await using trade = await openHouses()
  const path = `/v1/provider/datasets/${trade.first}/analytics`
  const { body } = await trade.call('GET', path, { as: trade.ada.key })
  assert.equal(body.data, {
    dataset_id: trade.first,
    dataset_name: 'Archive 0',
    object_count: 2,
    active_object_count: 2,
    storage_bytes: 21 + 10,
  })
})

test('analytics tells use and revenue day by day', async () => {
  await using trade = await openHouses()
  const { ada, ben, clock } = trade
  const [asset] = ada.assets
  assert.ok(asset)
  trade.store.raw.exec('UPDATE dataset SET base_price_cents = 10')
  await trade.search(ben.key, 'boiler')
  await trade.read(ben.key, asset)
  clock.advance({ hours: 24 })
  assert.is((await trade.download(ben.key, asset)).status, 200)
  const path = '/v1/provider/analytics?from=2026-03-26&to=2026-03-28'
  const { body } = await trade.call('GET', path, { as: ada.token })
  const { top_keywords, ...rest } = body.data
  const none = { searches: 0, results: 0, reads: 0, downloads: 0 }
  const noMoney = { gross_credits: 0, seller_credits: 0 }
  const results = body.data.usage_summary.results
  assert.ok(results > 0)
  assert.equal(top_keywords, [])
  assert.equal(rest, {
    dataset_id: null,
    from: '2026-03-26T00:00:00.000Z',
    to: '2026-03-29T00:00:00.000Z',
    usage_summary: { searches: 1, results, reads: 1, downloads: 1 },
    revenue_summary: {
      currency: 'EUR',
      gross_credits: 10,
      seller_credits: 6,
      platform_credits: 4,
      gross_revenue: 0.1,
      seller_earnings: 0.06,
    },
    series: [
      { date: '2026-03-26', ...none, searches: 1, results, reads: 1, ...noMoney },
      { date: '2026-03-27', ...none, downloads: 1, gross_credits: 10, seller_credits: 6 },
      { date: '2026-03-28', ...none, ...noMoney },
    ],
  })
})

test('without a period analytics covers 30 days and ends with today', async () => {
  await using trade = await openHouses()
  const { body } = await trade.call('GET', '/v1/provider/analytics', { as: trade.ada.key })
  assert.is(body.data.series.length, 30)
  assert.is(body.data.series.at(-1).date, '2026-03-26')
  assert.is(body.data.to, '2026-03-27T00:00:00.000Z')
})

test('use of own data is not in the figures', async () => {
  await using trade = await openHouses()
  const { ada } = trade
  await trade.search(ada.key, 'boiler')
  for (const asset of ada.assets) {
    await trade.read(ada.key, asset)
    await trade.download(ada.key, asset)
  }
  const { body } = await trade.call('GET', '/v1/provider/analytics', { as: ada.key })
  const { usage_summary, revenue_summary } = body.data
  assert.equal(usage_summary, { searches: 0, results: 0, reads: 0, downloads: 0 })
  assert.is(revenue_summary.gross_credits, 0)
})

test('what the figures came from may go; the figures stay', async () => {
  await using trade = await openHouses()
  const { ada, ben } = trade
  const [asset] = ada.assets
  assert.ok(asset)
  await trade.search(ben.key, 'boiler')
  await trade.download(ben.key, asset)
  const before = await trade.call('GET', '/v1/provider/analytics', { as: ada.key })
  await trade.call('DELETE', `/v1/datasets/${trade.first}`, { as: ada.token })
  trade.store.raw.exec('DELETE FROM passage')
  const after = await trade.call('GET', '/v1/provider/analytics', { as: ada.key })
  assert.equal(after.body.data, before.body.data)
})

test('analytics tells nothing of who the buyers are', async () => {
  await using trade = await openHouses()
  const { ada, ben } = trade
  for (let i = 0; i < 5; i++) await trade.search(ben.key, 'boiler for ben GmbH')
  for (const asset of ada.assets) await trade.download(ben.key, asset)
  const { bytes } = await trade.call('GET', '/v1/provider/analytics', { as: ada.token })
  const told = bytes.toString('utf8').toLowerCase()
  for (const trace of [ben.tenantId, ben.userId, ben.keys[0]?.id ?? '', 'ben', 'srch_', 'sa_']) {
    assert.not(told.includes(trace.toLowerCase()), trace)
  }
})

test('there are no payout statements before the first settlement', async () => {
  await using trade = await openHouses()
  const { body } = await trade.call('GET', '/v1/provider/payouts', { as: trade.ada.key })
  assert.equal(body.data, { payouts: [], total: 0, next_cursor: null })
})

function writeStatement(trade: Trade, { tenantId, month }: { tenantId: string; month: number }) {
  const id = newId('stmt', Date.UTC(2026, month))
  trade.store.raw
    .prepare('INSERT INTO payout_statement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      ...[id, tenantId, Date.UTC(2026, month), Date.UTC(2026, month + 1), 12345, 7407, 1000, 0],
      ...['EUR', 'held', Date.UTC(2026, month + 1)],
    )
  return id
}

test('a payout statement has the fields of the contract, amounts in the currency', async () => {
  await using trade = await openHouses()
  const payout_statement_id = writeStatement(trade, { tenantId: trade.ada.tenantId, month: 0 })
  const { body } = await trade.call('GET', '/v1/provider/payouts', { as: trade.ada.token })
  assert.equal(body.data.payouts, [
    {
      payout_statement_id,
      billing_period_start: '2026-01-01T00:00:00.000Z',
      billing_period_end: '2026-02-01T00:00:00.000Z',
      gross_revenue: 123.45,
      seller_earnings: 74.07,
      held_amount: 10,
      released_amount: 0,
      reversed_amount: 0,
      currency: 'EUR',
      status: 'held',
      created_at: '2026-02-01T00:00:00.000Z',
    },
  ])
})

test('payouts are listed newest first, page by page, and only the own ones', async () => {
  await using trade = await openHouses()
  const { ada, ben } = trade
  const own = [0, 1, 2].map((month) => writeStatement(trade, { tenantId: ada.tenantId, month }))
  writeStatement(trade, { tenantId: ben.tenantId, month: 3 })
  const ids = ({ payouts }: { payouts: { payout_statement_id: string }[] }) =>
    payouts.map(({ payout_statement_id }) => payout_statement_id)
  const path = '/v1/provider/payouts?limit=2'
  const first = (await trade.call('GET', path, { as: ada.token })).body.data
  const next = `${path}&cursor=${first.next_cursor}`
  const last = (await trade.call('GET', next, { as: ada.token })).body.data
  assert.equal([...ids(first), ...ids(last)], own.toReversed())
  assert.equal([first.total, last.total, last.next_cursor], [3, 3, null])
  assert.is((await trade.call('GET', next, { as: ben.token })).status, 400)
})

const periodForm = 'must be a date or a time such as 2027-01-31 or 2027-01-31T12:00:00Z.'
const analytics = 'GET /v1/provider/analytics'

const refused: Row[] = [
  ...[
    ['GET /v1/provider/dashboard', 'usage:read'],
    ['GET /v1/provider/datasets/{first}/analytics', 'usage:read'],
    [analytics, 'usage:read'],
    ['GET /v1/provider/payouts', 'billing:read'],
  ].flatMap(([ask = '', scope = '']): Row[] => [
    { name: `${ask} by nobody`, ask, status: 401, error: unauthorized },
    { name: `${ask} unscoped`, as: 'blind', ask, status: 403, error: missingScope(scope) },
  ]),
  ...['foreign', 'unknown'].flatMap((id): Row[] => [
    {
      name: `${id} dataset`,
      as: 'reader',
      status: 404,
      error: notFound('dataset'),
      ask: `GET /v1/provider/datasets/{${id}}/analytics`,
    },
    {
      name: `analytics of the ${id} dataset`,
      as: 'reader',
      status: 404,
      ask: `${analytics}?dataset_id={${id}}`,
      error: notFound('dataset'),
    },
  ]),
  ...[
    ['from=yesterday', 'from', 'invalid_format', `from ${periodForm}`],
    ['to=2026-02-30', 'to', 'invalid_format', `to ${periodForm}`],
    ['to=', 'to', 'invalid_format', `to ${periodForm}`],
    ['from=2026-03-02&to=2026-03-01', 'from', 'not_before_to', 'from must lie before to.'],
    ['from=2024-01-01&to=2026-01-01', 'from', 'too_long', 'from and to may span at most 366 days.'],
    ['dataset_id=', 'dataset_id', 'too_small', 'dataset_id must not be empty.'],
    ['from=2026-03-01&from=2026-03-02', 'from', 'duplicate', 'from must be given only once.'],
  ].map(([query = '', field = '', reason = '', message = '']): Row => {
    const error = badField(field, { reason, message })
    return { name: query, as: 'reader', ask: `${analytics}?${query}`, status: 400, error }
  }),
  ...[
    ['limit=0', 'limit', 'too_small', 'limit must be a whole number from 1 to 100.'],
    ['limit=101', 'limit', 'too_big', 'limit must be a whole number from 1 to 100.'],
    ['limit=x', 'limit', 'invalid_format', 'limit must be a whole number from 1 to 100.'],
    [
      'cursor=abc',
      'cursor',
      'invalid_cursor',
      'This cursor is damaged or belongs to another list. Start again without it.',
    ],
  ].map(([query = '', field = '', reason = '', message = '']): Row => {
    const error = badField(field, { reason, message })
    const ask = `GET /v1/provider/payouts?${query}`
    return { name: `payouts ${query}`, as: 'reader', ask, status: 400, error }
  }),
]

test("every refusal of the provider's reports, whole", async () => {
  await using trade = await openHouses()
  await checkRows(trade, trade.names, refused)
})

test('an empty dataset is there with noughts, a deleted one is not', async () => {
  await using trade = await openHouses()
  const { body } = await trade.call('POST', '/v1/datasets', {
    as: trade.ada.token,
    body: { name: 'Empty' },
  })
  const path = `/v1/provider/datasets/${body.data.dataset_id}/analytics`
  const there = await trade.call('GET', path, { as: trade.ada.token })
  assert.equal([there.body.data.object_count, there.body.data.active_object_count], [0, 0])
  await trade.call('DELETE', `/v1/datasets/${body.data.dataset_id}`, { as: trade.ada.token })
  assert.is((await trade.call('GET', path, { as: trade.ada.token })).status, 404)
})

test.run()
