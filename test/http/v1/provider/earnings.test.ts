// What a provider earned, was stated and will be paid, and what a buyer spent and will have spent.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { payoutBalance } from '../../../../src/cli/ledger/payout.ts'
import { openClient } from '../../../../src/client/index.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { password } from '../../../support/open-test-app.ts'
import { openTrade, type Row, type Trade } from '../../../support/open-trade.ts'

type House = Trade['houses'][number]

/** Ada sells two datasets at 100 and 40 cents, Ben bought the first twice and the second once. */
async function openSold() {
  const trade = await openTrade({ houses: 2, datasets: 2 })
  const [ada, ben] = trade.houses as [House, House]
  const [first, second] = ada.datasetIds as ['dset_a', 'dset_b']
  trade.store.raw.exec(`UPDATE dataset SET pricing_model = 'fixed';
    UPDATE dataset SET base_price_cents = 100 WHERE dataset_id = '${first}';
    UPDATE dataset SET base_price_cents = 40 WHERE dataset_id = '${second}'`)
  const of = (id: string) =>
    ada.assets.find(({ datasetId }) => datasetId === id) as House['assets'][0]
  for (const id of [first, first, second]) await trade.download(ben.key, of(id))
  const get = async (path: string, as = ada.key) => {
    const answer = await trade.call('GET', path, { as })
    assert.is(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  return Object.assign(trade, { ada, ben, first, second, get })
}

test('earnings are told by dataset, and a refund is taken off', async () => {
  await using trade = await openSold()
  const { ada, first, second } = trade
  const eventId = trade.rows('meter_event').find((row) => row.charge_cents === 40)?.event_id
  const operator = await trade.admin()
  await trade.call('POST', '/v1/admin/refunds', {
    as: operator.token,
    body: { event_id: eventId, reason: 'damaged' },
  })
  const { datasets, gross_credits, seller_credits } = await trade.get('/v1/provider/earnings')
  assert.equal([gross_credits, seller_credits], [200, datasets[0].seller_credits])
  assert.equal(
    datasets.map((one: Record<string, unknown>) => [one.dataset_id, one.gross_credits]),
    [
      [first, 200],
      [second, 0],
    ],
  )
  assert.equal([datasets[0].charges, datasets[0].downloads], [2, 2])
  assert.ok(datasets[0].name)
  const narrow = await trade.key(ada, {
    scopes: ['usage:read'],
    dataset_access_mode: 'allow_list',
    dataset_ids: [second],
  })
  const seen = await trade.get('/v1/provider/earnings', narrow)
  assert.equal([seen.gross_credits, seen.datasets.length], [0, 1])
})

test('what is coming says null for an account that was never set', async () => {
  await using trade = await openSold()
  const before = await trade.get('/v1/provider/payout-outlook')
  assert.equal([before.account, before.period, before.gross_credits], [null, '2026-03', 240])
  await trade.call('PUT', '/v1/provider/payout-account', {
    as: trade.ada.token,
    body: { holder_name: 'Ada', iban: 'DE89370400440532013000' },
  })
  trade.clock.advance({ hours: 24 * 6 })
  await trade.rooms.ledger.settlePeriod('2026-03')
  const after = await trade.get('/v1/provider/payout-outlook')
  assert.equal(
    [after.account.iban_ends_in, after.period, after.gross_credits, after.held_credits],
    ['3000', '2026-04', 0, before.seller_credits],
  )
  assert.ok(after.next_release_at > '2026-04')
})

test('a refund of a settled month is taken off once from what the command line shows', async () => {
  await using trade = await openSold()
  trade.clock.advance({ hours: 24 * 6 })
  await trade.rooms.ledger.settlePeriod('2026-03')
  const { held_credits: held } = await trade.get('/v1/provider/payout-outlook')
  const charge = trade.rows('meter_event').find((row) => row.charge_cents === 40)
  await trade.call('POST', '/v1/admin/refunds', {
    as: (await trade.admin()).token,
    body: { event_id: charge?.event_id, reason: 'damaged' },
  })
  const client = openClient({ baseUrl: trade.url, credential: trade.ada.token })
  const { data, lines } = await payoutBalance.ask({ client } as never, {})
  const left = (held - (charge?.provider_cents as number)) / 100
  const none = { on_its_way: 0, paid: 0 }
  assert.equal(data, { currency: 'EUR', period: '2026-04', not_settled: 0, held: left, ...none })
  assert.is(lines[0], 'Not settled yet, from 2026-04 on: 0.00 EUR.')
})

test('a statement is shown with its charges, and to nobody else', async () => {
  await using trade = await openSold()
  trade.clock.advance({ hours: 24 * 6 })
  await trade.rooms.ledger.settlePeriod('2026-03')
  const [{ payout_statement_id: id }] = (await trade.get('/v1/provider/payouts')).payouts
  const path = `/v1/provider/payouts/${id}`
  const statement = await trade.get(path)
  assert.equal(
    [statement.period, statement.gross_credits, statement.status],
    ['2026-03', 240, 'pending'],
  )
  const { events, total } = await trade.get(`${path}/events`)
  const paid = events.map((one: { gross_credits: number }) => one.gross_credits)
  assert.equal([total, paid], [3, [40, 100, 100]])
  assert.equal(
    [events[0].kind, events[0].refunded_at, events[0].start_ms],
    ['download', null, null],
  )
  assert.ok(events[0].title && events[0].dataset_name)
  const page = await trade.get(`${path}/events?limit=2`)
  const rest = await trade.get(`${path}/events?limit=2&cursor=${page.next_cursor}`)
  assert.equal([...page.events, ...rest.events], events)
  assert.equal((await trade.get(`${path}/events?offset=1&limit=1`)).events, [events[1]])
  for (const end of ['', '/events']) {
    const foreign = await trade.call('GET', path + end, { as: trade.ben.token })
    assert.is(foreign.status, 404)
    const nobody = await trade.call('GET', path + end)
    assert.is(nobody.status, 401)
    const short = await trade.key(trade.ada, { scopes: ['usage:read'] })
    assert.is((await trade.call('GET', path + end, { as: short })).status, 403)
  }
  assert.is(
    (await trade.call('GET', `${path}/events?cursor=x`, { as: trade.ada.token })).status,
    400,
  )
})

/** A month with a statement; events are Ada's, the oldest first, and refunds an administrator's. */
async function openStated() {
  const trade = await openSold()
  const events = trade.rows('meter_event').filter((row) => row.charge_cents > 0)
  const operator = await trade.admin()
  const log = async (party: { email: string; token: string }) => {
    const body = { email: party.email, password }
    party.token = (await trade.call('POST', '/v1/auth/login', { body })).body.data.session_token
  }
  const admin = async (path: string, body: object) => {
    const answer = await trade.call('POST', `/v1/admin/${path}`, { as: operator.token, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  return Object.assign(trade, {
    admin: () => Promise.resolve(operator),
    refund: (n: number) => admin('refunds', { event_id: events[n]?.event_id, reason: 'damaged' }),
    dispute: (n: number) => admin('disputes', { event_id: events[n]?.event_id, reason: 'empty' }),
    async settle() {
      trade.clock.advance({ hours: 24 * 6 })
      await trade.rooms.ledger.settlePeriod('2026-03')
      const [{ payout_statement_id: id }] = (await trade.get('/v1/provider/payouts')).payouts
      return id as string
    },
    async setStatus(id: string, status: string) {
      await log(operator)
      await admin(`payouts/${id}/status`, { status, reason: 'was sold twice' })
    },
  })
}

test('the sums of a statement follow from its charges, whenever they were given back', async () => {
  await using trade = await openStated()
  await trade.download(trade.ben.key, trade.ada.assets[0] as House['assets'][0])
  await trade.refund(0)
  const id = await trade.settle()
  await trade.refund(1)
  await trade.dispute(2)
  const path = `/v1/provider/payouts/${id}`
  const { events } = await trade.get(`${path}/events`)
  const said = events.map((one: Row) => [one.gross_credits, one.provider_part_from, one.dispute])
  assert.equal(said, [
    [100, null, null],
    [40, null, 'open'],
    [100, 'payable', null],
    [100, 'earned', null],
  ])
  const sum = (rows: Row[], field: string) => rows.reduce((all, row) => all + row[field], 0)
  const counted = events.filter((one: Row) => one.provider_part_from !== 'earned')
  const back = events.filter((one: Row) => one.provider_part_from === 'payable')
  const statement = await trade.get(path)
  assert.is(statement.gross_credits, sum(counted, 'gross_credits'))
  assert.is(statement.seller_credits, sum(counted, 'seller_credits'))
  assert.is(statement.reversed_credits, sum(back, 'seller_credits'))
  const asked = '/v1/exports/usage?period=2026-03&side=provider'
  const { bytes } = await trade.call('GET', asked, { as: trade.ada.key })
  const lines = bytes.toString().trimEnd().split('\r\n').slice(1).reverse()
  assert.equal(
    lines.map((line) => line.split(',').at(-1) || null),
    events.map((one: Row) => one.provider_part_from),
  )
  assertLedgerBalances(trade)
})

test('a statement says why it was reversed, and no more why it was held', async () => {
  await using trade = await openStated()
  const id = await trade.settle()
  const why = async () => {
    const { status, hold_reason, reversal_reason, paid_at } = await trade.get(
      `/v1/provider/payouts/${id}`,
    )
    return [status, hold_reason, reversal_reason, paid_at]
  }
  await trade.setStatus(id, 'held')
  assert.equal(await why(), ['held', 'was sold twice', null, null])
  await trade.setStatus(id, 'reversed')
  assert.equal(await why(), ['reversed', null, 'was sold twice', null])
})

test('months with an invoice are listed with its total', async () => {
  await using trade = await openSold()
  trade.clock.advance({ hours: 24 * 6 })
  await trade.download(trade.ben.key, trade.ada.assets[0] as House['assets'][0])
  const { invoices } = await trade.get('/v1/invoices', trade.ben.key)
  const shown = invoices.map((one: Record<string, unknown>) => [one.period, one.final])
  assert.equal(shown, [
    ['2026-04', false],
    ['2026-03', true],
  ])
  for (const { period, total_credits, invoice_id } of invoices) {
    const invoice = await trade.get(`/v1/invoices/${period}`, trade.ben.key)
    assert.equal([invoice.total_credits, invoice.invoice_id], [total_credits, invoice_id])
  }
})

test('spending is carried on to the end of the month at the pace of the last days', async () => {
  await using trade = await openSold()
  const { ben } = trade
  trade.clock.advance({ hours: 24 })
  const now = await trade.get('/v1/agent/spend/projection', ben.token)
  const { spent_credits, daily_credits, available_credits } = now
  assert.equal([spent_credits, daily_credits, available_credits], [240, 240, 260])
  // 27 March, 22:00: four days and two hours are left of the month.
  assert.is(now.projected_credits, 240 + Math.round(240 * (4 + 2 / 24)))
  const lastsMs = Date.parse(now.lasts_until) - trade.clock.nowMs()
  assert.is(lastsMs, Math.round((260 / 240) * 24 * 60 * 60 * 1000))
  const idle = await trade.get('/v1/agent/spend/projection', trade.ada.token)
  assert.equal([idle.daily_credits, idle.projected_credits, idle.lasts_until], [0, 0, null])
})

test('prices are tried on the downloads of the last 30 days, and nothing changes', async () => {
  await using trade = await openSold()
  const { ada, first } = trade
  const path = `/v1/datasets/${first}/price-simulation`
  const body = {
    prices: [
      { base_price_credits: 100 },
      { base_price_credits: 250 },
      { base_price_credits: 100, pricing_model: 'demand_curve' },
      { base_price_credits: 100, pricing_model: 'time_decay' },
    ],
  }
  const { body: answer } = await trade.call('POST', path, { as: ada.key, body })
  const { downloads, capped, actual, simulated } = answer.data
  assert.equal([downloads, capped, actual.gross_credits], [2, false, 200])
  assert.equal(simulated[0].seller_credits, actual.seller_credits)
  assert.equal(
    simulated.map((one: { gross_credits: number }) => one.gross_credits),
    [200, 500, 200, 200],
  )
  assert.is((await trade.get(`/v1/datasets/${first}`)).base_price_credits, 100)
  trade.clock.advance({ hours: 24 * 31 })
  const later = await trade.call('POST', path, { as: ada.key, body })
  assert.equal([later.body.data.downloads, later.body.data.actual.gross_credits], [0, 0])
})

test.run()
