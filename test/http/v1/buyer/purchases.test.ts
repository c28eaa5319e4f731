// GET /v1/purchases: what was bought, by whom, and whether it is given once more for nothing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { openTestShop } from '../../../support/open-test-shop.ts'

async function openSold() {
  const shop = await openTestShop()
  const assets = [await shop.offer({ filename: 'a.pdf' }), await shop.offer()] as const
  const get = (query = '', as = shop.buyer.token) =>
    shop.call('GET', `/v1/purchases${query}`, { as })
  const list = async (query = '', as = shop.buyer.token) => (await get(query, as)).body.data
  return Object.assign(shop, { assets, get, list })
}

test('a purchase has its price, names, person and receipt', async () => {
  await using shop = await openSold()
  const { buyer, provider, clock } = shop
  const body = { asset_id: shop.assets[0] }
  const minted = await shop.call('POST', '/v1/downloads', { as: buyer.token, body })
  await shop.call('GET', new URL(minted.body.data.url).pathname)
  await shop.rooms.delivery.settled()
  const { purchases, total, next_cursor } = await shop.list()
  assert.equal([total, next_cursor], [1, null])
  const [{ receipt_id, dataset_id, dataset_name, ...rest }] = purchases
  const me = (await shop.call('GET', '/v1/me', { as: buyer.token })).body.data.user
  assert.equal(rest, {
    asset_id: shop.assets[0],
    title: 'a.pdf',
    filename: 'a.pdf',
    modality: 'text',
    tenant_id: provider.tenantId,
    start_ms: null,
    end_ms: null,
    charged_credits: 25,
    refunded_credits: 0,
    currency: 'EUR',
    outcome: 'sent',
    is_on_offer: true,
    free_again_until: null,
    search_id: null,
    api_key_id: null,
    api_key_name: null,
    user_id: me.user_id,
    user_name: me.display_name,
    occurred_at: isoOf(clock.nowMs()),
  })
  assert.ok(dataset_id && dataset_name)
  const receipt = await shop.call('GET', `/v1/receipts/${receipt_id}`, { as: buyer.token })
  assert.is(receipt.status, 200)
  const one = await shop.get(`/${receipt_id}`)
  assert.equal(one.body.data, purchases[0])
})

test('what failed on our side can be had again for nothing, once, and for a day', async () => {
  await using shop = await openSold()
  await shop.call('GET', await shop.link(shop.assets[0]))
  await shop.rooms.delivery.settled()
  const soldAtMs = shop.clock.nowMs()
  shop.sql("DROP TRIGGER dl_link_one_way; UPDATE dl_link SET outcome = 'failed'")
  const until = async () => (await shop.list()).purchases.at(-1).free_again_until
  assert.is(await until(), isoOf(soldAtMs + 24 * 60 * 60 * 1000))
  shop.clock.advance({ hours: 1 })
  await shop.call('GET', await shop.link(shop.assets[0]))
  assert.is(await until(), null)
  const { purchases } = await shop.list()
  assert.equal(
    purchases.map((one: { charged_credits: number }) => one.charged_credits),
    [0, 25],
  )
})

test('pages follow by cursor or begin at an offset, and are filtered', async () => {
  await using shop = await openSold()
  for (const asset of [...shop.assets, shop.assets[0]]) {
    await shop.call('GET', await shop.link(asset))
    shop.clock.advance({ hours: 24 })
  }
  const all = (await shop.list()).purchases
  assert.is(all.length, 3)
  const first = await shop.list('?limit=2')
  const rest = await shop.list(`?limit=2&cursor=${first.next_cursor}`)
  assert.equal([...first.purchases, ...rest.purchases], all)
  assert.equal((await shop.list('?limit=1&offset=1')).purchases, [all[1]])
  const later = `?from=${all[0].occurred_at}`
  assert.equal((await shop.list(later)).purchases, [all[0]])
  assert.is((await shop.list(`?api_key_id=${all[0].api_key_id}`)).total, 3)
  assert.is((await shop.list('?api_key_id=key_unknown')).total, 0)
  assert.ok(all[0].api_key_name)
  const both = await shop.get(`?offset=1&cursor=${first.next_cursor}`)
  assert.is(both.status, 400)
  assert.equal(both.body.error.details, { field: 'offset', reason: 'exclusive' })
})

test('what is taken away is still listed, as no longer on offer', async () => {
  await using shop = await openSold()
  await shop.call('GET', await shop.link(shop.assets[0]))
  shop.sql("UPDATE dataset SET status = 'suspended'")
  const [one] = (await shop.list()).purchases
  assert.equal([one.is_on_offer, one.free_again_until, one.title], [false, null, 'a.pdf'])
})

test("a purchase is its buyer's alone", async () => {
  await using shop = await openSold()
  await shop.call('GET', await shop.link(shop.assets[0]))
  const [{ receipt_id }] = (await shop.list()).purchases
  assert.is((await shop.list('', shop.provider.token)).total, 0)
  assert.is((await shop.get(`/${receipt_id}`, shop.provider.token)).status, 404)
  assert.is((await shop.get(`/${receipt_id}`)).status, 200)
})

test.run()
