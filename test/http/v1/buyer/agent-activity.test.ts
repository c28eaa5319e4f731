// The buyer's histories and spend (spec 4.2; their fields are our choice).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import {
  badField,
  checkRows,
  missingScope,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { type House, openTrade } from '../../../support/open-trade.ts'

const searches = '/v1/agent/activity/searches'
const accesses = '/v1/agent/activity/accesses'
const spend = '/v1/agent/spend'

async function openBuyer() {
  const trade = await openTrade({ houses: 2, datasets: 1 })
  const [seller, buyer] = trade.houses as [House, House]
  trade.store.raw.exec('UPDATE dataset SET base_price_cents = 25')
  const get = async (path: string, as: string = buyer.token) => {
    const answer = await trade.call('GET', path, { as })
    assert.is(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const second = buyer.keys[1] as House['keys'][number]
  return Object.assign(trade, { seller, buyer, second, get, asset: seller.assets[0] as Asset })
}

type Asset = House['assets'][number]
type Listed = { searches: { query_text: string }[]; next_cursor: string | null; total: number }
const queries = (list: Listed) => list.searches.map(({ query_text }) => query_text)

test('a search is listed with what it asked, reached and cost', async () => {
  await using trade = await openBuyer()
  const { body } = await trade.search(trade.buyer.key, 'boiler')
  const { searches: listed, ...page } = await trade.get(searches)
  const [{ search_activity_id, ...search }] = listed
  assert.equal(page, { total: 1, next_cursor: null })
  assert.match(search_activity_id, /^sa_/)
  const { dataset_ids, ...rest } = search
  assert.equal(
    new Set(dataset_ids),
    new Set(body.results.map(({ dataset_id }: { dataset_id: string }) => dataset_id)),
  )
  assert.equal(rest, {
    search_id: body.search_id,
    query_text: 'boiler',
    mode: 'keyword',
    result_count: body.results.length,
    charged_credits: 0,
    charged_amount: 0,
    currency: 'EUR',
    api_key_id: trade.buyer.keys[0]?.id,
    user_id: null,
    occurred_at: isoOf(trade.clock.nowMs()),
  })
})

test('a search that found nothing reached no dataset', async () => {
  await using trade = await openBuyer()
  await trade.search(trade.buyer.key, 'nowhere')
  const [{ dataset_ids, result_count }] = (await trade.get(searches)).searches
  assert.equal([dataset_ids, result_count], [[], 0])
})

test('searches are paged newest first while new ones come in', async () => {
  await using trade = await openBuyer()
  const { key } = trade.buyer
  for (const word of ['one', 'two', 'three']) await trade.search(key, word)
  const first = await trade.get(`${searches}?limit=2`)
  await trade.search(key, 'four')
  const last = await trade.get(`${searches}?limit=2&cursor=${first.next_cursor}`)
  assert.equal([...queries(first), ...queries(last)], ['three', 'two', 'one'])
  assert.equal([first.total, last.total, last.next_cursor], [3, 4, null])
})

test('searches are filtered by key and by time', async () => {
  await using trade = await openBuyer()
  const { buyer, second, clock } = trade
  await trade.search(buyer.key, 'early')
  clock.advance({ hours: 24 })
  await trade.search(second.key, 'late')
  const table: [query: string, found: string[]][] = [
    ['', ['late', 'early']],
    [`api_key_id=${second.id}`, ['late']],
    ['api_key_id=key_unknown', []],
    [`api_key_id=${trade.seller.keys[0]?.id}`, []],
    ['from=2026-03-27', ['late']],
    ['to=2026-03-26', ['early']],
    ['from=2026-03-26&to=2026-03-27', ['late', 'early']],
    ['from=2026-03-26T22:00:00Z&to=2026-03-27T22:00:00Z', ['early']],
    ['to=2026-03-26T22:00:00Z', []],
    ['from=2026-03-27T00:00:00%2B02:00&to=2026-03-27T00:00:00.001%2B02:00', ['early']],
    [`from=2026-03-27&api_key_id=${buyer.keys[0]?.id}`, []],
  ]
  for (const [query, found] of table) {
    const list = await trade.get(`${searches}?${query}`)
    assert.equal([queries(list), list.total], [found, found.length], query)
  }
})

test('accesses are readings and downloads, newest first', async () => {
  await using trade = await openBuyer()
  const { buyer, asset, clock, second } = trade
  await trade.read(buyer.key, asset)
  clock.advance({ seconds: 1 })
  await trade.download(second.key, asset)
  const { accesses: listed, ...page } = await trade.get(accesses)
  assert.equal(page, { total: 2, next_cursor: null })
  const [download, read] = listed
  assert.match(download.access_id, /^dlv_[0-9a-f]{26}$/)
  assert.match(read.access_id, /^acc_/)
  assert.ok(download.receipt_id.startsWith(download.access_id.replace('dlv_', 'dl:')))
  const about = { asset_id: asset.objectId, dataset_id: asset.datasetId, search_id: null }
  assert.equal(download, {
    access_id: download.access_id,
    kind: 'download',
    receipt_id: download.receipt_id,
    ...about,
    charged_credits: 25,
    charged_amount: 0.25,
    currency: 'EUR',
    api_key_id: second.id,
    user_id: null,
    occurred_at: isoOf(clock.nowMs()),
  })
  assert.equal(read, {
    access_id: read.access_id,
    kind: 'read',
    receipt_id: null,
    ...about,
    charged_credits: 0,
    charged_amount: 0,
    currency: 'EUR',
    api_key_id: buyer.keys[0]?.id,
    user_id: null,
    occurred_at: isoOf(clock.nowMs() - 1000),
  })
})

test('accesses at one moment are paged without a gap or a repetition', async () => {
  await using trade = await openBuyer()
  const { buyer, asset } = trade
  for (let i = 0; i < 3; i++) {
    await trade.read(buyer.key, asset)
    await trade.download(buyer.key, asset)
  }
  const found: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 6; pages++) {
    const page = await trade.get(`${accesses}?limit=1${cursor}`)
    found.push(...page.accesses.map(({ access_id }: { access_id: string }) => access_id))
    cursor = `&cursor=${page.next_cursor}`
  }
  assert.is(cursor, '&cursor=null')
  assert.is(new Set(found).size, 6)
})

test('the search that led to a download is named with it', async () => {
  await using trade = await openBuyer()
  const { body } = await trade.search(trade.buyer.key, 'boiler')
  const minted = await trade.call('POST', '/download', {
    as: trade.buyer.key,
    body: { asset_id: trade.asset.objectId, search_id: body.search_id },
  })
  await trade.call('GET', minted.body.url)
  assert.is((await trade.get(accesses)).accesses[0].search_id, body.search_id)
})

// The search is two events: itself, and the passages that it found with the seller.
test('spend is grouped by day, dataset or key', async () => {
  await using trade = await openBuyer()
  const { buyer, second, asset, clock } = trade
  await trade.search(buyer.key, 'boiler')
  await trade.download(buyer.key, asset)
  clock.advance({ hours: 24 })
  await trade.download(second.key, asset)
  await trade.download(second.key, asset)
  const groups: Record<string, unknown[]> = {
    day: [
      { key: '2026-03-26', label: '2026-03-26', credits: 25, events: 3 },
      { key: '2026-03-27', label: '2026-03-27', credits: 50, events: 2 },
    ],
    dataset: [
      { key: asset.datasetId, label: 'Archive 0', credits: 75, events: 4 },
      { key: null, label: 'No dataset', credits: 0, events: 1 },
    ],
    api_key: [
      { key: second.id, label: 'second', credits: 50, events: 2 },
      { key: buyer.keys[0]?.id, label: 'first', credits: 25, events: 3 },
    ],
  }
  for (const [group_by, expected] of Object.entries(groups)) {
    assert.equal(await trade.get(`${spend}?group_by=${group_by}`), {
      currency: 'EUR',
      from: '2026-02-26T00:00:00.000Z',
      to: '2026-03-28T00:00:00.000Z',
      group_by,
      total_credits: 75,
      groups: expected,
    })
  }
})

test('spend is by day unless asked otherwise, and of the period alone', async () => {
  await using trade = await openBuyer()
  await trade.download(trade.buyer.key, trade.asset)
  const now = await trade.get(spend)
  assert.equal([now.group_by, now.total_credits], ['day', 25])
  const before = await trade.get(`${spend}?to=2026-03-25`)
  assert.equal([before.total_credits, before.groups], [0, []])
})

test('what a search cost is in its record', async () => {
  await using trade = await openTrade({
    houses: 2,
    datasets: 1,
    config: { retrievalStandardCredits: 3 },
  })
  const [seller, buyer] = trade.houses as [House, House]
  const { body } = await trade.search(buyer.key, 'boiler')
  const cost = body.charged_credits
  assert.ok(cost > 0)
  const listed = await trade.call('GET', searches, { as: buyer.token })
  const [{ charged_credits, charged_amount }] = listed.body.data.searches
  assert.equal([charged_credits, charged_amount], [cost, cost / 100])
  const spent = await trade.call('GET', `${spend}?group_by=dataset`, { as: buyer.token })
  assert.equal(
    [spent.body.data.total_credits, spent.body.data.groups[0].key],
    [cost, seller.datasetIds[0]],
  )
})

test('a dataset that the buyer does not see any more has its id for a name', async () => {
  await using trade = await openBuyer()
  await trade.download(trade.buyer.key, trade.asset)
  trade.store.raw.exec("UPDATE dataset SET visibility = 'private', name = 'Secret'")
  const { groups } = await trade.get(`${spend}?group_by=dataset`)
  assert.is(groups[0].label, trade.asset.datasetId)
})

test('a key with an allow-list sees its own history and spend only', async () => {
  await using trade = await openBuyer()
  const { buyer, asset } = trade
  const scopes = ['search:query', 'usage:read', 'billing:read']
  const list = { dataset_access_mode: 'allow_list', dataset_ids: [asset.datasetId] }
  const narrow = await trade.key(buyer, { scopes, ...list })
  await trade.search(buyer.key, 'secret plan')
  await trade.download(buyer.key, asset)
  await trade.search(narrow, 'boiler')
  await trade.read(narrow, asset)
  assert.equal(queries(await trade.get(searches, narrow)), ['boiler'])
  const others = `${searches}?api_key_id=${buyer.keys[0]?.id}`
  assert.equal(queries(await trade.get(others, narrow)), [])
  assert.is((await trade.get(accesses, narrow)).total, 1)
  assert.is((await trade.get(spend, narrow)).total_credits, 0)
})

test('another tenant sees nothing of it', async () => {
  await using trade = await openBuyer()
  await trade.search(trade.buyer.key, 'boiler')
  await trade.download(trade.buyer.key, trade.asset)
  assert.is((await trade.get(searches, trade.seller.token)).total, 0)
  assert.is((await trade.get(accesses, trade.seller.token)).total, 0)
  assert.is((await trade.get(spend, trade.seller.token)).total_credits, 0)
})

const periodForm = 'must be a date or a time such as 2027-01-31 or 2027-01-31T12:00:00Z.'
const cursorWords = 'This cursor is damaged or belongs to another list. Start again without it.'
const badQueries: [query: string, field: string, reason: string, message: string][] = [
  ['from=x', 'from', 'invalid_format', `from ${periodForm}`],
  ['to=1764547200', 'to', 'invalid_format', `to ${periodForm}`],
  ['from=2026-03-02&to=2026-03-01', 'from', 'not_before_to', 'from must lie before to.'],
]
const badPages: typeof badQueries = [
  ['limit=0', 'limit', 'too_small', 'limit must be a whole number from 1 to 100.'],
  ['cursor=x', 'cursor', 'invalid_cursor', cursorWords],
  ['api_key_id=', 'api_key_id', 'too_small', 'api_key_id must not be empty.'],
]
const groupings = 'group_by must be one of day, dataset, api_key.'

const refused: Row[] = [
  ...[searches, accesses, spend].flatMap((path): Row[] => [
    { name: `${path} by nobody`, ask: `GET ${path}`, status: 401, error: unauthorized },
    {
      name: `${path} unscoped`,
      as: 'blind',
      ask: `GET ${path}`,
      status: 403,
      error: missingScope(path === spend ? 'billing:read' : 'usage:read'),
    },
    ...badQueries.map(refusedQuery(path)),
  ]),
  ...[searches, accesses].flatMap((path) => badPages.map(refusedQuery(path))),
  refusedQuery(spend)(['group_by=week', 'group_by', 'invalid_value', groupings]),
]

function refusedQuery(path: string) {
  return ([query, field, reason, message]: (typeof badQueries)[number]): Row => ({
    name: `${path}?${query}`,
    as: 'buyer',
    ask: `GET ${path}?${query}`,
    status: 400,
    error: badField(field, { reason, message }),
  })
}

test('every refusal of the histories and of spend, whole', async () => {
  await using trade = await openBuyer()
  const blind = await trade.key(trade.buyer, { scopes: ['search:query'] })
  await checkRows(trade, { blind, buyer: trade.buyer.token }, refused)
})

test('a cursor is good for its own list, filters and tenant only', async () => {
  await using trade = await openBuyer()
  for (const word of ['one', 'two']) await trade.search(trade.buyer.key, word)
  const { next_cursor } = await trade.get(`${searches}?limit=1`)
  const cursor = `limit=1&cursor=${next_cursor}`
  const foreign: [path: string, as: string][] = [
    [`${accesses}?${cursor}`, trade.buyer.token],
    [`${searches}?${cursor}&from=2026-03-01`, trade.buyer.token],
    [`${searches}?${cursor}`, trade.seller.token],
  ]
  for (const [path, as] of foreign) {
    assert.is((await trade.call('GET', path, { as })).status, 400, path)
  }
})

test.run()
