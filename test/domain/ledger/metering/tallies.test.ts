// What triggers count of a tenant and month, and who paid for a dataset lately.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { countPayingBuyers } from '../../../../src/domain/ledger/metering/tallies.ts'
import { answered, openTestLedger } from '../../../support/open-test-ledger.ts'

async function openMarket() {
  const ledger = openTestLedger()
  const { clock, db } = ledger.store
  const [buyer, provider] = [await ledger.tenant({ credits: 100 }), await ledger.tenant()]
  const payersSince = (sinceMs: number) =>
    countPayingBuyers(db, { datasetId: 'dset_1', exceptTenantId: provider, sinceMs, limit: 9 })
  return Object.assign(ledger, { buyer, provider, clock, payersSince })
}

test('of the purchases of a month the latest counts, whichever came last', async () => {
  using market = await openMarket()
  const { clock } = market
  const buy = (n: number) => answered(market, { ...market, parts: [{ n }] })
  await buy(1)
  clock.advance({ hours: 1 })
  const betweenMs = clock.nowMs()
  assert.is(market.payersSince(betweenMs), 0)
  clock.advance({ hours: 1 })
  await buy(2)
  assert.is(market.payersSince(betweenMs), 1)
  clock.advance({ hours: -3 })
  await buy(3)
  assert.is(market.payersSince(betweenMs), 1)
})

test('who bought in two months is one buyer', async () => {
  using market = await openMarket()
  const sinceMs = market.clock.nowMs() - 1
  for (const n of [1, 2]) {
    await answered(market, { ...market, parts: [{ n }] })
    market.clock.advance({ hours: 24 * 31 })
  }
  assert.is(market.payersSince(sinceMs), 1)
})

test.run()
