// A month is closed: what buyers, providers, the operator and the bank are shown is one sum.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { csvLine } from '../../src/base/csv.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { password } from '../support/open-test-app.ts'
import { type House, openTrade, type Row } from '../support/open-trade.ts'

const payer = { payoutName: 'Kontor GmbH', payoutIban: 'FR1420041010050500013M02606' }
const payee = { holder_name: 'House', iban: 'DE89370400440532013000' }
const month = '2026-03'

/** Four houses that sold to each other in March; the third has no account to be paid to. */
async function openMarch() {
  const config = { ...payer, welcomeCredits: 5_000 }
  const trade = await openTrade({ houses: 4, datasets: 1, config })
  trade.store.raw.exec("UPDATE dataset SET pricing_model = 'fixed'")
  const prices = [101, 33, 250, 1]
  for (const [i, { datasetIds }] of trade.houses.entries()) {
    const price = `UPDATE dataset SET base_price_cents = ${prices[i]} WHERE dataset_id = ?`
    trade.store.raw.prepare(price).run(datasetIds[0])
  }
  for (const buyer of trade.houses)
    for (const seller of trade.houses)
      if (buyer !== seller)
        for (const asset of seller.assets) await trade.download(buyer.key, asset)
  const operator = await trade.admin()
  const ask = async (method: string, path: string, [as, body]: [string, object?]) => {
    const answer = await trade.call(method, path, { as, ...(body && { body }) })
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data ?? answer.body
  }
  /** Sessions end after seven days. */
  async function later(days: number) {
    trade.clock.advance({ hours: 24 * days })
    for (const party of [operator, ...trade.houses]) {
      const log = { body: { email: party.email, password } }
      party.token = (await trade.call('POST', '/v1/auth/login', log)).body.data.session_token
    }
  }
  const sold = (i: number) =>
    trade
      .rows('meter_event')
      .filter((row) => row.provider_tenant_id === trade.houses[i]?.tenantId && row.charge_cents > 0)
      .map((row) => row.event_id as string)
  for (const i of [0, 1, 3])
    await ask('PUT', '/v1/provider/payout-account', [trade.houses[i]?.token as string, payee])
  return Object.assign(trade, {
    later,
    sold,
    as: (house: House, path: string) => ask('GET', path, [house.token]),
    look: (path: string) => ask('GET', `/v1/admin/${path}`, [operator.token]),
    tell: (path: string, body: object = {}) =>
      ask('POST', `/v1/admin/${path}`, [operator.token, body]),
    table: async (path: string) => recordsOf(await ask('GET', path, [operator.token])),
  })
}

type March = Awaited<ReturnType<typeof openMarch>>

/** No field of these tables is quoted. */
function recordsOf(text: string): Row[] {
  const [names = '', ...lines] = text.trimEnd().split('\r\n')
  return lines.map((line) => {
    assert.is(csvLine(line.split(',')), `${line}\r\n`)
    const values = line.split(',')
    const pairs = names.split(',').map((name, i) => {
      const value = values[i] ?? ''
      return [name, /^-?\d+$/.test(value) ? Number(value) : value]
    })
    return Object.fromEntries(pairs)
  })
}

const sum = (rows: readonly Row[], field: string): number =>
  rows.reduce((all, row) => all + row[field], 0)

/** What is shown of March to everybody, held against each other. */
async function assertOneSum(market: March): Promise<void> {
  const statements = await market.table(`/v1/exports/statements?period=${month}`)
  const { months } = await market.look('reconciliation')
  const [books] = months
  assert.is(books.statements, statements.length)
  assert.is(books.gross_credits, sum(statements, 'gross_credits'))
  assert.is(books.seller_credits, sum(statements, 'seller_credits'))
  assert.is(books.reversed_credits, sum(statements, 'reversed_credits'))
  const { paid_credits: paid, owed_credits: owed, reversed_credits: reversed } = books
  assert.is(books.seller_credits, paid + owed + reversed)
  assert.ok(books.agrees)
  for (const house of market.houses) await assertOfHouse(market, { house, statements })
  const platform = market
    .rows('meter_event')
    .reduce((all, row) => all + row.charge_cents - row.provider_cents, 0)
  const early = sum(
    market.rows('refund').filter(({ source }) => source === 'earned'),
    'charge_cents',
  )
  const earlyPart = sum(
    market.rows('refund').filter(({ source }) => source === 'earned'),
    'provider_cents',
  )
  assert.is(sum(statements, 'platform_credits'), platform - (early - earlyPart))
  assertLedgerBalances(market)
}

type OfHouse = { house: House; statements: readonly Row[] }

async function assertOfHouse(market: March, { house, statements }: OfHouse): Promise<void> {
  const { payouts } = await market.as(house, '/v1/provider/payouts')
  const [listed] = payouts
  const one = await market.as(house, `/v1/provider/payouts/${listed.payout_statement_id}`)
  const told = statements.find(({ tenant_id }) => tenant_id === house.tenantId) as Row
  for (const part of ['gross', 'seller', 'held', 'released', 'reversed'])
    assert.is(one[`${part}_credits`], told[`${part}_credits`], part)
  assert.is(one.seller_credits, one.held_credits + one.released_credits + one.reversed_credits)
  assert.is(Math.round(listed.gross_revenue * 100), one.gross_credits)
  assert.is(Math.round(listed.reversed_amount * 100), one.reversed_credits)
  const path = `/v1/provider/payouts/${listed.payout_statement_id}/events?limit=100`
  const { events } = await market.as(house, path)
  const counted = events.filter((row: Row) => row.provider_part_from !== 'earned')
  assert.is(one.gross_credits, sum(counted, 'gross_credits'))
  assert.is(one.seller_credits, sum(counted, 'seller_credits'))
  const back = events.filter((row: Row) => row.provider_part_from === 'payable')
  const all = one.status === 'reversed' ? one.seller_credits : sum(back, 'seller_credits')
  assert.is(one.reversed_credits, all)
  const outlook = await market.as(house, '/v1/provider/payout-outlook')
  const isPaid = one.status === 'paid'
  assert.equal(
    [outlook.held_credits, outlook.released_credits, outlook.paid_credits],
    [one.held_credits, isPaid ? 0 : one.released_credits, isPaid ? one.released_credits : 0],
  )
  // What was put on the balance, less what the invoices come to, is what is left.
  const { invoices } = await market.as(house, '/v1/invoices')
  let left = 0
  for (const { period, total_credits } of invoices) {
    const invoice = await market.as(house, `/v1/invoices/${period}`)
    assert.is(invoice.total_credits, total_credits)
    assert.is(sum(invoice.lines, 'credits'), total_credits)
    left += sum(invoice.credited, 'credits') - total_credits
  }
  const { available_credits } = await market.as(house, '/v1/buyer/dashboard')
  assert.is(available_credits, left)
}

test('what everybody is shown of a month is one sum, from its last sale to the bank', async () => {
  await using market = await openMarch()
  const about = (i: number, n: number) => ({ event_id: market.sold(i)[n], reason: 'empty' })
  await market.tell('refunds', about(0, 0))
  await market.tell('refunds', about(3, 0))
  const open = await market.tell('disputes', about(1, 0))
  await market.later(6)
  await market.rooms.ledger.settlePeriod(month)
  await assertOneSum(market)
  await market.tell('refunds', about(0, 1))
  const second = await market.tell('disputes', about(0, 2))
  await market.tell(`disputes/${second.dispute_id}/resolve`, { decision: 'refund' })
  await market.later(15)
  await market.rooms.ledger.releaseDue()
  await assertOneSum(market)

  const due = await market.look('payout-due')
  const batch = await market.tell('payout-batches')
  assert.equal([batch.payments, batch.total_amount], Object.values(due.approved))
  assert.is(due.without_account.payments, batch.without_account.length)
  assert.equal([due.disputed.payments, due.failed.payments], [1, 0])
  await assertOneSum(market)
  const failing =
    batch.payments > 1 && (await market.look(`payout-batches/${batch.payout_batch_id}`))
  const [first] = failing.payments
  const status = `payouts/${first.payout_statement_id}/status`
  await market.tell(status, { status: 'failed', reason: 'account closed' })
  await market.tell(`payout-batches/${batch.payout_batch_id}/paid`)
  await assertOneSum(market)
  const again = await market.look('payout-due')
  assert.equal(Object.values(again.failed), [1, first.amount])
  await market.tell(`disputes/${open.dispute_id}/resolve`, { decision: 'reject' })
  const retry = await market.tell('payout-batches', { retry_failed: true })
  const before = await market.look(`payout-batches/${batch.payout_batch_id}`)
  assert.equal(
    before.payments.map((one: Row) => one.status),
    ['failed', ...before.payments.slice(1).map(() => 'paid')],
  )
  await market.tell(`payout-batches/${retry.payout_batch_id}/paid`)
  await market.tell('refunds', about(1, 1))
  await market.tell(status, { status: 'reversed', reason: 'the bank took it back' })
  await assertOneSum(market)
  const { payout_batches: batches } = await market.look('payout-batches')
  for (const { payments, under_way, paid, failed } of batches)
    assert.is(payments, under_way + paid + failed)
  assert.equal(
    batches.map((one: Row) => one.failed),
    [0, 1],
  )
})

test.run()
