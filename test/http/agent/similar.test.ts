// GET /asset/{id}/similar: more like this, seen, metered and charged like a search.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestMeaning } from '../../support/open-test-meaning.ts'
import { shared } from '../../support/shared.ts'

async function openShop(config: Record<string, unknown> = {}) {
  const market = await openTestMeaning({
    listed: ['A boiler', 'A violin'],
    config: { retrievalStandardCredits: 2, ...config },
  })
  const { shelves, provider, buyer, app } = market
  const alike = await shelves.object(market.listed, ['A furnace', 'An orchestra', 'An invoice'])
  const secret = await shelves.object(shelves.dataset(provider.tenantId), ['Heizkessel'])
  const own = await shelves.object(shelves.dataset(buyer.tenantId), ['Heizung'])
  await app.settleVectors()
  return { ...market, alike, secret, own }
}

type Found = { asset_id: string; snippet: string }

/** For facts that do not count what was asked before. */
const reading = shared(openShop)

reading.fact(
  'passages like those of an asset, of others and one’s own, never itself',
  async (shop) => {
    const { status, body } = await shop.get(`/asset/${shop.asset.objectId}/similar`)
    assert.is(status, 200)
    const found = body.results.map(({ snippet }: Found) => snippet).sort()
    assert.equal(found, ['A furnace', 'An orchestra', 'Heizung'])
    assert.equal([body.mode, body.total, body.has_more], ['semantic', 3, false])
    assert.match(body.search_id, /^srch_/)
  },
)

reading.fact('it is narrowed and paged like a search', async (shop) => {
  const path = `/asset/${shop.asset.objectId}/similar`
  const total = async (query: string) => (await shop.get(`${path}?${query}`)).body.total
  assert.is(await total('modality=image'), 0)
  assert.is(await total('lang=de'), 0)
  const { body } = await shop.get(`${path}?limit=2&offset=2`)
  assert.equal([body.results.length, body.total, body.limit, body.offset], [1, 3, 2, 2])
})

reading.fact(
  'people see it counted and with pictures, and narrow it to a dataset',
  async (shop) => {
    const path = `/v1/assets/${shop.asset.objectId}/similar`
    const { body: plain } = await shop.get(path)
    assert.equal([plain.data.facets, plain.data.results[0].has_preview], [null, false])
    const { body } = await shop.get(`${path}?facets=true`)
    const { modality, kind, lang, dataset } = body.data.facets
    assert.equal([modality, kind, lang], [{ document: 3 }, { doc_chunk: 3 }, { en: 3 }])
    const { datasetId } = shop.own
    assert.is(dataset.find((one: { dataset_id: string }) => one.dataset_id === datasetId).count, 1)
    const narrowed = await shop.get(`${path}?facets=true&dataset_id=${datasetId}`)
    assert.equal([narrowed.body.data.total, narrowed.body.data.facets.dataset.length], [1, 1])
    const foreign = await shop.get(`${path}?dataset_id=${shop.secret.datasetId}`)
    assert.equal([foreign.status, foreign.body.error.details.field], [400, 'dataset_id'])
  },
)

reading.fact(
  'an asset that the caller cannot see is 404, as one that is not there',
  async (shop) => {
    const answers = await Promise.all(
      [shop.secret.objectId, 'obj_01kjpzv2800nwkkc2gxvabj6az', 'x'].map((id) =>
        shop.get(`/asset/${id}/similar`),
      ),
    )
    for (const { status, body } of answers) {
      assert.equal([status, body.code], [404, 'not_found'])
    }
    assert.is(
      (await shop.get(`/asset/${shop.secret.objectId}/similar`, shop.keys.provider)).status,
      200,
    )
  },
)

reading.fact('a key for a list of datasets sees no others through it', async (shop) => {
  const key = await shop.app.key(shop.buyer, {
    dataset_access_mode: 'allow_list',
    dataset_ids: [shop.own.datasetId],
  })
  assert.is((await shop.get(`/asset/${shop.asset.objectId}/similar`, key)).status, 404)
  const { body } = await shop.get(`/asset/${shop.own.objectId}/similar`, key)
  assert.is(body.total, 0)
})

test('it costs one search and what is shown of others; a retry costs nothing more', async () => {
  await using shop = await openShop()
  const dashboard = async () =>
    (await shop.app.call('GET', '/v1/buyer/dashboard', { as: shop.buyer.token })).body.data
  const path = `/asset/${shop.asset.objectId}/similar?request_id=r1`
  const first = (await shop.get(path)).body
  assert.is(first.charged_credits, 4)
  assert.is((await shop.get(path)).body.charged_credits, 0)
  const { searches_this_month, spend_this_month_credits } = await dashboard()
  assert.equal([searches_this_month, spend_this_month_credits], [1, 4])
})

test('while it has no vector nothing is billed; where it gets none it says so', async () => {
  await using shop = await openShop()
  const { raw } = shop.app.store
  const searches = async () =>
    (await shop.app.call('GET', '/v1/buyer/dashboard', { as: shop.buyer.token })).body.data
      .searches_this_month
  // As where the disk is full: no vector is written down.
  raw.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON passage_vector
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  const fresh = await shop.shelves.object(shop.listed, ['The boiler was inspected.'])
  const path = `/asset/${fresh.objectId}/similar`
  const early = await shop.get(path)
  assert.equal([early.status, early.body.code, await searches()], [503, 'saturated', 0])
  assert.ok(Number(early.headers.get('retry-after')) > 0)
  raw.exec('DROP TRIGGER full')
  // What is written down of a text that the model cannot take.
  raw.exec(`INSERT INTO passage_vector (model_no, passage_no, vector)
    SELECT 1, passage_no, x'' FROM passage WHERE object_id = '${fresh.objectId}'`)
  for (const found of [
    await shop.get(path),
    await shop.get(`/v1/assets/${fresh.objectId}/similar`),
  ]) {
    const { total, warnings } = found.body.data ?? found.body
    assert.equal([found.status, total, warnings.length], [200, 0, 1])
    assert.match(warnings[0], /embedding model/)
  }
  const plain = await shop.get(`/asset/${shop.asset.objectId}/similar`)
  assert.equal([plain.body.warnings, await searches()], [undefined, 3])
})

test('in another dataset it is no retry', async () => {
  await using shop = await openShop()
  const path = `/v1/assets/${shop.asset.objectId}/similar?request_id=r1`
  const own = await shop.get(`${path}&dataset_id=${shop.own.datasetId}`)
  assert.equal([own.body.data.total, own.body.data.charged_credits], [1, 0])
  const { body } = await shop.get(path)
  assert.equal([body.data.total, body.data.charged_credits], [3, 4])
})

reading.fact('what it found can be cited like a hit of a search', async (shop) => {
  const { body } = await shop.get(`/asset/${shop.asset.objectId}/similar`)
  const hit = body.results.find(({ asset_id }: Found) => asset_id === shop.alike.objectId)
  const cited = await shop.app.call('POST', '/v1/citations', {
    as: shop.keys.buyer,
    body: { retrieval_event_id: hit.retrieval_event_id },
  })
  assert.is(cited.status, 201)
})

test('a spent allowance is 402, a missing scope 403, nobody 401, a bad limit 400', async () => {
  await using shop = await openShop()
  const path = `/asset/${shop.asset.objectId}/similar`
  assert.is((await shop.app.call('GET', path)).status, 401)
  const narrow = await shop.app.key(shop.buyer, { scopes: ['datasets:read'] })
  assert.is((await shop.get(path, narrow)).status, 403)
  assert.is((await shop.get(`${path}?limit=0`)).status, 400)
  shop.app.store.raw.exec(
    `INSERT INTO tally VALUES ('${shop.buyer.tenantId}', '2026-03', 'searches', '', 1000)`,
  )
  assert.is((await shop.get(path)).status, 402)
})

test.run()
