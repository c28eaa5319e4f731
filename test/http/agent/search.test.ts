// GET /search as a caller sees it (spec 4.1).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp, type TestApp } from '../../support/open-test-app.ts'
import { allowanceStep } from '../../support/payment-steps.ts'
import { shared } from '../../support/shared.ts'
import { openShelves } from '../../support/shelves.ts'

type Settings = NonNullable<Parameters<typeof openTestApp>[0]>['config']

/** A provider with a listed and a private dataset, and a buyer with a key. */
async function openMarket(config: Settings = {}) {
  const app = await openTestApp({ config: { searchTimeoutMs: 30_000, ...config } })
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const buyer = await app.signUp('Buyer')
  const listed = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const secret = shelves.dataset(provider.tenantId)
  const open = await shelves.object(listed, [
    { text: 'The boiler A-17 was inspected in May.', page: 3 },
    { text: 'Turbines were inspected, too.', page: 4, kind: 'ocr' },
  ])
  await shelves.object(secret, ['The private boiler'])
  const keys = { buyer: await app.key(buyer), provider: await app.key(provider) }
  return { app, shelves, provider, buyer, listed, secret, open, keys, ...askers(app, keys.buyer) }
}

function askers(app: TestApp, key: string) {
  return {
    search: (query: string, headers: Record<string, string> = {}) =>
      app.call('GET', `/search?${query}`, { headers: { 'x-api-key': key, ...headers } }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** For facts that do not count what was asked before. */
const reading = shared(openMarket)

reading.fact('the documented answer, field by field', async (market) => {
  const answer = await market.search('q=boilers&highlight=true&facets=true&limit=5')
  assert.is(answer.status, 200)
  const { results, search_id, took_ms, ...rest } = answer.body
  assert.equal(rest, {
    total: 1,
    total_relation: 'exact',
    has_more: false,
    limit: 5,
    offset: 0,
    mode: 'keyword',
    facets: { modality: { document: 1 }, kind: { doc_chunk: 1 } },
    charged_credits: 0,
    available_credits: 500,
  })
  assert.match(search_id, /^srch_[0-9a-z]{26}$/)
  assert.ok(Number.isInteger(took_ms) && took_ms >= 0)
  const [{ passage_id, retrieval_event_id, score, ...hit }] = results
  assert.match(passage_id, /^psg_/)
  assert.is(retrieval_event_id, `ret_${search_id.slice(5)}_0`)
  assert.ok(score > 0 && score < 1)
  assert.equal(hit, {
    asset_id: market.open.objectId,
    dataset_id: market.listed.datasetId,
    tenant_id: market.provider.tenantId,
    title: 'The report',
    filename: 'report.pdf',
    folder: null,
    kind: 'doc_chunk',
    lang: 'en',
    modality: 'document',
    page: 3,
    time_start_ms: null,
    time_end_ms: null,
    snippet: 'The **boiler** A-17 was inspected in May.',
  })
})

reading.fact('the defaults are those of the contract', async (market) => {
  const { body } = await market.search('q=boiler')
  const { limit, offset, mode, facets } = body
  assert.equal(
    { limit, offset, mode, facets },
    { limit: 10, offset: 0, mode: 'keyword', facets: null },
  )
  assert.is(body.results[0].snippet, 'The boiler A-17 was inspected in May.')
})

reading.fact("another tenant's private passage never shows", async (market) => {
  for (const q of ['private', 'boiler', '"private boiler"', '-turbines', 'priv*']) {
    const { body } = await market.search(`q=${encodeURIComponent(q)}&facets=true`)
    assert.not.match(JSON.stringify(body), /private boiler/i, q)
    assert.ok(body.total <= 1, q)
  }
  const asOwner = { headers: { 'x-api-key': market.keys.provider } }
  assert.is((await market.app.call('GET', '/search?q=boiler', asOwner)).body.total, 2)
})

const narrowed: [query: string, total: number][] = [
  ['q=inspected', 2],
  ['q=inspected&kind=ocr', 1],
  ['q=inspected&modality=audio', 0],
  ['q=inspected&source=upload', 2],
  ['q=inspected&source=gdrive', 0],
  ['q=inspected&lang=en', 2],
  ['q=inspected&lang=de', 0],
  ['q=inspected&after=1772445600', 2],
  ['q=inspected&after=1772445601', 0],
  ['q=inspected&before=1772445599', 0],
  ['q=inspected&sort=recent&limit=1', 2],
  ['q=inspected&offset=10000', 2],
  ['q=inspected&unknown=1', 2],
]

reading.fact('parameters narrow, and the total follows', async (market) => {
  for (const [query, total] of narrowed) {
    const { status, body } = await market.search(query)
    assert.equal([status, body.total], [200, total], query)
  }
})

const refused: [query: string, message: string | RegExp][] = [
  ['', 'q is required.'],
  ['q=', 'q must not be empty.'],
  ['q=%20', /^q, character 1: there is no letter or digit here/],
  ['q=a%00b', 'q must not contain control characters.'],
  ['q=a%0Ab', 'q must not contain control characters.'],
  [`q=${'a'.repeat(2049)}`, 'q must have at most 2048 characters.'],
  ['q=a&q=b', 'q must be given only once.'],
  ['q=AND', /^q, character 1: there are only operators here/],
  ['q=a~3', /^q, character 1: a fuzzy term allows at most two edits/],
  ['q=colour:red', /there is no field colour; the fields are kind, lang, modality, source/],
  ['q=a&mode=magic', 'mode must be one of keyword, semantic, hybrid.'],
  ['q=a&modality=smell', 'modality must be one of audio, image, video, document, text.'],
  [
    'q=a&kind=poem',
    /^kind must be one of transcript, caption, ocr, doc_chunk, user_text, metadata/,
  ],
  ['q=a&lang=german!', 'lang must be a language code such as de.'],
  ['q=a&source=ftp', 'source must be one of upload, gdrive.'],
  ['q=a&after=yesterday', /^after must be a whole number from 0 to/],
  ['q=a&after=1.5', /^after must be a whole number/],
  ['q=a&before=-1', /^before must be a whole number/],
  ['q=a&before=1772445600000', /^before must be a whole number/],
  ['q=a&sort=price', 'sort must be one of relevance, recent.'],
  ['q=a&limit=0', 'limit must be a whole number from 1 to 100.'],
  ['q=a&limit=101', 'limit must be a whole number from 1 to 100.'],
  ['q=a&limit=', 'limit must be a whole number from 1 to 100.'],
  ['q=a&limit=1e1', 'limit must be a whole number from 1 to 100.'],
  ['q=a&limit=5&limit=5', 'limit must be given only once.'],
  ['q=a&offset=10001', 'offset must be a whole number from 0 to 10000.'],
  ['q=a&offset=-1', 'offset must be a whole number from 0 to 10000.'],
  ['q=a&highlight=yes', 'highlight must be true or false.'],
  ['q=a&facets=2', 'facets must be true or false.'],
  ['q=a&request_id=', 'request_id must not be empty.'],
]

test('what is malformed is refused with its parameter, and counts nothing', async () => {
  await using market = await openMarket()
  for (const [query, message] of refused) {
    const { status, body, headers } = await market.search(query)
    const { code, request_id, message: says, ...others } = body
    assert.equal([status, code, others], [400, 'bad_request', {}], query)
    assert.is(request_id, headers.get('x-request-id'))
    if (typeof message === 'string') assert.is(says, message, query)
    else assert.match(says, message, query)
  }
  const rows = market.app.store.raw.prepare('SELECT count(*) FROM search_activity').pluck().get()
  assert.is(rows, 0)
})

test('a retry with the same request id is billed once; the header wins', async () => {
  await using market = await openMarket()
  const { store } = market.app
  const billed = () =>
    store.raw.prepare(`SELECT request_id, billed FROM search_activity ORDER BY 1, 2`).raw().all()
  await market.search('q=boiler&request_id=one')
  await market.search('q=boiler&request_id=one')
  await market.search('q=boiler&request_id=one', { 'x-request-id': 'two' })
  await market.search('q=turbine&request_id=one')
  assert.equal(billed(), [
    ['one', 0],
    ['one', 1],
    ['one', 1],
    ['two', 1],
  ])
  const long = await market.search('q=boiler', { 'x-request-id': 'x'.repeat(256) })
  assert.is(long.status, 400)
  assert.is(long.body.message, 'x-request-id must have at most 255 characters.')
})

reading.fact('who may search', async (market) => {
  const { app, keys, buyer } = market
  const noScope = await app.key(buyer, { scopes: ['datasets:read'] })
  const cases: [headers: Record<string, string>, status: number, code: string | undefined][] = [
    [{}, 401, 'unauthorized'],
    [{ 'x-api-key': 'kontor_unknown' }, 401, 'unauthorized'],
    [{ authorization: `Bearer ${keys.buyer}` }, 200, undefined],
    [{ 'x-api-key': noScope }, 403, 'forbidden'],
    [{ 'x-api-key': keys.buyer, authorization: `Bearer ${keys.buyer}` }, 400, 'bad_request'],
  ]
  for (const [headers, status, code] of cases) {
    const answer = await app.call('GET', '/search?q=boiler', { headers })
    assert.equal([answer.status, answer.body.code], [status, code])
  }
  const malformed = await app.call('GET', '/search')
  assert.is(malformed.status, 401)
})

reading.fact('an allow list narrows what a key finds', async (market) => {
  const { app, provider, secret } = market
  const only = await app.key(provider, {
    dataset_access_mode: 'allow_list',
    dataset_ids: [secret.datasetId],
  })
  const answer = await app.call('GET', '/search?q=boiler', { headers: { 'x-api-key': only } })
  assert.is(answer.body.total, 1)
  assert.is(answer.body.results[0].dataset_id, secret.datasetId)
})

test('the public search shows open listed data in short', async () => {
  await using market = await openMarket({ publicSearch: true })
  const answer = await market.app.call('GET', '/search?q=boiler')
  assert.is(answer.status, 200)
  assert.is(answer.body.total, 1)
  assert.not.ok('available_credits' in answer.body)
  const wrong = { headers: { 'x-api-key': 'kontor_unknown' } }
  assert.is((await market.app.call('GET', '/search?q=boiler', wrong)).status, 401)
})

test('beyond the rate a search is refused with the time to wait', async () => {
  await using market = await openMarket({ searchRatePerMinute: 2 })
  await market.search('q=a')
  const second = await market.search('q=a')
  assert.match(second.headers.get('ratelimit') ?? '', /r=0/)
  const third = await market.search('q=a')
  assert.is(third.status, 429)
  assert.is(third.body.code, 'rate_limited')
  assert.ok(Number(third.headers.get('retry-after')) > 0)
})

test('a spent month answers 402 with the documented body', async () => {
  await using market = await openMarket()
  const { app, buyer } = market
  app.store.raw
    .prepare("INSERT INTO tally VALUES (?, ?, 'searches', '', 1000)")
    .run(buyer.tenantId, '2026-03')
  const { status, body, headers } = await market.search('q=boiler')
  assert.is(status, 402)
  assert.is(headers.get('cache-control'), 'no-store')
  assert.equal(body, {
    code: 'search_allowance_exhausted',
    message: "The 1000 searches of this month's plan are spent.",
    operation: 'search',
    required_credits: 0,
    available_credits: 500,
    reset_at: '2026-04-01T00:00:00.000Z',
    ...allowanceStep,
  })
})

test('a revoked key fails at once', async () => {
  await using market = await openMarket()
  const { app, buyer } = market
  const listed = await app.call('GET', '/v1/api-keys', { as: buyer.token })
  const id = listed.body.data.api_keys[0].api_key_id
  await app.call('DELETE', `/v1/api-keys/${id}`, { as: buyer.token })
  assert.is((await market.search('q=boiler')).status, 401)
})

test('snippet_chars shows the best part of a passage, with a key and without', async () => {
  await using market = await openMarket({ publicSearch: true })
  const filler = 'Nothing of note happened on this day either. '.repeat(12)
  await market.shelves.object(market.listed, [
    `${filler}The gearbox was opened because of its noise. ${filler}`.trim(),
  ])
  const whole = await market.search('q=gearbox%20noise')
  assert.ok(whole.body.results[0].snippet.length > 900)
  for (const chars of [80, 300]) {
    const { body } = await market.search(`q=gearbox%20noise&highlight=true&snippet_chars=${chars}`)
    const [{ snippet }] = body.results
    assert.ok(snippet.length <= chars, snippet)
    assert.match(snippet, /The \*\*gearbox\*\* was opened because of its \*\*noise\*\*\./)
  }
  const open = await market.app.call('GET', '/search?q=gearbox&snippet_chars=900')
  assert.ok(open.body.results[0].snippet.length <= 200)
  const refused = await market.search('q=gearbox&snippet_chars=20')
  assert.is(refused.status, 400)
  assert.match(JSON.stringify(refused.body), /snippet_chars/)
})

test('an equal passage of another asset is charged once, and the asset is named', async () => {
  await using market = await openMarket({ retrievalStandardCredits: 3 })
  const text = 'The same sentence about a sluice gate.'
  const first = await market.shelves.object(market.listed, [text], { createdAtS: 1 })
  const second = await market.shelves.object(market.listed, [text], { createdAtS: 2 })
  await market.shelves.object(market.secret, [text], { createdAtS: 3 })
  const { body } = await market.search('q=sluice%20gate')
  const found = body.results.map(
    (hit: { asset_id: string; also_in: string[]; similar_count: number }) =>
      `${hit.asset_id} ${hit.also_in} ${hit.similar_count}`,
  )
  assert.equal(found, [`${first.objectId} ${second.objectId} 1`])
  assert.equal([body.total, body.charged_credits, body.has_more], [2, 3, false])
})

test.run()
