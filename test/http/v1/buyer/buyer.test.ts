// The buyer's dashboard (spec 4.2; its fields are our choice).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkRows, missingScope, unauthorized } from '../../../support/answer-table.ts'
import { type House, openTrade } from '../../../support/open-trade.ts'

const path = '/v1/buyer/dashboard'

async function openBuyer() {
  const trade = await openTrade({ houses: 2, datasets: 1 })
  const [seller, buyer] = trade.houses as [House, House]
  const dashboard = async () => (await trade.call('GET', path, { as: buyer.token })).body.data
  return Object.assign(trade, { seller, buyer, dashboard })
}

test('a new tenant has its keys, its plan and its welcome credits', async () => {
  await using trade = await openBuyer()
  assert.equal(await trade.dashboard(), {
    api_key_count: 2,
    active_api_key_count: 2,
    available_credits: 500,
    plan: 'free',
    search_allowance: 1000,
    searches_this_month: 0,
    downloads_this_month: 0,
    spend_this_month_credits: 0,
    prices: {
      retrieval_credits: 0,
      retrieval_premium_credits: 0,
      citation_credits: 0,
      download_credits: 25,
    },
  })
})

test('searches, downloads and spend are those of this month', async () => {
  await using trade = await openBuyer()
  const [asset] = trade.seller.assets
  assert.ok(asset)
  trade.store.raw.exec('UPDATE dataset SET base_price_cents = 40')
  await trade.search(trade.buyer.key, 'boiler')
  await trade.search(trade.buyer.key, 'valve')
  await trade.download(trade.buyer.key, asset)
  const { available_credits, ...now } = await trade.dashboard()
  assert.is(available_credits, 460)
  assert.equal(
    [now.searches_this_month, now.downloads_this_month, now.spend_this_month_credits],
    [2, 1, 40],
  )
  trade.clock.advance({ hours: 24 * 6 })
  const next = await trade.dashboard()
  assert.equal(
    [next.searches_this_month, next.downloads_this_month, next.spend_this_month_credits],
    [0, 0, 0],
  )
})

test('a key with an allow-list sees its own searches, downloads and spend alone', async () => {
  await using trade = await openBuyer()
  const [asset] = trade.seller.assets
  assert.ok(asset)
  trade.store.raw.exec('UPDATE dataset SET base_price_cents = 40')
  const narrow = await trade.key(trade.buyer, {
    scopes: ['search:query', 'usage:read'],
    dataset_access_mode: 'allow_list',
    dataset_ids: [trade.seller.datasetIds[0]],
  })
  await trade.search(trade.buyer.key, 'boiler')
  await trade.download(trade.buyer.key, asset)
  await trade.search(narrow, 'valve')
  const { prices: _, ...narrowed } = (await trade.call('GET', path, { as: narrow })).body.data
  assert.equal(narrowed, {
    api_key_count: 1,
    active_api_key_count: 1,
    available_credits: 460,
    plan: 'free',
    search_allowance: 1000,
    searches_this_month: 1,
    downloads_this_month: 0,
    spend_this_month_credits: 0,
  })
  await trade.download(narrow, asset)
  const own = (await trade.call('GET', path, { as: narrow })).body.data
  assert.equal([own.downloads_this_month, own.spend_this_month_credits], [1, 40])
  const all = await trade.dashboard()
  assert.equal([all.downloads_this_month, all.spend_this_month_credits], [2, 80])
})

test('revoked and expired keys are no active ones', async () => {
  await using trade = await openBuyer()
  const { buyer, clock } = trade
  await trade.key(buyer, { expires_at: new Date(clock.nowMs() + 1000).toISOString() })
  await trade.call('DELETE', `/v1/api-keys/${buyer.keys[1]?.id}`, { as: buyer.token })
  clock.advance({ seconds: 1 })
  const { api_key_count, active_api_key_count } = await trade.dashboard()
  assert.equal([api_key_count, active_api_key_count], [3, 1])
})

test('a plan without a limit has no allowance', async () => {
  await using trade = await openBuyer()
  trade.store.raw.exec("UPDATE tenant SET plan = 'unlimited'")
  assert.is((await trade.dashboard()).search_allowance, null)
})

test('refusals, whole', async () => {
  await using trade = await openBuyer()
  const blind = await trade.key(trade.buyer, { scopes: ['search:query', 'billing:read'] })
  await checkRows(trade, { blind }, [
    { name: 'nobody', ask: `GET ${path}`, status: 401, error: unauthorized },
    {
      name: 'no scope',
      as: 'blind',
      ask: `GET ${path}`,
      status: 403,
      error: missingScope('usage:read'),
    },
  ])
})

test.run()
