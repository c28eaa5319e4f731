// Nobody pays more than was named or shown: a price that rises between a look and a purchase.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { lamports } from '../../../src/base/lamports.ts'
import { openShownTerms, type Terms } from '../../../src/domain/microip/licences/shown-terms.ts'
import type { MicroIpRow } from '../../../src/domain/microip/queries.ts'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { approveAsset, fund, license, licensedAsset, uploadAsset } from '../../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const shop = shared(async () => {
  const app = await openTestApp({
    config: { microipRatePerMinute: 1_000, assetsRatePerMinute: 100 },
  })
  const anna = await app.signUp('Anna')
  let buyers = 0
  return Object.assign(app, {
    anna,
    /** A cheap licence, and somebody with 200 SOL who has not looked at it. */
    async pair({ type = 'standard' } = {}) {
      const buyer = await app.signUp(`Buyer ${'x'.repeat(++buyers)}`)
      await fund(app, buyer, 200)
      const form = { name: `Heat pumps number ${buyers}` }
      const assetId = await licensedAsset(app, anna, { price: 0.1, type, form })
      return { buyer, assetId }
    },
  })
})

function change(app: TestApp & { anna: Party }, assetId: string, terms: object) {
  return app.call('PATCH', `/microip/${assetId}`, { as: app.anna.token, body: terms })
}

async function purchase(app: TestApp, { token }: Party, { assetId, body }: Purchase) {
  const answer = await app.call('POST', `/microip/${assetId}/download`, { as: token, body })
  const { total_spent } = (await app.call('GET', '/balance', { as: token })).body
  return { status: answer.status, body: answer.body, spent: total_spent }
}
type Purchase = { assetId: string; body?: object }

const risen = {
  detail:
    'The terms are others than you were shown: 99 SOL, standard. Send it again to accept them.',
  code: 'conflict',
  price: 99,
  license_type: 'standard',
}

const looks: Record<string, (assetId: string) => string> = {
  'its page': (assetId) => `/microip/${assetId}`,
  'the list': () => '/microip?limit=100',
  'a search': () => '/search?query=heat+pump&limit=100',
}

for (const [name, path] of Object.entries(looks)) {
  shop.fact(`what ${name} showed is the most that is paid until more is shown`, async (app) => {
    const { buyer, assetId } = await app.pair()
    const look = await app.call('GET', path(assetId), { as: buyer.token })
    assert.is(look.status, 200)
    assert.is((await change(app, assetId, { price: 99 })).status, 200)
    const refused = await purchase(app, buyer, { assetId })
    assert.equal(refused, { status: 409, body: risen, spent: 0 })
    // The refusal has shown the price.
    const accepted = await purchase(app, buyer, { assetId })
    assert.equal([accepted.status, accepted.spent], [200, 99])
    assertLedgerBalances(app)
  })
}

shop.fact('max_price bounds a purchase by whoever has not looked', async (app) => {
  const { buyer, assetId } = await app.pair()
  await change(app, assetId, { price: 99 })
  for (const max_price of [0, 0.1, 98.999999999]) {
    assert.equal(await purchase(app, buyer, { assetId, body: { max_price } }), {
      status: 409,
      body: { ...risen, detail: 'The price is 99 SOL, which is above max_price.' },
      spent: 0,
    })
  }
  const { status, spent } = await purchase(app, buyer, { assetId, body: { max_price: 99 } })
  assert.equal([status, spent], [200, 99])
  // It is paid for: there is nothing left to bound.
  const again = await purchase(app, buyer, { assetId, body: { max_price: 0 } })
  assert.equal([again.status, again.body.transaction.amount_paid], [200, 0])
})

shop.fact('max_price must be an amount of SOL', async (app) => {
  const { buyer, assetId } = await app.pair()
  const wrong = { code: 'bad_request', field: 'max_price' }
  const rows = [
    ['1', 'max_price must be a number.'],
    [-1, 'max_price must not be negative.'],
    [0.0000000001, 'max_price must be a number of SOL with at most 9 decimals.'],
  ] as const
  for (const [max_price, detail] of rows) {
    assert.equal(await purchase(app, buyer, { assetId, body: { max_price } }), {
      status: 400,
      body: { detail, ...wrong },
      spent: 0,
    })
  }
})

shop.fact('a price that fell is paid as it is', async (app) => {
  const { buyer, assetId } = await app.pair()
  await app.call('GET', `/microip/${assetId}`, { as: buyer.token })
  await change(app, assetId, { price: 0.05 })
  const { status, spent } = await purchase(app, buyer, { assetId, body: { max_price: 0.1 } })
  assert.equal([status, spent], [200, 0.05])
})

shop.fact(
  'a licence that became another one is not sold for the one that was shown',
  async (app) => {
    const { buyer, assetId } = await app.pair({ type: 'commercial' })
    await app.call('GET', `/microip/${assetId}`, { as: buyer.token })
    await change(app, assetId, { license_type: 'standard' })
    const { status, body, spent } = await purchase(app, buyer, { assetId })
    assert.equal([status, body.price, body.license_type, spent], [409, 0.1, 'standard', 0])
    assert.is((await purchase(app, buyer, { assetId })).status, 200)
  },
)

shop.fact('what was shown counts for a quarter of an hour', async (app) => {
  const { buyer, assetId } = await app.pair()
  await app.call('GET', `/microip/${assetId}`, { as: buyer.token })
  await change(app, assetId, { price: 99 })
  app.clock.advance({ seconds: 15 * 60 - 1 })
  assert.is((await purchase(app, buyer, { assetId })).status, 409)
  await change(app, assetId, { price: 100 })
  app.clock.advance({ seconds: 15 * 60 + 1 })
  const { status, spent } = await purchase(app, buyer, { assetId })
  assert.equal([status, spent], [200, 100])
})

shop.fact('the owner pays nothing, whatever it was shown', async (app) => {
  const { assetId } = await app.pair()
  await change(app, assetId, { price: 99 })
  assert.is((await purchase(app, app.anna, { assetId, body: { max_price: 0 } })).status, 200)
})

test('after a restart, which forgets what was shown, new terms are shown first', async () => {
  using folder = temporaryFolder()
  const sold: { buyer: Party; changed: string; same: string }[] = []
  {
    await using app = await openTestApp({ dir: folder.path })
    const anna = await app.signUp('Anna')
    const buyer = await app.signUp('Ben')
    await fund(app, buyer, 200)
    const { body } = await uploadAsset(app, anna, { name: 'Another name' })
    await approveAsset(app, anna, body.asset_id)
    await license(app, anna, { assetId: body.asset_id, price: 1 })
    const changed = await licensedAsset(app, anna, { price: 0.1 })
    await app.call('GET', '/microip', { as: buyer.token })
    await change(Object.assign(app, { anna }), changed, { price: 99 })
    sold.push({ buyer, changed, same: body.asset_id })
  }
  await using app = await openTestApp({ dir: folder.path })
  const [{ buyer, changed, same }] = sold as [(typeof sold)[number]]
  assert.is((await purchase(app, buyer, { assetId: same })).status, 200)
  const { status, body, spent } = await purchase(app, buyer, { assetId: changed })
  assert.equal([status, body.price, spent], [409, 99, 1])
  assert.is((await purchase(app, buyer, { assetId: changed })).status, 200)
})

test('whoever was shown more than is remembered is shown it again', () => {
  const shown = openShownTerms({ openedAtMs: 0, shownMax: 2, countsForMs: 1_000 })
  const licence = (assetId: string) => ({ assetId, ...terms }) as MicroIpRow
  const last = (assetId: string, nowMs: number) => shown.last('usr_ben', assetId as ObjectId, nowMs)
  shown.show('usr_ben', [licence('obj_a')], 5_000)
  assert.is(last('obj_b', 5_000), undefined)
  shown.show('usr_ben', [licence('obj_b'), licence('obj_c')], 5_500)
  assert.is(last('obj_a', 5_500), 'forgotten')
  assert.equal(pick(last('obj_c', 6_499)), terms)
  assert.is(last('obj_d', 6_499), 'forgotten')
  assert.is(last('obj_c', 6_500), undefined)
})

const terms = { priceLamports: lamports(5), licenseType: 'standard' } as const
const pick = (shown: unknown) => {
  const { priceLamports, licenseType } = shown as Terms
  return { priceLamports, licenseType }
}

test.run()
