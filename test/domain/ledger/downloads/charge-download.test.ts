import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PaymentRequired } from '../../../../src/base/errors.ts'
import type { TenantId } from '../../../../src/base/ids.ts'
import { earnings, revenue, spendable } from '../../../../src/domain/ledger/books/account.ts'
import { downloadEventsAfter } from '../../../../src/domain/ledger/index.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { downloadOf, openTestLedger, type TestLedger } from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'

async function openMarket({ credits = 1000 } = {}) {
  const ledger = openTestLedger()
  const [buyer, provider] = [await ledger.tenant({ credits }), await ledger.tenant()]
  const charge = (n: number, { priceCents = 25, providerShareBp = 6000 } = {}) =>
    ledger.store.write((tx) => {
      const link = { n, nowMs: ledger.store.clock.nowMs(), providerShareBp }
      ledger.chargeDownload(tx, downloadOf({ buyer, provider, priceCents }, link))
    })
  return { ...ledger, buyer, provider, charge }
}

type Parties = TestLedger & { buyer: TenantId; provider: TenantId }

function shares({ store, buyer, provider }: Parties) {
  const accounts = [spendable(buyer), earnings(provider), revenue]
  return accounts.map((name) => findAccount(store.db, name)?.posted ?? 0)
}

test('a charge reaches the provider with 60 % and the platform with 40 %', async () => {
  using market = await openMarket()
  await market.charge(1)
  assert.equal(shares(market), [975, 15, 10])
  assertLedgerBalances(market)
})

test('curated content gives the provider 70 %', async () => {
  using market = await openMarket()
  await market.charge(1, { priceCents: 25, providerShareBp: 7000 })
  assert.equal(shares(market), [975, 17, 8])
  assertLedgerBalances(market)
})

test('five charges of 1 cent give the provider three cents', async () => {
  using market = await openMarket()
  for (let n = 1; n <= 5; n++) await market.charge(n, { priceCents: 1 })
  assert.equal(shares(market), [995, 3, 2])
  assertLedgerBalances(market)
})

test('the running total starts anew with the month', async () => {
  using market = await openMarket()
  await market.charge(1, { priceCents: 1 })
  market.store.clock.advance({ hours: 24 * 31 })
  await market.charge(2, { priceCents: 1 })
  assert.equal(shares(market), [998, 0, 2])
  assertLedgerBalances(market)
})

test('every charge is one metered event with price, share and asset', async () => {
  using market = await openMarket()
  await market.charge(1)
  const events = downloadEventsAfter(market.store.db, { seq: 0, limit: 10 })
  assert.is(events.length, 1)
  const { linkHash, buyerTenantId, providerTenantId, assetId, chargeCents, providerShareBp } =
    events[0] as (typeof events)[number]
  assert.equal(
    { linkHash, buyerTenantId, providerTenantId, assetId, chargeCents, providerShareBp },
    {
      linkHash: '1'.padStart(64, '0'),
      buyerTenantId: market.buyer,
      providerTenantId: market.provider,
      assetId: 'obj_1',
      chargeCents: 25,
      providerShareBp: 6000,
    },
  )
})

test('at price 0 there is one metered event and no transfer', async () => {
  using market = await openMarket()
  await market.charge(1, { priceCents: 0 })
  assert.equal(shares(market), [1000, 0, 0])
  assert.is(downloadEventsAfter(market.store.db, { seq: 0, limit: 10 }).length, 1)
  assertLedgerBalances(market)
})

test('a price above the balance is refused with both amounts and nothing is written', async () => {
  using market = await openMarket({ credits: 24 })
  const error = (await refusal(market.charge(1))) as PaymentRequired
  assert.instance(error, PaymentRequired)
  const { code, operation, requiredCredits, availableCredits } = error
  assert.equal(
    { code, operation, requiredCredits, availableCredits },
    {
      code: 'insufficient_credits',
      operation: 'fetch',
      requiredCredits: 25,
      availableCredits: 24,
    },
  )
  assert.equal(shares(market), [24, 0, 0])
  assert.equal(downloadEventsAfter(market.store.db, { seq: 0, limit: 10 }), [])
  assertLedgerBalances(market)
})

test('of many charges at once only those are made that the balance covers', async () => {
  using market = await openMarket({ credits: 75 })
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => market.charge(n)))
  assert.is(results.filter(({ status }) => status === 'fulfilled').length, 3)
  assert.equal(shares(market), [0, 45, 30])
  assertLedgerBalances(market)
})

test('one link is never charged twice', async () => {
  using market = await openMarket()
  await market.charge(1)
  await refusal(market.charge(1))
  assert.equal(shares(market), [975, 15, 10])
  assertLedgerBalances(market)
})

test('own content cannot cost anything', async () => {
  using market = await openMarket()
  const { buyer, store } = market
  const parties = { buyer, provider: buyer, priceCents: 25 }
  const charging = store.write((tx) =>
    market.chargeDownload(tx, downloadOf(parties, { n: 1, nowMs: store.clock.nowMs() })),
  )
  assert.match((await refusal(charging)).message, /CHECK constraint/)
  assertLedgerBalances(market)
})

test.run()
