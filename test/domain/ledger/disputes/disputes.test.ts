import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict, Forbidden, NotFound } from '../../../../src/base/errors.ts'
import { newId } from '../../../../src/base/ids.ts'
import {
  earnings,
  goodwill,
  payable,
  payouts,
  revenue,
  reversals,
} from '../../../../src/domain/ledger/books/account.ts'
import type { DisputeDecision } from '../../../../src/domain/ledger/index.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import {
  march,
  openTestPayouts,
  ownerOf,
  type TestPayouts,
} from '../../../support/open-test-payouts.ts'
import { refusal } from '../../../support/refusal.ts'

function refund(books: TestPayouts, eventId: string) {
  return books.refundCharge(books.admin(), { eventId, reason: 'it was empty' })
}

function dispute(books: TestPayouts, eventId: string) {
  return books.openDispute(books.admin(), { eventId, reason: 'not as described' })
}

function resolve(books: TestPayouts, disputeId: string, decision: DisputeDecision['decision']) {
  return books.resolveDispute(books.admin(), { disputeId: disputeId as 'dsp_x', decision })
}

/** Buyer, earned, payable, revenue, reversals, paid out, goodwill. */
function balances({ store, buyer, provider, creditsOf }: TestPayouts) {
  const names = [
    earnings(provider),
    payable(provider, march),
    revenue,
    reversals,
    payouts,
    goodwill,
  ]
  return [
    creditsOf(store.db, buyer),
    ...names.map((name) => findAccount(store.db, name)?.posted ?? 0),
  ]
}

async function paid(books: TestPayouts) {
  await books.account()
  await books.endOfMarch()
  await books.windowOver()
  const { batchId } = await books.createPayoutBatch(books.admin(), {})
  await books.payPayoutBatch(books.admin(), batchId)
}

test('a refund before the settlement comes from earnings and reaches no statement', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.sell(50)
  const { source, availableCredits } = await refund(books, event)
  assert.equal([source, availableCredits], ['earned', 9_950])
  assert.equal(balances(books), [9_950, 30, 0, 20, 0, 0, 0])
  await books.endOfMarch()
  const { grossCents, sellerCents } = books.statement()
  assert.equal([grossCents, sellerCents], [50, 30])
  assertLedgerBalances(books)
})

test('a refund after the settlement comes from the statement', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.sell(50)
  await books.endOfMarch()
  await refund(books, event)
  assert.equal(balances(books), [9_950, 0, 30, 20, 0, 0, 0])
  assert.equal(books.shown(), ['pending', 30, 0, 60])
  assertLedgerBalances(books)
})

test('a refund after the payment comes from the platform', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.sell(200)
  await paid(books)
  await refund(books, event)
  // Revenue had 120 and gives back all 100 of the charge.
  assert.equal(balances(books), [9_800, 0, 0, 20, 0, 180, 0])
  assert.equal(books.shown(), ['paid', 0, 180, 0])
  assertLedgerBalances(books)
})

test('what the platform lacks for a refund the operator gives', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await paid(books)
  await refund(books, event)
  assert.equal(balances(books), [10_000, 0, 0, 0, 0, 60, -60])
  assertLedgerBalances(books)
})

test('a refund after a reversal comes from what was reversed', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.endOfMarch()
  const { payoutStatementId } = books.statement()
  const admin = books.admin()
  await books.changeStatement(admin, { payoutStatementId, to: 'held', reason: 'x' })
  await books.changeStatement(admin, { payoutStatementId, to: 'reversed', reason: 'x' })
  await refund(books, event)
  assert.equal(balances(books), [10_000, 0, 0, 0, 0, 0, 0])
  assertLedgerBalances(books)
})

test('while a payment is under way there is no refund', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.account()
  await books.endOfMarch()
  await books.windowOver()
  await books.createPayoutBatch(books.admin(), {})
  const error = (await refusal(refund(books, event))) as Conflict
  assert.is(error.reason, 'payout_in_progress')
  assertLedgerBalances(books)
})

test('a charge is given back once, and what was not charged not at all', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  const free = await books.sell(0)
  await refund(books, event)
  assert.instance(await refusal(refund(books, event)), Conflict)
  for (const unknown of [free, 'dl:x', '']) {
    assert.instance(await refusal(refund(books, unknown)), NotFound)
  }
  assert.is(balances(books)[0], 10_000)
  assertLedgerBalances(books)
})

test('a dispute holds the statement, and a rejected one lets it go on', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.endOfMarch()
  const { disputeId } = await dispute(books, event)
  assert.equal(books.shown(), ['held', 60, 0, 0])
  await books.windowOver()
  assert.equal(books.shown(), ['held', 60, 0, 0])
  const { state } = await resolve(books, disputeId, 'reject')
  assert.is(state, 'rejected')
  assert.equal(books.shown(), ['approved', 0, 60, 0])
  assertLedgerBalances(books)
})

test('a dispute that is refunded takes its part back, the rest goes on', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.sell(50)
  await books.endOfMarch()
  const { disputeId } = await dispute(books, event)
  await resolve(books, disputeId, 'refund')
  assert.equal(books.shown(), ['pending', 30, 0, 60])
  assert.equal(balances(books), [9_950, 0, 30, 20, 0, 0, 0])
  await books.windowOver()
  assert.equal(books.shown(), ['approved', 0, 30, 60])
  assertLedgerBalances(books)
})

test('a statement of which nothing is left is reversed', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.endOfMarch()
  const { disputeId } = await dispute(books, event)
  await resolve(books, disputeId, 'refund')
  assert.equal(books.shown(), ['reversed', 0, 0, 60])
  assert.equal(balances(books), [10_000, 0, 0, 0, 0, 0, 0])
  assertLedgerBalances(books)
})

test('a dispute that ends before the window does leads back to pending', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.account()
  await books.endOfMarch()
  const { disputeId } = await dispute(books, event)
  await resolve(books, disputeId, 'reject')
  assert.equal(books.shown(), ['pending', 60, 0, 0])
  assert.instance(await refusal(books.createPayoutBatch(books.admin(), {})), Conflict)
  // Another charge of the month can still be disputed: that is what the window is for.
  await books.windowOver()
  assert.equal(books.shown(), ['approved', 0, 60, 0])
})

test('with two disputes the statement goes on after the second', async () => {
  using books = await openTestPayouts()
  const [first, second] = [await books.sell(100), await books.sell(50)]
  await books.endOfMarch()
  const [one, two] = [await dispute(books, first), await dispute(books, second)]
  await resolve(books, one.disputeId, 'reject')
  assert.is(books.statement().status, 'held')
  const { payoutStatementId } = books.statement()
  const asked = { payoutStatementId, to: 'approved' as const }
  const error = (await refusal(books.changeStatement(books.admin(), asked))) as Conflict
  assert.is(error.reason, 'dispute_open')
  await resolve(books, two.disputeId, 'reject')
  assert.is(books.statement().status, 'pending')
})

test('a dispute in the month itself holds the statement from its first moment', async () => {
  using books = await openTestPayouts()
  const { disputeId } = await dispute(books, await books.sell(100))
  await books.endOfMarch()
  assert.equal(books.shown(), ['held', 60, 0, 0])
  await resolve(books, disputeId, 'refund')
  assert.equal(books.shown(), ['reversed', 0, 0, 60])
  assertLedgerBalances(books)
})

test('what an administrator holds is not let go by a dispute', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.endOfMarch()
  const { payoutStatementId } = books.statement()
  await books.changeStatement(books.admin(), { payoutStatementId, to: 'held', reason: 'odd' })
  const { disputeId } = await dispute(books, event)
  await resolve(books, disputeId, 'reject')
  assert.is(books.statement().status, 'held')
})

test('after the payment a dispute leaves the statement and may still be refunded', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  await books.sell(200)
  await paid(books)
  const { disputeId } = await dispute(books, event)
  assert.equal(books.shown(), ['paid', 0, 180, 0])
  await resolve(books, disputeId, 'refund')
  assert.equal(balances(books), [9_800, 0, 0, 20, 0, 180, 0])
  assertLedgerBalances(books)
})

test('a payment that failed is not tried again while a charge of it is disputed', async () => {
  for (const isBefore of [true, false]) {
    using books = await openTestPayouts()
    const event = await books.sell(100)
    await books.sell(200)
    await books.account()
    await books.endOfMarch()
    await books.windowOver()
    await books.createPayoutBatch(books.admin(), {})
    const contested = isBefore ? await dispute(books, event) : undefined
    const { payoutStatementId } = books.statement()
    const failed = { payoutStatementId, to: 'failed' as const, reason: 'account closed' }
    await books.changeStatement(books.admin(), failed)
    const { disputeId } = contested ?? (await dispute(books, event))
    const retry = () => books.createPayoutBatch(books.admin(), { retryFailed: true })
    assert.is(((await refusal(retry())) as Conflict).reason, 'nothing_to_pay')
    await resolve(books, disputeId, 'refund')
    assert.equal(books.shown(), ['failed', 0, 120, 60])
    assert.is((await retry()).totalCents, 120)
    assertLedgerBalances(books)
  }
})

test('a charge is disputed once, and a dispute resolved once', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  const { disputeId } = await dispute(books, event)
  assert.instance(await refusal(dispute(books, event)), Conflict)
  await resolve(books, disputeId, 'reject')
  for (const decision of ['reject', 'refund'] as const) {
    const error = (await refusal(resolve(books, disputeId, decision))) as Conflict
    assert.is(error.reason, 'already_resolved')
  }
  assert.instance(await refusal(dispute(books, event)), Conflict)
})

test('a charge given back during its dispute is not given back again', async () => {
  using books = await openTestPayouts()
  const event = await books.sell(100)
  const { disputeId } = await dispute(books, event)
  await refund(books, event)
  await resolve(books, disputeId, 'refund')
  assert.is(balances(books)[0], 10_000)
  assertLedgerBalances(books)
})

test('who is no platform admin disputes, resolves and refunds nothing', async () => {
  using books = await openTestPayouts()
  const eventId = await books.sell(100)
  const cmd = { ...books.admin(), principal: ownerOf(books.provider) }
  assert.instance(await refusal(books.openDispute(cmd, { eventId, reason: 'x' })), Forbidden)
  assert.instance(await refusal(books.refundCharge(cmd, { eventId, reason: 'x' })), Forbidden)
  const disputeId = newId('dsp', 0)
  const asked = { disputeId, decision: 'reject' as const }
  assert.instance(await refusal(books.resolveDispute(cmd, asked)), Forbidden)
  assert.instance(await refusal(books.resolveDispute(books.admin(), asked)), NotFound)
})

const attempts = [
  "UPDATE dispute SET state = 'open', resolved_at = NULL",
  "UPDATE dispute SET reason = 'x', state = 'rejected'",
  'DELETE FROM dispute',
  'UPDATE refund SET charge_cents = 1',
  'DELETE FROM refund',
]

for (const sql of attempts) {
  test(`the database refuses: ${sql}`, async () => {
    using books = await openTestPayouts()
    const { disputeId } = await dispute(books, await books.sell(100))
    await resolve(books, disputeId, 'refund')
    assert.throws(() => books.store.raw.exec(sql), /once|kept|append-only/)
  })
}

test.run()
