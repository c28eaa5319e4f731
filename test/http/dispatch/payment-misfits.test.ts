// Payments that do not fit what was asked for.
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { payer } from '../../support/fake-facilitator.ts'
import { openTill } from '../../support/open-test-till.ts'
import { shared } from '../../support/shared.ts'

type Sent = { x402Version: number; accepted: Record<string, unknown>; payload: object }

function altered(payment: Record<string, string>, change: (sent: Sent) => unknown) {
  const sent = JSON.parse(Buffer.from(payment['PAYMENT-SIGNATURE'] as string, 'base64').toString())
  const next = change(sent) ?? sent
  const raw = typeof next === 'string' ? next : Buffer.from(JSON.stringify(next)).toString('base64')
  return { 'PAYMENT-SIGNATURE': raw }
}

const other = (change: object) => (sent: Sent) => ({
  ...sent,
  accepted: { ...sent.accepted, ...change },
})

const misfits: [name: string, reason: string, change: (sent: Sent) => unknown][] = [
  ['no base64', 'invalid_payload', () => '%%%'],
  ['no JSON', 'invalid_payload', () => Buffer.from('{').toString('base64')],
  ['a list', 'invalid_payload', () => []],
  ['nothing', 'invalid_payload', () => Buffer.from('null').toString('base64')],
  ['nested without end', 'invalid_payload', () => Buffer.from('['.repeat(4000)).toString('base64')],
  ['version 1', 'invalid_x402_version', (sent) => ({ ...sent, x402Version: 1 })],
  ['no payload', 'invalid_payload', (sent) => ({ ...sent, payload: 'x' })],
  ['another receiver', 'invalid_payment_requirements', other({ payTo: payer })],
  ['another token', 'invalid_payment_requirements', other({ asset: payer })],
  ['another chain', 'invalid_payment_requirements', other({ network: 'eip155:1' })],
  ['another scheme', 'invalid_payment_requirements', other({ scheme: 'upto' })],
  ['another member', 'invalid_payment_requirements', other({ more: 1 })],
  ['a cent less', 'too_little', other({ amount: '240000' })],
  ['half a cent', 'invalid_payment_requirements', other({ amount: '255000' })],
  ['nothing at all', 'invalid_payment_requirements', other({ amount: '0' })],
  ['less than nothing', 'invalid_payment_requirements', other({ amount: '-250000' })],
  ['a number', 'invalid_payment_requirements', other({ amount: 250000 })],
  ['a float', 'invalid_payment_requirements', other({ amount: '2.5e5' })],
  ['NaN', 'invalid_payment_requirements', other({ amount: 'NaN' })],
  ['more than there is', 'invalid_payment_requirements', other({ amount: '9'.repeat(30) })],
]

/** None of them leaves anything behind. */
const till = shared(openTill)

for (const [name, reason, change] of misfits) {
  till.fact(`a payment that does not fit is refused and nobody is asked: ${name}`, async (till) => {
    const payment = altered(await till.sign(await till.mint()), change)
    const { status, headers } = await till.mint(payment)
    assert.is(status, 402)
    const offer = decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
    assert.is(offer.error, reason)
    assert.equal(till.facilitator.asked, [])
    assert.is(till.balance(), 0)
  })
}

test.run()
