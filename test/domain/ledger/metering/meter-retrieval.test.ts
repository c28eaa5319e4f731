import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PaymentRequired } from '../../../../src/base/errors.ts'
import type { PassageId, TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import { earnings, revenue, spendable } from '../../../../src/domain/ledger/books/account.ts'
import { verifyLedger } from '../../../../src/domain/ledger/index.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import {
  answered,
  openTestLedger,
  type PassagePart,
  type TestLedger,
} from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'

async function openMarket({ credits = 1000, prices = {} } = {}) {
  const ledger = openTestLedger({ prices })
  const [buyer, provider] = [await ledger.tenant({ credits }), await ledger.tenant()]
  const search = (
    parts: readonly PassagePart[],
    more: { requestId?: string; budget?: number; shownFirst?: readonly PassageId[] } = {},
  ) => answered(ledger, { buyer, provider, parts, ...more })
  const charged = async (...args: Parameters<typeof search>) =>
    (await search(...args)).chargedCredits
  return { ...ledger, buyer, provider, search, charged }
}

type Parties = TestLedger & { buyer: TenantId; provider: TenantId }

function shares({ store, buyer, provider }: Parties) {
  const accounts = [spendable(buyer), earnings(provider), revenue]
  return accounts.map((name) => findAccount(store.db, name)?.posted ?? 0)
}

function events({ store }: TestLedger) {
  const columns = 'kind, dataset_id, asset_id, quantity, charge_cents, provider_share_bp'
  return store.raw
    .prepare(`SELECT ${columns} FROM meter_event WHERE kind <> 'search' ORDER BY seq`)
    .raw()
    .all()
}

const three: PassagePart[] = [{ n: 1 }, { n: 2 }, { n: 3 }]

test('three passages of an open dataset cost three cents and are one metered event', async () => {
  using market = await openMarket()
  assert.is(await market.charged(three), 3)
  assert.equal(events(market), [['retrieval_standard', 'dset_1', 'obj_1', 3, 3, 6000]])
  assert.equal(shares(market), [997, 1, 2])
  assertLedgerBalances(market)
})

test('the names of an asset cost nothing, and are no metered event', async () => {
  using market = await openMarket()
  assert.is(await market.charged([{ n: 1 }, { n: 2, isFree: true }, { n: 3, isFree: true }]), 1)
  assert.equal(events(market), [['retrieval_standard', 'dset_1', 'obj_1', 1, 1, 6000]])
  assert.is(await market.charged([{ n: 2, isFree: true }]), 0)
  assertLedgerBalances(market)
})

const rates: [name: string, part: Partial<PassagePart>, charge: number, share: number][] = [
  ['open', {}, 1, 6000],
  ['restricted', { monetizationMode: 'restricted' }, 1, 6000],
  ['outcome_share', { monetizationMode: 'outcome_share' }, 1, 6000],
  ['premium', { monetizationMode: 'premium' }, 2, 6000],
  ['open and curated', { curated: true }, 2, 7000],
  ['premium and curated', { monetizationMode: 'premium', curated: true }, 2, 7000],
]

for (const [name, part, charge, share] of rates) {
  test(`a passage that is ${name} costs ${charge}, the provider has ${share / 100} %`, async () => {
    using market = await openMarket()
    assert.is(await market.charged([{ n: 1, ...part }]), charge)
    const kind = charge === 2 ? 'retrieval_premium' : 'retrieval_standard'
    assert.equal(events(market), [[kind, 'dset_1', 'obj_1', 1, charge, share]])
    assertLedgerBalances(market)
  })
}

test('datasets and rates are metered apart, assets of one dataset together', async () => {
  using market = await openMarket()
  const other = await market.tenant()
  const parts: PassagePart[] = [
    { n: 1 },
    { n: 2, assetId: 'obj_2' },
    { n: 3, datasetId: 'dset_2', monetizationMode: 'premium' },
    { n: 4, datasetId: 'dset_3', assetId: 'obj_4', providerTenantId: other },
  ]
  assert.is(await market.charged(parts), 5)
  assert.equal(events(market), [
    ['retrieval_standard', 'dset_1', null, 2, 2, 6000],
    ['retrieval_premium', 'dset_2', 'obj_1', 1, 2, 6000],
    ['retrieval_standard', 'dset_3', 'obj_4', 1, 1, 6000],
  ])
  assertLedgerBalances(market)
})

test('the same passage within 24 hours costs nothing and is logged', async () => {
  using market = await openMarket()
  await market.charged(three)
  market.store.clock.advance({ hours: 24, seconds: -1 })
  assert.is(await market.charged([{ n: 1 }, { n: 4 }]), 1)
  const rows = market.store.raw.prepare(
    'SELECT passage_id, charge_cents, event_id IS NULL FROM retrieval ORDER BY created_at, 1',
  )
  assert.equal(rows.raw().all(), [
    ['psg_1', 1, 0],
    ['psg_2', 1, 0],
    ['psg_3', 1, 0],
    ['psg_1', 0, 1],
    ['psg_4', 1, 0],
  ])
  assertLedgerBalances(market)
})

test('of equal passages one is paid, and none where one is the own', async () => {
  using market = await openMarket()
  const other = await market.tenant()
  const copy = (n: number, providerTenantId = other) =>
    ({ passageId: `psg_${n}`, providerTenantId }) as const
  assert.is(await market.charged([{ n: 1, copies: [copy(2)] }]), 1)
  assert.is(await market.charged([{ n: 2, copies: [copy(1, market.provider)] }]), 0)
  assert.is(await market.charged([{ n: 2 }]), 1, 'where it is not known to be equal')
  assert.is(await market.charged([{ n: 3, copies: [copy(4), copy(5, market.buyer)] }]), 0)
  assert.is(await market.charged([{ n: 6, copies: [copy(7)] }], { shownFirst: ['psg_7'] }), 0)
  assert.equal(shares(market), [998, 1, 1])
  assertLedgerBalances(market)
})

test('after 24 hours it costs again, however often it was read for nothing', async () => {
  using market = await openMarket()
  await market.charged(three)
  market.store.clock.advance({ hours: 12 })
  assert.is(await market.charged(three), 0)
  market.store.clock.advance({ hours: 12 })
  assert.is(await market.charged(three), 3)
})

test('what one tenant has read costs another tenant all the same', async () => {
  using market = await openMarket()
  await market.charged(three)
  const buyer = await market.tenant({ credits: 10 })
  const { provider } = market
  const { chargedCredits } = await answered(market, { buyer, provider, parts: three })
  assert.is(chargedCredits, 3)
})

test('own content costs nothing and leaves no metered event', async () => {
  using market = await openMarket({ credits: 0 })
  const { buyer } = market
  const parts = three.map((part) => ({ ...part, providerTenantId: buyer }))
  assert.is(await market.charged(parts), 0)
  assert.equal(events(market), [])
  assertLedgerBalances(market)
})

test('an answer without passages meters the search alone', async () => {
  using market = await openMarket({ credits: 0 })
  assert.is(await market.charged([]), 0)
  const { used } = market.searchAllowance(market.store.db, market.buyer, market.store.clock.nowMs())
  assert.is(used, 1)
})

test('a retry pays for what is found anew, and not for what the first one showed', async () => {
  using market = await openMarket()
  await market.charged([{ n: 1 }])
  market.store.clock.advance({ hours: 23 })
  await market.charged(three, { requestId: 'r' })
  market.store.clock.advance({ hours: 2 })
  const again = { requestId: 'r', shownFirst: three.map(({ n }) => `psg_${n}` as const) }
  assert.is(await market.charged([...three, { n: 9 }], again), 1)
  assert.is(await market.charged([...three, { n: 9 }], again), 0)
  assertLedgerBalances(market)
})

test('with too few credits nothing of the search is recorded', async () => {
  using market = await openMarket({ credits: 2 })
  const error = (await refusal(market.search(three))) as PaymentRequired
  assert.instance(error, PaymentRequired)
  const { code, operation, requiredCredits, availableCredits } = error
  assert.equal(
    { code, operation, requiredCredits, availableCredits },
    { code: 'insufficient_credits', operation: 'search', requiredCredits: 3, availableCredits: 2 },
  )
  for (const table of ['meter_event', 'answer', 'retrieval', 'tally']) {
    assert.is(market.store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table)
  }
  assert.equal(shares(market), [2, 0, 0])
  assertLedgerBalances(market)
})

test("a key's budget ends its searches before the balance does", async () => {
  using market = await openMarket()
  await market.charged(three, { budget: 5 })
  assert.is(await market.charged([{ n: 4 }, { n: 5 }], { budget: 5 }), 2)
  const error = (await refusal(market.search([{ n: 6 }], { budget: 5 }))) as PaymentRequired
  const { code, budget, requiredCredits, availableCredits, resetAtMs } = error
  assert.equal(
    { code, budget, requiredCredits, availableCredits, resetAtMs },
    {
      code: 'insufficient_credits',
      budget: { limitCredits: 5, spentCredits: 5 },
      requiredCredits: 1,
      availableCredits: 995,
      resetAtMs: Date.UTC(2026, 3, 1),
    },
  )
  // What costs nothing needs no budget, and another month is another budget.
  assert.is(await market.charged(three, { budget: 5 }), 0)
  market.store.clock.advance({ hours: 24 * 30 })
  assert.is(await market.charged([{ n: 6 }], { budget: 5 }), 1)
  assertLedgerBalances(market)
})

test('where passages are free they are metered at nothing', async () => {
  using market = await openMarket({ credits: 0, prices: { retrievalStandardCents: cents(0) } })
  assert.is(await market.charged(three), 0)
  assert.equal(events(market), [['retrieval_standard', 'dset_1', 'obj_1', 3, 0, 0]])
  assertLedgerBalances(market)
})

test('thousands of one-cent passages give the provider six tenths of them', async () => {
  using market = await openMarket()
  for (let i = 0; i < 100; i++) {
    await market.charged([{ n: i * 3 }, { n: i * 3 + 1 }, { n: i * 3 + 2 }])
  }
  assert.equal(shares(market), [700, 180, 120])
  assertLedgerBalances(market)
})

const changes: [name: string, sql: string][] = [
  ['a passage that was changed', "UPDATE answer SET passages = json_set(passages, '$[1]', 'x')"],
  ['a price that was changed', "UPDATE answer SET terms = json_set(terms, '$[0][5]', 2)"],
  ['a rate that was changed', "UPDATE answer SET terms = json_set(terms, '$[0][3]', 'premium')"],
  ['a passage that was removed', "UPDATE answer SET passages = json_remove(passages, '$[1]')"],
  ['an answer that was removed', 'DELETE FROM answer'],
  ['a rate card that was changed', 'UPDATE rate_card SET retrieval_standard_cents = 9'],
  ['a rate card that was removed', 'DELETE FROM rate_card WHERE price_version = 2'],
]

for (const [name, sql] of changes) {
  test(`${name} is refused, and found where it was forced`, async () => {
    using market = await openMarket()
    await market.charged(three)
    const { raw } = market.store
    assert.throws(() => raw.exec(sql), /append-only|never/)
    const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
    for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
    raw.exec(sql)
    const { problems } = await market.verify()
    assert.is(problems.filter(({ check }) => check === 'meter_event').length > 0, true)
  })
}

test('another price makes a new rate card, the same one does not', async () => {
  using market = await openMarket()
  await market.charged(three)
  await market.charged([{ n: 4 }])
  const versions = market.store.raw.prepare('SELECT price_version FROM rate_card').pluck()
  assert.equal(versions.all(), [1, 2])
})

const forgeries: [what: string, sql: string][] = [
  ['a later time', 'UPDATE rated_passage SET rated_at = rated_at + 1'],
  ['another passage', "UPDATE rated_passage SET passage_id = 'psg_9'"],
  ['another tenant', "UPDATE rated_passage SET buyer_tenant_id = 'tnt_x'"],
  [
    'a row out of nothing',
    "INSERT INTO rated_passage SELECT buyer_tenant_id, 'psg_9', 1, 'ret_x' FROM rated_passage",
  ],
]

for (const [what, sql] of forgeries) {
  test(`verify finds a passage that was not paid for then: ${what}`, async () => {
    using market = await openMarket()
    await market.search([{ n: 1 }])
    assertLedgerBalances(market)
    market.store.raw.exec(sql)
    const checks = verifyLedger(market.store.db).problems.map(({ check }) => check)
    assert.equal(checks, ['rated_passage'])
  })
}

test('what was paid for is not forgotten', async () => {
  using market = await openMarket()
  await market.search([{ n: 1 }])
  const removal = () => market.store.raw.exec('DELETE FROM rated_passage')
  assert.throws(removal, /what was paid for stays so/)
})

test.run()
