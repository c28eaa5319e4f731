// What Stripe reports, and what of it becomes credits.
import { createHmac } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { paidIn, spendable } from '../../../../src/domain/ledger/books/account.ts'
import { post } from '../../../../src/domain/ledger/books/post.ts'
import { isFromStripe } from '../../../../src/domain/ledger/stripe/signature.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'

const secret = 'whsec_test'

function signed(payload: string, time: number | string): string {
  return createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
}

async function openBank() {
  const ledger = openTestLedger({ settings: { stripeSecret: secret } })
  const tenantId = await ledger.tenant()
  const seconds = ledger.store.clock.nowMs() / 1_000
  const { requestId, write } = ledger.admin()
  const report = (event: unknown) => {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const header = `t=${seconds},v1=${signed(payload, seconds)}`
    return ledger.creditStripePayment({ requestId, write }, { payload, header })
  }
  const event = (object: object = {}, part: object = {}) => {
    const checkout = { id: 'cs_1', payment_status: 'paid', amount_total: 1_500, currency: 'eur' }
    const data = { object: { ...checkout, client_reference_id: tenantId, ...object } }
    return { id: 'evt_1', type: 'checkout.session.completed', data, ...part }
  }
  return { ...ledger, tenantId, requestId, report, event }
}

test('a payment is credited and written down, once for each checkout', async () => {
  using bank = await openBank()
  const { store, tenantId } = bank
  assert.equal(await bank.report(bank.event()), { credited: true })
  assert.equal(await bank.report(bank.event()), { credited: false })
  assert.equal(await bank.report(bank.event({}, { id: 'evt_2' })), { credited: false })
  assert.equal(await bank.report(bank.event({ id: 'cs_2' }, { id: 'evt_3' })), { credited: true })
  assert.is(bank.creditsOf(store.db, tenantId), 3_000)
  const moved = store.raw.prepare(
    'SELECT transfer_id, group_id, amount_minor, code, ref, created_at FROM transfer LIMIT 1',
  )
  const nowMs = store.clock.nowMs()
  assert.equal(moved.raw().get(), ['stripe:cs_1', 'stripe:cs_1', 1500, 'stripe', 'evt_1', nowMs])
  const log = store.raw.prepare(
    `SELECT action, actor_type, subject_type, subject_id, tenant_id, details, request_id, at
     FROM audit_event ORDER BY audit_no`,
  )
  const rowOf = (stripe_event: string) => [
    ...['credits.paid', 'system', 'tenant', tenantId, tenantId],
    ...[JSON.stringify({ credits: 1500, stripe_event }), bank.requestId, nowMs],
  ]
  assert.equal(log.raw().all(), [rowOf('evt_1'), rowOf('evt_3')])
  assertLedgerBalances(bank)
})

test('a payment that arrives days after its checkout is credited then, once', async () => {
  using bank = await openBank()
  const paid = { type: 'checkout.session.async_payment_succeeded' }
  const waiting = bank.event({ payment_status: 'unpaid' })
  assert.equal(await bank.report(waiting), { credited: false })
  assert.equal(await bank.report(bank.event({}, { id: 'evt_2', ...paid })), { credited: true })
  assert.equal(await bank.report(bank.event({}, { id: 'evt_3', ...paid })), { credited: false })
  assert.is(bank.creditsOf(bank.store.db, bank.tenantId), 1_500)
})

test('what an older version credited by the event is not credited by its checkout', async () => {
  using bank = await openBank()
  const { store, tenantId } = bank
  const transferId = 'stripe:evt_1'
  await store.write((tx) =>
    post(tx, {
      transferId,
      groupId: transferId,
      debit: paidIn,
      credit: spendable(tenantId),
      amountMinor: 1_500,
      code: 'stripe',
      ref: 'evt_1',
      atMs: store.clock.nowMs(),
    }),
  )
  assert.equal(await bank.report(bank.event()), { credited: false })
  assert.is(bank.creditsOf(store.db, tenantId), 1_500)
})

test('what was paid and cannot be credited is written down, once for each checkout', async () => {
  using bank = await openBank()
  const written = () => {
    const columns = 'action, tenant_id, subject_type, subject_id, details, request_id'
    const sql = `SELECT ${columns} FROM audit_event ORDER BY audit_no`
    const rows = bank.store.raw.prepare(sql).raw().all() as [...string[], string, string][]
    return rows.map((row) => row.map((one, n) => (n === 4 ? JSON.parse(`${one}`) : one)))
  }
  const misfits: [object, object][] = [
    [{ currency: 'usd' }, { currency: 'usd', reference: bank.tenantId }],
    [{ client_reference_id: null }, { reference: null }],
    [{ client_reference_id: 'tnt_typo' }, { reference: 'tnt_typo' }],
    [{ client_reference_id: 'x'.repeat(500) }, { reference: 'x'.repeat(200) }],
    [{ amount_total: 1e9 + 1 }, { amount: 1e9 + 1, reference: bank.tenantId }],
    [{ amount_total: 'many' }, { amount: null, reference: bank.tenantId }],
  ]
  for (const [n, [object]] of misfits.entries()) {
    const checkout = bank.event({ id: `cs_${n}`, ...object }, { id: `evt_${n}` })
    assert.equal(await bank.report(checkout), { credited: false })
    assert.equal(await bank.report({ ...checkout, id: `evt_${n}again` }), { credited: false })
  }
  const rows = misfits.map(([, told], n) => [
    ...['payment.unclaimed', null, 'stripe_checkout', `cs_${n}`],
    ...[{ amount: 1_500, currency: 'eur', stripe_event: `evt_${n}`, ...told }, bank.requestId],
  ])
  assert.equal(written(), rows)
  for (const nothing of [{ payment_status: 'unpaid' }, { amount_total: 0 }, { id: 'x' }]) {
    await bank.report(bank.event({ currency: 'usd', ...nothing }, { id: 'evt_9' }))
  }
  assert.equal(written(), rows)
  assertLedgerBalances(bank)
})

const rows: [name: string, credits: number, object: object, part?: object][] = [
  ['one cent', 1, { amount_total: 1 }],
  ['the most there is', 1e9, { amount_total: 1e9 }],
  ['more', 0, { amount_total: 1e9 + 1 }],
  ['nothing', 0, { amount_total: 0 }],
  ['less than nothing', 0, { amount_total: -5 }],
  ['a part of a cent', 0, { amount_total: 1.5 }],
  ['a word for an amount', 0, { amount_total: '1500' }],
  ['no amount', 0, { amount_total: undefined }],
  ['not paid', 0, { payment_status: 'unpaid' }],
  ['another currency', 0, { currency: 'usd' }],
  ['no tenant', 0, { client_reference_id: null }],
  ['an unknown tenant', 0, { client_reference_id: 'tnt_x' }],
  ['another event', 0, {}, { type: 'charge.succeeded' }],
  ['no id', 0, {}, { id: 7 }],
  ['an id that is none', 0, {}, { id: 'evt_' }],
  ['an id with more around it', 0, {}, { id: 'x evt_1' }],
  ['the longest id', 1_500, {}, { id: `evt_${'x'.repeat(100)}` }],
  ['an id that is longer', 0, {}, { id: `evt_${'x'.repeat(101)}` }],
  ['a checkout without an id', 0, { id: undefined }],
  ['a checkout whose id is none', 0, { id: 'cs_' }],
  ['a checkout with more around its id', 0, { id: 'cs_1 x' }],
  ['a checkout with the longest id', 1_500, { id: `cs_${'x'.repeat(150)}` }],
  ['a checkout with an id that is longer', 0, { id: `cs_${'x'.repeat(151)}` }],
  ['a payment that failed', 0, {}, { type: 'checkout.session.async_payment_failed' }],
  ['no checkout', 0, {}, { data: {} }],
  ['no data', 0, {}, { data: undefined }],
]
for (const [name, credits, object, part] of rows) {
  test(`reported as ${name}: ${credits} credits`, async () => {
    using bank = await openBank()
    const told = await bank.report(bank.event(object, part))
    assert.equal(told, { credited: credits > 0 })
    assert.is(bank.creditsOf(bank.store.db, bank.tenantId), credits)
  })
}

for (const payload of ['{', 'null', '7', '[]', '""']) {
  test(`${payload} is acknowledged and credits nothing`, async () => {
    using bank = await openBank()
    assert.equal(await bank.report(payload), { credited: false })
  })
}

test('a fault in finding the tenant is told, so that Stripe sends it again', async () => {
  using bank = await openBank()
  bank.plans.get = () => {
    throw new Error('no plans')
  }
  assert.is(await refusalOf(() => bank.report(bank.event())), 'Error')
})

test('without a secret there is no such path, and with another signature nothing', async () => {
  using bank = await openBank()
  const { requestId, write } = bank.admin()
  const forged = { payload: '{}', header: `t=1,v1=${'0'.repeat(64)}` }
  const refused = await refusalOf(() => bank.creditStripePayment({ requestId, write }, forged))
  assert.is(refused, 'Forbidden bad_signature')
  using closed = openTestLedger()
  const none = await refusalOf(() => closed.creditStripePayment({ requestId, write }, forged))
  assert.is(none, 'NotFound')
})

const at = 1_770_000_000
const mac = signed('{}', at)
const headers: [name: string, header: string, holds: boolean, nowMs?: number][] = [
  ['as it is', `t=${at},v1=${mac}`, true],
  ['with spaces', `t=${at}, v1=${mac}`, true],
  ['with another first', `t=${at},v1=${'0'.repeat(64)},v1=${mac}`, true],
  ['in the other order', `v1=${mac},t=${at}`, true],
  ['of another scheme', `t=${at},v0=${mac}`, false],
  ['of another time', `t=${at + 1},v1=${mac}`, false],
  ['without a time', `v1=${mac}`, false],
  ['without a signature', `t=${at}`, false],
  ['with an empty one', `t=${at},v1`, false],
  ['cut short', `t=${at},v1=${mac.slice(2)}`, false],
  ['five minutes old', `t=${at},v1=${mac}`, true, (at + 300) * 1_000],
  ['older', `t=${at},v1=${mac}`, false, (at + 300) * 1_000 + 1],
  ['five minutes early', `t=${at},v1=${mac}`, true, (at - 300) * 1_000],
  ['earlier', `t=${at},v1=${mac}`, false, (at - 300) * 1_000 - 1],
  ['with a time of letters', `t=x,v1=${signed('{}', 'x')}`, false],
  ['with a part of a second', `t=${at}.5,v1=${signed('{}', `${at}.5`)}`, false],
]
for (const [name, header, holds, nowMs = at * 1_000] of headers) {
  test(`a signature ${name} ${holds ? 'holds' : 'does not hold'}`, () => {
    assert.is(isFromStripe({ payload: '{}', header }, { secret, nowMs }), holds)
  })
}

test.run()
