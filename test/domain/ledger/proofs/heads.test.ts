// Signed heads: kept by the ledger itself, and what was kept by somebody else.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../../../src/base/errors.ts'
import { publicKeyFromPem } from '../../../../src/domain/ledger/index.ts'
import { isGenuine } from '../../../../src/domain/ledger/proofs/head.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'
import { openTestPayouts, type TestPayouts } from '../../../support/open-test-payouts.ts'
import { refusal } from '../../../support/refusal.ts'

test('a head is signed and kept once for each state of the ledger', async () => {
  using books = await openTestPayouts()
  await books.sell()
  const first = await books.keepHead()
  assert.equal(await books.keepHead(), first)
  await books.sell()
  const second = await books.keepHead()
  assert.is(books.store.raw.prepare('SELECT count(*) FROM ledger_head').pluck().get(), 2)
  assert.equal([first?.transfers.size, second?.transfers.size], [3, 5])
  assert.equal(books.lastHead(), second)
  const key = publicKeyFromPem(books.signingKey().publicKeyPem)
  assert.ok(second && isGenuine(second, key))
  assertLedgerBalances(books)
})

test('an empty ledger keeps no head and still has one to show', async () => {
  using ledger = openTestLedger()
  assert.is(await ledger.keepHead(), undefined)
  assert.is(ledger.lastHead().transfers.size, 0)
})

test('the trees of a long ledger verify, however the heads fell', async () => {
  using books = await openTestPayouts()
  for (const sales of [1, 30, 31, 33, 64, 5]) {
    for (let i = 0; i < sales; i++) await books.sell(1)
    await books.keepHead()
  }
  const nodes = books.store.raw.prepare("SELECT count(*) FROM merkle_node WHERE log = 'transfer'")
  assert.ok((nodes.pluck().get() as number) > 5)
  assertLedgerBalances(books)
})

const changes: [name: string, sql: string][] = [
  ['a signature', 'UPDATE ledger_head SET signature = randomblob(64)'],
  ['a time of signing', 'UPDATE ledger_head SET signed_at = signed_at + 1'],
  ['a root', 'UPDATE ledger_head SET event_root = randomblob(32)'],
  ['a kept subtree', 'UPDATE merkle_node SET hash = randomblob(32) WHERE place = 0'],
]

for (const [name, sql] of changes) {
  test(`verification finds ${name} that was changed`, async () => {
    using books = await openTestPayouts()
    for (let i = 0; i < 40; i++) await books.sell(1)
    await books.keepHead()
    const { raw } = books.store
    assert.throws(() => raw.exec(sql), /stays|grow/)
    const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
    for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
    raw.exec(sql)
    const { problems } = await books.verify()
    assert.ok(problems.some(({ check }) => check === 'ledger_head'))
  })
}

test('who writes the whole chain anew cannot write the signed heads anew', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  await books.keepHead()
  const { raw } = books.store
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
  // As if the chain had been made for another amount: only the head still knows.
  raw.exec('UPDATE transfer SET hash = randomblob(32) WHERE seq = (SELECT max(seq) FROM transfer)')
  const { problems } = await books.verify()
  assert.ok(problems.some(({ message }) => message === 'was signed over another transfer 3'))
})

async function openWithHead() {
  const books = await openTestPayouts()
  for (let i = 0; i < 3; i++) await books.sell()
  await books.keepHead()
  const { head } = await books.verify()
  for (let i = 0; i < 4; i++) await books.sell()
  return Object.assign(books, { head })
}

test('verification since a head reads what came after it', async () => {
  using books = await openWithHead()
  const { head } = await books.verify()
  const report = await books.verifySince(books.head)
  assert.equal(report, { ok: true, transfers: 8, events: 4, head, problems: [] })
  assert.is((await books.verifySince(head)).transfers, 0)
})

function tampered(books: TestPayouts, sql: string) {
  const { raw } = books.store
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
  raw.pragma('foreign_keys = OFF')
  raw.exec(sql)
}

const later: [name: string, sql: string][] = [
  ['an amount', 'UPDATE transfer SET amount_minor = 1 WHERE seq = 10'],
  ['a removed row', 'DELETE FROM transfer WHERE seq = 10'],
  ['a last row that was cut off', 'DELETE FROM transfer WHERE seq = 15'],
  ['a balance', "UPDATE account SET posted = posted + 1 WHERE kind = 'balance'"],
  ['an event', 'UPDATE meter_event SET charge_cents = 101 WHERE seq = 5'],
  ['a removed event', 'DELETE FROM meter_event WHERE seq = 5'],
  ['a share', 'UPDATE meter_event SET provider_cents = 1 WHERE seq = 6'],
]

for (const [name, sql] of later) {
  test(`verification since a head finds ${name} after it`, async () => {
    using books = await openWithHead()
    tampered(books, sql)
    const { ok, problems } = await books.verifySince(books.head)
    assert.equal([ok, problems.length > 0], [false, true])
  })
}

test('a head that is not in the ledger any more is said to be missing', async () => {
  using books = await openWithHead()
  const { head } = await books.verify()
  tampered(books, 'DELETE FROM transfer WHERE seq > 10')
  const { ok, problems } = await books.verifySince(head)
  const message = 'this head is not in the ledger: rows were cut off or changed'
  assert.equal([ok, problems.map((problem) => problem.message)], [false, [message]])
})

for (const since of ['', 'x', '00', 'G'.repeat(64)]) {
  test(`'${since.slice(0, 3)}' is no head`, async () => {
    using books = await openTestPayouts()
    assert.instance(await refusal(books.verifySince(since)), InvalidInput)
  })
}

test.run()
