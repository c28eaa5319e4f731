// The same over REST and MCP: results, costs and refusals.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import type { ToolResult } from '../../../support/mcp.ts'
import { type Answer, makeKey } from '../../../support/open-test-app.ts'
import { openTestMcp, type TestMcp } from '../../../support/open-test-mcp.ts'

/** `{asset}` stands for the asset on offer, `{search}` for a search of the buyer. */
type Row = {
  name: string
  tool: string
  args?: Record<string, unknown>
  rest: string
  body?: Record<string, unknown>
  /** What the REST status is; MCP has a result for 200 and a tool error for the others. */
  status: number
  code?: string
  /** What is said beside the result. */
  beside?: string[]
}

const bad = { status: 400, code: 'bad_request' }
const missing = { status: 404, code: 'not_found' }
const search = { tool: 'search' }
const asset = { tool: 'get_asset' }
const assets = { tool: 'list_assets' }
const download = { tool: 'request_download', rest: 'POST /download' }

const rows: Row[] = [
  {
    name: 'a search',
    ...search,
    args: { query: 'boiler' },
    rest: 'GET /search?q=boiler',
    status: 200,
  },
  {
    name: 'all that narrows',
    ...search,
    args: {
      query: 'boiler',
      mode: 'keyword',
      modality: 'document',
      kind: 'doc_chunk',
      lang: 'en',
      source: 'upload',
      after: 0,
      before: 99_999_999_999,
      sort: 'recent',
      limit: 5,
      offset: 0,
      highlight: true,
      facets: true,
    },
    rest:
      'GET /search?q=boiler&mode=keyword&modality=document&kind=doc_chunk&lang=en' +
      '&source=upload&after=0&before=99999999999&sort=recent&limit=5&offset=0' +
      '&highlight=true&facets=true',
    status: 200,
  },
  {
    name: 'nothing found',
    ...search,
    args: { query: 'submarine' },
    rest: 'GET /search?q=submarine',
    status: 200,
  },
  {
    name: 'a page beyond the end',
    ...search,
    args: { query: 'boiler', offset: 50 },
    rest: 'GET /search?q=boiler&offset=50',
    status: 200,
  },
  {
    name: 'another modality',
    ...search,
    args: { query: 'boiler', modality: 'audio' },
    rest: 'GET /search?q=boiler&modality=audio',
    status: 200,
  },
  {
    name: 'what is later than it',
    ...search,
    args: { query: 'boiler', after: 1_772_445_601 },
    rest: 'GET /search?q=boiler&after=1772445601',
    status: 200,
  },
  {
    name: 'an argument nobody knows',
    ...search,
    args: { query: 'boiler', colour: 'red' },
    rest: 'GET /search?q=boiler&colour=red',
    status: 200,
    beside: ['Not an argument of this tool, and left out: colour.'],
  },
  { name: 'no query', ...search, args: {}, rest: 'GET /search', ...bad },
  { name: 'an empty query', ...search, args: { query: '' }, rest: 'GET /search?q=', ...bad },
  {
    name: 'a long query',
    ...search,
    args: { query: 'a'.repeat(2049) },
    rest: `GET /search?q=${'a'.repeat(2049)}`,
    ...bad,
  },
  {
    name: 'an operator without a term',
    ...search,
    args: { query: 'a AND' },
    rest: 'GET /search?q=a%20AND',
    ...bad,
  },
  {
    name: 'a control character',
    ...search,
    args: { query: 'a\u0000b' },
    rest: 'GET /search?q=a%00b',
    ...bad,
  },
  {
    name: 'a language that is none',
    ...search,
    args: { query: 'boiler', lang: 'x' },
    rest: 'GET /search?q=boiler&lang=x',
    ...bad,
  },
  {
    name: 'an unknown field',
    ...search,
    args: { query: 'colour:red' },
    rest: 'GET /search?q=colour:red',
    ...bad,
  },
  {
    name: 'an unknown mode',
    ...search,
    args: { query: 'a', mode: 'magic' },
    rest: 'GET /search?q=a&mode=magic',
    ...bad,
  },
  {
    name: 'a limit of none',
    ...search,
    args: { query: 'a', limit: 0 },
    rest: 'GET /search?q=a&limit=0',
    ...bad,
  },
  {
    name: 'a limit of too many',
    ...search,
    args: { query: 'a', limit: 101 },
    rest: 'GET /search?q=a&limit=101',
    ...bad,
  },
  {
    name: 'half a hit',
    ...search,
    args: { query: 'a', limit: 1.5 },
    rest: 'GET /search?q=a&limit=1.5',
    ...bad,
  },
  {
    name: 'an offset beyond all',
    ...search,
    args: { query: 'a', offset: 10_001 },
    rest: 'GET /search?q=a&offset=10001',
    ...bad,
  },
  {
    name: 'a doubtful truth value',
    ...search,
    args: { query: 'a', facets: 'yes' },
    rest: 'GET /search?q=a&facets=yes',
    ...bad,
  },
  {
    name: 'an empty request id',
    ...search,
    args: { query: 'a', request_id: '' },
    rest: 'GET /search?q=a&request_id=',
    ...bad,
  },

  {
    name: 'an asset',
    ...asset,
    args: { asset_id: '{asset}' },
    rest: 'GET /asset/{asset}',
    status: 200,
  },
  {
    name: 'an asset that never was',
    ...asset,
    args: { asset_id: 'obj_x' },
    rest: 'GET /asset/obj_x',
    ...missing,
  },
  {
    name: 'an asset with a long id',
    ...asset,
    args: { asset_id: 'x'.repeat(201) },
    rest: `GET /asset/${'x'.repeat(201)}`,
    ...bad,
  },

  { name: 'own assets', ...assets, rest: 'GET /assets', status: 200 },
  {
    name: 'own assets, narrowed',
    ...assets,
    args: {
      limit: 1,
      modality: 'document',
      status: 'indexed',
      after_uploaded_at: 1,
      after_asset_id: 'obj_x',
    },
    rest:
      'GET /assets?limit=1&modality=document&status=indexed&after_uploaded_at=1' +
      '&after_asset_id=obj_x',
    status: 200,
  },
  {
    name: 'a state that is none',
    ...assets,
    args: { status: 'lost' },
    rest: 'GET /assets?status=lost',
    ...bad,
  },
  {
    name: 'half a cursor',
    ...assets,
    args: { after_asset_id: 'obj_x' },
    rest: 'GET /assets?after_asset_id=obj_x',
    ...bad,
  },

  {
    name: 'a link',
    ...download,
    args: { asset_id: '{asset}' },
    body: { asset_id: '{asset}' },
    status: 200,
  },
  {
    name: 'a link after a search',
    ...download,
    args: { asset_id: '{asset}', search_id: '{search}' },
    body: { asset_id: '{asset}', search_id: '{search}' },
    status: 200,
  },
  {
    name: 'a link to nothing',
    ...download,
    args: { asset_id: 'obj_x' },
    body: { asset_id: 'obj_x' },
    ...missing,
  },
  { name: 'a link without an asset', ...download, args: {}, body: {}, ...bad },
  { name: 'a link by number', ...download, args: { asset_id: 5 }, body: { asset_id: 5 }, ...bad },
  {
    name: 'part of a text',
    ...download,
    args: { asset_id: '{asset}', start_ms: 0, end_ms: 5 },
    body: { asset_id: '{asset}', start_ms: 0, end_ms: 5 },
    ...bad,
  },
  {
    name: 'a start before the start',
    ...download,
    args: { asset_id: '{asset}', start_ms: -1 },
    body: { asset_id: '{asset}', start_ms: -1 },
    ...bad,
  },
  {
    name: "nobody's search",
    ...download,
    args: { asset_id: '{asset}', search_id: 'srch_x' },
    body: { asset_id: '{asset}', search_id: 'srch_x' },
    status: 200,
  },
]

test('each input has the same result, refusal and cost', async () => {
  await using mcp = await openTestMcp()
  const found = await mcp.call('GET', '/search?q=boiler', { as: mcp.key })
  const names = { asset: mcp.assetId, search: found.body.search_id }
  for (const row of rows) await compare(mcp, filled(row, names), mcp.key)
})

const blind: Row[] = [
  {
    name: 'a search',
    ...search,
    args: { query: 'boiler' },
    rest: 'GET /search?q=boiler',
    status: 200,
  },
  {
    name: 'an asset',
    ...asset,
    args: { asset_id: '{asset}' },
    rest: 'GET /asset/{asset}',
    ...missing,
  },
  {
    name: 'a link',
    ...download,
    args: { asset_id: '{asset}' },
    body: { asset_id: '{asset}' },
    ...missing,
  },
]

test('a key that may not see the dataset is as blind over both', async () => {
  await using mcp = await openTestMcp()
  const key = await makeKey(mcp.call, mcp.buyer, { dataset_access_mode: 'allow_list' })
  for (const row of blind) await compare(mcp, filled(row, { asset: mcp.assetId }), key)
  const { text } = await mcp.client('2025-11-25', key).tool('search', { query: 'boiler' })
  assert.is(text.total, 0)
})

test('what became private or was taken down is gone over both', async () => {
  for (const change of [
    "UPDATE dataset SET visibility = 'private'",
    'UPDATE object SET taken_down_at = 1',
  ]) {
    await using mcp = await openTestMcp()
    mcp.sql(change)
    for (const row of blind) await compare(mcp, filled(row, { asset: mcp.assetId }), mcp.key)
  }
})

const unpaid: Row[] = [
  {
    name: 'a search',
    ...search,
    args: { query: 'boiler' },
    rest: 'GET /search?q=boiler',
    status: 402,
    code: 'search_allowance_exhausted',
  },
  {
    name: 'a link',
    ...download,
    args: { asset_id: '{asset}' },
    body: { asset_id: '{asset}' },
    status: 402,
    code: 'search_allowance_exhausted',
  },
  {
    name: 'an asset',
    ...asset,
    args: { asset_id: '{asset}' },
    rest: 'GET /asset/{asset}',
    status: 200,
  },
]

test('a spent allowance is the same PaymentRequired over both', async () => {
  await using mcp = await openTestMcp()
  mcp.spendAllowance()
  for (const row of unpaid) await compare(mcp, filled(row, { asset: mcp.assetId }), mcp.key)
  const { text } = await mcp.client('2026-07-28').tool('search', { query: 'boiler' })
  const { code, operation, required_credits, available_credits, reset_at } = text
  assert.equal(
    [code, operation, required_credits, available_credits, reset_at],
    ['search_allowance_exhausted', 'search', 0, 100, '2026-04-01T00:00:00.000Z'],
  )
})

test('a retry with the same request id is billed once, whichever way it comes', async () => {
  await using mcp = await openTestMcp()
  const args = { query: 'boiler', request_id: 'one' }
  await mcp.call('GET', '/search?q=boiler&request_id=one', { as: mcp.key })
  await mcp.client('2025-11-25').tool('search', args)
  await mcp.client('2026-07-28').tool('search', args)
  assert.is(searchesOf(mcp), 1)
  await mcp.client('2026-07-28').tool('search', { ...args, query: 'turbine' })
  assert.is(searchesOf(mcp), 2)
})

test('a passage is charged once, whichever way it was found first', async () => {
  for (const order of ['REST first', 'MCP first']) {
    await using mcp = await openTestMcp({ config: { retrievalStandardCredits: 3 } })
    const rest = async () => (await mcp.call('GET', '/search?q=boiler', { as: mcp.key })).body
    const tool = async () =>
      (await mcp.client('2025-11-25').tool('search', { query: 'boiler' })).text
    const [first, second] = order === 'REST first' ? [rest, tool] : [tool, rest]
    assert.is((await first()).charged_credits, 3, order)
    assert.is((await second()).charged_credits, 0, order)
    assert.is(mcp.credits(mcp.buyer.tenantId), 97)
    assertLedgerBalances(mcp)
  }
})

test('the x-request-id of a message is not that of a search in it', async () => {
  await using mcp = await openTestMcp()
  const params = { name: 'search', arguments: { query: 'boiler' } }
  const headers = { 'x-request-id': 'from a proxy' }
  await mcp.client('2025-11-25').ask('tools/call', params, { headers })
  await mcp.client('2025-11-25').ask('tools/call', params, { headers })
  assert.is(searchesOf(mcp), 2)
})

test('the rate of the key is one for both; lists and links do not count', async () => {
  await using mcp = await openTestMcp({ config: { searchRatePerMinute: 2 } })
  const client = mcp.client('2025-11-25')
  await client.tool('list_assets')
  await client.tool('request_download', { asset_id: mcp.assetId })
  await mcp.call('GET', '/search?q=boiler', { as: mcp.key })
  const params = { name: 'get_asset', arguments: { asset_id: mcp.assetId } }
  const { headers } = await client.ask('tools/call', params)
  assert.match(headers.get('ratelimit') ?? '', /r=0/)
  const { isError, text } = await client.tool('search', { query: 'boiler' })
  assert.equal([isError, text.code], [true, 'rate_limited'])
  assert.ok(text.retry_after_seconds > 0)
  assert.is((await mcp.call('GET', '/search?q=boiler', { as: mcp.key })).status, 429)
})

test('null is an argument left out, and numbers may come as text', async () => {
  await using mcp = await openTestMcp()
  const args = { query: 'boiler', lang: null, limit: '3', highlight: 'true' }
  const { text } = await mcp.client('2025-11-25').tool('search', args)
  assert.equal([text.total, text.limit], [1, 3])
  assert.match(text.results[0].snippet, /\*\*boiler\*\*/)
})

test('an argument that the tool does not have is left out, and that is said', async () => {
  await using mcp = await openTestMcp()
  const { tool } = mcp.client('2025-11-25')
  const beside = async (name: string, args: object) =>
    (await tool(name, args)).content.slice(1).map(({ text }) => text)
  const said = (names: string) => [`Not an argument of this tool, and left out: ${names}.`]
  assert.equal(await beside('search', { query: 'boiler', top_k: 3, q: 'x' }), said('top_k, q'))
  assert.equal(await beside('search', { q: 'boiler' }), said('q'))
  assert.equal(await beside('search', { query: 'boiler', top_k: null, lang: null }), [])
  const after = { asset_id: mcp.assetId, after_passage_id: 'psg_x' }
  assert.equal(await beside('get_asset', after), [])
  assert.equal(await beside('request_download', { asset_id: mcp.assetId, id: 1 }), said('id'))
})

test('what a refusal says names the argument, not the parameter', async () => {
  await using mcp = await openTestMcp()
  const { tool } = mcp.client('2025-11-25')
  assert.is((await tool('search', { q: 'boiler' })).text.message, 'query is required.')
  assert.match((await tool('search', { query: 'a AND' })).text.message, /^query, character 3: /)
  assert.is((await tool('get_asset', { id: 'x' })).text.message, 'asset_id is required.')
})

async function compare(mcp: TestMcp, row: Row, key: string): Promise<void> {
  const [before, hadBefore] = [searchesOf(mcp), mcp.credits(mcp.buyer.tenantId)]
  const rest = await askRest(mcp, row, key)
  const [between, hadBetween] = [searchesOf(mcp), mcp.credits(mcp.buyer.tenantId)]
  const tool = await mcp.client('2025-11-25', key).tool(row.tool, row.args)
  assert.is(searchesOf(mcp) - between, between - before, `${row.name}: searches`)
  assert.is(hadBetween - mcp.credits(mcp.buyer.tenantId), hadBefore - hadBetween, row.name)
  assert.equal([rest.status, rest.body.code], [row.status, row.code], row.name)
  assert.is(tool.isError === true, row.status !== 200, row.name)
  assert.equal(steady(tool.text), steady(inToolWords(rest, row)), row.name)
  assert.equal(tool.structuredContent, row.status === 200 ? tool.text : undefined, row.name)
  assertTexts(tool, row)
}

function assertTexts({ content }: ToolResult, { name, beside = [] }: Row): void {
  assert.equal(
    content.map(({ type }) => type),
    ['text', ...beside.map(() => 'text')],
    name,
  )
  assert.equal(
    content.slice(1).map(({ text }) => text),
    beside,
    name,
  )
}

function askRest(mcp: TestMcp, { rest, body }: Row, key: string): Promise<Answer> {
  const [method = '', path = ''] = rest.split(' ')
  return mcp.call(method, path, { as: key, ...(body === undefined ? {} : { body }) })
}

/** The one difference: what is `q` and `id` over REST. */
function inToolWords({ body }: Answer, { tool }: Row): Record<string, unknown> {
  if (typeof body.message !== 'string') return body
  const renamed: Record<string, [RegExp, string]> = {
    search: [/^q\b/, 'query'],
    get_asset: [/^id\b/, 'asset_id'],
  }
  const [pattern, name] = renamed[tool] ?? [/^$/, '']
  return { ...body, message: body.message.replace(pattern, name) }
}

/** Ids of the request, and what took how long, differ from one to the next. */
function steady(body: Record<string, unknown>): unknown {
  const text = JSON.stringify({ ...body, took_ms: undefined })
  return JSON.parse(
    text.replace(/\b(req|srch|ret)_[0-9a-z_]+/g, '$1').replace(/\/dl\/[\w-]+/g, '/dl/token'),
  )
}

function searchesOf({ store, buyer }: TestMcp): number {
  const query = store.raw.prepare(
    'SELECT total(amount) FROM tally WHERE kind = ? AND tenant_id = ?',
  )
  return query.pluck().get('searches', buyer.tenantId) as number
}

function filled(row: Row, names: Record<string, string>): Row {
  const text = JSON.stringify(row)
  return JSON.parse(text.replace(/\{(asset|search)\}/g, (_, name: string) => names[name] ?? ''))
}

test.run()
