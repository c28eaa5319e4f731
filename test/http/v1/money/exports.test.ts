// Exports and invoices: what leaves as a table, and as a page to print.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import type { TenantId } from '../../../../src/base/ids.ts'
import { post } from '../../../../src/domain/ledger/index.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { furnishedShop, openTestShop, type TestShop } from '../../../support/open-test-shop.ts'
import { shared } from '../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../support/v1-refused.ts'

const prices = { retrievalStandardCredits: 1, citationCredits: 2 }

/** A buyer who searched once, cited once, and bought two files, one of which was given back. */
async function use(shop: TestShop) {
  const asset = await shop.offer()
  await shop.shelve(asset, ['a boiler in the cellar'])
  const found = await shop.search('boiler')
  const { retrieval_event_id } = found.body.results[0]
  await shop.call('POST', '/v1/citations', { as: shop.key, body: { retrieval_event_id } })
  for (let i = 0; i < 2; i++) await shop.call('GET', await shop.link(asset))
  const ids = shop.store.raw.prepare('SELECT event_id FROM meter_event ORDER BY seq').pluck()
  const events = ids.all() as string[]
  const refund = { event_id: events[3], reason: 'it was empty' }
  await shop.call('POST', '/v1/admin/refunds', { as: shop.operator.token, body: refund })
  return { asset, events }
}

const openUsed = furnishedShop(use, { config: prices })

function linesOf({ body }: { body: string }): string[] {
  return body.split('\r\n').slice(0, -1)
}

test('usage as CSV: one line for each metered event', async () => {
  await using shop = await openUsed()
  const path = '/v1/exports/usage?period=2026-03'
  const answer = await shop.call('GET', path, { as: shop.buyer.token })
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  const name = 'attachment; filename="usage-buyer-2026-03.csv"'
  assert.is(answer.headers.get('content-disposition'), name)
  const [header, ...rows] = linesOf(answer)
  assert.is(
    header,
    'event_id,kind,occurred_at,period,dataset_id,asset_id,search_id,quantity,credits,' +
      'price_version,refunded_at,api_key_id,user_id',
  )
  assert.equal(
    rows.map((row) => row.split(',')[1]),
    ['search', 'retrieval_standard', 'citation', 'download', 'download'],
  )
  assert.match(rows[3] as string, `,1,25,2,${isoOf(shop.clock.nowMs())},key_`)
})

test('usage of a person has its name, that of a key has none', async () => {
  await using shop = await openUsed()
  const as = shop.buyer.token
  const found = await shop.call('POST', '/v1/search', { as, body: { query: 'boiler' } })
  const search_id = found.body.data.search_id
  const body = { asset_id: shop.asset, search_id }
  const { body: minted } = await shop.call('POST', '/v1/downloads', { as, body })
  await shop.call('GET', new URL(minted.data.url).pathname)
  // The link of a key that leads back to a search of the person's is the key's.
  const link = await shop.mint(shop.asset, { search_id })
  await shop.call('GET', new URL(link.body.url).pathname)
  const answer = await shop.call('GET', '/v1/exports/usage?period=2026-03', { as })
  const records = linesOf(answer)
    .slice(1)
    .map((line) => line.split(','))
  const { userId } = shop.buyer
  assert.equal(
    records.map((record) => [record[1], record.at(-1)]),
    [
      ...['search', 'retrieval_standard', 'citation', 'download', 'download'].map(ofNobody),
      ...['search', 'download'].map((kind) => [kind, userId]),
      ofNobody('download'),
    ],
  )
})

function ofNobody(kind: string): [string, string] {
  return [kind, '']
}

test('usage as JSON Lines: the same records', async () => {
  await using shop = await openUsed()
  const path = '/v1/exports/usage?period=2026-03&format=jsonl'
  const headers = { authorization: `Bearer ${shop.buyer.token}` }
  const answer = await fetch(`${shop.url}${path}`, { headers })
  assert.is(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  const lines = (await answer.text()).trim().split('\n')
  const records = lines.map((line) => JSON.parse(line))
  assert.equal(
    records.map(({ event_id, credits }) => [event_id, credits]),
    shop.events.map((event, i) => [event, [0, 1, 2, 25, 25][i]]),
  )
})

test('a provider sees what it sold and not to whom', async () => {
  await using shop = await openUsed()
  const path = '/v1/exports/usage?period=2026-03&side=provider'
  const { body } = await shop.call('GET', path, { as: shop.provider.token })
  const [header, ...rows] = linesOf({ body })
  assert.match(header as string, /refunded_at,seller_credits,provider_part_from$/)
  assert.is(rows.length, 4)
  assert.not.match(body, shop.buyer.tenantId)
  assert.not.match(body, /key_/)
})

test('another month is a header and nothing else', async () => {
  await using shop = await openUsed()
  const path = '/v1/exports/usage?period=2026-02'
  assert.is(linesOf(await shop.call('GET', path, { as: shop.buyer.token })).length, 1)
})

test('the ledger as CSV has every transfer of the month', async () => {
  await using shop = await openUsed()
  const path = '/v1/exports/ledger?period=2026-03'
  const { body } = await shop.call('GET', path, { as: shop.operator.token })
  const count = shop.store.raw.prepare('SELECT count(*) FROM transfer').pluck().get()
  assert.is(linesOf({ body }).length - 1, count)
  assert.match(body, `CREDIT/${shop.buyer.tenantId}/balance,CREDIT/platform/revenue`)
})

test('an invoice: what was used, what was given back, and what was topped up', async () => {
  await using shop = await openUsed()
  const { status, body } = await shop.call('GET', '/v1/invoices/2026-03', { as: shop.buyer.token })
  assert.is(status, 200)
  assert.equal(body.data, {
    invoice_id: `INV-2026-03-${shop.buyer.tenantId.slice(4).toUpperCase()}`,
    issuer: null,
    tenant_id: shop.buyer.tenantId,
    tenant_name: 'Buyer house',
    period: '2026-03',
    final: false,
    currency: 'EUR',
    lines: [
      { kind: 'citation', quantity: 1, credits: 2, amount: 0.02 },
      { kind: 'download', quantity: 2, credits: 50, amount: 0.5 },
      { kind: 'retrieval_standard', quantity: 1, credits: 1, amount: 0.01 },
      { kind: 'search', quantity: 1, credits: 0, amount: 0 },
      { kind: 'refund', quantity: 1, credits: -25, amount: -0.25, of_period: '2026-03' },
    ],
    total_credits: 28,
    total_amount: 0.28,
    credited: [{ kind: 'welcome', credits: 100, amount: 1 }],
    issued_at: isoOf(shop.clock.nowMs()),
  })
  assert.is(shop.credits(shop.buyer.tenantId), 100 - 28)
  assertLedgerBalances(shop)
})

test('what is only held for a buyer is not on its invoice', async () => {
  await using shop = await openTestShop()
  const account = (owner: string, kind: string) =>
    ({ unit: 'CREDIT', owner: owner as TenantId, kind }) as const
  const held = {
    transferId: 'held',
    groupId: 'held',
    phase: 'hold' as const,
    debit: account('world', 'paid-in'),
    credit: account(shop.buyer.tenantId, 'balance'),
    amountMinor: 7,
    code: 'promised',
    ref: '',
    atMs: shop.clock.nowMs(),
  }
  await shop.store.write((tx) => post(tx, held))
  const { body } = await shop.call('GET', '/v1/invoices/2026-03', { as: shop.buyer.token })
  assert.equal(body.data.credited, [{ kind: 'welcome', credits: 100, amount: 1 }])
})

test('a plan that was paid stands on the invoice of its month', async () => {
  await using shop = await openTestShop({
    config: { welcomeCredits: 500, planStarterCredits: 300 },
  })
  const body = { plan: 'starter' }
  const path = `/v1/admin/tenants/${shop.buyer.tenantId}`
  await shop.call('PATCH', path, { as: shop.operator.token, body })
  shop.clock.advance({ hours: 31 * 24 })
  await shop.rooms.ledger.billPlans()
  const login = { email: shop.buyer.email, password: 'correct horse battery' }
  const { session_token } = (await shop.call('POST', '/v1/auth/login', { body: login })).body.data
  const invoice = await shop.call('GET', '/v1/invoices/2026-04', { as: session_token })
  assert.equal(invoice.body.data.lines, [{ kind: 'plan', quantity: 1, credits: 300, amount: 3 }])
  const march = await shop.call('GET', '/v1/invoices/2026-03', { as: session_token })
  assert.equal([march.body.data.final, march.body.data.lines], [true, []])
})

test('the page to print holds the same, escaped, and runs nothing', async () => {
  await using shop = await openUsed()
  shop.sql("UPDATE tenant SET name = '<script>alert(1)</script> & Co'")
  const path = '/v1/invoices/2026-03/html'
  const { status, body, headers } = await shop.call('GET', path, { as: shop.buyer.token })
  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.is(headers.get('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'")
  assert.not.match(body, '<script>')
  assert.match(body, '&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co')
  assert.match(body, '<td>Total, net</td><td></td><td>0.28</td>')
})

test('a month that has not begun has no invoice, and its refusal says so', async () => {
  await using shop = await openTestShop()
  for (const end of ['', '/html']) {
    const path = `/v1/invoices/2026-04${end}`
    const { status, body } = await shop.call('GET', path, { as: shop.buyer.token })
    assert.is(status, 400)
    const { field, reason } = body.error.details
    assert.equal([field, reason], ['period', 'not_begun'])
  }
})

test('the page is in the language that is asked for, or else in that of the browser', async () => {
  await using shop = await openTestShop()
  const titles = { en: 'Invoice', de: 'Rechnung', es: 'Factura', fr: 'Facture' }
  const path = '/v1/invoices/2026-02/html'
  for (const [lang, title] of Object.entries(titles)) {
    const asked = await shop.call('GET', `${path}?lang=${lang}`, { as: shop.buyer.token })
    const headers = { 'accept-language': lang }
    const spoken = await shop.call('GET', path, { as: shop.buyer.token, headers })
    assert.is(spoken.body, asked.body)
    assert.ok(asked.body.includes(`<html lang="${lang}">`), lang)
    assert.ok(asked.body.includes(`<h1>${title}</h1>`), lang)
  }
})

test('the page names the operator, and a month without use says so', async () => {
  const payer = { payoutName: 'Kontor & Co', payoutIban: 'FR1420041010050500013M02606' }
  await using shop = await openTestShop({ config: payer })
  const { body } = await shop.call('GET', '/v1/invoices/2026-02/html', { as: shop.buyer.token })
  assert.match(body, 'From: Kontor &amp; Co<br>To: Buyer house')
  assert.match(body, '<td>Nothing was used</td><td></td><td>0.00</td>')
})

type Row = V1Refusal & {
  name: string
  path: string
  as?: (shop: TestShop) => string | undefined
  status: number
}

const periodRule = badField({
  field: 'period',
  reason: 'invalid_value',
  message: 'period must be a month such as 2026-10.',
})
const noScope = {
  status: 403,
  code: 'forbidden',
  message: 'This needs the scope billing:read.',
  details: { reason: 'missing_scope' },
}
const paths = [
  '/v1/exports/usage?period=2026-03',
  '/v1/invoices/2026-03',
  '/v1/invoices/2026-03/html',
]

const rows: Row[] = [
  ...paths.flatMap((path): Row[] => [
    { name: `${path} by nobody`, path, as: () => undefined, ...unauthorized },
    { name: `${path} without the scope`, path, as: ({ key }) => key, ...noScope },
    { name: `${path.replace('03', '13')}`, path: path.replace('03', '13'), ...periodRule },
  ]),
  {
    name: 'no month',
    path: '/v1/exports/usage',
    ...badField({ field: 'period', reason: 'required', message: 'period is required.' }),
  },
  {
    name: 'an unknown language',
    path: '/v1/invoices/2026-03/html?lang=xx',
    ...badField({
      field: 'lang',
      reason: 'invalid_value',
      message: 'lang must be one of en, de, es, fr.',
    }),
  },
  {
    name: 'an unknown format',
    path: '/v1/exports/usage?period=2026-03&format=xls',
    ...badField({
      field: 'format',
      reason: 'invalid_value',
      message: 'format must be one of csv, jsonl.',
    }),
  },
  {
    name: 'the ledger for a tenant',
    path: '/v1/exports/ledger?period=2026-03',
    status: 403,
    code: 'forbidden',
    message: 'Only a platform administrator may do this.',
    details: { reason: 'platform_admin_required' },
  },
]

const refusing = shared(openTestShop)

for (const { name, path, as, ...error } of rows) {
  refusing.fact(`${name}: ${error.status}`, async (shop) => {
    const answer = await shop.call('GET', path, { as: as ? as(shop) : shop.buyer.token })
    assertV1Refused(shop as never, answer, error)
  })
}

test.run()
