// GET /search/suggest: completions and corrections out of what the caller may see. (our choice)
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'
import { openShelves } from '../../support/shelves.ts'

type Options = NonNullable<Parameters<typeof openTestApp>[0]>

async function openMarket(config: Options['config'] = {}, overrides: Options['overrides'] = {}) {
  const app = await openTestApp({ config: { searchTimeoutMs: 30_000, ...config }, overrides })
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const buyer = await app.signUp('Buyer')
  await shelves.object(shelves.dataset(provider.tenantId, { visibility: 'listed' }), [
    'The boiler was inspected, boiling water came out of the boiler.',
  ])
  await shelves.object(shelves.dataset(provider.tenantId), ['boilerplate boilermaker'])
  const keys = { buyer: await app.key(buyer), provider: await app.key(provider) }
  return {
    app,
    provider,
    buyer,
    keys,
    suggest: (query: string, key: string | undefined = keys.buyer) =>
      app.call('GET', `/search/suggest?${query}`, key ? { headers: { 'x-api-key': key } } : {}),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** For facts that do not count what was asked before. */
const reading = shared(openMarket)

test('a beginning is completed from what the caller may see', async () => {
  await using market = await openMarket()
  const { status, body, headers } = await market.suggest('q=old%20boil')
  assert.is(status, 200)
  assert.equal(body, { completions: ['old boiler', 'old boiling'], did_you_mean: null })
  assert.match(headers.get('ratelimit') ?? '', /"search";r=119/)
  const own = await market.suggest('q=boil', market.keys.provider)
  assert.is(own.body.completions.length, 4)
})

reading.fact('a slip is corrected', async (market) => {
  const { body } = await market.suggest('q=boilr')
  assert.equal(body, { completions: [], did_you_mean: 'boiler' })
})

test('it is not metered', async () => {
  await using market = await openMarket()
  await market.suggest('q=boil')
  const rows = market.app.store.raw.prepare('SELECT count(*) FROM search_activity').pluck().get()
  assert.is(rows, 0)
})

const refused: [query: string, message: string][] = [
  ['', 'q is required.'],
  ['q=', 'q must not be empty.'],
  [`q=${'a'.repeat(257)}`, 'q must have at most 256 characters.'],
  ['q=a&limit=0', 'limit must be a whole number from 1 to 20.'],
  ['q=a&limit=21', 'limit must be a whole number from 1 to 20.'],
]

reading.fact('what is malformed is refused with its parameter', async (market) => {
  for (const [query, message] of refused) {
    const { status, body } = await market.suggest(query)
    assert.equal([status, body.code, body.message], [400, 'bad_request', message], query)
  }
})

reading.fact('a half-written query is no mistake', async (market) => {
  for (const q of ['"boil', 'boiler AND', '(', '-', 'colour:red', 'boiler~9']) {
    assert.is((await market.suggest(`q=${encodeURIComponent(q)}`)).status, 200, q)
  }
})

test('without a key it follows the switch of the public search', async () => {
  await using closed = await openMarket()
  assert.is((await closed.suggest('q=boil', '')).status, 401)
  await using open = await openMarket({ publicSearch: true })
  const { status, body } = await open.suggest('q=boil', '')
  assert.equal([status, body.completions], [200, ['boiler', 'boiling']])
})

reading.fact('a key without search:query is refused', async (market) => {
  const key = await market.app.key(market.buyer, { scopes: ['datasets:read'] })
  const { status, body } = await market.suggest('q=boil', key)
  assert.equal([status, body.code], [403, 'forbidden'])
})

test('it shares the rate of searches', async () => {
  await using market = await openMarket({ searchRatePerMinute: 2 })
  await market.suggest('q=boil')
  await market.suggest('q=boil')
  const { status, headers } = await market.suggest('q=boil')
  assert.is(status, 429)
  assert.ok(Number(headers.get('retry-after')) > 0)
})

test('the server starts its threads by itself, and the answers stay the same', async () => {
  await using market = await openMarket({}, { startSearch: true })
  const ask = async () => {
    const headers = { 'x-api-key': market.keys.buyer }
    const { body } = await market.app.call('GET', '/search?q=boilr', { headers })
    const { results, corrected_query } = body
    return { corrected_query, hits: results.map((hit: { snippet: string }) => hit.snippet) }
  }
  const first = await ask()
  assert.is(first.corrected_query, 'boiler')
  assert.is(first.hits.length, 1)
  for (let i = 0; i < 10; i++) {
    await sleep(100)
    assert.equal(await ask(), first)
  }
})

test.run()
