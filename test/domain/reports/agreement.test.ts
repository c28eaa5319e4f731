// Every figure of every report is worked out a second time, from the rows alone and in another
// way, after a run of searches, readings and downloads that nobody chose.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { refundEvent } from '../../../src/domain/ledger/disputes/refund-event.ts'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { type House, openTrade, type Row, randomly, type Trade } from '../../support/open-trade.ts'

const prices = {
  retrievalStandardCredits: 1,
  retrievalPremiumCredits: 2,
  planStarterCredits: 30,
  welcomeCredits: 1000,
}
const words = ['boiler', 'turbine', 'valve', 'pump', 'nowhere']
const march = '2026-03'
const whole = 'from=2026-03-01&to=2026-05-31'
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)

/** Searches, readings and downloads across the end of a month, with a deletion on the way. */
async function runAtRandom(trade: Trade, { steps, seed }: { steps: number; seed: number }) {
  const below = randomly(seed)
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
  for (let step = 0; step < steps; step++) {
    const { key } = pick(pick(trade.houses).keys)
    const asset = pick(pick(trade.houses).assets)
    const deed = below(10)
    if (deed < 5) await trade.search(key, `${pick(words)} ${pick(words)}`)
    else if (deed < 7) await trade.read(key, asset)
    else await trade.download(key, asset)
    if (below(4) === 0) trade.clock.advance({ seconds: below(20 * 3600) })
  }
}

/** A month of every plan is paid, and every third charge is given back a day later. */
async function refundSome(trade: Trade) {
  await trade.rooms.ledger.billPlans()
  trade.clock.advance({ hours: 24 })
  const charged = trade.rows('meter_event').filter((row) => row.charge_cents > 0)
  const nowMs = trade.clock.nowMs()
  for (const { event_id: eventId } of charged.filter((_, i) => i % 3 === 0)) {
    await trade.store.write((tx) => refundEvent(tx, { eventId, reason: 'test', nowMs }))
  }
}

/** The first of the two months is over, and settled once however often it is asked for. */
async function settleMarch(trade: Trade) {
  assert.ok(monthOf(trade.clock.nowMs()) > march, 'the month is over')
  for (let i = 0; i < 2; i++) await trade.rooms.ledger.settleDue()
}

type Books = Record<
  'events' | 'refunds' | 'transfers' | 'accounts' | 'searches' | 'reads' | 'objects',
  Row[]
> &
  Record<'datasets' | 'passages' | 'keys', Map<string, Row>>

function booksOf({ rows }: Trade): Books {
  const events = rows('meter_event')
  const by = (table: string, id: string) => new Map(rows(table).map((row) => [row[id], row]))
  return {
    events,
    transfers: rows('transfer'),
    accounts: rows('account'),
    // What was given back, with the event that it undoes.
    refunds: rows('refund').map((row) => ({
      ...events.find(({ event_id }) => event_id === row.event_id),
      charge_cents: -row.charge_cents,
      provider_cents: -row.provider_cents,
      created_at: row.created_at,
      kind: 'refund',
    })),
    searches: rows('search_activity'),
    reads: rows('asset_access'),
    objects: rows('object'),
    datasets: by('dataset', 'dataset_id'),
    passages: by('passage', 'passage_id'),
    keys: by('api_key', 'api_key_id'),
  }
}

const sum = (rows: Row[], column: string) => rows.reduce((total, row) => total + row[column], 0)

/**
 * What went in (credit) and out (debit) of a tenant's account, by the transfers alone; refunds
 * count as what they undo, on the other side.
 */
function moved(books: Books, owner: string, { kind, side }: { kind: string; side: string }) {
  const account = books.accounts.find((row) => row.owner === owner && row.kind === kind)
  const other = side === 'debit' ? 'credit' : 'debit'
  const legs = (on: string, isRefund: boolean) =>
    books.transfers.filter(
      (row) =>
        row[`${on}_account_id`] === account?.account_id && (row.code === 'refund') === isRefund,
    )
  return sum(legs(side, false), 'amount_minor') - sum(legs(other, true), 'amount_minor')
}

/** The passages of a search by dataset. */
function reached(books: Books, search: Row): string[] {
  return JSON.parse(search.hits).map((id: string) => books.passages.get(id)?.dataset_id)
}

function usageOf(books: Books, house: House, among: (row: Row) => boolean) {
  const mine = (id: string) => books.datasets.get(id)?.tenant_id === house.tenantId
  const others = (row: Row) => (row.tenant_id ?? row.buyer_tenant_id) !== house.tenantId
  const hits = books.searches
    .filter(others)
    .map((search) => reached(books, search).filter((id) => mine(id) && among({ dataset_id: id })))
  const events = books.events.filter((row) => row.provider_tenant_id === house.tenantId)
  return {
    searches: hits.filter((ids) => ids.length > 0).length,
    results: hits.flat().length,
    reads: books.reads.filter((row) => others(row) && mine(row.dataset_id) && among(row)).length,
    downloads: events.filter((row) => row.kind === 'download' && others(row) && among(row)).length,
  }
}

function keywordsOf(books: Books, house: House) {
  const seen = new Map<string, string[]>()
  for (const search of books.searches.filter((row) => row.tenant_id !== house.tenantId)) {
    const hit = reached(books, search).some(
      (id) => books.datasets.get(id)?.tenant_id === house.tenantId,
    )
    const asked = hit ? new Set<string>(search.query_text.split(' ')) : []
    for (const word of asked) seen.set(word, [...(seen.get(word) ?? []), search.tenant_id])
  }
  return [...seen]
    .filter(([, tenants]) => new Set(tenants).size >= 3)
    .map(([keyword, tenants]) => ({ keyword, searches: tenants.length }))
    .sort((a, b) => b.searches - a.searches || a.keyword.localeCompare(b.keyword))
}

function revenueOf(events: Row[]) {
  const [gross, seller] = [sum(events, 'charge_cents'), sum(events, 'provider_cents')]
  return {
    currency: 'EUR',
    gross_credits: gross,
    seller_credits: seller,
    platform_credits: gross - seller,
    gross_revenue: gross / 100,
    seller_earnings: seller / 100,
  }
}

async function get(trade: Trade, house: House, path: string) {
  const { status, body } = await trade.call('GET', path, { as: house.key })
  assert.is(status, 200, `${path}: ${JSON.stringify(body)}`)
  return body.data
}

/** All pages of a history. */
async function all(trade: Trade, house: House, list: 'searches' | 'accesses'): Promise<Row[]> {
  const found: Row[] = []
  let cursor = ''
  for (;;) {
    const path = `/v1/agent/activity/${list}?limit=7${cursor && `&cursor=${cursor}`}`
    const page = await get(trade, house, path)
    found.push(...page[list])
    if (page.next_cursor === null) {
      assert.is(page.total, found.length)
      return found
    }
    cursor = page.next_cursor
  }
}

test('reports agree with the rows and the ledger', async () => {
  await using trade = await openTrade({ houses: 4, config: prices })
  trade.store.raw.exec("UPDATE tenant SET plan = 'starter'")
  await runAtRandom(trade, { steps: 90, seed: 1 })
  await refundSome(trade)
  await settleMarch(trade)
  const books = booksOf(trade)
  assert.ok(books.events.some((row) => row.charge_cents > 0))
  assert.ok(new Set(books.events.map((row) => row.period)).size === 2, 'two months')
  assert.ok(trade.rows('payout_statement').length > 1, 'statements')
  for (const house of trade.houses) {
    await checkProvider(trade, books, house)
    await checkBuyer(trade, books, house)
    await checkPayouts(trade, books, house)
  }
  assertLedgerBalances(trade)
})

async function checkProvider(trade: Trade, books: Books, house: House) {
  const mine = [...books.events, ...books.refunds].filter(
    (row) => row.provider_tenant_id === house.tenantId,
  )
  const told = await get(trade, house, `/v1/provider/analytics?${whole}`)
  assert.equal(
    told.usage_summary,
    usageOf(books, house, () => true),
    'usage',
  )
  assert.equal(told.revenue_summary, revenueOf(mine), 'revenue')
  assert.is(
    told.revenue_summary.seller_credits,
    moved(books, house.tenantId, { kind: 'earned', side: 'credit' }),
    'the earnings account',
  )
  assert.ok(told.top_keywords.length > 0, 'keywords')
  assert.equal(told.top_keywords, keywordsOf(books, house), 'keywords')
  assert.is(told.series.length, 92)
  for (const name of ['searches', 'results', 'reads', 'downloads']) {
    assert.is(sum(told.series, name), told.usage_summary[name], `the days of ${name}`)
  }
  for (const day of told.series) {
    const then = mine.filter((row) => dayOf(row.created_at) === day.date)
    assert.is(day.gross_credits, sum(then, 'charge_cents'), day.date)
    assert.is(day.seller_credits, sum(then, 'provider_cents'), day.date)
  }
  for (const datasetId of house.datasetIds) {
    const path = `/v1/provider/analytics?${whole}&dataset_id=${datasetId}`
    const one = await get(trade, house, path)
    const among = (row: Row) => row.dataset_id === datasetId
    assert.equal(one.usage_summary, usageOf(books, house, among), 'usage of a dataset')
    assert.equal(one.revenue_summary, revenueOf(mine.filter(among)), 'revenue of a dataset')
    const objects = books.objects.filter(among)
    const { dataset_name: _, ...held } = await get(
      trade,
      house,
      `/v1/provider/datasets/${datasetId}/analytics`,
    )
    assert.equal(held, {
      dataset_id: datasetId,
      object_count: objects.length,
      active_object_count: objects.length,
      storage_bytes: sum(objects, 'size_bytes'),
    })
  }
}

/** What the statements say, from the charges and, apart from them, from the transfers. */
async function checkPayouts(trade: Trade, books: Books, house: House) {
  const { payouts, total } = await get(trade, house, '/v1/provider/payouts?limit=100')
  const ofMonth = (row: Row) => row.period === march && row.provider_tenant_id === house.tenantId
  const events = books.events.filter(ofMonth)
  const settledAt = Date.parse(payouts[0]?.created_at ?? '')
  const undone = books.refunds.filter((row) => ofMonth(row) && row.created_at <= settledAt)
  const figures = revenueOf([...events, ...undone])
  assert.is(total, figures.gross_credits > 0 ? 1 : 0)
  assert.is(payouts.length, total)
  for (const payout of payouts) {
    assert.is(payout.gross_revenue, figures.gross_revenue, 'gross')
    assert.is(payout.seller_earnings, figures.seller_earnings, 'net')
    assert.equal([payout.held_amount, payout.released_amount], [figures.seller_earnings, 0])
    assert.equal([payout.currency, payout.status], ['EUR', 'pending'])
    assert.is(payout.billing_period_start, '2026-03-01T00:00:00.000Z')
    assert.is(payout.billing_period_end, '2026-04-01T00:00:00.000Z')
    const paid = books.transfers.filter(
      (row) => row.code === 'settlement' && row.group_id === `settle:${payout.payout_statement_id}`,
    )
    assert.is(sum(paid, 'amount_minor'), figures.seller_credits, 'what was set aside')
  }
}

async function checkBuyer(trade: Trade, books: Books, house: House) {
  const mine = books.events.filter((row) => row.buyer_tenant_id === house.tenantId)
  const spent = moved(books, house.tenantId, { kind: 'balance', side: 'debit' })
  const keyOf = {
    day: (row: Row) => dayOf(row.created_at),
    dataset: (row: Row) => row.dataset_id,
    api_key: (row: Row) => row.api_key_id,
  }
  const fees = trade
    .rows('plan_month')
    .filter((row) => row.tenant_id === house.tenantId && row.state === 'paid')
    .map(
      (row): Row => ({ ...row, dataset_id: null, api_key_id: null, charge_cents: row.fee_cents }),
    )
  const back = books.refunds.filter((row) => row.buyer_tenant_id === house.tenantId)
  const paid = [...mine, ...back, ...fees]
  assert.is(fees.length, 1)
  for (const [grouping, key] of Object.entries(keyOf)) {
    const told = await get(trade, house, `/v1/agent/spend?group_by=${grouping}&${whole}`)
    assert.is(told.total_credits, spent, `${grouping}: what left the account`)
    const groups = Object.fromEntries(
      told.groups.map((group: Row) => [group.key, [group.credits, group.events]]),
    )
    const expected = Object.entries(Object.groupBy(paid, key)).map(([name, rows = []]) => {
      const metered = rows.filter((row) => mine.includes(row))
      return [name, [sum(rows, 'charge_cents'), metered.length]]
    })
    assert.equal(groups, Object.fromEntries(expected), grouping)
  }
  const month = mine.filter((row) => row.period === monthOf(trade.clock.nowMs()))
  assert.equal(await get(trade, house, '/v1/buyer/dashboard'), {
    api_key_count: 2,
    active_api_key_count: 2,
    available_credits: moved(books, house.tenantId, { kind: 'balance', side: 'credit' }) - spent,
    plan: 'starter',
    search_allowance: 20_000,
    searches_this_month: month.filter((row) => row.kind === 'search').length,
    downloads_this_month: month.filter((row) => row.kind === 'download').length,
    spend_this_month_credits: sum(
      paid.filter((row) => monthOf(row.created_at) === monthOf(trade.clock.nowMs())),
      'charge_cents',
    ),
    prices: {
      retrieval_credits: 1,
      retrieval_premium_credits: 2,
      citation_credits: 0,
      download_credits: 25,
    },
  })
  await checkHistories(trade, books, { house, mine })
}

async function checkHistories(
  trade: Trade,
  books: Books,
  { house, mine }: { house: House; mine: Row[] },
) {
  const searches = await all(trade, house, 'searches')
  const made = books.searches.filter((row) => row.tenant_id === house.tenantId)
  assert.equal(
    searches.map(({ search_id, dataset_ids }) => [search_id, [...dataset_ids].sort()]).sort(),
    made.map((row) => [row.search_id, [...new Set(reached(books, row))].sort()]).sort(),
  )
  const accesses = await all(trade, house, 'accesses')
  assert.is(new Set(accesses.map(({ access_id }) => access_id)).size, accesses.length)
  const downloads = mine.filter(({ kind }) => kind === 'download')
  const reads = books.reads.filter((row) => row.tenant_id === house.tenantId)
  assert.equal(
    accesses.map(({ kind, asset_id, charged_credits }) => [kind, asset_id, charged_credits]).sort(),
    [
      ...downloads.map((row) => ['download', row.asset_id, row.charge_cents]),
      ...reads.map((row) => ['read', row.object_id, 0]),
    ].sort(),
  )
  const times = accesses.map(({ occurred_at }) => occurred_at)
  assert.equal(times, [...times].sort().reverse())
}

test.run()
