// What is sent as a payment, and what a facilitator answers: each part read for what it says.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { grantMaxCredits } from '../../../../src/domain/ledger/index.ts'
import { paymentIn } from '../../../../src/domain/ledger/x402/payment.ts'
import { settleAnswerIn, verdictIn } from '../../../../src/domain/ledger/x402/settlement.ts'
import { paymentOf, resource, terms } from '../../../support/open-test-payments.ts'

const max = Number(grantMaxCredits)
const sentOf = (change: object) => ({ ...paymentOf(25, 'a'), ...change })
const acceptedOf = (change: object) =>
  sentOf({ accepted: { ...paymentOf(25, 'a').accepted, ...change } })
const bare = { asset: terms.asset, network: terms.network, payload: { nonce: '' }, scheme: 'exact' }
const longest = 'x'.repeat(8_192 - JSON.stringify(bare).length)
const readings: [name: string, sent: unknown, credits: number | string][] = [
  ['as it was offered', paymentOf(25, 'a'), 25],
  ['of one credit', paymentOf(1, 'a'), 1],
  ['of the most there is', paymentOf(max, 'a'), max],
  ['of more', paymentOf(max + 1, 'a'), 'invalid_payment_requirements'],
  ['with a zero before', acceptedOf({ amount: '0250000' }), 'invalid_payment_requirements'],
  ['of a part of a credit', acceptedOf({ amount: '9999' }), 'invalid_payment_requirements'],
  ['of a credit and a part', acceptedOf({ amount: '10001' }), 'invalid_payment_requirements'],
  ['of a number', acceptedOf({ amount: 250_000 }), 'invalid_payment_requirements'],
  ['with other terms', acceptedOf({ maxTimeoutSeconds: 301 }), 'invalid_payment_requirements'],
  ['of nothing', null, 'invalid_payload'],
  ['of a text', 'x', 'invalid_payload'],
  ['of a list', [], 'invalid_payload'],
  ['of another version', sentOf({ x402Version: 1 }), 'invalid_x402_version'],
  ['without what is accepted', sentOf({ accepted: null }), 'invalid_payload'],
  ['with a list of it', sentOf({ accepted: [] }), 'invalid_payload'],
  ['without a payload', sentOf({ payload: undefined }), 'invalid_payload'],
  ['as long as may be', paymentOf(25, longest), 25],
  ['too long', paymentOf(25, `${longest}x`), 'invalid_payload'],
]
for (const [name, sent, wanted] of readings) {
  test(`a payment ${name}: ${wanted}`, () => {
    const read = () => paymentIn(sent, { terms, resource })
    if (typeof wanted === 'number') assert.is(read().credits, wanted)
    else assert.throws(read, ({ reason }: { reason: string }) => reason === wanted)
  })
}

test('the facilitator is given what was offered, and extensions as far as there are any', () => {
  const { payload, accepted } = paymentOf(25, 'a')
  const paymentPayload = { x402Version: 2, resource, accepted, payload }
  const request = (part: object) => paymentIn(sentOf(part), { terms, resource }).request
  const whole = { x402Version: 2, paymentPayload, paymentRequirements: accepted }
  assert.equal(request({}), whole)
  assert.equal(request({ extensions: [] }), whole)
  const extensions = { a: 1 }
  const more = { ...whole, paymentPayload: { ...paymentPayload, extensions } }
  assert.equal(request({ extensions }), more)
})

test('a payment is the same whatever it is for, and another with another payload', () => {
  const hashOf = (part: object, url = 'x') =>
    paymentIn(sentOf(part), { terms, resource: { ...resource, url } }).paymentHash.toString('hex')
  assert.is(hashOf({}), hashOf({ extensions: { a: 1 } }, 'y'))
  assert.is.not(hashOf({}), hashOf({ payload: { nonce: 'b' } }))
})

const asked = { network: terms.network, amount: '250000' }
const tx = '0xABCDEF'
const settledAs = (part: object) => ({
  success: true,
  network: asked.network,
  transaction: tx,
  ...part,
})
const word = (length: number) => 'w'.repeat(length)
const unexpected = 'unexpected_settle_error'
const answers: [answer: unknown, means: string][] = [
  [settledAs({}), `settled ${tx.toLowerCase()} null`],
  [settledAs({ payer: 'me', amount: '250000' }), `settled ${tx.toLowerCase()} me`],
  [settledAs({ payer: word(128) }), `settled ${tx.toLowerCase()} ${word(128)}`],
  [settledAs({ payer: word(129) }), `settled ${tx.toLowerCase()} null`],
  [settledAs({ payer: 'a b' }), `settled ${tx.toLowerCase()} null`],
  [settledAs({ payer: 7 }), `settled ${tx.toLowerCase()} null`],
  [settledAs({ amount: '1' }), 'unclear other_amount'],
  [settledAs({ amount: 250_000 }), 'unclear other_amount'],
  [settledAs({ network: 'eip155:1' }), 'unclear other_network'],
  [settledAs({ network: undefined }), 'unclear other_network'],
  [settledAs({ transaction: undefined }), 'unclear no_transaction'],
  [settledAs({ transaction: word(7) }), 'unclear no_transaction'],
  [settledAs({ transaction: word(8) }), `settled ${word(8)} null`],
  [settledAs({ transaction: word(128) }), `settled ${word(128)} null`],
  [settledAs({ transaction: word(129) }), 'unclear no_transaction'],
  [settledAs({ transaction: 'a transaction' }), 'unclear no_transaction'],
  [settledAs({ success: 'true' }), `unclear ${unexpected}`],
  [{ network: asked.network, transaction: tx }, `unclear ${unexpected}`],
  [null, `unclear ${unexpected}`],
  ['yes', `unclear ${unexpected}`],
  [{ success: false, errorReason: 'no_gas' }, 'refused no_gas'],
  [{ success: false, errorReason: 'no_gas', transaction: '' }, 'refused no_gas'],
  [{ success: false, errorReason: 'no_gas', transaction: tx }, 'unclear no_gas'],
  [{ success: false, errorReason: 'no gas' }, `refused ${unexpected}`],
  [{ success: false }, `refused ${unexpected}`],
]
test('what a facilitator answers to settling, and what it means', () => {
  const told = answers.map(([answer]) => Object.values(settleAnswerIn(answer, asked)).join(' '))
  const inWords = answers.map(([, means]) => means.replace(/ null$/, ' '))
  assert.equal(told, inWords)
  const solana = { ...asked, network: 'solana:x' }
  const answer = settleAnswerIn(settledAs({ network: 'solana:x' }), solana)
  assert.equal(answer, { kind: 'settled', transaction: tx, payer: null })
})

test('only a true that is one says that a payment is valid', () => {
  const told = (answer: unknown) => Object.values(verdictIn(answer)).join(' ')
  assert.is(told({ isValid: true }), 'true unexpected_verify_error')
  assert.is(told({ isValid: 'true', invalidReason: 'x' }), 'false x')
  assert.is(told({ isValid: false, invalidReason: 'x y' }), 'false unexpected_verify_error')
  assert.is(told([true]), 'false unexpected_verify_error')
  assert.is(told(null), 'false unexpected_verify_error')
})

test.run()
