// Payments that come with a request (x402 version 2), with the protocol's own client and a
// facilitator on this machine.
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import {
  type Asked,
  openFakeFacilitator,
  payer,
  payingClient,
} from '../support/fake-facilitator.ts'
import { type Answer, openTestApp } from '../support/open-test-app.ts'
import { openTestMcp } from '../support/open-test-mcp.ts'
import { openTestShop } from '../support/open-test-shop.ts'

const asset = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const token = { x402Asset: asset, x402AssetName: 'EURC', x402AssetVersion: '2' }

type Options = { config?: object; open?: typeof openTestShop | typeof openTestMcp }

/** A shop whose buyer has no credits, and a facilitator that it asks. */
async function openTill({ config = {}, open = openTestShop }: Options = {}) {
  const facilitator = await openFakeFacilitator()
  const settings = { x402PayTo: payTo, x402Facilitator: facilitator.url, ...token }
  const shop = await open({
    config: { welcomeCredits: 0, x402TimeoutSeconds: 1, ...settings, ...config },
  })
  const close = shop[Symbol.asyncDispose].bind(shop)
  const object = await shop.offer()
  const wallet = payingClient()
  const mint = (headers: Record<string, string> = {}) =>
    shop.call('POST', '/download', { as: shop.key, headers, body: { asset_id: object } })
  return Object.assign(shop, {
    ...{ facilitator, wallet, object, mint },
    balance: () => shop.credits(shop.buyer.tenantId),
    /** A signed payment for what a refusal asks. */
    async sign(refused: Answer): Promise<Record<string, string>> {
      const header = (name: string) => refused.headers.get(name)
      const required = wallet.getPaymentRequiredResponse(header, refused.body)
      return wallet.encodePaymentSignatureHeader(await wallet.createPaymentPayload(required))
    },
    states: () =>
      shop.store.raw.prepare('SELECT state FROM x402_payment ORDER BY created_at').pluck().all(),
    async [Symbol.asyncDispose]() {
      await close()
      await facilitator[Symbol.asyncDispose]()
    },
  })
}

function pathOf({ url }: { url: string }): string {
  return new URL(url).pathname
}

function settlementIn(till: Awaited<ReturnType<typeof openTill>>, { headers }: Answer) {
  return till.wallet.getPaymentSettleResponse((name) => headers.get(name))
}

test('a 402 says how it can be paid, in the words of x402 version 2', async () => {
  await using till = await openTill()
  const { status, headers, body } = await till.mint()
  assert.is(status, 402)
  const offer = decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
  assert.equal(PaymentRequiredV2Schema.parse(offer), offer)
  assert.equal(offer, {
    x402Version: 2,
    error: 'The balance is below the price of this download.',
    resource: {
      url: `${till.url}/download`,
      description: 'download',
      mimeType: 'application/json',
    },
    accepts: [
      {
        ...{ scheme: 'exact', network: 'eip155:8453', amount: '250000', asset, payTo },
        ...{ maxTimeoutSeconds: 300, extra: { name: 'EURC', version: '2' } },
      },
    ] as never,
  })
  assert.equal(body.top_up.methods, ['voucher', 'operator', 'x402'])
  assert.is(body.required_credits, 25)
  assert.equal(till.facilitator.asked, [])
})

test('a paid request is carried out, and credited once', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  const paid = await till.mint(payment)
  assert.is(paid.status, 200)
  const settlement = settlementIn(till, paid)
  const [moved] = [...till.facilitator.moved.values()]
  const transaction = moved?.transaction.toLowerCase() as string
  assert.equal(settlement, { success: true, transaction, network: 'eip155:8453', payer })
  assert.is(till.balance(), 25)
  assert.equal(
    till.facilitator.asked.map(({ deed }) => deed),
    ['verify', 'settle'],
  )
  assert.ok(
    till.store.raw
      .prepare('SELECT 1 FROM transfer WHERE transfer_id = ?')
      .get(`x402:${transaction}`),
  )
  const fetched = await till.call('GET', new URL(paid.body.url).pathname)
  assert.is(fetched.status, 200)
  assert.is(till.balance(), 0)
  assertLedgerBalances(till)
})

test('a request that the balance covers leaves its payment alone', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  await till.grant(till.buyer.tenantId, 25)
  const { status, headers } = await till.mint(payment)
  assert.equal([status, headers.get('payment-response')], [200, null])
  assert.equal(till.facilitator.asked, [])
})

test('the same payment sent again is not taken again', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  const paid = await till.mint(payment)
  await till.call('GET', new URL(paid.body.url).pathname)
  const again = await till.mint(payment)
  assert.is(again.status, 402)
  assert.is(settlementIn(till, again).transaction, settlementIn(till, paid).transaction)
  assert.ok(again.headers.get('payment-required'))
  assert.is(till.facilitator.moved.size, 1)
  assert.is(till.balance(), 0)
  assertLedgerBalances(till)
})

test('twenty at once with one payment are one payment', async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  const answers = await Promise.all(Array.from({ length: 20 }, () => till.mint(payment)))
  assert.equal(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.is(till.facilitator.asked.length, 2)
  assert.is(till.balance(), 25)
  assertLedgerBalances(till)
})

test('a link is paid for at the fetch, without a key, for the account of its buyer', async () => {
  await using till = await openTill()
  await till.grant(till.buyer.tenantId, 35)
  const [first, path] = [await till.mint(), await till.mint()].map(({ body }) => pathOf(body))
  assert.is((await till.call('GET', first as string)).status, 200)
  const refused = await till.call('GET', path as string)
  assert.is(refused.status, 402)
  const offer = decodePaymentRequiredHeader(refused.headers.get('payment-required') ?? '')
  assert.equal([offer.resource.url, offer.accepts[0]?.amount], [`${till.url}/dl`, '150000'])
  const payment = await till.sign(refused)
  assert.is((await till.call('HEAD', path as string, { headers: payment })).status, 402)
  assert.equal(till.facilitator.asked, [])
  const { status, bytes } = await till.call('GET', path as string, { headers: payment })
  assert.equal([status, bytes.toString()], [200, 'the content'])
  assert.is(till.balance(), 0)
  assertLedgerBalances(till)
})

test('a search is paid for, also over /v1', async () => {
  await using till = await openTill({ config: { retrievalStandardCredits: 3 } })
  await till.shelve(till.object, ['The boiler was inspected.', 'The boiler is old.'])
  const refused = await till.search('boiler')
  assert.is(refused.status, 402)
  const found = await till.search('boiler', { headers: await till.sign(refused) })
  assert.equal([found.status, found.body.charged_credits], [200, 6])
  await till.shelve(till.object, ['Another boiler.'])
  const asked = { as: till.key, body: { query: 'boiler', retrieval_mode: 'lexical' } }
  const over = await till.call('POST', '/v1/search', asked)
  assert.is(over.status, 402)
  const paid = await till.call('POST', '/v1/search', { ...asked, headers: await till.sign(over) })
  assert.is(paid.status, 200)
  assert.is(settlementIn(till, paid).success, true)
  assertLedgerBalances(till)
})

test('no less is asked for than the operator takes', async () => {
  await using till = await openTill({ config: { x402MinimumCredits: 500 } })
  const payment = await till.sign(await till.mint())
  assert.is((await till.mint(payment)).status, 200)
  assert.is(till.balance(), 500)
})

const notPayable: [name: string, make: (till: Awaited<ReturnType<typeof openTill>>) => unknown][] =
  [
    [
      'a spent search allowance',
      async (till) => {
        await till.grant(till.buyer.tenantId, 1_000)
        till.sql(`INSERT INTO search_count VALUES ('${till.buyer.tenantId}', '2026-03', 1000)`)
      },
    ],
    [
      "a key's budget",
      async (till) => {
        await till.grant(till.buyer.tenantId, 1_000)
        till.sql('UPDATE api_key SET monthly_budget_credits = 5')
      },
    ],
  ]

for (const [name, make] of notPayable) {
  test(`what no payment can mend asks for none: ${name}`, async () => {
    await using till = await openTill()
    const payment = await till.sign(await till.mint())
    await make(till)
    const { status, headers } = await till.mint(payment)
    assert.equal([status, headers.get('payment-required')], [402, null])
    assert.equal(till.facilitator.asked, [])
  })
}

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

for (const [name, reason, change] of misfits) {
  test(`a payment that does not fit is refused and nobody is asked: ${name}`, async () => {
    await using till = await openTill()
    const payment = altered(await till.sign(await till.mint()), change)
    const { status, headers } = await till.mint(payment)
    assert.is(status, 402)
    const offer = decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
    assert.is(offer.error, reason)
    assert.equal(till.facilitator.asked, [])
    assert.is(till.balance(), 0)
  })
}

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

test("another tenant's payment is nobody else's", async () => {
  await using till = await openTill()
  const payment = await till.sign(await till.mint())
  assert.is((await till.mint(payment)).status, 200)
  const thief = await till.signUp('Thief')
  const key = await till.call('POST', '/v1/api-keys', { as: thief.token, body: { name: 'k' } })
  const asked = { as: key.body.data.key, headers: payment, body: { asset_id: till.object } }
  const { status, headers } = await till.call('POST', '/download', asked)
  assert.is(status, 402)
  const offer = decodePaymentRequiredHeader(headers.get('payment-required') ?? '')
  assert.is(offer.error, 'payment_used')
  assert.is(till.credits(thief.tenantId), 0)
  assertLedgerBalances(till)
})

test('without a facilitator there is no word of x402, and no call', async () => {
  await using facilitator = await openFakeFacilitator()
  await using shop = await openTestShop({ config: { welcomeCredits: 0 } })
  const object = await shop.offer()
  const client = payingClient()
  const payload = {
    x402Version: 2,
    accepted: {},
    payload: { nonce: '0x1' },
    resource: { url: facilitator.url },
  }
  const headers = client.encodePaymentSignatureHeader(payload as never)
  const {
    status,
    headers: got,
    body,
  } = await shop.call('POST', '/download', {
    ...{ as: shop.key, headers, body: { asset_id: object } },
  })
  assert.is(status, 402)
  assert.equal(
    [...got.keys()].filter((name) => name.includes('payment')),
    [],
  )
  assert.equal(body.top_up.methods, ['voucher', 'operator'])
  assert.equal(facilitator.asked, [])
})

for (const missing of ['x402PayTo', 'x402Facilitator', 'x402Asset']) {
  test(`half a configuration does not start: no ${missing}`, async () => {
    const config = { x402PayTo: payTo, x402Facilitator: 'http://127.0.0.1:1', x402Asset: asset }
    try {
      await using _app = await openTestApp({ config: { ...config, [missing]: undefined } })
      assert.unreachable()
    } catch (error) {
      assert.match((error as Error).message, /go together/)
    }
  })
}

for (const version of ['2025-06-18', '2026-07-28'] as const) {
  test(`a tool of MCP is paid for in _meta, version ${version}`, async () => {
    await using till = await openTill({ open: openTestMcp })
    const { client } = till as unknown as Awaited<ReturnType<typeof openTestMcp>>
    const tools = client(version)
    const args = { asset_id: till.object }
    const refused = await tools.tool('request_download', args)
    assert.is(refused.isError, true)
    assert.is(refused.structuredContent, undefined)
    assert.is(refused.text.code, 'insufficient_credits')
    const { code, data } = refused.text['x402/error']
    assert.is(code, 402)
    assert.equal(PaymentRequiredV2Schema.parse(data), data)
    assert.is(data.resource.url, 'mcp://tool/request_download')
    const payment = await till.wallet.createPaymentPayload(data)
    const sent = { name: 'request_download', arguments: args, _meta: { 'x402/payment': payment } }
    const { body } = await tools.ask('tools/call', sent)
    assert.ok(!body.result.isError, JSON.stringify(body))
    const { success, transaction } = body.result._meta['x402/payment-response']
    assert.is(success, true)
    assert.ok(transaction)
    assert.is(till.balance(), 25)
    assertLedgerBalances(till)
  })
}

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
