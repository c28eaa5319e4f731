import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict, Forbidden, NotFound } from '../../../../src/base/errors.ts'
import { newId } from '../../../../src/base/ids.ts'
import { payable, payouts, reversals } from '../../../../src/domain/ledger/books/account.ts'
import {
  type PayoutState,
  payoutStates,
  payoutSteps,
  type StatementDeed,
  statementDeeds,
} from '../../../../src/domain/ledger/index.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import {
  march,
  openTestPayouts,
  ownerOf,
  type TestPayouts,
} from '../../../support/open-test-payouts.ts'
import { refusal } from '../../../support/refusal.ts'

async function openSettled(): Promise<TestPayouts> {
  const books = await openTestPayouts()
  await books.sell(100)
  await books.account()
  await books.endOfMarch()
  return books
}

function change(books: TestPayouts, to: StatementDeed, reason = 'a reason') {
  const { payoutStatementId } = books.statement()
  return books.changeStatement(books.admin(), { payoutStatementId, to, reason })
}

function balances({ store, provider }: TestPayouts) {
  const names = [payable(provider, march), payouts, reversals]
  return names.map((name) => findAccount(store.db, name)?.posted ?? 0)
}

test('the whole way: pending, approved, processing, paid', async () => {
  using books = await openSettled()
  await books.windowOver()
  assert.equal(books.shown(), ['approved', 0, 60, 0])
  const batch = await books.createPayoutBatch(books.admin(), {})
  assert.equal([batch.payments, batch.totalCents, batch.withoutAccount], [1, 60, []])
  assert.equal(books.shown(), ['processing', 0, 60, 0])
  assert.is(findAccount(books.store.db, payable(books.provider, march))?.held, 60)
  assertLedgerBalances(books)
  await change(books, 'paid')
  assert.equal(books.shown(), ['paid', 0, 60, 0])
  assert.equal(balances(books), [0, 60, 0])
  assertLedgerBalances(books)
})

test('a statement waits for the end of its dispute window', async () => {
  using books = await openSettled()
  books.store.clock.advance({ hours: 14 * 24 - 1 })
  assert.is(await books.releaseDue(), 0)
  const error = (await refusal(change(books, 'approved'))) as Conflict
  assert.is(error.reason, 'dispute_window_open')
  books.store.clock.advance({ hours: 1 })
  assert.is(await books.releaseDue(), 1)
  assert.is(await books.releaseDue(), 0)
})

test('a held statement is not released by time, and goes on when it is approved', async () => {
  using books = await openSettled()
  await change(books, 'held', 'looks odd')
  assert.equal(books.shown(), ['held', 60, 0, 0])
  assert.is(books.statement().holdReason, 'looks odd')
  await books.windowOver()
  assert.is(
    ((await refusal(books.createPayoutBatch(books.admin(), {}))) as Conflict).reason,
    'nothing_to_pay',
  )
  await change(books, 'approved')
  assert.equal([books.shown(), books.statement().holdReason], [['approved', 0, 60, 0], null])
})

test('what a dispute holds the operator can hold, too, and its end releases nothing', async () => {
  using books = await openTestPayouts()
  const eventId = await books.sell(100)
  await books.sell(50)
  await books.endOfMarch()
  const { disputeId } = await books.openDispute(books.admin(), { eventId, reason: 'odd' })
  assert.equal([books.shown()[0], books.statement().holdReason], ['held', null])
  await change(books, 'held', 'looks like fraud')
  assert.equal([books.shown()[0], books.statement().holdReason], ['held', 'looks like fraud'])
  const again = (await refusal(change(books, 'held', 'another reason'))) as Conflict
  assert.is(again.reason, 'illegal_transition')
  await books.resolveDispute(books.admin(), { disputeId, decision: 'reject' })
  await books.windowOver()
  assert.equal([books.shown()[0], books.statement().holdReason], ['held', 'looks like fraud'])
  await change(books, 'approved')
  assert.equal(books.shown(), ['approved', 0, 90, 0])
  assertLedgerBalances(books)
})

test('a hold that ends before the window does leads back to pending', async () => {
  using books = await openSettled()
  await change(books, 'held')
  await change(books, 'approved')
  assert.equal([books.shown(), books.statement().holdReason], [['pending', 60, 0, 0], null])
  await books.windowOver()
  assert.equal(books.shown(), ['approved', 0, 60, 0])
})

test('approved before the end of the window it is not paid before that', async () => {
  using books = await openSettled()
  await change(books, 'held')
  await change(books, 'approved')
  assert.instance(await refusal(books.createPayoutBatch(books.admin(), {})), Conflict)
  await books.windowOver()
  assert.is((await books.createPayoutBatch(books.admin(), {})).payments, 1)
})

test('a payment that failed frees its amount and is tried again when asked', async () => {
  using books = await openSettled()
  await books.windowOver()
  await books.createPayoutBatch(books.admin(), {})
  await change(books, 'failed', 'account closed')
  assert.equal(books.shown(), ['failed', 0, 60, 0])
  assert.is(books.statement().failure, 'account closed')
  assert.equal(balances(books), [60, 0, 0])
  assertLedgerBalances(books)
  assert.instance(await refusal(books.createPayoutBatch(books.admin(), {})), Conflict)
  const { batchId } = await books.createPayoutBatch(books.admin(), { retryFailed: true })
  assert.equal(await books.payPayoutBatch(books.admin(), batchId), { batchId, paid: 1 })
  assert.equal(balances(books), [0, 60, 0])
  assertLedgerBalances(books)
})

test('a held statement that is reversed goes to where refunds are paid from', async () => {
  using books = await openSettled()
  await change(books, 'held')
  await change(books, 'reversed', 'fraud')
  assert.equal(books.shown(), ['reversed', 0, 0, 60])
  assert.equal(balances(books), [0, 0, 60])
  assertLedgerBalances(books)
})

test('a paid statement is reversed by a counter-entry', async () => {
  using books = await openSettled()
  await books.windowOver()
  await books.createPayoutBatch(books.admin(), {})
  await change(books, 'paid')
  await change(books, 'reversed', 'returned by the bank')
  assert.equal(books.shown(), ['reversed', 0, 0, 60])
  assert.equal(balances(books), [0, 0, 60])
  assertLedgerBalances(books)
})

test('statements without a payout account are left out and named', async () => {
  using books = await openTestPayouts()
  const poor = await books.tenant()
  await books.sell(100)
  await books.sell(100, poor)
  await books.account()
  await books.endOfMarch()
  await books.windowOver()
  const batch = await books.createPayoutBatch(books.admin(), {})
  assert.equal([batch.payments, batch.totalCents], [1, 60])
  assert.equal(batch.withoutAccount, [books.statement(poor).payoutStatementId])
  assert.equal(books.shown(poor), ['approved', 0, 60, 0])
})

/** Brings a new statement into a state. */
const ways: Record<PayoutState, readonly (StatementDeed | 'window' | 'batch')[]> = {
  pending: [],
  approved: ['window'],
  processing: ['window', 'batch'],
  paid: ['window', 'batch', 'paid'],
  failed: ['window', 'batch', 'failed'],
  held: ['held'],
  reversed: ['held', 'reversed'],
}

async function bring(books: TestPayouts, state: PayoutState) {
  for (const step of ways[state]) {
    if (step === 'window') await books.windowOver()
    else if (step === 'batch') await books.createPayoutBatch(books.admin(), {})
    else await change(books, step)
  }
  assert.is(books.statement().status, state)
}

for (const from of payoutStates) {
  for (const to of statementDeeds) {
    const legal = payoutSteps[from].includes(to) && !(from === 'pending' && to === 'approved')
    test(`from ${from} to ${to}: ${legal ? 'done' : 'refused, and nothing moves'}`, async () => {
      using books = await openSettled()
      await bring(books, from)
      const before = [books.shown(), balances(books)]
      if (legal) {
        await change(books, to)
        // The window is not over: what no longer holds it leaves it pending.
        const reached = from === 'held' && to === 'approved' ? 'pending' : to
        assert.is(books.statement().status, reached)
      } else {
        assert.instance(await refusal(change(books, to)), Conflict)
        assert.equal([books.shown(), balances(books)], before)
      }
      assertLedgerBalances(books)
    })
  }
}

test('the database refuses every other step too', async () => {
  for (const from of payoutStates) {
    using books = await openSettled()
    await bring(books, from)
    for (const to of payoutStates) {
      const sql = `UPDATE payout_statement SET status = '${to}'`
      if (from === to) continue
      if (payoutSteps[from].includes(to)) {
        books.store.raw.exec(`SAVEPOINT s; ${sql}; ROLLBACK TO s; RELEASE s`)
      } else assert.throws(() => books.store.raw.exec(sql), /step by step/, `${from} ${to}`)
    }
  }
})

test('who is no platform admin changes nothing, and what is not there is not found', async () => {
  using books = await openSettled()
  const { payoutStatementId } = books.statement()
  const cmd = { ...books.admin(), principal: ownerOf(books.provider) }
  const asked = { payoutStatementId, to: 'held' as const }
  assert.instance(await refusal(books.changeStatement(cmd, asked)), Forbidden)
  assert.instance(await refusal(books.createPayoutBatch(cmd, {})), Forbidden)
  const unknown = { ...asked, payoutStatementId: newId('stmt', 0) }
  assert.instance(await refusal(books.changeStatement(books.admin(), unknown)), NotFound)
})

test.run()
