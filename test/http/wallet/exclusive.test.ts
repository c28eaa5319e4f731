// An exclusive licence is sold to one alone, whichever surface the others come from.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { furnished } from '../../support/furnished.ts'
import { buy, fund, licensedAsset } from '../../support/licences.ts'
import { type Answer, openTestApp, type Party, type TestApp } from '../../support/open-test-app.ts'

const notOnOffer = {
  detail: 'Asset not found or not available for download',
  code: 'not_found',
}

type Offer = { assetId: string; anna: Party; ben: Party; cleo: Party; cleosKey: string }

/** Anna offers it to everybody on Surface A, and exclusively for 1 SOL. Ben has 5, Cleo credits. */
async function exclusiveOffer(app: TestApp): Promise<Offer> {
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const cleo = await app.signUp('Cleo')
  const form = { is_public: 'true' }
  const assetId = await licensedAsset(app, anna, { type: 'exclusive', price: 1, form })
  await fund(app, ben, 5)
  return { assetId, anna, ben, cleo, cleosKey: await app.key(cleo) }
}

const openHouse = furnished(exclusiveOffer, { config: { welcomeCredits: 500 } })

async function openOffer(config: { assetsRatePerMinute?: number } = {}) {
  const { app, found } = await openHouse({ config })
  return Object.assign(app, { offer: found })
}

async function linkFor(app: TestApp, { assetId, cleosKey }: Offer): Promise<string> {
  const asked = { as: cleosKey, body: { asset_id: assetId } }
  return (await app.call('POST', '/download', asked)).body.url
}

function creditsOf(app: TestApp, { tenantId }: Party): number {
  return app.rooms.ledger.creditsOf(app.store.db, tenantId as never)
}

async function solOf(app: TestApp, { token }: Party): Promise<number> {
  return (await app.call('GET', '/balance', { as: token })).body.balance
}

test('a link of Surface A that is open when it is sold exclusively opens nothing', async () => {
  await using app = await openOffer()
  const { offer } = app
  const url = await linkFor(app, offer)
  assert.is((await buy(app, offer.ben, offer.assetId)).status, 200)
  const before = creditsOf(app, offer.cleo)
  assert.is((await app.call('GET', url)).status, 403)
  assert.is(creditsOf(app, offer.cleo), before)
  assertLedgerBalances(app)
})

test('after a download on Surface A it is sold exclusively to nobody', async () => {
  await using app = await openOffer()
  const { offer } = app
  assert.is((await app.call('GET', await linkFor(app, offer))).status, 200)
  const { status, body } = await buy(app, offer.ben, offer.assetId)
  assert.equal([status, body], [404, notOnOffer])
  assert.is(await solOf(app, offer.ben), 5)
  assertLedgerBalances(app)
})

test('what can be sold to one alone no more is on offer to nobody; its owner sees it', async () => {
  await using app = await openOffer()
  const { offer } = app
  const { assetId, anna, ben } = offer
  const seenBy = async ({ token: as }: Party) => {
    const list = await app.call('GET', '/microip', { as })
    const found = await app.call('POST', '/search', { as, body: { query: 'heat pumps' } })
    const { status, body } = await app.call('GET', `/microip/${assetId}`, { as })
    return [list.body.total, list.body.items.length, found.body.length, status, body.is_sellable]
  }
  const onSale = [1, 1, 1, 200, true]
  assert.equal([await seenBy(ben), await seenBy(anna)], [onSale, onSale])
  assert.is((await app.call('GET', await linkFor(app, offer))).status, 200)
  assert.equal(await seenBy(ben), [0, 0, 0, 404, undefined])
  assert.equal(await seenBy(anna), [1, 1, 1, 200, false])
  const patch = { as: anna.token, body: { license_type: 'commercial' } }
  assert.is((await app.call('PATCH', `/microip/${assetId}`, patch)).status, 200)
  assert.equal([await seenBy(ben), await seenBy(anna)], [onSale, onSale])
  assert.is((await buy(app, ben, assetId)).status, 200)
})

test('of a fetch on Surface A and a purchase at the same time one wins', async () => {
  await using app = await openOffer({ assetsRatePerMinute: 100 })
  const { offer } = app
  const won = { fetch: 0, purchase: 0 }
  const anna = await app.signUp('Anna Two')
  for (let round = 0; round < 6; round++) {
    const form = { is_public: 'true', name: `Report number ${round}` }
    const assetId = await licensedAsset(app, anna, { type: 'exclusive', price: 0.1, form })
    const url = await linkFor(app, { ...offer, assetId })
    const asking: (() => Promise<Answer>)[] = [
      () => app.call('GET', url),
      () => buy(app, offer.ben, assetId),
    ]
    // Whoever is sent first is often served first: they take turns.
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const answers = await Promise.all(order.map((which) => asking[which]?.()))
    const [fetched, bought] = order[0] === 0 ? answers : answers.toReversed()
    const pair = [fetched?.status, bought?.status]
    assert.ok(String(pair) === '200,404' || String(pair) === '403,200', String(pair))
    won[pair[0] === 200 ? 'fetch' : 'purchase'] += 1
  }
  assert.is(won.fetch + won.purchase, 6)
  assert.is(await solOf(app, offer.ben), Number((5 - 0.1 * won.purchase).toFixed(9)))
  assertLedgerBalances(app)
})

for (const type of ['standard', 'commercial', 'custom', 'exclusive']) {
  test(`who bought a ${type} licence fetches it again free, whatever the price`, async () => {
    await using app = await openTestApp()
    const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
    const assetId = await licensedAsset(app, anna, { type, price: 1 })
    await fund(app, ben, 2)
    assert.is((await buy(app, ben, assetId)).body.transaction.amount_paid, 1)
    const patch = { as: anna.token, body: { price: 2 } }
    assert.is((await app.call('PATCH', `/microip/${assetId}`, patch)).status, 200)
    const again = await buy(app, ben, assetId)
    assert.equal([again.status, again.body.transaction.amount_paid], [200, 0])
    assert.is((await app.call('GET', again.body.download_url)).status, 200)
    assert.is(await solOf(app, ben), 1)
    const { body } = await app.call('GET', `/microip/${assetId}`, { as: ben.token })
    assert.equal([body.total_downloads, body.total_earnings], [2, 0.975])
    assertLedgerBalances(app)
  })
}

test.run()
