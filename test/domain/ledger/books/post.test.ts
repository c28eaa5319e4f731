import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict } from '../../../../src/base/errors.ts'
import { earnings, granted, spendable } from '../../../../src/domain/ledger/books/account.ts'
import { Overdrawn, post, type TransferRequest } from '../../../../src/domain/ledger/index.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestLedger, type TestLedger } from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'
import { forgetBlinds } from '../../../support/rows-of-before.ts'

const anna = spendable('tnt_anna')
const ben = spendable('tnt_ben')

const grant: TransferRequest = {
  transferId: 'grant:1',
  groupId: 'grant:1',
  debit: granted,
  credit: anna,
  amountMinor: 100,
  code: 'grant',
  ref: 'tnt_anna',
  atMs: 1,
}
const toBen: TransferRequest = {
  ...grant,
  transferId: 'grant:1:t',
  debit: anna,
  credit: ben,
  amountMinor: 30,
}

function posting(ledger: TestLedger, ...requests: TransferRequest[]) {
  return ledger.store.write((tx) => requests.map((request) => post(tx, request)))
}

function balances(ledger: TestLedger) {
  return [granted, anna, ben].map((name) => {
    const { posted = 0, held = 0 } = findAccount(ledger.store.db, name) ?? {}
    return [posted, held]
  })
}

test('an amount leaves one account and reaches another', async () => {
  using ledger = openTestLedger()
  await posting(ledger, grant, toBen)
  assert.equal(balances(ledger), [
    [-100, 0],
    [70, 0],
    [30, 0],
  ])
  assertLedgerBalances(ledger)
})

test('the same transfer again has no effect and gives the first one', async () => {
  using ledger = openTestLedger()
  const [first] = await posting(ledger, grant)
  const [again] = await posting(ledger, { ...grant, atMs: 99 })
  assert.equal(
    [first, again],
    [
      { seq: 1, isNew: true },
      { seq: 1, isNew: false },
    ],
  )
  assert.is(ledger.creditsOf(ledger.store.db, 'tnt_anna'), 100)
})

test('a transfer of before is known again, and new ones follow it', async () => {
  using ledger = openTestLedger()
  await posting(ledger, grant)
  forgetBlinds(ledger.store)
  const known = await posting(ledger, grant, toBen)
  assert.equal(known, [
    { seq: 1, isNew: false },
    { seq: 2, isNew: true },
  ])
  const other = await refusal(posting(ledger, { ...grant, amountMinor: 101 }))
  assert.instance(other, Conflict)
  assertLedgerBalances(ledger)
})

const others: [string, Partial<TransferRequest>][] = [
  ['amount', { amountMinor: 101 }],
  ['receiver', { credit: ben }],
  ['kind of account', { credit: earnings('tnt_anna') }],
  ['group', { groupId: 'grant:2' }],
  ['code', { code: 'welcome' }],
  ['reference', { ref: 'tnt_ben' }],
]

for (const [what, part] of others) {
  test(`the same id with another ${what} is a conflict and changes nothing`, async () => {
    using ledger = openTestLedger()
    await posting(ledger, grant)
    const error = await refusal(posting(ledger, { ...grant, ...part }))
    assert.instance(error, Conflict)
    assert.is((error as Conflict).reason, 'transfer_id_reused')
    assert.is(ledger.creditsOf(ledger.store.db, 'tnt_anna'), 100)
  })
}

test('nobody but the world gives more than there is', async () => {
  using ledger = openTestLedger()
  await posting(ledger, grant)
  const error = await refusal(posting(ledger, { ...toBen, amountMinor: 101 }))
  assert.instance(error, Overdrawn)
  assert.is((error as Overdrawn).availableMinor, 100)
  assert.equal(balances(ledger), [
    [-100, 0],
    [100, 0],
    [0, 0],
  ])
})

test('what is held cannot be spent', async () => {
  using ledger = openTestLedger()
  await posting(ledger, grant, { ...toBen, phase: 'hold', amountMinor: 80 })
  assert.equal(balances(ledger), [
    [-100, 0],
    [100, 80],
    [0, 0],
  ])
  const error = await refusal(
    posting(ledger, { ...toBen, transferId: 'grant:1:u', amountMinor: 21 }),
  )
  assert.is((error as Overdrawn).availableMinor, 20)
  assertLedgerBalances(ledger)
})

test('a hold that is posted in part frees the rest', async () => {
  using ledger = openTestLedger()
  await posting(
    ledger,
    grant,
    { ...toBen, phase: 'hold', amountMinor: 80 },
    { ...toBen, transferId: 'grant:1:u', phase: 'post_hold', holdSeq: 2, amountMinor: 50 },
  )
  assert.equal(balances(ledger), [
    [-100, 0],
    [50, 0],
    [50, 0],
  ])
  assertLedgerBalances(ledger)
})

test('a hold that is voided frees all of it', async () => {
  using ledger = openTestLedger()
  await posting(
    ledger,
    grant,
    { ...toBen, phase: 'hold', amountMinor: 80 },
    { ...toBen, transferId: 'grant:1:u', phase: 'void_hold', holdSeq: 2, amountMinor: 80 },
  )
  assert.equal(balances(ledger), [
    [-100, 0],
    [100, 0],
    [0, 0],
  ])
  assertLedgerBalances(ledger)
})

const badResolutions: [string, Partial<TransferRequest>][] = [
  ['twice', { holdSeq: 2 }],
  ['that does not exist', { holdSeq: 77 }],
  ['that is a plain transfer', { holdSeq: 1 }],
  ['for more than it holds', { holdSeq: 4, amountMinor: 11 }],
  ['voided in part', { holdSeq: 4, phase: 'void_hold', amountMinor: 9 }],
  ['to somebody else', { holdSeq: 4, amountMinor: 10, credit: earnings('tnt_ben') }],
]

for (const [what, part] of badResolutions) {
  test(`a hold ${what} is not resolved`, async () => {
    using ledger = openTestLedger()
    await posting(
      ledger,
      grant,
      { ...toBen, phase: 'hold', amountMinor: 30 },
      { ...toBen, transferId: 'grant:1:u', phase: 'post_hold', holdSeq: 2, amountMinor: 30 },
      { ...toBen, transferId: 'grant:1:v', phase: 'hold', amountMinor: 10 },
    )
    const before = balances(ledger)
    const again = {
      ...toBen,
      transferId: 'grant:1:w',
      phase: 'post_hold' as const,
      amountMinor: 10,
      ...part,
    }
    const error = await refusal(posting(ledger, again))
    assert.match(error.message, /no such open hold|this transfer exists/)
    assert.equal(balances(ledger), before)
    assertLedgerBalances(ledger)
  })
}

test('a transfer stays within one unit', async () => {
  using ledger = openTestLedger()
  const crossing = { ...grant, credit: { ...anna, unit: 'SOL' as const } }
  const error = await refusal(posting(ledger, crossing))
  assert.match(error.message, /stays within one unit/)
})

for (const amountMinor of [0, -1, 1.5, 2 ** 53, Number.NaN]) {
  test(`an amount of ${amountMinor} is refused`, async () => {
    using ledger = openTestLedger()
    await refusal(posting(ledger, { ...grant, amountMinor }))
    assert.equal(balances(ledger), [
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
}

test('a balance beyond the largest exact number is refused', async () => {
  using ledger = openTestLedger()
  await posting(ledger, { ...grant, amountMinor: Number.MAX_SAFE_INTEGER })
  await refusal(posting(ledger, { ...grant, transferId: 'grant:1:more', amountMinor: 1 }))
  assert.is(ledger.creditsOf(ledger.store.db, 'tnt_anna'), Number.MAX_SAFE_INTEGER)
  assertLedgerBalances(ledger)
})

test('a refused write leaves the other writes of the same commit whole', async () => {
  using ledger = openTestLedger()
  const [first, second, third] = await Promise.allSettled([
    posting(ledger, grant),
    posting(ledger, { ...toBen, amountMinor: 101 }),
    posting(ledger, toBen),
  ])
  assert.equal(
    [first, second, third].map((result) => result?.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(balances(ledger), [
    [-100, 0],
    [70, 0],
    [30, 0],
  ])
  assertLedgerBalances(ledger)
})

test.run()
