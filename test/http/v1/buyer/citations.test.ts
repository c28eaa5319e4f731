import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { furnishedShop, type TestShop } from '../../../support/open-test-shop.ts'
import { topUpSteps } from '../../../support/payment-steps.ts'
import { shared } from '../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../support/v1-refused.ts'

const prices = { retrievalStandardCredits: 1, citationCredits: 2, outcomeFeeBp: 1000 }

/** A shop in which the buyer has found one passage. */
async function read(shop: TestShop) {
  await shop.shelve(await shop.offer(), ['a boiler in the cellar'])
  const { body } = await shop.search('boiler')
  const event = body.results?.[0]?.retrieval_event_id as string
  return { event, found: body }
}

const openRead = furnishedShop(read, { config: { ...prices, welcomeCredits: 100 } })
const openPoor = furnishedShop(read, { config: { ...prices, welcomeCredits: 0 } })

test('a search says what it charged and what is left', async () => {
  await using shop = await openRead()
  const { charged_credits, available_credits } = shop.found
  assert.equal([charged_credits, available_credits], [1, 99])
  const again = await shop.search('boiler')
  assert.equal([again.body.charged_credits, again.body.available_credits], [0, 99])
  assertLedgerBalances(shop)
})

test('a search with too few credits: 402, and nothing is counted', async () => {
  await using shop = await openPoor()
  const { status, body, headers } = await shop.search('boiler')
  assert.is(status, 402)
  assert.is(headers.get('cache-control'), 'no-store')
  assert.equal(body, {
    code: 'insufficient_credits',
    message: 'The balance is below the price of the passages found. Nothing was charged.',
    operation: 'search',
    required_credits: 1,
    available_credits: 0,
    ...topUpSteps(shop),
  })
  const counted = shop.store.raw.prepare('SELECT count(*) FROM meter_event').pluck().get()
  assert.is(counted, 0)
})

test("a search beyond the key's budget: 402 with the budget and its new start", async () => {
  await using shop = await openRead()
  const { body: made } = await shop.call('POST', '/v1/api-keys', {
    as: shop.buyer.token,
    body: { name: 'small', scopes: ['search:query'], monthly_budget_credits: 0 },
  })
  await shop.shelve(await shop.offer(), ['another boiler'])
  const { status, body } = await shop.search('boiler', { as: made.data.key })
  assert.is(status, 402)
  assert.equal(body, {
    code: 'insufficient_credits',
    message: 'This key may spend 0 credits a month and has spent 0; this needs 1.',
    operation: 'search',
    required_credits: 1,
    available_credits: 99,
    reset_at: '2026-04-01T00:00:00.000Z',
    budget_credits: 0,
    budget_spent: 0,
    next_step: 'Raise the budget of this key, use another key, or wait until reset_at.',
  })
})

test('a key is told what is left of its budget, and that fewer passages cost less', async () => {
  await using shop = await openRead()
  const asset = await shop.offer()
  const texts = ['The anchor of the ferry was lost.', 'An anchor has two flukes, as a rule.']
  await shop.shelve(asset, texts)
  const parent = await keyMadeBy(shop, shop.buyer.token, { monthly_budget_credits: 30 })
  const child = await keyMadeBy(shop, parent, { monthly_budget_credits: 30 })
  const one = '/search?q=anchor&limit=1'
  const found = (await shop.call('GET', one, { as: child })).body
  assert.equal([found.charged_credits, found.budget_left_credits], [1, 29])
  const market = { as: parent, body: { query: 'anchor', top_k: 2 } }
  assert.is((await shop.call('POST', '/v1/search', market)).body.data.budget_left_credits, 28)
  const body = { asset_id: asset }
  const link = (await shop.call('POST', '/download', { as: child, body })).body
  assert.equal([link.estimated_credits, link.budget_left_credits], [25, 28])
  assert.is((await shop.search('boiler')).body.budget_left_credits, undefined)

  await shop.shelve(asset, ['The bellows leak at the seam.', 'Leather makes good bellows.'])
  const small = await keyMadeBy(shop, parent, { monthly_budget_credits: 1 })
  const refused = (await shop.search('bellows', { as: small })).body
  assert.equal([refused.required_credits, refused.next_step], [2, fewer])
  const last = (await shop.call('GET', '/search?q=bellows&limit=1', { as: small })).body
  assert.equal([last.charged_credits, last.budget_left_credits], [1, 0])
  await assertLedgerBalances(shop)
})

const fewer =
  'Ask for fewer passages, which cost less: what is left is 1. Or: Raise the budget of this key, ' +
  'use another key, or wait until reset_at.'

/** A key that `as` makes: it may search, and make further keys. */
async function keyMadeBy(shop: TestShop, as: string, limits: object = {}): Promise<string> {
  const { status, body } = await shop.call('POST', '/v1/api-keys', {
    as,
    body: { name: 'a key', scopes: ['search:query', 'keys:write'], ...limits },
  })
  assert.is(status, 201, JSON.stringify(body))
  return body.data.key
}

test('what a budget allows is allowed once to a key and all keys that come from it', async () => {
  await using shop = await openRead()
  const words = ['anchor', 'bellow', 'crank', 'derrick', 'engine', 'flange', 'gasket', 'hoist']
  await shop.shelve(await shop.offer(), words)
  const parent = await keyMadeBy(shop, shop.buyer.token, { monthly_budget_credits: 7 })
  const child = await keyMadeBy(shop, parent)
  const grandchild = await keyMadeBy(shop, child, { monthly_budget_credits: 3 })
  const line = [grandchild, child, parent, grandchild, child, parent, grandchild]
  for (const [place, as] of line.entries()) {
    assert.is((await shop.search(words[place] as string, { as })).status, 200, `${place}`)
  }
  const spent = async (as: string) => {
    const { status, body } = await shop.search('hoist', { as })
    return [status, body.budget_credits, body.budget_spent, body.message]
  }
  const own = 'This key may spend 7 credits a month and has spent 7; this needs 1.'
  const above =
    'The key that this one comes from may spend 7 credits a month, with all that come from it, ' +
    'and has spent 7; this needs 1.'
  assert.equal(await spent(parent), [402, 7, 7, own])
  assert.equal(await spent(child), [402, 7, 7, above])
  const third = 'This key may spend 3 credits a month and has spent 3; this needs 1.'
  assert.equal(await spent(grandchild), [402, 3, 3, third])
  const sibling = await keyMadeBy(shop, parent, { monthly_budget_credits: 5 })
  assert.equal(await spent(sibling), [402, 7, 7, above])
  await assertLedgerBalances(shop)
})

test('a link of a child key is fetched out of the budget that it shares', async () => {
  await using shop = await openRead()
  const assets = [await shop.offer(), await shop.offer({ filename: 'other.txt' })]
  const { estimated_credits: price } = (await shop.mint(assets[0] as string)).body
  const budget = { monthly_budget_credits: price + 1 }
  const parent = await keyMadeBy(shop, shop.buyer.token, budget)
  const links = []
  for (const asset_id of assets) {
    const as = await keyMadeBy(shop, parent)
    links.push((await shop.call('POST', '/download', { as, body: { asset_id } })).body.url)
  }
  const fetched = []
  for (const url of links) fetched.push((await shop.call('GET', url)).status)
  assert.equal(fetched, [200, 402])
})

test('searches of child keys count in the rate of the key that they come from', async () => {
  await using shop = await openRead()
  const parent = await keyMadeBy(shop, shop.buyer.token, { rate_per_minute: 3 })
  const [first, second] = [await keyMadeBy(shop, parent), await keyMadeBy(shop, parent)]
  const statuses = []
  for (const as of [first, second, first, second, parent]) {
    statuses.push((await shop.search('boiler', { as })).status)
  }
  assert.equal(statuses, [200, 200, 200, 429, 429])
  const refused = await shop.search('boiler', { as: second })
  assert.is(refused.headers.get('ratelimit-policy'), '"search";q=3;w=60')
  assert.match(refused.headers.get('ratelimit') ?? '', /^"search";r=0;t=\d+$/)
})

test('a key that lowers its own rate begins no new minute', async () => {
  await using shop = await openRead()
  const as = await keyMadeBy(shop, shop.buyer.token, { rate_per_minute: 3 })
  const { api_key_id } = (await shop.call('GET', '/v1/me', { as })).body.data.api_key
  const statuses = []
  for (const rate_per_minute of [3, 2, 1]) {
    const patch = { as, body: { rate_per_minute } }
    assert.is((await shop.call('PATCH', `/v1/api-keys/${api_key_id}`, patch)).status, 200)
    statuses.push((await shop.search('boiler', { as })).status)
    statuses.push((await shop.search('boiler', { as })).status)
  }
  assert.equal(statuses, [200, 200, 429, 429, 429, 429])
})

test('a child key over its own rate uses up nothing of the rate that it shares', async () => {
  await using shop = await openRead()
  const parent = await keyMadeBy(shop, shop.buyer.token, { rate_per_minute: 4 })
  const child = await keyMadeBy(shop, parent, { rate_per_minute: 1 })
  const statuses = []
  for (const as of [child, child, child, child, child, parent, parent, parent, parent]) {
    statuses.push((await shop.search('boiler', { as })).status)
  }
  assert.equal(statuses, [200, 429, 429, 429, 429, 200, 200, 200, 429])
})

test('a citation answers 201 with its charge', async () => {
  await using shop = await openRead()
  const { status, body } = await shop.call('POST', '/v1/citations', {
    as: shop.key,
    body: { retrieval_event_id: shop.event },
  })
  assert.is(status, 201)
  assert.equal(body.data, {
    citation_id: shop.event.replace('ret_', 'cit_'),
    retrieval_event_id: shop.event,
    charged_credits: 2,
    available_credits: 97,
    cited_at: isoOf(shop.clock.nowMs()),
  })
  assertLedgerBalances(shop)
})

test('an outcome answers 201 with its fee', async () => {
  await using shop = await openRead()
  const { status, body } = await shop.call('POST', '/v1/outcomes', {
    as: shop.buyer.token,
    body: { retrieval_event_id: shop.event, revenue_credits: 250, note: 'an offer was accepted' },
  })
  assert.is(status, 201)
  assert.equal(body.data, {
    outcome_id: shop.event.replace('ret_', 'out_'),
    retrieval_event_id: shop.event,
    revenue_credits: 250,
    charged_credits: 25,
    available_credits: 74,
    note: 'an offer was accepted',
    recorded_at: isoOf(shop.clock.nowMs()),
  })
  assertLedgerBalances(shop)
})

type Row = V1Refusal & {
  name: string
  path?: string
  body?: unknown
  as?: (shop: TestShop) => string | undefined
  before?: (shop: TestShop, event: string) => Promise<unknown>
  status: number
}

const EVENT = 'the event of this shop'
const citation = { retrieval_event_id: EVENT }
const outcome = { retrieval_event_id: EVENT, revenue_credits: 10 }
const notFound = {
  code: 'not_found',
  message: 'No such retrieval event.',
  details: {},
  status: 404,
}
const revenueRule = 'revenue_credits must be a whole number from 0 to 1000000000.'

const rows: Row[] = [
  {
    name: 'no event',
    body: {},
    ...badField({
      field: 'retrieval_event_id',
      reason: 'required',
      message: 'retrieval_event_id is required.',
    }),
  },
  { name: 'an unknown event', body: { retrieval_event_id: 'ret_x' }, ...notFound },
  { name: "somebody else's event", as: ({ provider }) => provider.token, ...notFound },
  { name: 'nobody', as: () => undefined, ...unauthorized },
  {
    name: 'a second citation',
    before: (shop, event) => cite(shop, event),
    status: 409,
    code: 'conflict',
    message: 'This retrieval was cited before.',
    details: { reason: 'already_cited' },
  },
  {
    name: 'no revenue',
    path: '/v1/outcomes',
    ...badField({
      field: 'revenue_credits',
      reason: 'required',
      message: 'revenue_credits is required.',
    }),
  },
  ...[-1, 1.5, 1e300, '5', 1_000_000_001].map((revenue_credits) => ({
    name: `a revenue of ${revenue_credits}`,
    path: '/v1/outcomes',
    body: { ...citation, revenue_credits },
    ...badField({
      field: 'revenue_credits',
      reason: reasonOf(revenue_credits),
      message: revenueRule,
    }),
  })),
  {
    name: 'a second outcome',
    path: '/v1/outcomes',
    body: outcome,
    before: (shop, event) =>
      shop.call('POST', '/v1/outcomes', {
        as: shop.key,
        body: { ...outcome, retrieval_event_id: event },
      }),
    status: 409,
    code: 'conflict',
    message: 'The outcome of this retrieval was told before.',
    details: { reason: 'already_recorded' },
  },
  {
    name: 'an outcome that cannot be paid',
    path: '/v1/outcomes',
    body: { ...outcome, revenue_credits: 1_000_000 },
    status: 402,
    code: 'insufficient_credits',
    message: 'The balance is below the fee of this outcome.',
    details: {
      code: 'insufficient_credits',
      message: 'The balance is below the fee of this outcome.',
      operation: 'outcome',
      required_credits: 100_000,
      available_credits: 99,
      ...topUpSteps({ url: 'URL' }),
    },
  },
]

function reasonOf(value: unknown): string {
  if (!Number.isInteger(value)) return 'invalid_type'
  return Number(value) < 0 ? 'too_small' : 'too_big'
}

function cite(shop: TestShop, event: string) {
  return shop.call('POST', '/v1/citations', { as: shop.key, body: { retrieval_event_id: event } })
}

const refusing = shared(openRead)

for (const { name, path = '/v1/citations', body = citation, as, before, ...error } of rows) {
  const title = `${path}, ${name}: ${error.status}`
  const isRefused = async (shop: Awaited<ReturnType<typeof openRead>>) => {
    await before?.(shop, shop.event)
    const answer = await shop.call('POST', path, {
      as: as ? as(shop) : shop.key,
      body: JSON.parse(JSON.stringify(body).replace(EVENT, shop.event)),
    })
    assertV1Refused(
      shop as never,
      answer,
      JSON.parse(JSON.stringify(error).replace('URL/', `${shop.url}/`)),
    )
    assertLedgerBalances(shop)
  }
  if (!before) refusing.fact(title, isRefused)
  // What is done before would be felt by the others.
  else {
    test(title, async () => {
      await using shop = await openRead()
      await isRefused(shop)
    })
  }
}

/** A key of the buyer for these datasets. */
async function keyFor(shop: TestShop, dataset_ids: string[]): Promise<string> {
  const { body } = await shop.call('POST', '/v1/api-keys', {
    as: shop.buyer.token,
    body: {
      name: 'some',
      scopes: ['search:query'],
      dataset_access_mode: 'allow_list',
      dataset_ids,
    },
  })
  return body.data.key
}

for (const path of ['/v1/citations', '/v1/outcomes']) {
  test(`${path} by a key without the dataset: as if the retrieval had never been`, async () => {
    await using shop = await openRead()
    const as = await keyFor(shop, [])
    const send = (retrieval_event_id: string) =>
      shop.call('POST', path, { as, body: { retrieval_event_id, revenue_credits: 10 } })
    const [hidden, unknown] = [await send(shop.event), await send(`${shop.event}9`)]
    assertV1Refused(shop as never, hidden, notFound)
    assert.equal([hidden.status, hidden.body.error], [unknown.status, unknown.body.error])
    assert.is(shop.credits(shop.buyer.tenantId), 99)
  })

  test(`${path} by a key with the dataset: 201, whichever key found the passage`, async () => {
    await using shop = await openRead()
    const as = await keyFor(shop, [shop.datasetId])
    const body = { retrieval_event_id: shop.event, revenue_credits: 10 }
    assert.is((await shop.call('POST', path, { as, body })).status, 201)
    assertLedgerBalances(shop)
  })
}

test('without the scope search:query nothing is cited', async () => {
  await using shop = await openRead()
  const key = await shop.call('POST', '/v1/api-keys', {
    as: shop.buyer.token,
    body: { name: 'reader', scopes: ['datasets:read'] },
  })
  const answer = await cite({ ...shop, key: key.body.data.key } as never, shop.event)
  assert.is(answer.status, 403)
})

test.run()
