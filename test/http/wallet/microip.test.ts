import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { furnished } from '../../support/furnished.ts'
import {
  approveAsset,
  buy,
  fund,
  license,
  licensedAsset,
  sentences,
  uploadAsset,
} from '../../support/licences.ts'
import type { Party, TestApp, TestAppOptions } from '../../support/open-test-app.ts'

const notOnOffer = {
  detail: 'Asset not found or not available for download',
  code: 'not_found',
}

async function balanceOf(app: TestApp, { token }: Party) {
  return (await app.call('GET', '/balance', { as: token })).body
}

async function parties(app: TestApp) {
  // Who runs the platform comes before anything is sold.
  await app.admin()
  return [await app.signUp('Anna'), await app.signUp('Ben'), await app.signUp('Cleo')] as const
}

const openHouses = furnished(parties, {})
const openOffering = furnished(async (app) => {
  const people = await parties(app)
  return { people, assetId: await licensedAsset(app, people[0]) }
}, {})

/** Three houses, and nothing on offer. */
async function openParties(config: TestAppOptions['config'] = {}) {
  const { app, found } = await openHouses({ config })
  return Object.assign(app, { people: found })
}

/** Three houses, and a licence of the first at one SOL. */
async function openOffer(config: TestAppOptions['config'] = {}) {
  const { app, found } = await openOffering({ config })
  return Object.assign(app, found)
}

test('a licence is bought once: payment, fee, earnings, histories, bytes', async () => {
  await using app = await openParties()
  const [anna, ben] = app.people
  const assetId = await licensedAsset(app, anna, { price: 1.5 })
  await fund(app, ben, 2)
  const { status, body } = await buy(app, ben, assetId)
  assert.is(status, 200)
  assert.equal([body.transaction.amount_paid, body.transaction.platform_fee], [1.5, 0.0375])
  assert.is(body.transaction.buyer_id, ben.userId)
  const bytes = await app.call('GET', body.download_url)
  assert.is(bytes.bytes.toString(), sentences.repeat(3))
  assert.equal(await balanceOf(app, ben), { balance: 0.5, total_earned: 0, total_spent: 1.5 })
  assert.equal(await balanceOf(app, anna), {
    balance: 1.4625,
    total_earned: 1.4625,
    total_spent: 0,
  })
  const again = await buy(app, ben, assetId)
  assert.equal([again.status, again.body.transaction.amount_paid], [200, 0])
  assert.is((await balanceOf(app, ben)).balance, 0.5)
  const mine = await app.call('GET', '/microip/downloads', { as: ben.token })
  assert.equal([mine.body.total, mine.body.items[1].amount_paid], [2, 1.5])
  const { body: bought } = await app.call('GET', '/v1/licences', { as: ben.token })
  const [licence] = bought.data.licences
  assert.equal(
    [bought.data.total, licence.asset_id, licence.name],
    [1, assetId, 'Heat pumps in old houses'],
  )
  const { license_type, price_lamports, fee_lamports } = licence
  assert.equal([license_type, price_lamports, fee_lamports], ['standard', 1.5e9, 0.0375e9])
  assert.is((await app.call('GET', '/v1/licences', { as: anna.token })).body.data.total, 0)
  const sales = await app.call('GET', `/microip/${assetId}/downloads`, { as: anna.token })
  assert.is(sales.body.items[1].transaction_hash, body.transaction.transaction_hash)
  assertLedgerBalances(app)
})

test('the purchase is on the chain, with a receipt for both sides', async () => {
  await using app = await openOffer()
  const { assetId, people } = app
  const [anna, ben] = people
  await fund(app, ben, 2)
  const { body } = await buy(app, ben, assetId)
  const path = `/balance/transactions/${body.transaction.transaction_hash}/receipt`
  for (const one of [anna, ben]) {
    const receipt = await app.call('GET', path, { as: one.token })
    assert.is(receipt.body.record.kind, 'purchase')
    assert.is(receipt.body.record.asset, assetId)
  }
  assert.is((await app.rooms.chain.verify()).ok, true)
})

test('without enough SOL nothing is bought', async () => {
  await using app = await openOffer()
  const { assetId, people } = app
  const [, ben] = people
  await fund(app, ben, 0.999999999)
  const { status, body } = await buy(app, ben, assetId)
  const detail = 'Insufficient balance for purchase'
  assert.equal([status, body], [402, { detail, code: 'insufficient_balance' }])
  assert.is((await balanceOf(app, ben)).balance, 0.999999999)
  assert.is((await app.call('GET', '/microip/downloads', { as: ben.token })).body.total, 0)
})

test('fifty purchases of one user at once pay once', async () => {
  await using app = await openOffer({ microipRatePerMinute: 1000 })
  const { assetId, people } = app
  const [anna, ben] = people
  await fund(app, ben, 5)
  const all = await Promise.all(Array.from({ length: 50 }, () => buy(app, ben, assetId)))
  assert.ok(all.every(({ status }) => status === 200))
  assert.is((await balanceOf(app, ben)).balance, 4)
  assert.is((await balanceOf(app, anna)).total_earned, 0.975)
  assertLedgerBalances(app)
})

test('fifty purchases and withdrawals at once never take more than there is', async () => {
  const rates = { microipRatePerMinute: 1000, balanceRatePerMinute: 1000, assetsRatePerMinute: 100 }
  await using app = await openParties(rates)
  const [anna, ben] = app.people
  const form = (i: number) => ({ form: { name: `Report number ${i}` }, price: 0.3 })
  const assets: string[] = []
  for (let i = 0; i < 5; i++) assets.push(await licensedAsset(app, anna, form(i)))
  await fund(app, ben, 1)
  const withdraw = () =>
    app.call('POST', '/balance/withdraw', { as: ben.token, body: { amount: 0.1 } })
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0 ? buy(app, ben, assets[(i / 2) % 5] ?? '') : withdraw(),
    ),
  )
  assert.ok(all.every(({ status }) => status === 200 || status === 402))
  assert.ok((await balanceOf(app, ben)).balance >= 0)
  assertLedgerBalances(app)
})

test('an exclusive licence is sold once in a race, and then seen by two alone', async () => {
  await using app = await openParties()
  const [anna, ben, cleo] = app.people
  const form = { is_public: 'true' }
  const assetId = await licensedAsset(app, anna, { type: 'exclusive', price: 1, form })
  for (const one of [ben, cleo]) await fund(app, one, 5)
  const key = await app.key(cleo)
  assert.is((await app.call('GET', `/asset/${assetId}`, { as: key })).status, 200)
  const race = await Promise.all([ben, cleo, ben, cleo].map((one) => buy(app, one, assetId)))
  const winner = race[0]?.status === 200 ? ben : cleo
  const loser = winner === ben ? cleo : ben
  const spent = [await balanceOf(app, winner), await balanceOf(app, loser)]
  assert.equal(
    spent.map(({ balance }) => balance),
    [4, 5],
  )
  const late = await buy(app, loser, assetId)
  assert.equal([late.status, late.body], [404, notOnOffer])
  assert.is((await buy(app, winner, assetId)).status, 200)
  for (const one of [anna, winner]) {
    assert.is((await app.call('GET', `/microip/${assetId}`, { as: one.token })).status, 200)
  }
  assert.is((await app.call('GET', `/microip/${assetId}`, { as: loser.token })).status, 404)
  const loserKey = loser === cleo ? key : await app.key(loser)
  assert.is((await app.call('GET', `/asset/${assetId}`, { as: loserKey })).status, 404)
  const found = await app.call('GET', '/search?q=heat', { as: loserKey })
  assert.is(found.body.total, 0)
  const winnerKey = winner === cleo ? key : await app.key(winner)
  assert.ok((await app.call('GET', '/search?q=heat', { as: winnerKey })).body.total > 0)
  const bought = { as: loserKey, body: { asset_id: assetId } }
  assert.is((await app.call('POST', '/download', bought)).status, 404)
  assertLedgerBalances(app)
})

test('exclusive is refused after a licence or a download on Surface A was sold', async () => {
  await using app = await openParties()
  const [anna, ben, cleo] = app.people
  const form = { is_public: 'true' }
  const sold = await licensedAsset(app, anna, { form, price: 1 })
  await fund(app, ben, 2)
  await buy(app, ben, sold)
  const patch = { as: anna.token, body: { license_type: 'exclusive' } }
  const changed = await app.call('PATCH', `/microip/${sold}`, patch)
  const detail = 'An asset that was sold before cannot be sold exclusively.'
  assert.equal([changed.status, changed.body.detail], [409, detail])
  const { body } = await uploadAsset(app, anna, { ...form, name: 'Another report' })
  await approveAsset(app, anna, body.asset_id)
  const key = await app.key(cleo)
  const asked = { as: key, body: { asset_id: body.asset_id } }
  const { body: link } = await app.call('POST', '/download', asked)
  assert.is((await app.call('GET', link.url)).status, 200)
  const exclusive = await license(app, anna, { assetId: body.asset_id, type: 'exclusive' })
  assert.equal([exclusive.status, exclusive.body.detail], [409, detail])
})

test('until approval only the owner sees a licence, and nobody can buy it', async () => {
  await using app = await openParties()
  const [anna, ben] = app.people
  const { body } = await uploadAsset(app, anna)
  const { asset_id: assetId } = body
  const licensed = await license(app, anna, { assetId })
  assert.equal([licensed.status, licensed.body.is_verified], [201, false])
  await fund(app, ben, 2)
  for (const one of [anna, ben]) {
    const answer = await buy(app, one, assetId)
    assert.equal([answer.status, answer.body], [404, notOnOffer])
  }
  assert.is((await app.call('GET', `/microip/${assetId}`, { as: ben.token })).status, 404)
  assert.is((await app.call('GET', `/microip/${assetId}`, { as: anna.token })).status, 200)
  assert.is((await app.call('GET', '/microip', { as: ben.token })).body.total, 0)
  assert.is((await app.call('GET', '/microip', { as: anna.token })).body.total, 1)
  await approveAsset(app, anna, assetId)
  assert.is((await app.call('GET', '/microip', { as: ben.token })).body.total, 1)
  assert.is((await buy(app, ben, assetId)).status, 200)
})

const badTerms: [detail: string, price: unknown, type: unknown][] = [
  ['Invalid license type specified', 1, 'free'],
  ['Invalid license type specified', 1, ''],
  ['price must be greater than 0.', 0, 'standard'],
  ['price must be greater than 0.', -1, 'standard'],
  ['price must be a number of SOL with at most 9 decimals.', 0.1234567891, 'standard'],
  ['price must be a number.', '1', 'standard'],
  ['price must be at most 1000000 SOL.', 1_000_001, 'standard'],
]
test('bad terms are refused in the words of the contract', async () => {
  await using app = await openParties()
  const [anna] = app.people
  const { body } = await uploadAsset(app, anna)
  for (const [detail, price, type] of badTerms) {
    const answer = await license(app, anna, { assetId: body.asset_id, price, type })
    assert.equal([answer.status, answer.body.detail], [400, detail])
  }
})

test('one licence per asset, by its owner alone', async () => {
  await using app = await openParties()
  const [anna, ben] = app.people
  const assetId = await licensedAsset(app, anna, { form: { is_public: 'true' } })
  const second = await license(app, anna, { assetId })
  assert.equal([second.status, second.body.detail], [409, 'This asset has a licence already.'])
  const foreign = await license(app, ben, { assetId })
  assert.equal([foreign.status, foreign.body.code], [403, 'forbidden'])
  const unknown = await license(app, ben, { assetId: 'obj_unknown' })
  assert.equal([unknown.status, unknown.body], [404, notOnOffer])
  const hidden = await uploadAsset(app, anna)
  const unseen = await license(app, ben, { assetId: hidden.body.asset_id })
  assert.equal([unseen.status, unseen.body], [404, notOnOffer])
})

test('the licence is on the chain, and its words follow from the content', async () => {
  await using app = await openParties()
  const [anna, ben] = app.people
  const assetId = await licensedAsset(app, anna, { price: 0.25 })
  const { body } = await app.call('GET', `/microip/${assetId}`, { as: ben.token })
  const { micro_ip: words } = body
  const [, height, place] = /^local-[0-9a-f]{8}:(\d+):(\d+)$/.exec(words.on_chain_id) ?? []
  const record = app.store.raw
    .prepare('SELECT kind, subject_id FROM chain_record WHERE height = ? AND place = ?')
    .get(Number(height), Number(place))
  assert.equal(record, { kind: 'licence', subject_id: assetId })
  assert.equal([words.chain_status, words.metadata_status], ['registered', 'ready'])
  assert.equal([words.metadata_source, words.category], ['extractive', 'document'])
  assert.ok(words.tags.includes('heat pump') || words.tags.includes('heat'), words.tags.join())
  assert.ok(words.long_summary.includes('heat'))
  assert.ok(words.questions.length > 0)
  assert.equal([body.total_views, body.is_verified], [1, true])
  assert.equal([words.price, words.license_type], [0.25, 'standard'])
})

test('the owner corrects words and terms; others may not', async () => {
  await using app = await openOffer()
  const { assetId, people } = app
  const [anna, ben] = people
  const path = `/microip/${assetId}`
  const patch = (as: string, body: object) => app.call('PATCH', path, { as, body })
  const changed = await patch(anna.token, {
    price: 0.5,
    tags: ['pumps', 'pumps', 'Winter'],
    category: 'dataset',
    quality: 'premium',
  })
  assert.is(changed.status, 200)
  const { tags, category, quality, price } = changed.body.micro_ip
  assert.equal([tags, category, quality, price], [['pumps', 'Winter'], 'dataset', 'premium', 0.5])
  assert.is((await patch(ben.token, { price: 0.1 })).status, 403)
  for (const [detail, body] of [
    ['Invalid category specified', { category: 'music' }],
    ['Invalid quality level specified', { quality: 'best' }],
    ['Invalid license type specified', { license_type: 'gift' }],
    ['Asset name must be between 3 and 100 characters', { name: 'ab' }],
    ['The body must name something to change.', {}],
  ] as const) {
    const answer = await patch(anna.token, body)
    assert.equal([answer.status, answer.body.detail], [400, detail])
  }
})

test('what the owner corrected before the content was there stays', async () => {
  await using app = await openParties()
  const [anna] = app.people
  const { body } = await uploadAsset(app, anna)
  const { asset_id: assetId } = body
  await license(app, anna, { assetId })
  const patch = { as: anna.token, body: { tags: ['mine'] } }
  await app.call('PATCH', `/microip/${assetId}`, patch)
  await approveAsset(app, anna, assetId)
  app.clock.advance({ hours: 1 })
  await app.settleJobs()
  const { body: after } = await app.call('GET', `/microip/${assetId}`, { as: anna.token })
  assert.equal([after.micro_ip.tags, after.micro_ip.metadata_status], [['mine'], 'ready'])
})

test('downloads of an asset are for its owner', async () => {
  await using app = await openOffer()
  const { assetId, people } = app
  const [anna, ben] = people
  const path = `/microip/${assetId}/downloads`
  const answer = await app.call('GET', path, { as: ben.token })
  const detail = 'Only the owner of the asset may do this.'
  assert.equal([answer.status, answer.body.detail], [403, detail])
  assert.is((await app.call('GET', path, { as: anna.token })).status, 200)
})

test('the owner’s own download is free, and makes nothing asked for', async () => {
  await using app = await openOffer()
  const { assetId, people } = app
  const [anna] = people
  const { status, body } = await buy(app, anna, assetId)
  assert.equal([status, body.transaction.amount_paid], [200, 0])
  const seen = await app.call('GET', `/microip/${assetId}`, { as: anna.token })
  assert.is(seen.body.total_downloads, 0)
  assert.is((await balanceOf(app, anna)).total_earned, 0)
})

test('a language model that is away costs nothing but its words', async () => {
  await using app = await openParties({ llmUrl: 'http://127.0.0.1:1/v1', llmModel: 'small' })
  const [anna] = app.people
  const assetId = await licensedAsset(app, anna)
  const { body } = await app.call('GET', `/microip/${assetId}`, { as: anna.token })
  const { metadata_status, metadata_source } = body.micro_ip
  assert.equal([metadata_status, metadata_source], ['ready', 'extractive'])
})

test('lists come in pages', async () => {
  await using app = await openParties()
  const [anna, ben] = app.people
  for (let i = 0; i < 3; i++) await licensedAsset(app, anna, { form: { name: `Report ${i}` } })
  const { body } = await app.call('GET', '/microip?page=2&limit=2', { as: ben.token })
  assert.equal([body.page, body.limit, body.total, body.items.length], [2, 2, 3, 1])
  assert.is(body.items[0].name, 'Report 0')
  for (const query of ['page=0', 'limit=0', 'limit=101', 'page=x']) {
    assert.is((await app.call('GET', `/microip?${query}`, { as: ben.token })).status, 400)
  }
})

test.run()
