// Citations and outcomes: what a buyer says of passages that it retrieved.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict, NotFound, PaymentRequired } from '../../../../src/base/errors.ts'
import { newId, type TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import type { Principal } from '../../../../src/domain/identity/index.ts'
import { earnings, revenue, spendable } from '../../../../src/domain/ledger/books/account.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { answered, openTestLedger } from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'
import { testPrincipal } from '../../../support/test-principal.ts'

async function openMarket({ credits = 1000, outcomeFeeBp = 500 } = {}) {
  const ledger = openTestLedger({ prices: { outcomeFeeBp } })
  const [buyer, provider] = [await ledger.tenant({ credits }), await ledger.tenant()]
  const cmd = (part: Partial<Principal> = {}) => ({
    principal: testPrincipal({ tenantId: buyer, ...part }),
    requestId: newId('req', 0),
    write: ledger.store.write,
  })
  const retrieve = async (n: number, providerTenantId = provider, requestId?: string) => {
    const parts = [{ n, providerTenantId }]
    const marked = requestId === undefined ? {} : { requestId }
    const { events } = await answered(ledger, { buyer, provider, parts, ...marked })
    return events[0] as string
  }
  const cite = (retrievalEventId: string, part: Partial<Principal> = {}) =>
    ledger.recordCitation(cmd(part), { retrievalEventId })
  const tell = (retrievalEventId: string, revenueCredits = 1000, part: Partial<Principal> = {}) =>
    ledger.recordOutcome(cmd(part), { retrievalEventId, revenueCredits: cents(revenueCredits) })
  return { ...ledger, buyer, provider, retrieve, cite, tell }
}

type Parties = Awaited<ReturnType<typeof openMarket>>

function shares({ store, buyer, provider }: Parties) {
  const accounts = [spendable(buyer), earnings(provider), revenue]
  return accounts.map((name) => findAccount(store.db, name)?.posted ?? 0)
}

test('a citation costs a cent, shared like the retrieval', async () => {
  using market = await openMarket()
  const event = await market.retrieve(1)
  const citation = await market.cite(event)
  assert.equal(citation, {
    citationId: event.replace('ret_', 'cit_'),
    retrievalEventId: event,
    chargedCredits: 1,
    availableCredits: 998,
    citedAtMs: market.store.clock.nowMs(),
  })
  // Of two single cents the provider has one: 60 % of two, rounded down.
  assert.equal(shares(market), [998, 1, 1])
  assertLedgerBalances(market)
})

test('passages of searches that were retried are cited and told of, each once', async () => {
  using market = await openMarket()
  const events = [
    await market.retrieve(1, market.provider, 'again'),
    await market.retrieve(1, market.provider, 'again'),
    await market.retrieve(1, market.provider, 'again'),
  ]
  const numbers = market.store.raw.prepare('SELECT answer_no FROM answer ORDER BY 1').pluck()
  assert.equal(numbers.all(), [-2, -1, 1])
  for (const event of events) {
    assert.is((await market.cite(event)).retrievalEventId, event)
    assert.is((await market.tell(event)).retrievalEventId, event)
    assert.instance(await refusal(market.cite(event)), Conflict)
  }
  assertLedgerBalances(market)
})

test('an outcome costs its part of the revenue, rounded down', async () => {
  using market = await openMarket()
  const event = await market.retrieve(1)
  const outcome = await market.tell(event, 1999)
  assert.equal(outcome, {
    outcomeId: event.replace('ret_', 'out_'),
    retrievalEventId: event,
    revenueCredits: 1999,
    chargedCredits: 99,
    availableCredits: 900,
    note: null,
    recordedAtMs: market.store.clock.nowMs(),
  })
  assert.equal(shares(market), [900, 60, 40])
  assertLedgerBalances(market)
})

test('without a fee an outcome costs nothing and is kept', async () => {
  using market = await openMarket({ outcomeFeeBp: 0 })
  const { chargedCredits } = await market.tell(await market.retrieve(1))
  assert.is(chargedCredits, 0)
  assert.is(market.store.raw.prepare('SELECT revenue_cents FROM outcome').pluck().get(), 1000)
})

test('the largest revenue at the largest fee is counted exactly', async () => {
  using market = await openMarket({ credits: 1_000_000_000, outcomeFeeBp: 10_000 })
  const { chargedCredits } = await market.tell(await market.retrieve(1), 999_999_999)
  assert.is(chargedCredits, 999_999_999)
  assertLedgerBalances(market)
})

const deeds = ['cite', 'tell'] as const

for (const deed of deeds) {
  test(`${deed}: the second time for one retrieval is a conflict`, async () => {
    using market = await openMarket()
    const event = await market.retrieve(1)
    await market[deed](event)
    const before = shares(market)
    assert.instance(await refusal(market[deed](event)), Conflict)
    assert.equal(shares(market), before)
  })

  test(`${deed}: own content costs nothing`, async () => {
    using market = await openMarket({ credits: 0 })
    const { chargedCredits } = await market[deed](await market.retrieve(1, market.buyer))
    assert.is(chargedCredits, 0)
    assertLedgerBalances(market)
  })

  test(`${deed}: another tenant's, an old and an unknown retrieval are not found`, async () => {
    using market = await openMarket()
    const event = await market.retrieve(1)
    const stranger = { tenantId: (await market.tenant()) as TenantId }
    const asked = deed === 'cite' ? market.cite(event, stranger) : market.tell(event, 1, stranger)
    assert.instance(await refusal(asked), NotFound)
    for (const unknown of ['ret_x', '', 'srch_1', `${event}0`]) {
      assert.instance(await refusal(market[deed](unknown)), NotFound, unknown)
    }
    market.store.clock.advance({ hours: 30 * 24 })
    assert.instance(await refusal(market[deed](event)), NotFound)
  })

  test(`${deed}: with too few credits nothing is recorded`, async () => {
    using market = await openMarket({ credits: 1 })
    const event = await market.retrieve(1)
    assert.instance(await refusal(market[deed](event)), PaymentRequired)
    const { tenantId: buyer } = { tenantId: market.buyer }
    await market.grantCredits(market.admin(), { tenantId: buyer, credits: 100, reason: 'x' })
    await market[deed](event)
    assertLedgerBalances(market)
  })

  test(`${deed}: the budget of the key counts`, async () => {
    using market = await openMarket()
    const key = { apiKeyId: 'key_1', ratePerMinute: null, monthlyBudgetCredits: cents(0) } as const
    const line = [key]
    const event = await market.retrieve(1)
    const asked = deed === 'cite' ? market.cite(event, { line }) : market.tell(event, 100, { line })
    const error = (await refusal(asked)) as PaymentRequired
    assert.equal([error.code, error.budget?.limitCredits], ['insufficient_credits', 0])
  })
}

test('the same passage cited within 24 hours of a charge costs nothing', async () => {
  using market = await openMarket()
  const charges: number[] = []
  for (const hours of [0, 23, 1]) {
    market.store.clock.advance({ hours })
    charges.push((await market.cite(await market.retrieve(1))).chargedCredits)
  }
  assert.equal(charges, [1, 0, 1])
  assertLedgerBalances(market)
})

test.run()
