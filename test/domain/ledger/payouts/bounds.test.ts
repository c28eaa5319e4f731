// Statements, batches and months at their bounds: how many at a time, until when, and whose.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bicFor, bicOf, ibanOf } from '../../../../src/base/iban.ts'
import type { TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import {
  earnings,
  goodwill,
  payable,
  revenue,
} from '../../../../src/domain/ledger/books/account.ts'
import { openLedger, post } from '../../../../src/domain/ledger/index.ts'
import { amountsOf } from '../../../../src/domain/ledger/payouts/amounts.ts'
import {
  listLastClosed,
  listReleasable,
  listStatementsOfBatch,
  type Statement,
} from '../../../../src/domain/ledger/payouts/queries.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { readingHere } from '../../../../src/store/reading.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { downloadOf } from '../../../support/open-test-ledger.ts'
import {
  march,
  openTestPayouts,
  ownerOf,
  type TestPayouts,
  testIban,
} from '../../../support/open-test-payouts.ts'
import { testSecrets } from '../../../support/test-secrets.ts'

/** Books in which so many houses sold something in March, by their ids. */
async function openHouses(count: number) {
  const books = await openTestPayouts()
  const houses: TenantId[] = []
  for (let i = 0; i < count; i++) houses.push(await books.tenant())
  await books.store.write((tx) => {
    for (const [i, provider] of houses.entries()) {
      const link = { n: 1_000 + i, nowMs: books.store.clock.nowMs() }
      books.chargeDownload(tx, downloadOf({ buyer: books.buyer, provider, priceCents: 10 }, link))
    }
  })
  return Object.assign(books, { houses: houses.toSorted() })
}

test('beyond fifty houses all are foreseen, settled and checked, and then released', async () => {
  using books = await openHouses(101)
  const { houses, store } = books
  assert.equal(
    (await books.previewPeriod(march)).map(({ tenantId }) => tenantId),
    houses,
  )
  assert.equal((await books.previewPeriod(march))[0], {
    tenantId: houses[0],
    grossCents: 10,
    sellerCents: 6,
  })
  assert.equal(await books.previewPeriod('2026-02'), [])
  await books.endOfMarch()
  let commits = 0
  store.beforeCommit(() => void commits++)
  assert.is((await books.settlePeriod(march)).isWhole, true)
  assert.is(commits, 1, 'who was settled is no matter of a transaction')
  store.raw.exec('DROP TRIGGER payout_statement_steps')
  const last = houses.at(-1) as TenantId
  const wrong = store.raw.prepare(
    'UPDATE payout_statement SET gross_cents = 11 WHERE tenant_id = ?',
  )
  wrong.run(last)
  const message = `${last} 2026-03 shows gross 11, its events give 10`
  assert.equal(await books.checkPeriod(march), [{ check: 'payout_statement', seq: null, message }])
  store.clock.advance({ hours: 14 * 24 })
  assert.equal(
    [await books.releaseDue(), await books.releaseDue(), await books.releaseDue()],
    [...[100, 1, 0]],
  )
})

/** The same books through another ledger; `before` each transaction something else may happen. */
function ledgerOver(
  books: TestPayouts,
  before: (writes: number) => Promise<void> | void = () => {},
) {
  const { db, write, clock } = books.store
  const asked: string[] = []
  const here = readingHere(db)
  const all: typeof here.all = (query) => {
    asked.push('all')
    return here.all(query)
  }
  let writes = 0
  const gated: typeof write = async (fn) => {
    await before(++writes)
    return write(fn)
  }
  const settings = { welcomeCredits: cents(0) }
  const deps = { clock, secrets: testSecrets, settings, planOf: () => 'free' as const }
  const store = { db, write: gated }
  return { asked, ledger: openLedger({ ...deps, store, reading: { ...here, all } }) }
}

test('a month is foreseen and checked beside sales, and settled as it was foreseen', async () => {
  using books = await openHouses(60)
  const { houses, store } = books
  const sellSome = async () => {
    for (const house of houses.slice(0, 9)) {
      await books.sell(7, house)
      const early = await books.sell(3, house)
      await books.refundCharge(books.admin(), { eventId: early, reason: 'x' })
    }
  }
  const { ledger, asked } = ledgerOver(books)
  const [, wrong] = await Promise.all([
    ledger.previewPeriod(march),
    ledger.checkPeriod(march),
    sellSome(),
  ])
  assert.equal(wrong, [])
  assert.ok(asked.length >= 3, 'it is asked of the thread that reads')
  store.clock.advance({ hours: 24 * 30 })
  const foreseen = await ledger.previewPeriod(march)
  await Promise.all([ledger.settlePeriod(march), sellSome()])
  const shown = ({ grossCents, sellerCents }: { grossCents: number; sellerCents: number }) => [
    grossCents,
    sellerCents,
  ]
  assert.equal(
    foreseen.map(shown),
    houses.map((house) => shown(books.statement(house))),
  )
  assert.equal(foreseen.map(shown).slice(8, 10), [
    [17, 10],
    [10, 6],
  ])
  assertLedgerBalances(books)
})

test('while a month is settled, nothing is wrong with what has no statement yet', async () => {
  using books = await openHouses(60)
  books.store.clock.advance({ hours: 24 * 30 })
  const found: unknown[] = []
  const { ledger } = ledgerOver(books, async (writes) => {
    // After the month was closed, and after the first fifty.
    if (writes === 2 || writes === 3) found.push(...(await books.checkPeriod(march)))
    if (writes === 3) found.push(...(await books.verify()).problems)
  })
  assert.is((await ledger.settlePeriod(march)).statements, 60)
  assert.equal(found, [])
})

test('a statement is released with the end of its window, the oldest first', async () => {
  using books = await openHouses(2)
  await books.endOfMarch()
  const { clock, db } = books.store
  const due = (status: 'pending' | 'held', limit = 9) =>
    listReleasable(db, { status, nowMs: clock.nowMs(), limit }).map(({ tenantId }) => tenantId)
  clock.advance({ seconds: 14 * 24 * 3_600 - 0.001 })
  assert.equal(due('pending'), [])
  clock.advance({ seconds: 0.001 })
  const ids = books.houses.map((house) => books.statement(house).payoutStatementId)
  const oldest = books.houses[ids[0] === ids.toSorted()[0] ? 0 : 1]
  assert.equal([due('pending').length, due('pending', 1), due('held')], [2, [oldest], []])
})

test('a batch has two hundred payments at most, those that failed before all others', async () => {
  using books = await openHouses(203)
  await books.endOfMarch()
  books.store.clock.advance({ hours: 14 * 24 })
  while ((await books.releaseDue()) > 0);
  const nowMs = books.store.clock.nowMs()
  const insert = books.store.raw.prepare("INSERT INTO payout_account VALUES (?, 'X', ?, NULL, ?)")
  for (const house of books.houses) insert.run(house, testIban, nowMs)
  const { batchId, payments, totalCents } = await books.createPayoutBatch(books.admin())
  assert.equal([payments, totalCents], [200, 1_200])
  const [first] = listStatementsOfBatch(books.store.db, batchId)
  const { payoutStatementId } = first as Statement
  const failed = { payoutStatementId, to: 'failed' as const, reason: 'closed' }
  await books.changeStatement(books.admin(), failed)
  assert.is((await books.createPayoutBatch(books.admin())).payments, 3)
  const retry = await books.createPayoutBatch(books.admin(), { retryFailed: true })
  const [again] = listStatementsOfBatch(books.store.db, retry.batchId)
  assert.equal([again?.payoutStatementId, again?.attempts], [payoutStatementId, 2])
  assert.is(books.listPayoutBatches(books.admin().principal, { limit: 1 }).total, 3)
  assert.is((await books.payPayoutBatch(books.admin(), batchId)).paid, 199)
  assert.equal(await refusalOf(() => books.payPayoutBatch(books.admin(), 'pay_x')), 'NotFound')
  assertLedgerBalances(books)
})

test('a statement of which all was given back is not paid, and stays', async () => {
  using books = await openTestPayouts()
  const eventId = await books.sell(100)
  await books.account()
  await books.endOfMarch()
  await books.refundCharge(books.admin(), { eventId, reason: 'x' })
  await books.windowOver()
  assert.equal(books.shown(), ['approved', 0, 0, 60])
  const refused = await refusalOf(() => books.createPayoutBatch(books.admin()))
  assert.is(refused, 'Conflict nothing_to_pay')
})

test('what a step writes stands in the statement, and only there', async () => {
  using books = await openHouses(2)
  const [one, other] = books.houses as [TenantId, TenantId]
  await books.account(one)
  await books.endOfMarch()
  const settledMs = books.store.clock.nowMs()
  const before = books.statement(other)
  await books.windowOver()
  const nowMs = books.store.clock.nowMs()
  const { batchId, createdAtMs } = await books.createPayoutBatch(books.admin())
  const progress = () => {
    const { attempts, batchId: of, failure, holdSeq, holdReason, updatedAt } = books.statement(one)
    return [attempts, of, failure, holdSeq, holdReason, updatedAt]
  }
  const last = () => books.store.raw.prepare('SELECT max(seq) FROM transfer').pluck().get()
  assert.equal(progress(), [1, batchId, null, last(), null, nowMs])
  assert.is(createdAtMs, nowMs)
  const { payoutStatementId } = books.statement(one)
  const set = (to: 'failed' | 'paid' | 'held', reason?: string) =>
    books.changeStatement(books.admin(), { payoutStatementId, to, reason })
  await set('failed', 'closed')
  assert.equal(progress(), [1, null, 'closed', null, null, nowMs])
  await books.createPayoutBatch(books.admin(), { retryFailed: true })
  assert.equal(progress().slice(2, 4), [null, last()])
  await set('failed')
  assert.equal(progress().slice(0, 4), [2, null, null, null])
  await set('held')
  assert.equal(progress().slice(4), ['held', nowMs])
  const { updatedAt, createdAt, status } = books.statement(other)
  assert.equal([updatedAt, createdAt, status], [nowMs, settledMs, 'approved'])
  assert.is(before.status, 'pending')
})

test('what is coming to a house is told of it alone, state by state', async () => {
  using books = await openTestPayouts()
  const other = await books.tenant()
  const outlook = (of = books.provider) => books.payoutOutlook(ownerOf(of))
  const empty = await outlook()
  assert.equal(empty, {
    account: null,
    period: '2026-03',
    grossCents: 0,
    sellerCents: 0,
    heldCents: 0,
    releasedCents: 0,
    paidCents: 0,
    nextReleaseAtMs: null,
  })
  const early = await books.sell(50)
  await books.sell(100)
  await books.sell(30, other)
  await books.sell(0)
  await books.refundCharge(books.admin(), { eventId: early, reason: 'x' })
  const open = ({ grossCents, sellerCents }: typeof empty) => [grossCents, sellerCents]
  assert.equal(
    [open(await outlook()), open(await outlook(other))],
    [
      [100, 60],
      [30, 18],
    ],
  )
  await books.account()
  await books.endOfMarch()
  const late = await books.sell(10)
  const { account, period } = await outlook()
  assert.equal([account?.iban, period], [testIban, '2026-04'])
  assert.equal([open(await outlook()), (await outlook(other)).account], [[10, 6], null])
  const { payoutStatementId } = books.statement()
  const held = { payoutStatementId, to: 'held' as const, reason: 'x' }
  await books.changeStatement(books.admin(), held)
  const waits = await outlook()
  assert.equal(
    [waits.heldCents, waits.nextReleaseAtMs],
    [60, null],
    'what is held waits for nobody',
  )
  await books.changeStatement(books.admin(), { ...held, to: 'approved' })
  await books.windowOver()
  await books.createPayoutBatch(books.admin())
  const way = await outlook()
  assert.equal([way.heldCents, way.releasedCents, way.paidCents], [0, 60, 0])
  await books.changeStatement(books.admin(), { ...held, to: 'paid' })
  const paid = await outlook()
  assert.equal([paid.heldCents, paid.releasedCents, paid.paidCents], [0, 0, 60])
  await books.refundCharge(books.admin(), { eventId: late, reason: 'x' })
  assert.equal(open(await outlook()), [0, 0])
  books.store.clock.advance({ hours: 24 * 31 })
  await books.sell(5)
  await books.settlePeriod('2026-04')
  assert.equal(open(await outlook()), [5, 3])
})

test('a month that is over is still coming until it is settled', async () => {
  using books = await openTestPayouts()
  const { clock } = books.store
  const coming = async () => {
    const { period, grossCents, sellerCents, heldCents } = await books.payoutOutlook(
      ownerOf(books.provider),
    )
    return [period, grossCents, sellerCents, heldCents]
  }
  await books.sell(100)
  clock.set({ seconds: (Date.UTC(2026, 3, 1, 3) - clock.nowMs()) / 1_000 })
  await books.settleDue()
  assert.equal(await coming(), ['2026-03', 100, 60, 0])
  await books.sell(50)
  assert.equal(await coming(), ['2026-03', 150, 90, 0])
  clock.advance({ hours: 4 })
  await books.settleDue()
  assert.equal(await coming(), ['2026-04', 50, 30, 60])
  clock.advance({ hours: 24 * 61 })
  await books.sell(10)
  assert.equal(await coming(), ['2026-04', 60, 36, 60])
  await books.settleDue()
  assert.equal(await coming(), ['2026-06', 10, 6, 90])
  assertLedgerBalances(books)
})

test('months are settled six hours after their end, and counted until then', async () => {
  using books = await openTestPayouts()
  const { clock, raw, db } = books.store
  await books.sell(10)
  assert.is(books.countUnsettled(), 0)
  clock.set({ seconds: (Date.UTC(2026, 3, 1, 6) - clock.nowMs()) / 1_000 - 0.001 })
  assert.is(books.countUnsettled(), 0)
  const none = { isNew: true, statements: 0, sellerCents: 0, isWhole: true }
  assert.equal(await books.settleDue(), { period: '2026-02', ...none })
  clock.set({ seconds: 0.001 })
  assert.is(books.countUnsettled(), 1)
  clock.advance({ hours: 24 * 61 })
  assert.is(books.countUnsettled(), 3)
  const made = await books.settleDue()
  assert.equal(made, { period: '2026-05', ...none, statements: 1, sellerCents: 6 })
  assert.is(books.countUnsettled(), 0)
  assert.equal(await books.settleDue(), { period: '2026-05', ...none, isNew: false })
  const heads = raw.prepare('SELECT count(*) FROM ledger_head').pluck()
  assert.is(heads.get(), 2, 'what is settled is signed')
  raw.exec("INSERT INTO closed_period VALUES ('2025-01', 1)")
  assert.equal(listLastClosed(db, 2), ['2026-05', '2026-04'])
})

test('a settlement that is asked to stop says so, and the next makes the rest', async () => {
  using books = await openHouses(60)
  books.store.clock.advance({ hours: 24 * 30 })
  const stopped = await books.settlePeriod(march, AbortSignal.abort())
  const none = { period: march, statements: 0, sellerCents: 0 }
  assert.equal(stopped, { ...none, isNew: true, isWhole: false })
  const all = { period: march, statements: 60, sellerCents: 360 }
  assert.equal(await books.settlePeriod(march), { ...all, isNew: false, isWhole: true })
  assert.equal(await books.settlePeriod('2026-01'), {
    ...none,
    period: '2026-01',
    isNew: true,
    isWhole: true,
  })
})

test('a month is over with its last millisecond', async () => {
  using books = await openTestPayouts()
  const { clock } = books.store
  clock.set({ seconds: (Date.UTC(2026, 3, 1) - clock.nowMs()) / 1_000 - 0.001 })
  const settle = () => books.settlePeriod(march)
  assert.is(await refusalOf(settle), 'Conflict period_open')
  clock.set({ seconds: 0.001 })
  assert.is(await refusalOf(settle), 'not refused')
})

test('what the books lack the operator gives of its own', async () => {
  using books = await openTestPayouts()
  const { db, write, clock } = books.store
  const eventId = await books.sell(100)
  await books.account()
  await books.endOfMarch()
  await books.windowOver()
  const { batchId } = await books.createPayoutBatch(books.admin())
  const refund = () => books.refundCharge(books.admin(), { eventId, reason: 'x' })
  assert.is(await refusalOf(refund), 'Conflict payout_in_progress')
  await books.payPayoutBatch(books.admin(), batchId)
  const nowMs = clock.nowMs()
  const taken = { transferId: 'x', groupId: 'x', code: 'x', ref: '', atMs: nowMs }
  const elsewhere = earnings(books.provider)
  await write((tx) => post(tx, { ...taken, debit: revenue, credit: elsewhere, amountMinor: 30 }))
  const given = await refund()
  assert.equal([given.source, given.chargeCents, given.providerCents], ['platform', 100, 60])
  assert.equal([given.reason, given.createdAt, given.availableCredits], ['x', nowMs, 10_000])
  const of = (name: Parameters<typeof findAccount>[1]) => findAccount(db, name)?.posted
  assert.equal([of(revenue), of(goodwill), of(payable(books.provider, march))], [0, -90, 0])
  const lines = books.store.raw.prepare(
    "SELECT transfer_id, amount_minor, code, ref FROM transfer WHERE code = 'refund' ORDER BY seq",
  )
  const id = `refund:${eventId}`
  assert.equal(lines.raw().all(), [
    [`${id}:provider`, 10, 'refund', eventId],
    [`${id}:provider:goodwill`, 50, 'refund', eventId],
    [`${id}:platform:goodwill`, 40, 'refund', eventId],
  ])
})

test('a charge is given back of which the platform had nothing, and has no account', async () => {
  using books = await openTestPayouts()
  const { buyer, provider, store } = books
  const link = { n: 1_000, nowMs: store.clock.nowMs(), providerShareBp: 10_000 }
  const download = downloadOf({ buyer, provider, priceCents: 5 }, link)
  await store.write((tx) => books.chargeDownload(tx, download))
  assert.is(findAccount(store.db, revenue), undefined)
  const asked = { eventId: `dl:${download.linkHash}`, reason: 'x' }
  assert.is((await books.refundCharge(books.admin(), asked)).availableCredits, 10_000)
  assertLedgerBalances(books)
})

test('an account to be paid to is changed whole, and read by who may see money', async () => {
  using books = await openTestPayouts()
  const cmd = { ...books.admin(), principal: ownerOf(books.provider) }
  const swiss = { holderName: 'A', iban: 'ch93 0076 2011 6238 5295 7', bic: 'ubswchzh80a' }
  const made = await books.setPayoutAccount(cmd, swiss)
  const tenantId = books.provider
  const updatedAt = books.store.clock.nowMs()
  const whole = { tenantId, holderName: 'A', iban: 'CH9300762011623852957', bic: 'UBSWCHZH80A' }
  assert.equal(made, { ...whole, updatedAt })
  books.store.clock.advance({ seconds: 1 })
  await books.setPayoutAccount(cmd, { holderName: 'B', iban: testIban })
  const changed = { tenantId, holderName: 'B', iban: testIban, bic: null }
  assert.equal(books.readPayoutAccount(cmd.principal), { ...changed, updatedAt: updatedAt + 1_000 })
  assert.is(await refusalOf(() => books.readPayoutAccount(ownerOf(books.buyer))), 'NotFound')
  const missing = await refusalOf(() => books.setPayoutAccount(cmd, { ...swiss, bic: undefined }))
  assert.is(missing, 'InvalidInput bic required')
})

const shares: [status: Parameters<typeof amountsOf>[0], held: number, released: number][] = [
  ['pending', 40, 0],
  ['held', 40, 0],
  ['approved', 0, 40],
  ['processing', 0, 40],
  ['paid', 0, 40],
  ['failed', 0, 40],
  ['reversed', 0, 0],
]
for (const [status, heldCents, releasedCents] of shares) {
  test(`of what is left of a statement that is ${status} ${heldCents} is held`, () => {
    const sums = { sellerCents: 60, reversedCents: 20 }
    assert.equal(amountsOf(status, sums), { heldCents, releasedCents })
    assert.throws(() => amountsOf(status, { ...sums, reversedCents: 61 }), /no more is taken back/)
  })
}

/** One of each country, from the registry's examples. */
const ibans =
  'AD1200012030200359100100 AL47212110090000000235698741 AT611904300234573201 BE68539007547034 ' +
  'BG80BNBG96611020345678 CH9300762011623852957 CY17002001280000001200527600 ' +
  'CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243 EE382200221020145685 ' +
  'ES9121000418450200051332 FI2112345600000785 FR1420041010050500013M02606 ' +
  'GB29NWBK60161331926819 GI75NWBK000000007099453 GR1601101250000000012300695 ' +
  'HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 ' +
  'IS140159260076545510730339 IT60X0542811101000000123456 LI21088100002324013AA ' +
  'LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 ' +
  'MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 ' +
  'MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947 ' +
  'PL61109010140000071219812874 PT50000201231234567890154 RO49AAAA1B31007593840000 ' +
  'RS35260005601001611379 SE4550000000058398257466 SI56263300012039086 ' +
  'SK3112000000198742637541 SM86U0322509800000000270100 VA59001123000012345678'
const withBic = ['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA']

test('an account of every country of SEPA is one, and some of them need a bank', () => {
  const all = ibans.split(' ')
  assert.is(all.length, 42)
  assert.equal(all.map(ibanOf), all)
  const needing = all.filter((iban) => {
    try {
      return bicFor({ iban }) !== null
    } catch {
      return true
    }
  })
  assert.equal(
    needing.map((iban) => iban.slice(0, 2)),
    withBic,
  )
  for (const typed of ['COBADEFF', 'cobadeff 370']) {
    assert.is(bicOf(typed), typed.toUpperCase().replace(' ', ''))
  }
})

test.run()
