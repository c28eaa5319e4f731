// GET /asset/{id} (spec 4.1).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'

async function openMarket() {
  const app = await openTestApp()
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const key = await app.key(await app.signUp('Buyer'))
  const get = (id: string, headers: Record<string, string> = { 'x-api-key': key }) =>
    app.call('GET', `/asset/${id}`, { headers })
  const close = () => app[Symbol.asyncDispose]()
  return { app, shelves, provider, key, get, [Symbol.asyncDispose]: close }
}

test('an asset with its passages in reading order', async () => {
  await using market = await openMarket()
  const { shelves, provider } = market
  const dataset = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const { objectId } = await shelves.object(dataset, [
    { text: 'First page.', page: 1 },
    { text: 'Zweite Seite.', page: 2, lang: 'de' },
  ])
  const { status, body } = await market.get(objectId)
  assert.is(status, 200)
  const { passages, ...asset } = body
  assert.equal(asset, {
    asset_id: objectId,
    tenant_id: provider.tenantId,
    dataset_id: dataset.datasetId,
    title: 'The report',
    filename: 'report.pdf',
    folder: null,
    content_type: 'application/pdf',
    modality: 'document',
    lang: 'und',
    source: 'upload',
    status: 'indexed',
    size_bytes: 7,
    checksum_sha256: 'a'.repeat(64),
    duration_ms: null,
    page_count: null,
    passage_count: 0,
    uploaded_at: 1_772_445_600,
    indexed_at: 1_772_445_600,
    error: null,
    warnings: [],
  })
  const shown = passages.map(({ passage_id, ...passage }: { passage_id: string }) => {
    assert.match(passage_id, /^psg_/)
    return passage
  })
  const rest = { kind: 'doc_chunk', time_start_ms: null, time_end_ms: null }
  assert.equal(shown, [
    { ...rest, text: 'First page.', lang: 'en', page: 1 },
    { ...rest, text: 'Zweite Seite.', lang: 'de', page: 2 },
  ])
})

test('what the caller cannot see is answered like what does not exist', async () => {
  await using market = await openMarket()
  const { app, shelves, provider } = market
  const secret = await shelves.object(shelves.dataset(provider.tenantId), ['secret'])
  const listed = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const pending = await shelves.object(listed, ['unfinished'], { state: 'queued' })
  const down = await shelves.object(listed, ['taken down'])
  shelves.set(down.objectId, 'taken_down_at', 1)
  for (const id of [secret.objectId, pending.objectId, down.objectId, 'obj_none', '%00', '..%2f']) {
    const { status, body } = await market.get(id)
    const { request_id, ...rest } = body
    assert.match(request_id, /^req_/)
    assert.equal([status, rest], [404, { code: 'not_found', message: 'No such asset.' }], id)
  }
  assert.is(app.store.raw.prepare('SELECT count(*) FROM asset_access').pluck().get(), 0)
})

test('an own asset that is not indexed says its state and why, and no text', async () => {
  await using market = await openMarket()
  const { app, shelves, provider } = market
  const dataset = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const failed = await shelves.object(dataset, ['half of it'], { state: 'failed' })
  const queued = await shelves.object(dataset, ['a part'], { state: 'queued' })
  const staged = await shelves.object(dataset, [], { state: 'none' })
  const rejected = await shelves.object(dataset, [], { state: 'none' })
  const change = (id: string, set: string) =>
    app.store.raw.exec(`UPDATE object SET ${set} WHERE object_id = '${id}'`)
  change(failed.objectId, "ingest_error = 'corrupt: no page opens'")
  change(staged.objectId, "status = 'staged', review_state = 'pending'")
  change(rejected.objectId, "status = 'rejected', review_state = 'rejected'")
  const own = { 'x-api-key': await app.key(provider) }
  const seen = [failed, queued, staged, rejected].map(async ({ objectId }) => {
    const { status, body } = await market.get(objectId, own)
    return [status, body.asset_id === objectId, body.status, body.error, body.passages]
  })
  assert.equal(await Promise.all(seen), [
    [200, true, 'failed', 'corrupt: no page opens', []],
    [200, true, 'pending', null, []],
    [200, true, 'review', null, []],
    [200, true, 'rejected', null, []],
  ])
  const { body: list } = await app.call('GET', '/assets', { headers: own })
  for (const listed of list.assets) {
    const { passages, ...asset } = (await market.get(listed.asset_id, own)).body
    assert.equal(asset, listed)
  }
  for (const { objectId } of [failed, queued, staged, rejected]) {
    assert.is((await market.get(objectId)).status, 404)
  }
})

test('reading an asset needs the scope of searching', async () => {
  await using market = await openMarket()
  const key = await market.app.key(market.provider, { scopes: ['datasets:read'] })
  assert.is((await market.get('obj_none', {})).status, 401)
  assert.is((await market.get('obj_none', { 'x-api-key': key })).status, 403)
  const session = { authorization: `Bearer ${market.provider.token}` }
  assert.is((await market.get('obj_none', session)).status, 401)
})

test('reading is not billed, but shares the rate', async () => {
  await using market = await openMarket()
  const { shelves, provider, app } = market
  const dataset = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const { objectId } = await shelves.object(dataset, ['one'])
  const { headers } = await market.get(objectId)
  assert.match(headers.get('ratelimit') ?? '', /r=119/)
  assert.is(app.store.raw.prepare('SELECT count(*) FROM meter_event').pluck().get(), 0)
})

test.run()
