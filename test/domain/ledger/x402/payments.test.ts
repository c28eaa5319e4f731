// Payments that come with a request, from the inside: what is taken, once, and what becomes of it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Saturated } from '../../../../src/base/errors.ts'
import { FacilitatorSilent } from '../../../../src/domain/ledger/ports.ts'
import { offerFor } from '../../../../src/domain/ledger/x402/terms.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'
import {
  openTestPayments,
  paymentOf,
  refusalOver,
  resource,
  terms,
} from '../../../support/open-test-payments.ts'
import { refusal } from '../../../support/refusal.ts'

const silent = () => {
  throw new FacilitatorSilent()
}
type Told = Error & { refusedPayment?: string; reason?: string }

/** What a refusal says of the payment, or why there was no answer. */
async function reasonOf(promise: Promise<unknown>): Promise<string | undefined> {
  const error = (await refusal(promise)) as Told
  return error.refusedPayment ?? error.reason ?? error.message
}

test('a payment is written down whole, before and after it is settled', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  const startMs = till.store.clock.nowMs()
  const columns =
    'tenant_id, credits, state, attempts, network, transaction_id, payer, reason, ' +
    'created_at, updated_at'
  const during: unknown[] = []
  till.saying.settle = () => {
    during.push(...till.rows(columns))
    till.store.clock.advance({ seconds: 3 })
    return { ...(till.honest.settle() as object), payer: '0xpayer' }
  }
  const settlement = await till.pay(tenantId, paymentOf(25, 'a'))
  const [transaction, network] = ['0xtx000001', terms.network]
  assert.equal(settlement, { success: true, transaction, network, payer: '0xpayer' })
  const begun = [tenantId, 25, 'settling', 1, network, null, null, null, startMs, startMs]
  const ended = [tenantId, 25, 'settled', 1, network, transaction, '0xpayer', null]
  assert.equal(during, [begun])
  assert.equal(till.rows(columns), [[...ended, startMs, startMs + 3_000]])
  const moved = till.store.raw.prepare(
    'SELECT transfer_id, group_id, amount_minor, code, ref, created_at FROM transfer',
  )
  const [[hash]] = till.rows('lower(hex(payment_hash))') as [[string]]
  const id = `x402:${transaction}`
  assert.equal(moved.raw().all(), [[id, id, 25, 'x402', hash, startMs + 3_000]])
  const log = till.store.raw.prepare(
    'SELECT action, actor_type, subject_type, subject_id, details, request_id, at FROM audit_event',
  )
  const details = { credits: 25, x402_transaction: transaction, payer: '0xpayer' }
  const by = ['credits.paid', 'system', 'tenant', tenantId, JSON.stringify(details), 'req_1']
  assert.equal(log.raw().all(), [[...by, startMs + 3_000]])
  assert.is(till.takesPayments, true)
  assertLedgerBalances(till)
})

test('sent again a settled payment is known, and nobody is asked', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  await till.pay(tenantId, paymentOf(25, 'a'))
  const again = await till.pay(tenantId, paymentOf(25, 'a'))
  assert.equal(again, { success: true, transaction: '0xtx000001', network: terms.network })
  assert.equal(till.asked, ['verify', 'settle'])
  const other = await till.tenant()
  assert.is(await reasonOf(till.pay(other, paymentOf(25, 'a'))), 'payment_used')
  assert.is(till.creditsOf(till.store.db, tenantId), 25)
})

test('what is missing may have shrunk, but what is paid is not less than it', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(24, 'a'))), 'too_little')
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(4, 'b'), 1)), 'too_little')
  assert.equal(till.asked, [])
  const settlement = await till.pay(tenantId, paymentOf(26, 'c'))
  const [transaction, network] = ['0xtx000001', terms.network]
  assert.equal(settlement, { success: true, transaction, network }, 'nobody said who paid')
  assert.is((await till.pay(tenantId, paymentOf(5, 'd'), 1)).success, true)
  assert.is(till.creditsOf(till.store.db, tenantId), 31)
})

test('what was refused may be sent again and settled, and is checked each time', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = () => ({ success: false, errorReason: 'no_gas' })
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(25, 'a'))), 'no_gas')
  assert.equal(till.rows('state, attempts, reason'), [['refused', 1, 'no_gas']])
  till.store.clock.advance({ hours: 1 })
  till.saying.settle = till.honest.settle
  assert.is((await till.pay(tenantId, paymentOf(25, 'a'))).success, true)
  assert.equal(till.rows('state, attempts, reason'), [['settled', 2, null]])
  assert.equal(till.asked, ['verify', 'settle', 'verify', 'settle'])
  assertLedgerBalances(till)
})

test('the same authorisation for another amount is refused, and nobody is asked', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  const bad = 'invalid_payment_requirements'
  const ends = [() => ({ success: false, errorReason: 'no_gas' }), silent, till.honest.settle]
  for (const settle of ends) {
    till.saying.settle = settle
    await till.pay(tenantId, paymentOf(25, 'a')).catch(() => undefined)
    const asked = till.asked.length
    till.saying.settle = till.honest.settle
    for (const other of [26, 1000]) {
      assert.is(await reasonOf(till.pay(tenantId, paymentOf(other, 'a'))), bad)
    }
    assert.is(till.asked.length, asked)
  }
  assert.equal(till.rows('credits, state'), [[25, 'settled']])
  assert.is(till.creditsOf(till.store.db, tenantId), 25)
  assertLedgerBalances(till)
})

test('after a silence a payment is not checked anew, and a refusal then says nothing', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = silent
  const waits = (await refusal(till.pay(tenantId, paymentOf(25, 'a')))) as Saturated
  assert.equal([waits.name, waits.retryAfterSeconds], ['Saturated', 5])
  assert.match(waits.message, 'The payment may have been made. Send the same payment again')
  assert.equal(till.rows('state, attempts'), [['settling', 1]])
  till.saying.settle = () => ({ success: false, errorReason: 'nonce_used' })
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(25, 'a'))), 'payment_unclear')
  assert.equal(till.asked, ['verify', 'settle', 'settle'])
  assert.equal(till.rows('state, attempts, reason'), [['unclear', 2, 'nonce_used']])
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(25, 'a'))), 'payment_unclear')
  assert.is(till.asked.length, 3)
  till.saying.verify = silent
  const unasked = (await refusal(till.pay(tenantId, paymentOf(25, 'b')))) as Saturated
  assert.match(unasked.message, 'Nothing was taken. Send the same payment again')
})

test('a fault of ours in between is told, and leaves the payment to be taken up', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  const fault = () => {
    throw new Error('a fault')
  }
  till.saying.verify = fault
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(25, 'a'))), 'a fault')
  assert.equal(till.rows('state'), [])
  till.saying.verify = till.honest.verify
  till.saying.settle = fault
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(25, 'a'))), 'a fault')
  assert.equal(till.rows('state'), [['settling']])
  till.store.clock.advance({ hours: 1 })
  assert.is(await reasonOf(till.resumePayments()), 'a fault')
  assert.equal(till.rows('state, attempts'), [['settling', 2]])
})

test('whoever has no till, and what no payment mends, is refused as before', async () => {
  using till = openTestPayments()
  assert.is(await reasonOf(till.pay(undefined as never, paymentOf(25, 'a'))), 'Too little.')
  const unread = refusalOver('tnt_1', 25)
  assert.is(offerFor(terms, refusalOver(undefined, 25), resource), undefined)
  assert.is(till.paymentOffer(unread, resource)?.accepts[0]?.amount, '250000')
  const hidden = Object.assign(unread, { availableCredits: undefined })
  assert.is(offerFor(terms, hidden, resource), undefined)
  const half = Object.assign(unread, { availableCredits: 10 })
  assert.is(offerFor(terms, half, resource)?.accepts[0]?.amount, '150000')
  assert.is(offerFor(terms, Object.assign(half, { refusedPayment: 'x' }), resource)?.error, 'x')
})

test('sixteen payments are made at once, and one of them by all who send it', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  const gate = Promise.withResolvers<object>()
  till.saying.verify = () => gate.promise
  const sent = Array.from({ length: 16 }, (_, n) => till.pay(tenantId, paymentOf(25, `${n}`)))
  const same = till.pay(tenantId, paymentOf(25, '0'))
  const over = (await refusal(till.pay(tenantId, paymentOf(25, 'x')))) as Saturated
  assert.equal([over.name, over.retryAfterSeconds], ['Saturated', 5])
  assert.match(over.message, 'Too many payments')
  gate.resolve({ isValid: true })
  const ends = await Promise.all([...sent, same])
  assert.is(new Set(ends.map(({ transaction }) => transaction)).size, 16)
  assert.is((await till.pay(tenantId, paymentOf(25, 'x'))).success, true, 'there is room again')
  assert.is(till.creditsOf(till.store.db, tenantId), 17 * 25)
})

test('two tenants with one payment at once: one of them has it', async () => {
  using till = openTestPayments()
  const tenants = [await till.tenant(), await till.tenant()]
  const ends = await Promise.allSettled(tenants.map((one) => till.pay(one, paymentOf(25, 'a'))))
  assert.equal(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  const [, lost] = ends as [unknown, PromiseRejectedResult]
  assert.is(lost.reason.refusedPayment, 'payment_used')
  assert.equal(
    tenants.map((one) => till.creditsOf(till.store.db, one)),
    [25, 0],
  )
})

test('a transaction is credited for one payment', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  await till.pay(tenantId, paymentOf(25, 'a'))
  till.store.clock.advance({ seconds: 1 })
  till.saying.settle = () => ({ success: true, transaction: '0xTX000001', network: terms.network })
  assert.is(await reasonOf(till.pay(tenantId, paymentOf(30, 'b'), 30)), 'payment_unclear')
  const updatedAt = till.store.clock.nowMs()
  assert.equal(till.rows('state, reason, updated_at').at(-1), [
    ...['unclear', 'transaction_used', updatedAt],
  ])
  assert.is(till.creditsOf(till.store.db, tenantId), 25)
  assertLedgerBalances(till)
})

test('payments without an end are asked for again after two minutes, oldest first', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = silent
  for (let n = 0; n < 7; n++) {
    await refusal(till.pay(tenantId, paymentOf(25 + n, `${n}`)))
    till.store.clock.advance({ seconds: 1 })
  }
  till.store.clock.advance({ seconds: 112 })
  assert.is(await till.resumePayments(), 0)
  till.store.clock.advance({ seconds: 1 })
  assert.is(await till.resumePayments(), 1, 'after two minutes to the second')
  assert.equal(till.rows('attempts').flat(), [2, 1, 1, 1, 1, 1, 1])
  till.store.clock.advance({ hours: 1 })
  assert.is(await till.resumePayments(), 5, 'five at a time')
  assert.equal(till.rows('attempts').flat(), [2, 2, 2, 2, 2, 2, 1])
  till.saying.settle = till.honest.settle
  assert.is(await till.resumePayments(), 2)
  assert.equal(till.rows('state').flat(), [
    ...['settled', 'settling', 'settling', 'settling', 'settling', 'settling', 'settled'],
  ])
  assert.is(till.creditsOf(till.store.db, tenantId), 25 + 31)
  const unasked = till.store.raw.prepare('SELECT DISTINCT request_id FROM audit_event').pluck()
  assert.equal(unasked.all(), [null])
  const waiting = till.unsettledPayments(3).map(({ credits, state }) => [credits, state])
  assert.equal(waiting, [
    [30, 'settling'],
    [29, 'settling'],
    [28, 'settling'],
  ])
  assertLedgerBalances(till)
})

test('after six attempts a payment is for the operator; what runs is not resumed', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = silent
  await refusal(till.pay(tenantId, paymentOf(25, 'a')))
  for (let n = 2; n <= 7; n++) {
    till.store.clock.advance({ hours: 1 })
    assert.is(await till.resumePayments(), 1)
  }
  assert.equal(till.rows('state, attempts, reason, updated_at'), [
    ['unclear', 6, 'no_answer', till.store.clock.nowMs()],
  ])
  assert.is(till.asked.filter((deed) => deed === 'settle').length, 6)
  till.store.clock.advance({ hours: 1 })
  assert.is(await till.resumePayments(), 0)
  const gate = Promise.withResolvers<object>()
  till.saying.settle = () => gate.promise
  const running = till.pay(tenantId, paymentOf(30, 'b'), 30)
  while (till.asked.length < 9) await new Promise(setImmediate)
  till.store.clock.advance({ hours: 1 })
  assert.is(await till.resumePayments(), 1)
  assert.is(till.asked.length, 9, 'it is under way')
  gate.resolve(till.honest.settle() as object)
  assert.is((await running).success, true)
})

test('sent again while the upkeep asks for it, a payment waits for that answer', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = silent
  await refusal(till.pay(tenantId, paymentOf(25, 'a')))
  till.store.clock.advance({ hours: 1 })
  const gate = Promise.withResolvers<object>()
  till.saying.settle = () => gate.promise
  const resumed = till.resumePayments()
  while (till.asked.length < 3) await new Promise(setImmediate)
  const again = till.pay(tenantId, paymentOf(25, 'a'))
  gate.resolve({ ...(till.honest.settle() as object), payer: '0xpayer' })
  assert.is(await resumed, 1)
  const [transaction, network] = ['0xtx000001', terms.network]
  assert.equal(await again, { success: true, transaction, network, payer: '0xpayer' })
  assert.equal(till.asked, ['verify', 'settle', 'settle'])
  assert.is(till.creditsOf(till.store.db, tenantId), 25)
  assertLedgerBalances(till)
})

test('what was settled since the upkeep looked is not asked for again', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = silent
  await refusal(till.pay(tenantId, paymentOf(25, 'a')))
  till.store.clock.advance({ seconds: 1 })
  await refusal(till.pay(tenantId, paymentOf(26, 'b')))
  till.store.clock.advance({ hours: 1 })
  const gate = Promise.withResolvers<object>()
  till.saying.settle = () => gate.promise
  const resumed = till.resumePayments()
  while (till.asked.length < 5) await new Promise(setImmediate)
  till.saying.settle = till.honest.settle
  assert.is((await till.pay(tenantId, paymentOf(26, 'b'))).success, true)
  gate.resolve(till.honest.settle() as object)
  assert.is(await resumed, 2)
  assert.equal(till.rows('state, attempts'), [
    ['settled', 2],
    ['settled', 2],
  ])
  assert.is(till.creditsOf(till.store.db, tenantId), 51)
})

test('a refusal when it is asked for again ends the upkeep for nobody', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  till.saying.settle = silent
  await refusal(till.pay(tenantId, paymentOf(25, 'a')))
  till.store.clock.advance({ hours: 1 })
  till.saying.settle = () => ({ success: false, errorReason: 'late' })
  assert.is(await till.resumePayments(), 1)
  assert.equal(till.rows('state, reason'), [['unclear', 'late']])
  assert.equal(
    till.unsettledPayments(9).map(({ credits }) => credits),
    [25],
  )
})

test('what needs a person is listed before what is open, and that before refusals', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  const refused = { success: false, errorReason: 'no_gas' }
  const says = [() => refused, silent, () => ({ success: 1 })]
  for (const credits of [25, 26, 27, 28, 29, 30]) {
    till.saying.settle = says[credits % 3] as () => object
    await refusal(till.pay(tenantId, paymentOf(credits, `${credits}`)))
    till.store.clock.advance({ seconds: 1 })
  }
  const listed = till.unsettledPayments(5).map(({ credits, state }) => [credits, state])
  assert.equal(listed, [
    [29, 'unclear'],
    [26, 'unclear'],
    [28, 'settling'],
    [25, 'settling'],
    [30, 'refused'],
  ])
})

test('without a till there is nothing to resume', async () => {
  using ledger = openTestLedger()
  assert.equal([await ledger.resumePayments(), ledger.takesPayments], [0, false])
  assert.is(ledger.paymentOffer(refusalOver('tnt_1', 1), resource), undefined)
})

test.run()
