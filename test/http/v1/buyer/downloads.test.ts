// People who are logged in buy as keys do: the same rooms, the same bill, in their own name.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openPage } from '../../../support/browser-page.ts'
import { type Party, signUp } from '../../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'

const path = '/v1/downloads'
const price = 25

async function buy(shop: TestShop, as: string, body: object) {
  const answer = await shop.call('POST', path, { as, body })
  assert.is(answer.status, 201, JSON.stringify(answer.body))
  return new URL(answer.body.data.url).pathname
}

/** Somebody else of the buyer's tenant. */
async function colleague(shop: TestShop, roles: string[]): Promise<Party> {
  const asked = { as: shop.buyer.token, body: { roles } }
  const { body } = await shop.call('POST', '/v1/tenant/invitations', asked)
  return signUp(shop.call, 'Colleague', { invitation_code: body.data.invitation_code })
}

const accesses = async (shop: TestShop) =>
  (await shop.call('GET', '/v1/agent/activity/accesses', { as: shop.buyer.token })).body.data
    .accesses as Record<string, unknown>[]

test('a browser that is logged in searches, reads, asks the price, and buys', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  await shop.shelve(asset, ['the boiler in the cellar'])
  await shop.settleVectors()
  const page = openPage(shop)
  await page.logIn(shop.buyer.email)
  const suggested = await page.call('GET', '/v1/search/suggest?q=boi')
  assert.equal(suggested.body.data.completions.length > 0, true)
  const found = await page.call('POST', '/v1/search', { body: { query: 'boiler' } })
  assert.is(found.body.data.results[0].asset_id, asset)
  const read = await page.call('GET', `/v1/assets/${asset}`)
  assert.is(read.body.data.passages[0].text, 'the boiler in the cellar')
  assert.is((await page.call('GET', `/v1/assets/${asset}/similar`)).status, 200)
  const quote = await page.call('GET', `/v1/prices?asset_id=${asset}`)
  assert.is(quote.body.data.file.credits, price)
  const { search_id } = found.body.data
  const link = await page.call('POST', path, { body: { asset_id: asset, search_id } })
  assert.is(link.status, 201)
  assert.is(link.body.data.estimated_credits, price)
  const before = shop.credits(shop.buyer.tenantId)
  const fetched = await shop.call('GET', new URL(link.body.data.url).pathname)
  assert.equal([fetched.status, fetched.bytes.toString()], [200, 'the content'])
  assert.is(shop.credits(shop.buyer.tenantId), before - price)
  const { userId } = shop.buyer
  const [download, reading] = await accesses(shop)
  assert.equal(
    [download?.kind, download?.user_id, download?.api_key_id, download?.search_id],
    ['download', userId, null, search_id],
  )
  assert.equal([reading?.kind, reading?.user_id], ['read', userId])
  const activity = await page.call('GET', '/v1/agent/activity/searches')
  assert.ok(activity.body.data.searches.every((one: { user_id: string }) => one.user_id === userId))
  assertLedgerBalances(shop)
})

test('the purchase of a key is still in the name of the key', async () => {
  await using shop = await openTestShop()
  await shop.call('GET', await shop.link(await shop.offer()))
  const [download] = await accesses(shop)
  assert.equal([download?.user_id, typeof download?.api_key_id], [null, 'string'])
})

test('who bought in a tenant is told apart', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  const other = await colleague(shop, ['buyer_manager'])
  await shop.call('GET', await buy(shop, other.token, { asset_id: asset }))
  const [download] = await accesses(shop)
  assert.is(download?.user_id, other.userId)
  assertLedgerBalances(shop)
})

test('a receipt of the purchase is of the tenant', async () => {
  await using shop = await openTestShop()
  const link = await buy(shop, shop.buyer.token, { asset_id: await shop.offer() })
  await shop.call('GET', link)
  const raw = shop.store.raw.prepare("SELECT event_id FROM meter_event WHERE kind = 'download'")
  const id = raw.pluck().get() as string
  const stranger = await shop.signUp('Stranger')
  const receipt = await shop.call('GET', `/v1/receipts/${id}`, { as: shop.buyer.token })
  assert.is(receipt.status, 200)
  const others = await shop.call('GET', `/v1/receipts/${id}`, { as: stranger.token })
  assert.is(others.status, 404)
})

test('a repeated purchase under one Idempotency-Key is one link', async () => {
  await using shop = await openTestShop()
  const body = { asset_id: await shop.offer() }
  const asked = { as: shop.buyer.token, body, headers: { 'idempotency-key': 'once' } }
  const [first, again] = [
    await shop.call('POST', path, asked),
    await shop.call('POST', path, asked),
  ]
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  assert.is(again.body.data.url, first.body.data.url)
  const links = shop.store.raw.prepare('SELECT count(*) FROM dl_link').pluck().get()
  assert.is(links, 1)
})

const cannot: [title: string, end: (shop: TestShop, who: Party) => Promise<{ status: number }>][] =
  [
    [
      'may not search any more',
      (shop, { userId }) =>
        shop.call('PATCH', `/v1/tenant/members/${userId}`, {
          as: shop.buyer.token,
          body: { roles: ['viewer'] },
        }),
    ],
    [
      'left the tenant',
      (shop, { userId }) =>
        shop.call('DELETE', `/v1/tenant/members/${userId}`, { as: shop.buyer.token }),
    ],
  ]
for (const [title, end] of cannot) {
  test(`the open link of a person who ${title} is 403, uncharged`, async () => {
    await using shop = await openTestShop()
    const who = await colleague(shop, ['buyer_manager'])
    const link = await buy(shop, who.token, { asset_id: await shop.offer() })
    const before = shop.credits(shop.buyer.tenantId)
    assert.ok((await end(shop, who)).status < 300)
    assert.is((await shop.call('GET', link)).status, 403)
    assert.is(shop.credits(shop.buyer.tenantId), before)
  })
}

test('logging out takes no link away', async () => {
  await using shop = await openTestShop()
  const page = openPage(shop)
  await page.logIn(shop.buyer.email)
  const { body } = await page.call('POST', path, { body: { asset_id: await shop.offer() } })
  await page.call('DELETE', '/console/session')
  assert.is((await shop.call('GET', new URL(body.data.url).pathname)).status, 200)
})

const roles: [role: string, status: number][] = [
  ['buyer_manager', 201],
  ['admin', 201],
  ['seller_manager', 403],
  ['operator', 403],
  ['viewer', 403],
]
for (const [role, status] of roles) {
  test(`whether ${role} buys: ${status}`, async () => {
    await using shop = await openTestShop()
    const { token: as } = await colleague(shop, [role])
    const asset = await shop.offer()
    const answers = [
      await shop.call('POST', path, { as, body: { asset_id: asset } }),
      await shop.call('GET', `/v1/assets/${asset}`, { as }),
      await shop.call('GET', `/v1/assets/${asset}/similar`, { as }),
      await shop.call('GET', '/v1/search/suggest?q=boi', { as }),
      await shop.call('GET', `/v1/prices?asset_id=${asset}`, { as }),
    ]
    const other = status === 201 ? 200 : status
    assert.equal(
      answers.map((one) => one.status),
      [status, other, other, other, other],
    )
  })
}

test('who has too little is told what is needed, in the words of Surface B', async () => {
  await using shop = await openTestShop({ config: { welcomeCredits: 3 } })
  const asked = { as: shop.buyer.token, body: { asset_id: await shop.offer() } }
  const { status, body } = await shop.call('POST', path, asked)
  assert.is(status, 402)
  const { code, details } = body.error
  assert.equal(
    [code, details.required_credits, details.available_credits],
    ['insufficient_credits', price, 3],
  )
})

test.run()
