import { createHmac } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { assertV1Refused } from '../../../support/v1-refused.ts'

const secret = 'whsec_test'

async function openTill(config: object = { stripeWebhookSecret: secret }) {
  const app = await openTestApp({
    config: { welcomeCredits: 0, ...config },
    parts: { jobs: false, workers: false },
  })
  const buyer = await app.signUp('Buyer')
  const event = (part: object = {}, more: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: {
        object: {
          id: 'cs_1',
          payment_status: 'paid',
          amount_total: 1500,
          currency: 'eur',
          client_reference_id: buyer.tenantId,
          ...part,
        },
      },
      ...more,
    })
  const send = (payload: string, header = signed(payload, app.clock.nowMs())) =>
    app.call('POST', '/v1/webhooks/stripe', {
      raw: payload,
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
    })
  const credits = () => app.rooms.ledger.creditsOf(app.store.db, buyer.tenantId as 'tnt_x')
  return Object.assign(app, { buyer, event, send, credits })
}

function signed(payload: string, nowMs: number, key = secret): string {
  const time = Math.floor(nowMs / 1000)
  const mac = createHmac('sha256', key).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${'00'.repeat(32)},v1=${mac},v0=x`
}

test('a payment becomes credits once, however often it is reported', async () => {
  await using till = await openTill()
  const first = await till.send(till.event())
  assert.equal([first.status, first.body.data], [200, { credited: true }])
  const again = await till.send(till.event())
  assert.equal([again.status, again.body.data], [200, { credited: false }])
  assert.is(till.credits(), 1500)
  assertLedgerBalances(till)
})

const ignored: [name: string, part: object, more?: object][] = [
  ['an unpaid checkout', { payment_status: 'unpaid' }],
  ['another currency', { currency: 'usd' }],
  ['no tenant', { client_reference_id: null }],
  ['an unknown tenant', { client_reference_id: 'tnt_nobody' }],
  ['no amount', { amount_total: null }],
  ['an amount of nothing', { amount_total: 0 }],
  ['a negative amount', { amount_total: -5 }],
  ['a fraction', { amount_total: 1.5 }],
  ['an amount beyond all measure', { amount_total: 1e15 }],
  ['another event', {}, { type: 'invoice.paid' }],
  ['an event without an id', {}, { id: 5 }],
]

for (const [name, part, more] of ignored) {
  test(`${name} is acknowledged and changes nothing`, async () => {
    await using till = await openTill()
    const { status, body } = await till.send(till.event(part, more))
    assert.equal([status, body.data], [200, { credited: false }])
    assert.is(till.credits(), 0)
  })
}

const untouched = shared(openTill)

for (const payload of ['', 'null', '[]', '5', '{', '{"data":null}']) {
  untouched.fact(`a signed '${payload}' changes nothing`, async (till) => {
    assert.is((await till.send(payload)).status, 200)
  })
}

const badSignature = {
  status: 403,
  code: 'forbidden',
  message: 'The signature does not fit this payload, or is too old.',
  details: { reason: 'bad_signature' },
}

const headers: [name: string, header: (payload: string, nowMs: number) => string][] = [
  ['no signature', () => ''],
  ['a signature of something else', (_, nowMs) => signed('x', nowMs)],
  ['a signature with another secret', (payload, nowMs) => signed(payload, nowMs, 'whsec_x')],
  ['a signature of six minutes ago', (payload, nowMs) => signed(payload, nowMs - 360_000)],
  ['a signature from the future', (payload, nowMs) => signed(payload, nowMs + 360_000)],
  ['no time', (payload, nowMs) => signed(payload, nowMs).replace(/t=\d+,/, '')],
]

for (const [name, header] of headers) {
  untouched.fact(`${name}: 403`, async (till) => {
    const payload = till.event()
    const answer = await till.send(payload, header(payload, till.clock.nowMs()))
    assertV1Refused(till, answer, badSignature)
    assert.is(till.credits(), 0)
  })
}

test('without a secret there is no such path', async () => {
  await using till = await openTill({})
  const error = { status: 404, code: 'not_found', message: 'No such path.', details: {} }
  assertV1Refused(till, await till.send(till.event()), error)
})

test.run()
