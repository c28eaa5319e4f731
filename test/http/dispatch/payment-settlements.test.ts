// What the facilitator says, and what becomes of payments that it leaves open.
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { type Asked, payer } from '../../support/fake-facilitator.ts'
import { openTill, settlementIn } from '../../support/open-test-till.ts'

type Lie = (asked: Asked, honest: () => object) => unknown
const at =
  (deed: string, lie: (honest: object) => unknown): Lie =>
  (asked, honest) =>
    asked.deed === deed ? lie(honest()) : honest()

type Ending = { status: number; error?: string; states: string[] }
const lies: [name: string, lie: Lie, ending: Ending][] = [
  [
    'the signature is refused',
    at('verify', () => ({ isValid: false, invalidReason: 'insufficient_funds' })),
    { status: 402, error: 'insufficient_funds', states: [] },
  ],
  [
    'valid is a word',
    at('verify', () => ({ isValid: 'true' })),
    { status: 402, error: 'unexpected_verify_error', states: [] },
  ],
  [
    'the reason is a header of its own',
    at('verify', () => ({ isValid: false, invalidReason: 'x\r\nset-cookie: a=b' })),
    { status: 402, error: 'unexpected_verify_error', states: [] },
  ],
  ['verify is silent', at('verify', () => undefined), { status: 503, states: [] }],
  ['verify is no JSON', at('verify', () => ({ raw: '<html>' })), { status: 503, states: [] }],
  [
    'verify is endless',
    at('verify', () => ({ raw: ' '.repeat(70_000) })),
    { status: 503, states: [] },
  ],
  [
    'verify breaks',
    at('verify', () => ({ status: 500, isValid: true })),
    { status: 503, states: [] },
  ],
  [
    'settling is refused',
    at('settle', () => ({ success: false, errorReason: 'no_gas', transaction: '' })),
    { status: 402, error: 'no_gas', states: ['refused'] },
  ],
  ['settling is silent', at('settle', () => undefined), { status: 503, states: ['settling'] }],
  ['settling breaks', at('settle', () => ({ status: 502 })), { status: 503, states: ['settling'] }],
  [
    'refused, with a transaction',
    at('settle', (honest) => ({ ...honest, success: false, errorReason: 'late' })),
    { status: 409, states: ['unclear'] },
  ],
  [
    'settled without a transaction',
    at('settle', (honest) => ({ ...honest, transaction: '' })),
    { status: 409, states: ['unclear'] },
  ],
  [
    'settled on another chain',
    at('settle', (honest) => ({ ...honest, network: 'eip155:1' })),
    { status: 409, states: ['unclear'] },
  ],
  [
    'settled for less',
    at('settle', (honest) => ({ ...honest, amount: '1' })),
    { status: 409, states: ['unclear'] },
  ],
  ['settled, it says', at('settle', () => ({ success: 1 })), { status: 409, states: ['unclear'] }],
  ['settled as a list', at('settle', () => [true]), { status: 409, states: ['unclear'] }],
]

for (const [name, lie, { status, error, states }] of lies) {
  test(`whatever the facilitator says, nothing is credited for it: ${name}`, async () => {
    await using till = await openTill()
    const payment = await till.sign(await till.mint())
    till.facilitator.answerWith(lie)
    const answer = await till.mint(payment)
    assert.is(answer.status, status)
    const header = answer.headers.get('payment-required')
    assert.is(header ? decodePaymentRequiredHeader(header).error : undefined, error)
    assert.is(answer.headers.get('set-cookie'), null)
    assert.equal(till.states(), states)
    assert.is(till.balance(), 0)
    assertLedgerBalances(till)
  })
}

test('a transaction that was credited once is not credited for another payment', async () => {
  await using till = await openTill()
  const paid = await till.mint(await till.sign(await till.mint()))
  const { transaction } = settlementIn(till, paid)
  await till.call('GET', new URL(paid.body.url).pathname)
  const second = await till.sign(await till.mint())
  const spelled = transaction.toUpperCase().replace('0X', '0x')
  till.facilitator.answerWith(at('settle', (honest) => ({ ...honest, transaction: spelled })))
  assert.is((await till.mint(second)).status, 409)
  assert.equal(till.states(), ['settled', 'unclear'])
  assert.is(till.balance(), 0)
  assert.is((await till.mint(second)).status, 409)
  assertLedgerBalances(till)
})

test('a payment without an answer is taken up where it was when it is sent again', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  let answer: object | undefined
  till.facilitator.answerWith((asked, honest) => {
    if (asked.deed === 'verify') return honest()
    const first = answer === undefined
    answer ??= honest()
    return first ? undefined : answer
  })
  const silent = await till.mint(payment)
  assert.equal([silent.status, silent.headers.get('retry-after')], [503, '5'])
  assert.match(silent.body.message, /Send the same payment again/)
  assert.is((await till.mint(payment)).status, 200)
  assert.is(till.facilitator.moved.size, 1)
  assert.is(till.balance(), 25)
  assert.equal(till.states(), ['settled'])
  assertLedgerBalances(till)
})

test('the upkeep asks again for a payment that the end of the process left open', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  till.facilitator.answerWith(at('settle', () => undefined))
  assert.is((await till.mint(payment)).status, 503)
  const [last] = till.facilitator.asked.slice(-1)
  const { transaction } = till.facilitator.moved.get(last?.payload.nonce ?? '') as never
  const settled = { success: true, transaction, network: 'eip155:8453', payer }
  till.facilitator.answerWith(() => settled)
  await till.runUpkeep()
  assert.equal(till.states(), ['settling'], 'not within two minutes')
  till.clock.advance({ seconds: 180 })
  await till.runUpkeep()
  assert.equal(till.states(), ['settled'])
  assert.is(till.balance(), 25)
  assertLedgerBalances(till)
})

test('a payment that never gets an answer is left to the operator', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  till.facilitator.answerWith(() => ({ status: 500 }))
  till.facilitator.answerWith(at('settle', () => ({ status: 500 })))
  assert.is((await till.mint(payment)).status, 503)
  for (let i = 0; i < 7; i++) {
    till.clock.advance({ seconds: 180 })
    await till.runUpkeep()
  }
  assert.equal(till.states(), ['unclear'])
  const [open] = till.rooms.ledger.unsettledPayments(10)
  assert.equal([open?.reason, open?.attempts], ['no_answer', 6])
  assert.is((await till.mint(payment)).status, 409)
  assertLedgerBalances(till)
})

test('verify finds a settled payment that was credited otherwise', async () => {
  await using till = await openTill()
  await till.mint(await till.sign(await till.mint()))
  till.sql('DROP TRIGGER x402_payment_settled_stays; DROP TRIGGER x402_payment_settled_credited')
  till.sql('UPDATE x402_payment SET credits = 26')
  const { ok, problems } = await till.verifyLedger()
  assert.is(ok, false)
  assert.is(problems[0]?.check, 'x402_payment')
})

test.run()
