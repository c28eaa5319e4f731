// GET /assets (spec 4.1).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'

async function openMarket() {
  const app = await openTestApp()
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const key = await app.key(provider)
  const list = (query = '', headers: Record<string, string> = { 'x-api-key': key }) =>
    app.call('GET', `/assets?${query}`, { headers })
  const close = () => app[Symbol.asyncDispose]()
  return { app, shelves, provider, list, [Symbol.asyncDispose]: close }
}

test('own assets only, newest first, in every state', async () => {
  await using market = await openMarket()
  const { app, shelves, provider } = market
  const dataset = shelves.dataset(provider.tenantId)
  const states = ['indexed', 'queued', 'failed']
  const ids: string[] = []
  for (const state of states) {
    ids.unshift((await shelves.object(dataset, [], { state })).objectId)
    app.clock.advance({ seconds: 10 })
  }
  const other = await app.signUp('Other')
  await shelves.object(shelves.dataset(other.tenantId, { visibility: 'listed' }), ['one'])
  const { status, body } = await market.list()
  assert.is(status, 200)
  assert.equal(
    body.assets.map((asset: { asset_id: string; status: string }) => [
      asset.asset_id,
      asset.status,
    ]),
    [
      [ids[0], 'failed'],
      [ids[1], 'pending'],
      [ids[2], 'indexed'],
    ],
  )
  assert.is(body.next, null)
})

test('the fields of next lead to the next page', async () => {
  await using market = await openMarket()
  const dataset = market.shelves.dataset(market.provider.tenantId)
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    ids.unshift((await market.shelves.object(dataset, [])).objectId)
    if (i === 2) market.app.clock.advance({ seconds: 1 })
  }
  const seen: string[] = []
  let query = 'limit=2'
  for (;;) {
    const { body } = await market.list(query)
    seen.push(...body.assets.map(({ asset_id }: { asset_id: string }) => asset_id))
    if (body.next === null) break
    assert.equal(Object.keys(body.next), ['after_uploaded_at', 'after_asset_id'])
    query = new URLSearchParams({ limit: '2', ...body.next }).toString()
  }
  assert.equal(seen, ids)
})

test('modality and status narrow', async () => {
  await using market = await openMarket()
  const dataset = market.shelves.dataset(market.provider.tenantId)
  await market.shelves.object(dataset, [])
  await market.shelves.object(dataset, [], { state: 'failed' })
  const counts: [query: string, count: number][] = [
    ['status=indexed', 1],
    ['status=failed', 1],
    ['status=review', 0],
    ['modality=document', 2],
    ['modality=video', 0],
    ['modality=document&status=failed', 1],
  ]
  for (const [query, count] of counts) {
    assert.is((await market.list(query)).body.assets.length, count, query)
  }
})

const refused: [query: string, message: RegExp][] = [
  ['limit=0', /^limit must be a whole number from 1 to 100/],
  ['limit=101', /^limit must be/],
  ['limit=ten', /^limit must be/],
  ['status=lost', /^status must be one of indexed, pending, review, rejected, failed/],
  ['modality=smell', /^modality must be one of/],
  ['after_uploaded_at=now', /^after_uploaded_at must be a whole number/],
  ['after_asset_id=obj_1', /^after_asset_id must come with after_uploaded_at/],
  ['status=failed&status=failed', /^status must be given only once/],
]

test('what is malformed is refused with its parameter', async () => {
  await using market = await openMarket()
  for (const [query, message] of refused) {
    const { status, body } = await market.list(query)
    assert.equal([status, body.code], [400, 'bad_request'], query)
    assert.match(body.message, message)
  }
})

test('the list needs a key with the scope of searching', async () => {
  await using market = await openMarket()
  const key = await market.app.key(market.provider, { scopes: ['datasets:read'] })
  assert.is((await market.list('', {})).status, 401)
  assert.is((await market.list('', { 'x-api-key': key })).status, 403)
})

test('a key with an allow list sees its datasets only', async () => {
  await using market = await openMarket()
  const { app, shelves, provider } = market
  const [one, two] = [shelves.dataset(provider.tenantId), shelves.dataset(provider.tenantId)]
  await shelves.object(one, [])
  const { objectId } = await shelves.object(two, [])
  const part = { dataset_access_mode: 'allow_list', dataset_ids: [two.datasetId] }
  const { body } = await market.list('', { 'x-api-key': await app.key(provider, part) })
  assert.equal(
    body.assets.map(({ asset_id }: { asset_id: string }) => asset_id),
    [objectId],
  )
})

test.run()
