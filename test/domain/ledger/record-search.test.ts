import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PaymentRequired } from '../../../src/base/errors.ts'
import { newId, type TenantId } from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import { openLedger, type Prices } from '../../../src/domain/ledger/index.ts'
import { pricesText } from '../../../src/domain/ledger/metering/rate-card.ts'
import { searchStateOf } from '../../../src/domain/ledger/queries.ts'
import { openStore } from '../../../src/store/open.ts'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { fakeClock } from '../../support/fake-clock.ts'
import { openTestLedger, type TestLedger } from '../../support/open-test-ledger.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { testSecrets } from '../../support/test-secrets.ts'

type Asked = { requestId?: string; paramsHash?: string }

function searching(ledger: TestLedger, tenantId: TenantId, asked: Asked = {}) {
  const nowMs = ledger.store.clock.nowMs()
  const search = { tenantId, searchId: newId('srch', nowMs), paramsHash: 'p', nowMs, ...asked }
  return ledger.store.write((tx) => ledger.recordSearch(tx, search).billed)
}

function used({ searchAllowance, store }: TestLedger, tenantId: TenantId): number {
  return searchAllowance(store.db, tenantId, store.clock.nowMs()).used
}

test('a search counts once', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  assert.is(await searching(ledger, tenant), true)
  assert.is(used(ledger, tenant), 1)
  assertLedgerBalances(ledger)
})

const seconds = [
  { name: 'the same request id and question', second: {}, billed: false },
  { name: 'the same request id with another question', second: { paramsHash: 'q' }, billed: true },
  { name: 'another request id', second: { requestId: 's' }, billed: true },
]

for (const { name, second, billed } of seconds) {
  test(`${name} is ${billed ? 'a new search' : 'not billed again'}`, async () => {
    using ledger = openTestLedger()
    const tenant = await ledger.tenant()
    await searching(ledger, tenant, { requestId: 'r' })
    assert.is(await searching(ledger, tenant, { requestId: 'r', ...second }), billed)
    assert.is(used(ledger, tenant), billed ? 2 : 1)
  })
}

test('without a request id every search counts', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  await searching(ledger, tenant)
  assert.is(await searching(ledger, tenant), true)
  assert.is(used(ledger, tenant), 2)
})

test('the request ids of two tenants are apart', async () => {
  using ledger = openTestLedger()
  const [anna, ben] = [await ledger.tenant(), await ledger.tenant()]
  await searching(ledger, anna, { requestId: 'r' })
  assert.is(await searching(ledger, ben, { requestId: 'r' }), true)
})

const later = [
  { after: { hours: 24, seconds: -1 }, billed: false },
  { after: { hours: 24 }, billed: true },
]

for (const { after, billed } of later) {
  const what = billed ? 'a new search' : 'free'
  test(`after ${JSON.stringify(after)} a retry is ${what}`, async () => {
    using ledger = openTestLedger()
    const tenant = await ledger.tenant()
    await searching(ledger, tenant, { requestId: 'r' })
    ledger.store.clock.advance(after)
    assert.is(await searching(ledger, tenant, { requestId: 'r' }), billed)
    // A billed one opens a new window of its own.
    assert.is(await searching(ledger, tenant, { requestId: 'r' }), false)
  })
}

test('a restart forgets no request id', async () => {
  using folder = temporaryFolder()
  const clock = fakeClock()
  const search = { tenantId: 'tnt_1', searchId: 'srch_1', requestId: 'r', paramsHash: 'p' } as const
  const billed: boolean[] = []
  for (let run = 0; run < 2; run++) {
    const store = openStore({ dir: folder.path, clock })
    const settings = { welcomeCredits: cents(0) }
    const ledger = openLedger({
      store,
      clock,
      secrets: testSecrets,
      settings,
      planOf: () => 'free',
    })
    const nowMs = clock.nowMs()
    billed.push(await store.write((tx) => ledger.recordSearch(tx, { ...search, nowMs }).billed))
    store.close()
  }
  assert.equal(billed, [true, false])
})

/** Sets the month's count as if so many searches had been made. */
function pretendUsed(ledger: TestLedger, tenantId: TenantId, count: number) {
  ledger.store.raw
    .prepare("INSERT INTO tally VALUES (?, ?, 'searches', '', ?)")
    .run(tenantId, '2026-03', count)
}

test('the last search of the allowance is made and the next one refused', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant({ credits: 40 })
  pretendUsed(ledger, tenant, 999)
  assert.is(await searching(ledger, tenant), true)
  const error = (await refusal(searching(ledger, tenant))) as PaymentRequired
  assert.instance(error, PaymentRequired)
  const { code, operation, requiredCredits, availableCredits, resetAtMs } = error
  assert.equal(
    { code, operation, requiredCredits, availableCredits, resetAtMs },
    {
      code: 'search_allowance_exhausted',
      operation: 'search',
      requiredCredits: 0,
      availableCredits: 40,
      resetAtMs: Date.UTC(2026, 3, 1),
    },
  )
  assert.is(used(ledger, tenant), 1000)
})

test('a retry of a billed search passes also when the allowance is spent', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  pretendUsed(ledger, tenant, 999)
  await searching(ledger, tenant, { requestId: 'r' })
  assert.is(await searching(ledger, tenant, { requestId: 'r' }), false)
})

test('a refused search leaves its request id unused', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  pretendUsed(ledger, tenant, 1000)
  await refusal(searching(ledger, tenant, { requestId: 'r' }))
  ledger.plans.set(tenant, 'starter')
  assert.is(await searching(ledger, tenant, { requestId: 'r' }), true)
})

test('the allowance starts anew with the UTC month', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  pretendUsed(ledger, tenant, 1000)
  ledger.store.clock.advance({ hours: 24 * 30 })
  assert.is(await searching(ledger, tenant), true)
  assert.is(used(ledger, tenant), 1)
})

test('behind a month that was settled too early a search counts in the one after it', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  pretendUsed(ledger, tenant, 1000)
  const { raw } = ledger.store
  raw.exec("INSERT INTO closed_period VALUES ('2026-04', 0)")
  raw.prepare("INSERT INTO tally VALUES (?, '2026-05', 'searches', '', 999)").run(tenant)
  assert.is(await searching(ledger, tenant), true)
  const { name, code, operation } = (await refusal(searching(ledger, tenant))) as PaymentRequired
  const exhausted = ['PaymentRequired', 'search_allowance_exhausted', 'search']
  assert.equal([name, code, operation], exhausted)
  assert.is(raw.prepare('SELECT period FROM meter_event').pluck().get(), '2026-05')
})

test('the card in force is known by its prices, each in its place', async () => {
  const [a, b, c, d, e] = [cents(3), cents(4), cents(5), cents(6), cents(7)]
  const prices: Prices = {
    retrievalStandardCents: a,
    retrievalPremiumCents: b,
    citationCents: c,
    outcomeFeeBp: 8,
    downloadCents: d,
    planStarterCents: e,
    planProCents: cents(9),
  }
  using ledger = openTestLedger({ prices })
  const tenantId = await ledger.tenant()
  await searching(ledger, tenantId)
  const { priceVersion } = ledger.rateCard(ledger.store.db)
  const asked = { tenantId, period: '2026-03' }
  const found = (text: string) => searchStateOf(ledger.store.db, { ...asked, prices: text })
  assert.is(found(pricesText(prices)).priceVersion, priceVersion)
  assert.is(found(pricesText({ ...prices, citationCents: d, downloadCents: c })).priceVersion, null)
})

for (const [plan, limit] of [
  ['starter', 20_000],
  ['pro', 200_000],
  ['unlimited', null],
] as const) {
  test(`plan ${plan} allows ${limit ?? 'any number of'} searches`, async () => {
    using ledger = openTestLedger()
    const tenant = await ledger.tenant({ plan })
    pretendUsed(ledger, tenant, 1_000_000)
    const allowance = ledger.searchAllowance(ledger.store.db, tenant, ledger.store.clock.nowMs())
    assert.is(allowance.limit, limit)
    if (limit === null) assert.is(await searching(ledger, tenant), true)
    else assert.instance(await refusal(searching(ledger, tenant)), PaymentRequired)
  })
}

test('a balance that cannot be read is left out of the refusal', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  pretendUsed(ledger, tenant, 1000)
  const shown = (await refusal(searching(ledger, tenant))) as PaymentRequired
  assert.is(shown.availableCredits, 0)
  ledger.store.raw.exec('ALTER TABLE account RENAME TO unreadable')
  const error = (await refusal(searching(ledger, tenant))) as PaymentRequired
  assert.equal([error.code, error.availableCredits], ['search_allowance_exhausted', undefined])
})

test('old request ids are swept away a few at a time', async () => {
  using ledger = openTestLedger()
  const tenant = await ledger.tenant()
  for (let i = 0; i < 10; i++) await searching(ledger, tenant, { requestId: `r${i}` })
  ledger.store.clock.advance({ hours: 25 })
  await searching(ledger, tenant, { requestId: 'new' })
  const kept = ledger.store.raw.prepare('SELECT count(*) FROM billed_search').pluck().get()
  assert.is(kept, 3)
})

test.run()
