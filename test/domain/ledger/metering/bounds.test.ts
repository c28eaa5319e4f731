// Up to which moment, amount and tenant something holds that is metered: the bound and one beyond.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PaymentRequired } from '../../../../src/base/errors.ts'
import { type ApiKeyId, newId, type ObjectId, type TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import {
  downloadEventsAfter,
  downloadEventsOf,
  rateOf,
  shareBpOf,
  wasDownloadSold,
} from '../../../../src/domain/ledger/index.ts'
import {
  defaultPrices,
  quotedRateCard,
  rateCardFor,
} from '../../../../src/domain/ledger/metering/rate-card.ts'
import { countPayingBuyers } from '../../../../src/domain/ledger/metering/tallies.ts'
import * as rated from '../../../../src/domain/ledger/metering/verify-rated-passages.ts'
import { wasBilledSince } from '../../../../src/domain/ledger/queries.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import {
  answered,
  downloadOf,
  openTestLedger,
  type PassagePart,
} from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'
import { testPrincipal } from '../../../support/test-principal.ts'

async function openMarket(options: Parameters<typeof openTestLedger>[0] = {}) {
  const ledger = openTestLedger(options)
  const { clock, write } = ledger.store
  const [buyer, provider] = [await ledger.tenant({ credits: 1_000 }), await ledger.tenant()]
  let n = 0
  const search = (parts: readonly PassagePart[], of = buyer) =>
    answered(ledger, { buyer: of, provider, parts })
  const buy = (priceCents: number, part: object = {}, of = buyer) => {
    const parties = { buyer: of, provider, priceCents }
    const download = { ...downloadOf(parties, { n: ++n, nowMs: clock.nowMs() }), ...part }
    return write((tx) => ledger.chargeDownload(tx, download))
  }
  const asBuyer = () => ({ ...ledger.admin(), principal: testPrincipal({ tenantId: buyer }) })
  const told = () =>
    ledger.store.raw
      .prepare("SELECT stream || ' ' || type || ' ' || data FROM event ORDER BY stream, number")
      .pluck()
      .all()
      .map((line) => String(line).replace(buyer, 'buyer').replace(provider, 'provider'))
  return { ...ledger, buyer, provider, search, buy, asBuyer, told }
}

const day = 24 * 60 * 60
test('a passage costs nothing within a day of when it was paid, and then again', async () => {
  using market = await openMarket()
  const charged = async (of = market.buyer) => (await market.search([{ n: 1 }], of)).chargedCredits
  const other = await market.tenant({ credits: 5 })
  assert.equal([await charged(), await charged(), await charged(other)], [1, 0, 1])
  market.store.clock.advance({ seconds: day - 0.001 })
  assert.is(await charged(), 0)
  market.store.clock.advance({ seconds: 0.001 })
  assert.equal([await charged(), await charged()], [1, 0])
})

test('a citation is free within a day of one that was paid, not of one that was free', async () => {
  using market = await openMarket()
  const cite = async (of = market.buyer, n = 1) => {
    const { events } = await market.search([{ n }], of)
    const principal = testPrincipal({ tenantId: of })
    const [retrievalEventId] = events as [string]
    const cmd = { ...market.admin(), principal }
    return (await market.recordCitation(cmd, { retrievalEventId })).chargedCredits
  }
  const other = await market.tenant({ credits: 5 })
  assert.equal([await cite(), await cite(), await cite(other), await cite(other, 2)], [1, 0, 1, 1])
  market.store.clock.advance({ seconds: day - 0.001 })
  assert.is(await cite(), 0)
  market.store.clock.advance({ seconds: 0.001 })
  assert.equal([await cite(), await cite()], [1, 0])
  const kept = market.store.raw.prepare(
    `SELECT citation.charge_cents, rated, citation.buyer_tenant_id FROM citation
     JOIN meter_event ON event_id = 'citation:' || retrieval_event_id ORDER BY seq`,
  )
  const mine = (charged: number) => [charged, charged, market.buyer]
  const theirs = [1, 1, other]
  assert.equal(kept.raw().all(), [mine(1), mine(0), theirs, theirs, mine(0), mine(1), mine(0)])
})

test('a retrieval is cited and told of for thirty days, by who may see its dataset', async () => {
  using market = await openMarket()
  const { events } = await market.search([{ n: 1 }, { n: 2 }, { n: 3 }])
  const cmd = (datasetIds?: string[]) => {
    const only = datasetIds && { datasetAccess: { mode: 'selected', datasetIds } }
    const principal = testPrincipal({ tenantId: market.buyer, ...(only as object) })
    return { ...market.admin(), principal }
  }
  const [first, second, third] = events as [string, string, string]
  const cite = (retrievalEventId: string, datasetIds?: string[]) =>
    refusalOf(() => market.recordCitation(cmd(datasetIds), { retrievalEventId }))
  const revenueCredits = cents(1)
  const tell = (retrievalEventId: string, datasetIds?: string[]) =>
    refusalOf(() => market.recordOutcome(cmd(datasetIds), { retrievalEventId, revenueCredits }))
  assert.equal([await cite(first, []), await tell(first, ['dset_2'])], ['NotFound', 'NotFound'])
  const both = ['dset_2', 'dset_1']
  const done = 'not refused'
  assert.equal([await cite(first, both), await tell(first, both)], [done, done])
  assert.is(await cite(first), 'Conflict already_cited')
  assert.is(await tell(first), 'Conflict already_recorded')
  market.store.clock.advance({ seconds: 30 * day - 0.001 })
  assert.equal([await cite(second), await tell(second)], [done, done])
  market.store.clock.advance({ seconds: 0.001 })
  assert.equal([await cite(third), await tell(third)], ['NotFound', 'NotFound'])
  const blind = { ...cmd(), principal: testPrincipal({ scopes: new Set() }) }
  const retrievalEventId = third
  const missing = 'Forbidden missing_scope'
  assert.is(await refusalOf(() => market.recordCitation(blind, { retrievalEventId })), missing)
  const outcome = { retrievalEventId, revenueCredits }
  assert.is(await refusalOf(() => market.recordOutcome(blind, outcome)), missing)
})

test('an outcome is kept with what was said of it, and metered', async () => {
  using market = await openMarket({ prices: { outcomeFeeBp: 2_500 } })
  const { events, searchId } = await market.search([{ n: 1, curated: true }])
  const [retrievalEventId] = events as [string]
  const told = { retrievalEventId, revenueCredits: cents(399), note: 'a deal' }
  const outcome = await market.recordOutcome(market.asBuyer(), told)
  assert.equal([outcome.chargedCredits, outcome.note], [99, 'a deal'])
  const { raw, clock } = market.store
  const kept = raw.prepare('SELECT * FROM outcome').raw().get()
  const outcomeId = retrievalEventId.replace('ret_', 'out_')
  const row = [outcomeId, retrievalEventId, market.buyer, 399, 99, 'a deal', clock.nowMs()]
  assert.equal((kept as unknown[]).toSorted(), row.toSorted())
  const event = raw.prepare("SELECT * FROM meter_event WHERE kind = 'outcome'").get() as object
  assert.equal(Object.fromEntries(Object.entries(event).slice(1, -3)), {
    event_id: `outcome:${retrievalEventId}`,
    kind: 'outcome',
    api_key_id: event['api_key_id' as never],
    buyer_tenant_id: market.buyer,
    provider_tenant_id: market.provider,
    dataset_id: 'dset_1',
    asset_id: 'obj_1',
    search_id: searchId,
    quantity: 1,
    price_version: 2,
    charge_cents: 99,
    provider_share_bp: 7_000,
    provider_cents: 69,
    gross_after_cents: 101,
    period: '2026-03',
    created_at: clock.nowMs(),
  })
  assert.match(String(event['api_key_id' as never]), /^key_/)
})

test('own passages and names alone cost nothing, and leave no event', async () => {
  using market = await openMarket()
  const own = { providerTenantId: market.buyer }
  const free = await market.search([
    { n: 1, ...own },
    { n: 2, isFree: true },
  ])
  assert.is(free.chargedCredits, 0)
  const twice = await market.search([{ n: 3 }, { n: 3 }, { n: 4 }])
  assert.is(twice.chargedCredits, 2)
  const kinds = market.store.raw.prepare('SELECT kind, quantity FROM meter_event').raw()
  assert.equal(kinds.all(), [
    ['search', 1],
    ['search', 1],
    ['retrieval_standard', 2],
  ])
  assert.is((await market.search([])).chargedCredits, 0)
})

test('passages of one search are one event for each dataset and rate', async () => {
  using market = await openMarket()
  await market.search([
    { n: 1 },
    { n: 2, assetId: 'obj_2' },
    { n: 3, monetizationMode: 'premium' },
    { n: 4, datasetId: 'dset_2' },
    { n: 5, monetizationMode: 'premium' },
  ])
  const events = market.store.raw.prepare(
    `SELECT kind, quantity, charge_cents, dataset_id, asset_id, provider_share_bp FROM meter_event
     WHERE kind <> 'search' ORDER BY seq`,
  )
  assert.equal(events.raw().all(), [
    ['retrieval_standard', 2, 2, 'dset_1', null, 6_000],
    ['retrieval_premium', 2, 4, 'dset_1', 'obj_1', 6_000],
    ['retrieval_standard', 1, 1, 'dset_2', 'obj_1', 6_000],
  ])
})

const rates: [mode: string, curated: boolean, rate: string, shareBp: number][] = [
  ['open', false, 'standard', 6_000],
  ['premium', false, 'premium', 6_000],
  ['restricted', false, 'standard', 6_000],
  ['outcome_share', true, 'premium', 7_000],
  ['premium', true, 'premium', 7_000],
]
for (const [mode, curated, rate, shareBp] of rates) {
  test(`${curated ? 'curated, ' : ''}${mode}: ${rate} and ${shareBp}`, () => {
    const terms = { monetizationMode: mode as 'open', curated }
    assert.equal([rateOf(terms), shareBpOf(terms)], [rate, shareBp])
  })
}

test('a card is new when one price is another, and quoted before it is written down', async () => {
  using market = await openMarket()
  const { db, write, raw } = market.store
  await market.search([])
  assert.equal(quotedRateCard(db, defaultPrices), { ...defaultPrices, priceVersion: 2 })
  for (const name of Object.keys(defaultPrices)) {
    const other = { ...defaultPrices, [name]: cents(77) }
    assert.is(quotedRateCard(db, other).priceVersion, 3, name)
  }
  const dearer = { ...defaultPrices, citationCents: cents(5) }
  const nowMs = 5
  const card = await write((tx) => rateCardFor(tx, dearer, nowMs))
  assert.equal(card, { ...dearer, priceVersion: 3 })
  await write((tx) => rateCardFor(tx, dearer, nowMs + 1))
  assert.equal(raw.prepare('SELECT price_version, created_at FROM rate_card').raw().all().at(-1), [
    ...[3, nowMs],
  ])
  assert.is(quotedRateCard(db, dearer).priceVersion, 3)
  assert.is(quotedRateCard(db, defaultPrices).priceVersion, 4, 'the first prices are a new card')
})

const low: [name: string, creditsLow: number, prices: number[], told: number[]][] = [
  ['to the threshold is told of nobody', 100, [900], []],
  ['below it, once', 100, [901, 1, 1], [99]],
  ['below it from just on it', 100, [900, 1], [99]],
  ['from below it says nothing', 1_001, [1], []],
  ['to nothing', 1, [1_000], [0]],
  ['without a threshold', 0, [1_000], []],
  ['at no price', 1_000, [0], []],
]
for (const [name, creditsLow, prices, told] of low) {
  test(`a balance that falls ${name}`, async () => {
    using market = await openMarket({ settings: { creditsLow: cents(creditsLow) } })
    for (const price of prices) await market.buy(price)
    const lines = told.map((left) => {
      const data = { available_credits: left, threshold_credits: creditsLow }
      return `buyer credits.low ${JSON.stringify(data)}`
    })
    const heard = market.told().filter((line) => line.includes('credits.low'))
    assert.equal(heard, lines)
  })
}

test('who sells is told of what was bought, and nobody of their own', async () => {
  using market = await openMarket()
  await market.buy(5)
  await market.buy(0)
  await market.buy(0, { providerTenantId: market.buyer })
  const lineOf = (price_credits: number) => {
    const data = { asset_id: 'obj_1', dataset_id: 'dset_1', price_credits }
    return `provider download.sold ${JSON.stringify(data)}`
  }
  assert.equal(market.told(), [lineOf(5), lineOf(0)])
})

test('the search that uses up the allowance is told of', async () => {
  using market = await openMarket()
  const set = (used: number) =>
    market.store.raw
      .prepare("INSERT OR REPLACE INTO tally VALUES (?, '2026-03', 'searches', '', ?)")
      .run(market.buyer, used)
  const data = { searches: 1000, reset_at: '2026-04-01T00:00:00.000Z' }
  const spent = `buyer allowance.spent ${JSON.stringify(data)}`
  set(998)
  await market.search([])
  assert.equal(market.told(), [])
  await market.search([])
  assert.equal(market.told(), [spent])
  market.plans.set(market.buyer, 'unlimited')
  await market.search([])
  assert.equal(market.told(), [spent])
  const check = (plan: 'free' | 'unlimited') => {
    market.plans.set(market.buyer, plan)
    const { db, clock } = market.store
    const asked = { tenantId: market.buyer, operation: 'download', nowMs: clock.nowMs() }
    return async () => market.requireAllowance(db, asked)
  }
  const error = (await refusal(check('free')())) as PaymentRequired
  const { message, operation, availableCredits } = error
  assert.equal([operation, availableCredits], ['download', 1_000])
  assert.is(message, "The 1000 searches of this month's plan are spent.")
  assert.is(await refusalOf(check('unlimited')), 'not refused')
})

test('a retry is known for a day, of one tenant, id and question', async () => {
  using market = await openMarket()
  const { db, clock, write } = market.store
  const { buyer: tenantId } = market
  const retry = { tenantId, requestId: 'r', paramsHash: 'p' }
  const search = { ...retry, searchId: newId('srch', 0), nowMs: clock.nowMs() } as const
  await write((tx) => market.recordSearch(tx, search))
  const atMs = clock.nowMs()
  assert.is(wasBilledSince(db, retry, atMs - 1), true)
  assert.is(wasBilledSince(db, retry, atMs), false)
  for (const other of [{ tenantId: 'x' }, { requestId: 'x' }, { paramsHash: 'x' }])
    assert.is(wasBilledSince(db, { ...retry, ...other }, 0), false)
})

test('retries are swept away when a day is over, eight at a time, oldest first', async () => {
  using market = await openMarket()
  const { raw, clock } = market.store
  const nowMs = clock.nowMs()
  const insert = raw.prepare('INSERT INTO billed_search VALUES (?, ?, ?, ?)')
  const dayMs = day * 1_000
  for (let i = 0; i < 9; i++) insert.run(i % 2 ? 'tnt_x' : 'tnt_y', `r${i}`, 'p', nowMs - dayMs - i)
  insert.run('tnt_x', 'r0', 'q', nowMs - dayMs)
  insert.run('tnt_x', 'young', 'p', nowMs - dayMs + 1)
  const sweep = async (requestId: string) => {
    await answered(market, { ...market, parts: [], requestId })
    return raw.prepare('SELECT request_id FROM billed_search ORDER BY 1').pluck().all()
  }
  assert.equal(await sweep('new'), ['new', 'r0', 'r0', 'young'])
  assert.equal(await sweep('next'), ['new', 'next', 'young'])
})

const key = (n: number, monthlyBudgetCredits: number | null) => ({
  apiKeyId: `key_${n}` as ApiKeyId,
  monthlyBudgetCredits: monthlyBudgetCredits === null ? null : cents(monthlyBudgetCredits),
})
const budgets: [name: string, line: ReturnType<typeof key>[], price: number, words?: RegExp][] = [
  ['what is left of it', [key(1, 50)], 20],
  [
    'more than is left',
    [key(1, 49)],
    20,
    /^This key may spend 49 credits a month and has spent 30; this needs 20/,
  ],
  ['what is left to its maker', [key(1, null), key(2, 60)], 20],
  [
    'more than its maker has',
    [key(1, 50), key(2, 59)],
    20,
    /^The key that this one comes from may spend 59 .*, with all that come .* spent 40/,
  ],
  ['what both lack', [key(1, 49), key(2, 1)], 20, /^This key/],
  ['nothing at all', [key(1, 0)], 0],
  ['a key without a limit', [key(1, null)], 900],
]
for (const [name, line, price, words] of budgets) {
  test(`a budget, asked for ${name}: ${words ? 'refused' : 'enough'}`, async () => {
    using market = await openMarket()
    const { raw } = market.store
    raw.pragma('foreign_keys = OFF')
    raw.exec("INSERT INTO api_key_ancestor VALUES ('key_1', 'key_2')")
    await market.buy(30, { apiKeyId: 'key_1' })
    await market.buy(10, { apiKeyId: 'key_2' })
    market.store.clock.advance({ seconds: 1 })
    const other = await market.tenant({ credits: 100 })
    await market.buy(40, { apiKeyId: 'key_1' }, other)
    const buying = market.buy(price, { apiKeyId: 'key_1', line })
    if (words === undefined) return assert.is(await buying, undefined)
    const error = (await refusal(buying)) as PaymentRequired
    assert.match(error.message, words)
    assert.equal([error.resetAtMs, error.tenantId], [Date.UTC(2026, 3, 1), undefined])
    assert.equal([error.requiredCredits, error.availableCredits], [20, 960])
  })
}

test('a budget begins anew with the month', async () => {
  using market = await openMarket()
  const line = [key(1, 50)]
  await market.buy(50, { apiKeyId: 'key_1', line })
  await refusal(market.buy(1, { apiKeyId: 'key_1', line }))
  market.store.clock.advance({ hours: 24 * 31 })
  await market.buy(50, { apiKeyId: 'key_1', line })
  assert.is(market.creditsOf(market.store.db, market.buyer), 900)
})

test('demand is how many others paid for a dataset since then', async () => {
  using market = await openMarket()
  const { clock, db } = market.store
  const buyers: TenantId[] = []
  for (let i = 0; i < 3; i++) buyers.push(await market.tenant({ credits: 10 }))
  const [anna, ben, cleo] = buyers as [TenantId, TenantId, TenantId]
  const sinceMs = clock.nowMs()
  const count = (part: object = {}) => {
    const asked = { datasetId: 'dset_1', exceptTenantId: 'tnt_x', sinceMs, limit: 9 } as const
    return countPayingBuyers(db, { ...asked, ...part })
  }
  await market.buy(1, {}, anna)
  assert.equal([count(), count({ sinceMs: sinceMs - 1 })], [0, 1])
  clock.advance({ seconds: 1 })
  await market.buy(1, {}, anna)
  await market.buy(0, {}, ben)
  await market.buy(1, { datasetId: 'dset_2' }, ben)
  assert.is(count(), 1)
  await market.buy(1, {}, ben)
  await market.buy(1, {}, cleo)
  assert.equal([count(), count({ limit: 2 }), count({ exceptTenantId: ben })], [3, 2, 2])
  assert.is(count({ datasetId: 'dset_2' }), 1)
  clock.advance({ hours: 24 * 31 })
  assert.equal([count(), count({ sinceMs: clock.nowMs() })], [3, 0])
})

test('whether a file was ever sold, and which downloads there were', async () => {
  using market = await openMarket()
  const { db } = market.store
  const sold = (asset: string) => wasDownloadSold(db, asset as ObjectId)
  await market.search([{ n: 1 }])
  await market.buy(0)
  assert.is(sold('obj_1'), false)
  await market.buy(3, { assetId: 'obj_2' })
  assert.equal([sold('obj_1'), sold('obj_2'), sold('obj_3')], [false, true, false])
  const hashes = (seq: number, limit = 9) =>
    downloadEventsAfter(db, { seq, limit }).map(({ linkHash }) => Number(`0x${linkHash}`))
  assert.equal([hashes(0), hashes(3), hashes(4), hashes(0, 1)], [[1, 2], [2], [], [1]])
  const [first = ''] = downloadEventsAfter(db, { seq: 0, limit: 1 }).map((event) => event.linkHash)
  const found = downloadEventsOf(db, [first, 'x'])
  assert.equal([found.size, found.get(first)?.assetId], [1, 'obj_1'])
})

test('what nobody paid for is found, however much there is', async () => {
  using market = await openMarket()
  await market.search([{ n: 1 }])
  const { raw, db } = market.store
  raw.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501)
    INSERT INTO rated_passage SELECT 'tnt_z', 'psg_x' || i, 1, 'ret_x_0' FROM n`)
  assert.is([...rated.verifyRatedPassages(db)].flat().length, 501)
})

test.run()
