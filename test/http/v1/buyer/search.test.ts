// POST /v1/search: the engine of Surface A in the words of Surface B.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { openShelves } from '../../../support/shelves.ts'

/** A provider with two listed datasets and a private one, and a buyer. */
async function openMarket(config: Record<string, unknown> = {}) {
  const app = await openTestApp({ config: { searchTimeoutMs: 30_000, ...config } })
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const buyer = await app.signUp('Buyer')
  const first = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const second = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const secret = shelves.dataset(provider.tenantId)
  for (let i = 1; i <= 5; i++) {
    await shelves.object(first, [{ text: `Boiler number ${i} was inspected.`, page: i }])
  }
  await shelves.object(second, ['The boiler of the mill is old.'])
  await shelves.object(secret, ['The private boiler of the tower'])
  const ask = (body: object, as = buyer.token) => app.call('POST', '/v1/search', { as, body })
  return {
    app,
    provider,
    buyer,
    first,
    second,
    secret,
    ask,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** For facts that do not count what was asked before. */
const reading = shared(openMarket)

reading.fact('without datasets everything that the caller may see is searched', async (market) => {
  const { status, body } = await market.ask({ query: 'boiler' })
  assert.is(status, 200)
  const { results, search_id, took_ms, ...rest } = body.data
  assert.is(results.length, 6)
  assert.match(search_id, /^srch_/)
  assert.ok(took_ms >= 0)
  assert.equal(rest, {
    total: 6,
    total_relation: 'exact',
    has_more: false,
    offset: 0,
    facets: null,
    next_cursor: null,
    retrieval_mode: 'lexical',
    charged_credits: rest.charged_credits,
    available_credits: 500 - rest.charged_credits,
  })
})

reading.fact('dataset_ids narrow the search, and empty ones do not', async (market) => {
  const ids = [market.second.datasetId]
  const { body } = await market.ask({ query: 'boiler', dataset_ids: ids, highlight: true })
  assert.is(body.data.total, 1)
  assert.match(body.data.results[0].snippet, /\*\*boiler\*\*/)
  assert.is((await market.ask({ query: 'boiler', dataset_ids: [] })).body.data.total, 6)
})

reading.fact(
  'a dataset that the caller cannot see is refused in the words of an unknown one',
  async (market) => {
    for (const id of [market.secret.datasetId, 'dset_00000000000000000000000000']) {
      const { status, body } = await market.ask({ query: 'boiler', dataset_ids: [id] })
      assert.is(status, 400)
      assert.equal(body.error, {
        code: 'bad_request',
        message: 'dataset_ids names a dataset that you cannot search.',
        details: { field: 'dataset_ids', reason: 'unknown_dataset' },
      })
    }
  },
)

reading.fact(
  'pages follow one another by their cursors and bring every passage once',
  async (market) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const asked = { query: 'boiler', top_k: 2, ...(cursor ? { cursor } : {}) }
      const { data } = (await market.ask(asked)).body
      assert.is(data.total, 6)
      seen.push(...data.results.map((hit: { passage_id: string }) => hit.passage_id))
      cursor = data.next_cursor ?? undefined
    } while (cursor)
    assert.is(new Set(seen).size, 6)
    assert.is(seen.length, 6)
  },
)

reading.fact('a cursor of another query is refused', async (market) => {
  const { body } = await market.ask({ query: 'boiler', top_k: 2 })
  const cursor = body.data.next_cursor
  const other = await market.ask({ query: 'mill', top_k: 2, cursor })
  assert.is(other.status, 400)
  assert.is(other.body.error.details.field, 'cursor')
})

test('a retried search with an Idempotency-Key is one search with one answer', async () => {
  await using market = await openMarket()
  const { app, buyer } = market
  const asked = {
    as: buyer.token,
    body: { query: 'boiler', top_k: 2 },
    headers: { 'idempotency-key': 'search-1' },
  }
  const first = await app.call('POST', '/v1/search', asked)
  const second = await app.call('POST', '/v1/search', asked)
  assert.equal(second.body, first.body)
  const { body } = await app.call('GET', '/v1/buyer/dashboard', { as: buyer.token })
  assert.is(body.data.searches_this_month, 1)
})

test('the same request_id over other datasets is another search, and is charged', async () => {
  await using market = await openMarket({ retrievalStandardCredits: 1 })
  const { app, buyer, first, second } = market
  const key = await app.key(buyer)
  const only = { dataset_access_mode: 'allow_list', dataset_ids: [second.datasetId] }
  const narrow = await app.key(buyer, only)
  const charged = async (dataset_ids: string[], as = key) => {
    const { status, body } = await market.ask({ query: 'boiler', dataset_ids, request_id: 'x' }, as)
    assert.is(status, 200)
    return body.data.charged_credits
  }
  const both = [first.datasetId, second.datasetId]
  assert.is(await charged([], narrow), 1)
  assert.is(await charged([first.datasetId]), 5)
  assert.is(await charged([]), 0)
  assert.is(await charged(both), 0)
  // The order says nothing, nor which of the keys asks.
  assert.is(await charged(both.toReversed()), 0)
  assert.is(await charged([second.datasetId]), 0)
  const { body } = await app.call('GET', '/v1/buyer/dashboard', { as: buyer.token })
  assert.equal([body.data.searches_this_month, body.data.spend_this_month_credits], [4, 6])
})

test('the tags of an object narrow the search', async () => {
  await using market = await openMarket()
  market.app.store.raw.exec(`UPDATE object SET tags = '["Mill"]'
    WHERE dataset_id = '${market.second.datasetId}'`)
  const tagged = async (tags: string[]) =>
    (await market.ask({ query: 'boiler', filters: { tags } })).body.data.total
  assert.is(await tagged(['mill']), 1)
  assert.is(await tagged(['mill', 'tower']), 0)
})

reading.fact(
  'facets count by form, kind, language and dataset, as far as the caller sees',
  async (market) => {
    const { first, second, secret, provider } = market
    const { data } = (await market.ask({ query: 'boiler', facets: true, top_k: 1 })).body
    assert.equal(data.facets, {
      modality: { document: 6 },
      kind: { doc_chunk: 6 },
      lang: { en: 6 },
      dataset: [
        { dataset_id: first.datasetId, name: 'Boiler archive', count: 5 },
        { dataset_id: second.datasetId, name: 'Boiler archive', count: 1 },
      ],
    })
    const own = (await market.ask({ query: 'boiler', facets: true }, provider.token)).body.data
    const ids = own.facets.dataset.map((one: { dataset_id: string }) => one.dataset_id)
    assert.ok(ids.includes(secret.datasetId))
    assert.is((await market.ask({ query: 'boiler' })).body.data.facets, null)
  },
)

reading.fact(
  'a page is reached by its offset, in either order, and not by a cursor as well',
  async (market) => {
    const all = (await market.ask({ query: 'boiler', sort: 'recent' })).body.data
    const last = await market.ask({ query: 'boiler', sort: 'recent', offset: 4, top_k: 2 })
    assert.equal(last.body.data.results.map(passage), all.results.slice(4).map(passage))
    assert.equal([last.body.data.offset, last.body.data.has_more], [4, false])
    const asked = { query: 'boiler', top_k: 2 }
    const { next_cursor: cursor } = (await market.ask(asked)).body.data
    const both = await market.ask({ ...asked, cursor, offset: 2 })
    assert.is(both.status, 400)
    assert.equal(both.body.error.details, { field: 'offset', reason: 'exclusive' })
  },
)

test('hits are cut to the match, narrowed by source, and say if there is a picture', async () => {
  await using market = await openMarket()
  const { app, second } = market
  const fine = 'The weather was fine. '.repeat(40)
  const long = `${fine}The valve is rusty. ${fine}`
  const { objectId } = await openShelves(app.store, app.clock).object(second, [long])
  const hit = async (part: object = {}) =>
    (await market.ask({ query: 'valve', snippet_chars: 100, ...part })).body.data.results[0]
  const { snippet, has_preview } = await hit()
  assert.ok(snippet.length <= 100 && snippet.includes('valve'), snippet)
  assert.is(has_preview, false)
  app.store.raw.exec(`INSERT INTO object_preview
    (object_id, blob_key, content_type, width, height, size_bytes, made_at)
    VALUES ('${objectId}', 'a-b', 'image/webp', 1, 1, 1, 1)`)
  assert.is((await hit()).has_preview, true)
  assert.is(await hit({ filters: { source: 'gdrive' } }), undefined)
})

test('a search that is repeated with its request_id is billed once', async () => {
  await using market = await openMarket()
  const asked = { query: 'boiler', top_k: 2, request_id: 'once' }
  await market.ask(asked)
  await market.ask(asked)
  const { body } = await market.app.call('GET', '/v1/buyer/dashboard', { as: market.buyer.token })
  assert.is(body.data.searches_this_month, 1)
})

const passage = ({ passage_id }: { passage_id: string }) => passage_id

const refused: [string, object, string][] = [
  ['no query', {}, 'query'],
  ['an empty query', { query: '' }, 'query'],
  ['a query over 2,048 characters', { query: 'x'.repeat(2049) }, 'query'],
  ['top_k of 101', { query: 'a', top_k: 101 }, 'top_k'],
  ['an unknown mode', { query: 'a', retrieval_mode: 'magic' }, 'retrieval_mode'],
  ['a bad language', { query: 'a', filters: { lang: '!' } }, 'filters.lang'],
  ['an offset over 10,000', { query: 'a', offset: 10_001 }, 'offset'],
  ['snippets of 79', { query: 'a', snippet_chars: 79 }, 'snippet_chars'],
  ['an unknown source', { query: 'a', filters: { source: 'post' } }, 'filters.source'],
  ['a damaged cursor', { query: 'a', cursor: 'AAAA' }, 'cursor'],
]
const refusing = shared(async () => {
  const app = await openTestApp({ parts: { jobs: false } })
  return Object.assign(app, { buyer: await app.signUp('Buyer') })
})
for (const [name, body, field] of refused) {
  refusing.fact(`${name} is 400 and names ${field}`, async ({ call, buyer }) => {
    const answer = await call('POST', '/v1/search', { as: buyer.token, body })
    assert.is(answer.status, 400)
    assert.is(answer.body.error.details.field, field)
  })
}

test('a key without search:query is 403, and nobody is 401', async () => {
  await using app = await openTestApp({ parts: { jobs: false } })
  const key = await app.key(await app.signUp('Buyer'), { scopes: ['datasets:read'] })
  const body = { query: 'a' }
  assert.is((await app.call('POST', '/v1/search', { as: key, body })).status, 403)
  assert.is((await app.call('POST', '/v1/search', { body })).status, 401)
})

test.run()
