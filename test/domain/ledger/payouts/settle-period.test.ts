import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict, InvalidInput } from '../../../../src/base/errors.ts'
import { cents } from '../../../../src/base/money.ts'
import { earnings, payable } from '../../../../src/domain/ledger/books/account.ts'
import { openLedger } from '../../../../src/domain/ledger/index.ts'
import { verifySliceRows } from '../../../../src/domain/ledger/limits.ts'
import { checkPeriod } from '../../../../src/domain/ledger/payouts/check-period.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { type Reading, readingHere } from '../../../../src/store/reading.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { answered } from '../../../support/open-test-ledger.ts'
import { march, openTestPayouts, type TestPayouts } from '../../../support/open-test-payouts.ts'
import { refusal } from '../../../support/refusal.ts'
import { testSecrets } from '../../../support/test-secrets.ts'

function balances({ store, provider }: TestPayouts) {
  const names = [earnings(provider), payable(provider, march)]
  return names.map((name) => findAccount(store.db, name)?.posted ?? 0)
}

test('a month becomes one statement for each provider, all of it held', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  await books.sell(55)
  await books.endOfMarch()
  const statement = books.statement()
  const { grossCents, sellerCents, currency, period, periodStartAt, periodEndAt } = statement
  assert.equal(
    { grossCents, sellerCents, currency, period, periodStartAt, periodEndAt },
    {
      grossCents: 155,
      sellerCents: 93,
      currency: 'EUR',
      period: march,
      periodStartAt: Date.UTC(2026, 2, 1),
      periodEndAt: Date.UTC(2026, 3, 1),
    },
  )
  assert.equal(books.shown(), ['pending', 93, 0, 0])
  assert.is(statement.releaseAt, books.store.clock.nowMs() + 14 * 86_400_000)
  assert.equal(balances(books), [0, 93])
  assertLedgerBalances(books)
})

test('a month is settled once', async () => {
  using books = await openTestPayouts()
  await books.sell()
  await books.endOfMarch()
  const again = await books.settlePeriod(march)
  const nothing = { period: march, isNew: false, statements: 0, sellerCents: 0, isWhole: true }
  assert.equal(again, nothing)
  assert.equal(balances(books), [0, 60])
  assertLedgerBalances(books)
})

test('two settlements at once make one statement', async () => {
  using books = await openTestPayouts()
  await books.sell()
  books.store.clock.advance({ hours: 30 * 24 })
  const both = await Promise.all([books.settlePeriod(march), books.settlePeriod(march)])
  assert.is(
    both.reduce((sum, { statements }) => sum + statements, 0),
    1,
  )
  assertLedgerBalances(books)
})

test('what was earned after the month stays for the next one', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  books.store.clock.advance({ hours: 30 * 24 })
  await books.sell(50)
  await books.settlePeriod(march)
  assert.equal(balances(books), [30, 60])
  books.store.clock.advance({ hours: 30 * 24 })
  await books.settlePeriod('2026-04')
  assert.equal(balances(books), [0, 60])
  assertLedgerBalances(books)
})

test('cumulative rounding: the statement has exactly what the single charges gave', async () => {
  using books = await openTestPayouts()
  const { buyer, provider } = books
  for (let i = 0; i < 37; i++) {
    await books.sell(1)
    const parts = [{ n: i, curated: i % 3 === 0 }]
    await answered(books, { buyer, provider, parts })
  }
  const before = balances(books)[0]
  await books.endOfMarch()
  assert.equal(balances(books), [0, before])
  assert.is(books.statement().sellerCents, before)
  assertLedgerBalances(books)
})

test('providers beyond one transaction are settled, those without charges are not', async () => {
  using books = await openTestPayouts()
  for (let i = 0; i < 60; i++) await books.sell(10, await books.tenant())
  books.store.clock.advance({ hours: 30 * 24 })
  const { statements, sellerCents } = await books.settlePeriod(march)
  assert.equal({ statements, sellerCents }, { statements: 60, sellerCents: 360 })
  assertLedgerBalances(books)
})

test('a settlement that was interrupted is finished by the next one', async () => {
  using books = await openTestPayouts()
  for (let i = 0; i < 60; i++) await books.sell(10, await books.tenant())
  books.store.clock.advance({ hours: 30 * 24 })
  await interrupted(books, { afterWrites: 2 })
  const rest = await books.settlePeriod(march)
  assert.equal([rest.isNew, rest.statements], [false, 10])
  assertLedgerBalances(books)
})

/** Settles March, and nothing is written any more after so many transactions. */
async function interrupted(books: TestPayouts, { afterWrites }: { afterWrites: number }) {
  const { db, write, clock } = books.store
  let writes = 0
  const failing: typeof write = (fn) => {
    writes += 1
    return writes > afterWrites ? Promise.reject(new Error('the power went')) : write(fn)
  }
  const ledger = openLedger({
    store: { db, write: failing },
    clock,
    secrets: testSecrets,
    settings: { welcomeCredits: cents(0) },
    planOf: () => 'free',
  })
  assert.is((await refusal(ledger.settlePeriod(march))).message, 'the power went')
}

test('a month that is not over is not settled', async () => {
  using books = await openTestPayouts()
  const error = (await refusal(books.settlePeriod(march))) as Conflict
  assert.instance(error, Conflict)
  assert.is(error.reason, 'period_open')
})

for (const period of ['2026', '2026-13', '2026-00', '26-03', '2026-3', '2026-03-01', '', 'x']) {
  test(`'${period}' is no month`, async () => {
    using books = await openTestPayouts()
    assert.instance(await refusal(books.settlePeriod(period)), InvalidInput)
  })
}

test('a clock that goes back into a settled month charges for the next one', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  await books.endOfMarch()
  books.store.clock.set({ hours: -24 * 10 })
  await books.sell(50)
  const { buyer, provider } = books
  await answered(books, { buyer, provider, parts: [{ n: 1 }] })
  const periods = books.store.raw.prepare('SELECT DISTINCT period FROM meter_event ORDER BY 1')
  assert.equal(periods.pluck().all(), ['2026-03', '2026-04'])
  assert.is(books.searchAllowance(books.store.db, buyer, books.store.clock.nowMs()).used, 1)
  assert.equal(balances(books), [30, 60])
  assertLedgerBalances(books)
})

test('the database takes nothing more into a settled month', async () => {
  using books = await openTestPayouts()
  await books.sell()
  await books.endOfMarch()
  const insert = `INSERT INTO meter_event SELECT seq + 1, 'x', kind, buyer_tenant_id,
    provider_tenant_id, dataset_id, asset_id, api_key_id, search_id, quantity, price_version, 0,
    0, 0, 0, period, created_at, hash, randomblob(32), NULL FROM meter_event
    ORDER BY seq DESC LIMIT 1`
  assert.throws(() => books.store.raw.exec(insert), /this month is closed/)
})

test('the upkeep settles the month before some hours after its end', async () => {
  using books = await openTestPayouts()
  await books.sell()
  books.store.clock.advance({ hours: 29 * 24 + 19 })
  assert.is((await books.settleDue()).period, '2026-02')
  books.store.clock.advance({ hours: 1 })
  const { period, statements } = await books.settleDue()
  assert.equal([period, statements], [march, 1])
  assert.is((await books.settleDue()).statements, 0)
})

test('who reads is asked about a month once somebody has earned, and not before', async () => {
  using books = await openTestPayouts()
  const { store } = books
  const { all, get } = readingHere(store.db)
  let asked = 0
  const reading: Reading = {
    all,
    get(query) {
      asked++
      return get(query)
    },
  }
  const settings = { welcomeCredits: cents(0) }
  const rest = { clock: store.clock, secrets: testSecrets, settings, planOf: () => 'free' as const }
  const ledger = openLedger({ store, reading, ...rest })
  assert.equal([(await ledger.settleDue()).isNew, asked], [true, 0])
  await books.sell()
  store.clock.advance({ hours: 31 * 24 })
  assert.is((await ledger.settleDue()).statements, 1)
  assert.ok(asked > 0)
})

test('the upkeep settles every month that ended while it was away, the oldest first', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  books.store.clock.advance({ hours: 31 * 24 })
  await books.sell(50)
  books.store.clock.advance({ hours: 62 * 24 })
  const { period, isNew, statements, sellerCents } = await books.settleDue()
  assert.equal([period, isNew, statements, sellerCents], ['2026-05', true, 2, 90])
  const closed = books.store.raw.prepare('SELECT period FROM closed_period ORDER BY 1').pluck()
  assert.equal(closed.all(), ['2026-03', '2026-04', '2026-05'])
  assert.is((await books.settleDue()).statements, 0)
  assertLedgerBalances(books)
})

test('a settlement that was cut short before a long absence is finished later', async () => {
  using books = await openTestPayouts()
  for (let i = 0; i < 60; i++) await books.sell(10, await books.tenant())
  books.store.clock.advance({ hours: 30 * 24 })
  await interrupted(books, { afterWrites: 2 })
  books.store.clock.advance({ hours: 62 * 24 })
  const { period, statements } = await books.settleDue()
  assert.equal([period, statements], ['2026-05', 10])
  assertLedgerBalances(books)
})

test('what was cut short by hand, before the upkeep was due, is finished by the next', async () => {
  using books = await openTestPayouts()
  for (let i = 0; i < 60; i++) await books.sell(10, await books.tenant())
  books.store.clock.advance({ hours: 29 * 24 + 15 })
  await interrupted(books, { afterWrites: 2 })
  assert.is((await books.settleDue()).statements, 10)
  assertLedgerBalances(books)
})

test('a month that somebody left out is settled by the upkeep', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  books.store.clock.advance({ hours: 31 * 24 })
  await books.sell(50)
  books.store.clock.advance({ hours: 31 * 24 })
  assert.is((await books.settlePeriod('2026-04')).statements, 1)
  assert.is((await books.settleDue()).statements, 1)
  assert.equal(balances(books), [0, 60])
  assertLedgerBalances(books)
})

test('who earned no whole cent has a statement over nothing, also the first time', async () => {
  using books = await openTestPayouts()
  await books.sell(1)
  books.store.clock.advance({ hours: 30 * 24 })
  assert.equal(
    (await books.previewPeriod(march)).map(({ grossCents, sellerCents }) => [
      grossCents,
      sellerCents,
    ]),
    [[1, 0]],
  )
  const { statements, sellerCents } = await books.settlePeriod(march)
  assert.equal([statements, sellerCents], [1, 0])
  assert.equal(await books.checkPeriod(march), [])
  assertLedgerBalances(books)
})

test('a statement that is missing is found, also one over nothing', async () => {
  using books = await openTestPayouts()
  await books.sell(1)
  books.store.clock.advance({ hours: 30 * 24 })
  const { raw } = books.store
  raw.exec(`INSERT INTO closed_period (period, closed_at) VALUES ('${march}', 0)`)
  const problems = await books.checkPeriod(march)
  assert.equal(
    problems.map(({ message }) => message.replace(/^tnt_\w+ /, '')),
    ['2026-03 has no statement'],
  )
})

test('a check adds up some events at a time, and what comes meanwhile is in no sum', async () => {
  using books = await openTestPayouts()
  const { db } = books.store
  for (let i = 0; i < verifySliceRows; i++) await books.sell(1)
  await books.sell(7)
  const slices = checkPeriod(db, march)
  assert.equal(slices.next().value, [])
  await books.sell(5)
  assert.equal([...slices].flat(), [])
  assert.ok([...checkPeriod(db, march)].length > 1)
  const { raw } = books.store
  raw.exec('DROP TRIGGER meter_event_no_update')
  raw.exec('UPDATE meter_event SET charge_cents = 8 WHERE charge_cents = 7')
  const messages = [...checkPeriod(db, march)].flat().map(({ message }) => message)
  assert.equal(
    messages.map((message) => message.replace(/^tnt_\w+ /, '')),
    ['2026-03 has running sums of 512, its events give 513'],
  )
})

const changes: [name: string, sql: string][] = [
  ['a gross that was changed', 'UPDATE payout_statement SET gross_cents = gross_cents + 1'],
  ['a share that was changed', 'UPDATE payout_statement SET seller_cents = seller_cents + 1'],
  [
    'an amount released too early',
    'UPDATE payout_statement SET held_cents = 0, released_cents = 60',
  ],
  ['an amount that was taken back', 'UPDATE payout_progress SET reversed_cents = 1'],
  ['a status that was changed', "UPDATE payout_statement SET status = 'paid'"],
  ['a statement that was removed', 'DELETE FROM payout_progress; DELETE FROM payout_statement'],
  ['a month that was closed with earnings left', "INSERT INTO closed_period VALUES ('2026-04', 0)"],
]

for (const [name, sql] of changes) {
  test(`a check finds ${name}`, async () => {
    using books = await openTestPayouts()
    await books.sell()
    await books.endOfMarch()
    await books.sell()
    assert.equal(await books.checkPeriod(march), [])
    const { raw } = books.store
    const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
    for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
    raw.exec(sql)
    const { problems } = await books.verify()
    assert.ok(problems.some(({ check }) => check === 'payout_statement'))
  })
}

test.run()
