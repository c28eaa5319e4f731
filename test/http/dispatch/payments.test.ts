// Payments that come with a request (x402 version 2): what is asked for, and what is paid.
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { openFakeFacilitator, payer, payingClient } from '../../support/fake-facilitator.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { openTestMcp } from '../../support/open-test-mcp.ts'
import { openTestShop } from '../../support/open-test-shop.ts'
import {
  euro,
  openTill,
  pathOf,
  payTo,
  settlementIn,
  type Till,
} from '../../support/open-test-till.ts'

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
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '250000',
        asset: euro,
        payTo,
        maxTimeoutSeconds: 300,
        extra: { name: 'EURC', version: '2' },
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

const notPayable: [name: string, make: (till: Till) => unknown][] = [
  [
    'a spent search allowance',
    async (till) => {
      await till.grant(till.buyer.tenantId, 1_000)
      till.sql(
        `INSERT INTO tally VALUES ('${till.buyer.tenantId}', '2026-03', 'searches', '', 1000)`,
      )
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
    as: shop.key,
    headers,
    body: { asset_id: object },
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
    const config = { x402PayTo: payTo, x402Facilitator: 'http://127.0.0.1:1', x402Asset: euro }
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

test.run()
