// What leaves the books as a table or an invoice: all of a month, and of one tenant alone.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import type { TenantId, UserId } from '../../../../src/base/ids.ts'
import { exportText } from '../../../../src/domain/ledger/exports/table.ts'
import { post } from '../../../../src/domain/ledger/index.ts'
import type { PeopleOf } from '../../../../src/domain/ledger/room.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { downloadOf } from '../../../support/open-test-ledger.ts'
import { openTestPayouts, ownerOf, type TestPayouts } from '../../../support/open-test-payouts.ts'

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) text += line
  return text
}

// biome-ignore lint/suspicious/noExplicitAny: records of several shapes
async function recordsOf(lines: AsyncIterable<string>): Promise<any[]> {
  const text = await textOf(lines)
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}

const asJson = { format: 'jsonl', period: '2026-03' } as const

function usage(books: TestPayouts, of: TenantId, part: object = {}) {
  const asked = { ...asJson, side: 'buyer' as const, ...part }
  return recordsOf(books.exportUsage(ownerOf(of), asked))
}

test('of usage every column is told, to each side its own', async () => {
  const peopleOf: PeopleOf = (_db, events) =>
    new Map(events.slice(1).map(({ eventId }) => [eventId, 'usr_ada' as UserId]))
  using books = await openTestPayouts({ peopleOf })
  const { buyer, provider, store } = books
  const link = { n: 800, nowMs: store.clock.nowMs() }
  const download = downloadOf({ buyer, provider, priceCents: 50 }, link)
  const more = { apiKeyId: 'key_1', searchId: 'srch_1' } as const
  await store.write((tx) => books.chargeDownload(tx, { ...download, ...more }))
  const eventId = `dl:${download.linkHash}`
  store.clock.advance({ seconds: 1 })
  const second = await books.sell(10)
  await books.refundCharge(books.admin(), { eventId, reason: 'x' })
  const occurred_at = isoOf(link.nowMs)
  const refunded_at = isoOf(store.clock.nowMs())
  const common = {
    event_id: eventId,
    kind: 'download',
    occurred_at,
    period: '2026-03',
    dataset_id: 'dset_1',
    asset_id: 'obj_1',
    search_id: 'srch_1',
    quantity: 1,
    credits: 50,
    price_version: 2,
    refunded_at,
  }
  const bare = { occurred_at: refunded_at, credits: 10, search_id: null, refunded_at: null }
  const other = { ...common, event_id: second, ...bare }
  assert.equal(await usage(books, buyer), [
    { ...common, api_key_id: 'key_1', user_id: null },
    { ...other, api_key_id: null, user_id: 'usr_ada' },
  ])
  assert.equal(await usage(books, provider, { side: 'provider' }), [
    { ...common, seller_credits: 30, provider_part_from: 'earned' },
    { ...other, seller_credits: 6, provider_part_from: null },
  ])
  const heads = async (side: 'buyer' | 'provider') => {
    const asked = { side, format: 'csv', period: '2026-01' } as const
    return textOf(books.exportUsage(ownerOf(buyer), asked))
  }
  const names = Object.keys(common).join(',')
  assert.is(await heads('buyer'), `${names},api_key_id,user_id\r\n`)
  assert.is(await heads('provider'), `${names},seller_credits,provider_part_from\r\n`)
  assert.is(await textOf(exportText(['a'], [[], []], 'jsonl')), '')
  const viewer = ownerOf(buyer, { scopes: new Set() })
  const asked = { ...asJson, side: 'buyer' as const }
  const refused = await refusalOf(() => books.exportUsage(viewer, asked))
  assert.is(refused, 'Forbidden missing_scope')
})

test('usage is of one tenant and one month, and sales are what cost something', async () => {
  using books = await openTestPayouts()
  const { buyer, provider, store } = books
  const other = await books.tenant({ credits: 100 })
  await books.sell(10)
  await books.sell(0)
  await books.sell(20, other)
  await store.write((tx) => {
    const link = { n: 900, nowMs: store.clock.nowMs() }
    books.chargeDownload(tx, downloadOf({ buyer: other, provider, priceCents: 7 }, link))
  })
  store.clock.advance({ hours: 24 * 31 })
  await books.sell(30)
  const credits = async (...asked: Parameters<typeof usage>) =>
    (await usage(...asked)).map((record) => record.credits)
  const april = { period: '2026-04' }
  const sales = { side: 'provider' }
  assert.equal(await credits(books, buyer), [10, 0, 20])
  assert.equal(await credits(books, buyer, april), [30])
  assert.equal(await credits(books, other), [7])
  assert.equal(await credits(books, provider), [])
  assert.equal(await credits(books, provider, sales), [10, 7])
  assert.equal(await credits(books, other, sales), [20])
  assert.equal(await credits(books, provider, { ...sales, ...april }), [30])
})

test('of more than five hundred lines each is there once, in their order', async () => {
  using books = await openTestPayouts()
  for (let i = 0; i < 509; i++) await books.sell(1)
  await books.sell(10, await books.tenant())
  const whole = await usage(books, books.buyer)
  assert.equal(new Set(whole.map(({ event_id }) => event_id)).size, 510)
  const events = books.store.raw.prepare('SELECT event_id FROM meter_event ORDER BY seq').pluck()
  assert.equal(
    whole.map(({ event_id }) => event_id),
    events.all(),
  )
  assert.is((await usage(books, books.provider, { side: 'provider' })).length, 509)
  const ledger = await recordsOf(books.exportLedgerAsOperator(asJson))
  assert.equal(
    ledger.map(({ seq }) => seq),
    ledger.map((_, i) => i + 1),
  )
  assert.is(ledger.length, 512)
  assert.equal((await books.verify()).problems, [])
})

test('of a transfer every column is told, and those of other months are not', async () => {
  using books = await openTestPayouts()
  const { buyer, provider, store } = books
  const eventId = await books.sell(50)
  store.clock.advance({ hours: 24 * 31 })
  const grantMs = store.clock.nowMs()
  await books.grantCredits(books.admin(), { tenantId: buyer, credits: 5, reason: 'x' })
  const [first, share, rest, ...none] = await recordsOf(books.exportLedgerAsOperator(asJson))
  const hashes = store.raw.prepare('SELECT lower(hex(hash)) FROM transfer ORDER BY seq').pluck()
  const created_at = isoOf(grantMs - 24 * 31 * 3_600_000)
  const common = { group_id: eventId, phase: 'post', debit: `CREDIT/${buyer}/balance`, created_at }
  assert.equal(
    [first?.code, first?.debit, first?.credit, first?.ref],
    ['grant', 'CREDIT/world/granted', `CREDIT/${buyer}/balance`, buyer],
  )
  assert.equal(share, {
    seq: 2,
    transfer_id: `${eventId}:provider`,
    ...common,
    credit: `CREDIT/${provider}/earned`,
    amount: 30,
    code: 'provider_share',
    ref: 'obj_1',
    debit_after: 9_970,
    credit_after: 30,
    hash: hashes.all()[1],
  })
  assert.equal([rest?.code, rest?.amount, none], ['platform_share', 20, []])
  const april = await recordsOf(books.exportLedgerAsOperator({ ...asJson, period: '2026-04' }))
  assert.equal([april.length, april[0]?.amount, april[0]?.seq], [1, 5, 4])
  const { principal } = books.admin()
  assert.is((await recordsOf(books.exportLedger(principal, asJson))).length, 3)
  const refused = await refusalOf(() => books.exportLedger(ownerOf(buyer), asJson))
  assert.is(refused, 'Forbidden platform_admin_required')
  const head = await textOf(books.exportLedgerAsOperator({ period: '2026-01', format: 'csv' }))
  assert.is(head, `${Object.keys(share as object).join(',')}\r\n`)
})

test('a month begins and ends with its first and last millisecond', async () => {
  using books = await openTestPayouts()
  const { clock, db, write } = books.store
  const startMs = Date.UTC(2026, 3, 1)
  const grantAt = async (atMs: number, credits: number) => {
    clock.set({ seconds: (atMs - clock.nowMs()) / 1_000 })
    const grant = { tenantId: books.buyer, credits, reason: 'x' }
    await books.grantCreditsAsOperator({ requestId: `req_${atMs}`, write }, grant)
  }
  for (const [i, ms] of [startMs - 1, startMs, Date.UTC(2026, 4, 1) - 1].entries())
    await grantAt(ms, i + 1)
  await grantAt(Date.UTC(2026, 4, 1), 4)
  const april = await recordsOf(books.exportLedgerAsOperator({ ...asJson, period: '2026-04' }))
  assert.equal(
    april.map(({ amount }) => amount),
    [2, 3],
  )
  const insert = books.store.raw.prepare(
    "INSERT INTO refund VALUES (?, ?, ?, '2026-03', ?, 0, 'earned', 'x', ?)",
  )
  for (const [i, ms] of [startMs - 1, startMs, Date.UTC(2026, 4, 1) - 1].entries())
    insert.run(`x${i}`, books.buyer, books.provider, 10 ** i, ms)
  insert.run('x3', books.buyer, books.provider, 1_000, Date.UTC(2026, 4, 1))
  const invoice = await books.invoiceOf(ownerOf(books.buyer), '2026-04')
  const line = { kind: 'refund', quantity: 2, credits: -110, ofPeriod: '2026-03' }
  assert.equal(invoice.lines, [line])
  assert.is(invoice.issuedAtMs, Date.UTC(2026, 4, 1))
  assert.equal([invoice.credited, invoice.isFinal], [[{ kind: 'grant', credits: 5 }], true])
  clock.set({ seconds: -0.001 })
  const running = await books.invoiceOf(ownerOf(books.buyer), '2026-04')
  assert.equal([running.isFinal, running.issuedAtMs], [false, clock.nowMs()])
  assert.is(books.creditsOf(db, books.buyer), 10_010)
})

test('an invoice is of one buyer and month: what was used, given back and put on', async () => {
  const debtor = { name: 'Kontor', iban: 'x' }
  using books = await openTestPayouts({ settings: { debtor } })
  const { buyer, provider, store } = books
  const other = await books.tenant({ credits: 100 })
  const march = [await books.sell(10), await books.sell(20), await books.sell(5)]
  await store.write((tx) => {
    const link = { n: 901, nowMs: store.clock.nowMs() }
    books.chargeDownload(tx, downloadOf({ buyer: other, provider, priceCents: 7 }, link))
  })
  const refund = (eventId = '') => books.refundCharge(books.admin(), { eventId, reason: 'x' })
  await refund(march[0])
  await refund(`dl:${(901).toString(16).padStart(64, '0')}`)
  await store.write((tx) =>
    post(tx, {
      transferId: 'x',
      groupId: 'x',
      code: 'promised',
      ref: '',
      atMs: store.clock.nowMs(),
      debit: { unit: 'CREDIT', owner: 'world', kind: 'granted' },
      credit: { unit: 'CREDIT', owner: buyer, kind: 'other' },
      amountMinor: 3,
    }),
  )
  store.clock.advance({ hours: 24 * 31 })
  await refund(march[1])
  await books.sell(40)
  const insert = store.raw.prepare("INSERT INTO plan_month VALUES (?, ?, 'pro', ?, ?, 0)")
  insert.run(buyer, '2026-03', 300, 'paid')
  insert.run(buyer, '2026-04', 301, 'unpaid')
  insert.run(other, '2026-04', 302, 'paid')
  insert.run(buyer, '2026-06', 303, 'included')
  const linesOf = async (period: string, of = buyer) =>
    (await books.invoiceOf(ownerOf(of), period)).lines.map(
      ({ kind, quantity, credits, ofPeriod = '' }) =>
        `${quantity} ${kind} ${credits} ${ofPeriod}`.trimEnd(),
    )
  assert.equal(await linesOf('2026-03'), ['1 plan 300', '3 download 35', '1 refund -10 2026-03'])
  assert.equal(await linesOf('2026-03', other), ['1 download 7', '1 refund -7 2026-03'])
  assert.equal(await linesOf('2026-04'), ['1 download 40', '1 refund -20 2026-03'])
  assert.equal(await linesOf('2026-04', other), ['1 plan 302'])
  const { credited, totalCredits, issuer } = await books.invoiceOf(ownerOf(buyer), '2026-03')
  assert.equal(
    [credited, totalCredits, issuer],
    [[{ kind: 'grant', credits: 10_000 }], 325, 'Kontor'],
  )
  const heads = (of: TenantId) => books.listInvoices(ownerOf(of))
  const of = (tenantId: TenantId) => tenantId.slice(4).toUpperCase()
  const nowIs = { invoiceId: `INV-2026-04-${of(buyer)}`, period: '2026-04', isFinal: false }
  const before = { invoiceId: `INV-2026-03-${of(buyer)}`, period: '2026-03', isFinal: true }
  assert.equal(await heads(buyer), [
    { ...nowIs, totalCredits: 20 },
    { ...before, totalCredits: 325 },
  ])
  assert.equal(
    (await heads(other)).map(({ period, totalCredits: total }) => [period, total]),
    [
      ['2026-04', 302],
      ['2026-03', 0],
    ],
  )
  const missing = ownerOf(buyer, { scopes: new Set() })
  for (const deed of [
    () => books.invoiceOf(missing, '2026-03'),
    () => books.listInvoices(missing),
  ]) {
    assert.is(await refusalOf(deed), 'Forbidden missing_scope')
  }
})

test('of each month that was charged what was given back has a line of its own', async () => {
  using books = await openTestPayouts()
  const refund = (eventId: string) => books.refundCharge(books.admin(), { eventId, reason: 'x' })
  const march = [await books.sell(10), await books.sell(20)]
  books.store.clock.advance({ hours: 24 * 31 })
  for (const eventId of [await books.sell(5), ...march]) await refund(eventId)
  const april = await books.invoiceOf(ownerOf(books.buyer), '2026-04')
  assert.equal(april.lines.slice(1), [
    { kind: 'refund', quantity: 2, credits: -30, ofPeriod: '2026-03' },
    { kind: 'refund', quantity: 1, credits: -5, ofPeriod: '2026-04' },
  ])
  books.store.clock.advance({ hours: 24 * 31 })
  const later = await books.invoiceOf(ownerOf(books.buyer), '2026-04')
  assert.is(later.issuedAtMs, Date.UTC(2026, 4, 1))
  const { invoiceHtml } = books
  const page = (language: 'en' | 'de') => invoiceHtml(later, { tenantName: 'Ada', language })
  assert.ok(page('en').includes('<td>Given back, charged in 2026-03</td><td>2</td><td>-0.30</td>'))
  assert.ok(page('en').includes('<h1>Credit note</h1>'))
  assert.ok(page('de').includes('<h1>Rechnungskorrektur</h1>'))
  assert.ok(page('de').includes('<td>-0,30</td>'))
})

test('a month in which something was only put on the balance is among the invoices', async () => {
  using books = await openTestPayouts()
  const { buyer, store } = books
  store.clock.advance({ hours: 24 * 31 })
  await books.grantCredits(books.admin(), { tenantId: buyer, credits: 5, reason: 'x' })
  const months = await books.listInvoices(ownerOf(buyer))
  assert.equal(
    months.map(({ period, totalCredits }) => [period, totalCredits]),
    [
      ['2026-04', 0],
      ['2026-03', 0],
    ],
  )
  const unknown = await books.listInvoices(ownerOf(await books.tenant()))
  assert.equal(unknown, [])
})

test('the page of an invoice says what it is, line by line', async () => {
  using books = await openTestPayouts()
  const eventId = await books.sell(125)
  await books.refundCharge(books.admin(), { eventId, reason: 'x' })
  await books.sell(5)
  const page = async (period: string, part: object = {}) => {
    const invoice = await books.invoiceOf(ownerOf(books.buyer), period)
    return books.invoiceHtml({ ...invoice, ...part }, { tenantName: 'A "B"' })
  }
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const march = await page('2026-03', { issuer: 'K<o>' })
  for (const part of [
    'From: K&lt;o&gt;<br>To: A &quot;B&quot;<br>\nMonth: 2026-03<br>',
    row('Downloads', '2', '1.30') + row('Given back, charged in 2026-03', '1', '-1.25'),
    `<tfoot>${row('Total, net', '', '0.05')}</tfoot>`,
    `<h2>Put on the balance</h2><table><tbody>${row('Granted', '', '100.00')}</tbody></table>`,
    '<h1>Invoice (the month is not over)</h1>',
    'Issued: 2026-03-02</p>',
  ]) {
    assert.ok(march.includes(part), part)
  }
  const february = await page('2026-02')
  assert.not.match(february, 'From:')
  assert.not.match(february, 'Put on the balance')
  assert.ok(february.includes(`<tbody>${row('Nothing was used', '', '0.00')}</tbody>`))
  assert.ok(february.includes('<h1>Invoice</h1>'))
  const odd = { lines: [{ kind: 'odd', quantity: 1, credits: 1 }], credited: [] }
  assert.ok((await page('2026-02', odd)).includes(row('odd', '1', '0.01')))
  const top = { credited: [{ kind: 'gift', credits: 1 }] }
  assert.ok((await page('2026-02', top)).includes(row('gift', '', '0.01')))
})

test.run()
