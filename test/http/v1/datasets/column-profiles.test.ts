// Columns of a table, from the upload to what a buyer reads of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Market, openMarket, publish } from '../../../support/market.ts'
import { openTestApp, type TestApp } from '../../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'

const contentType = 'text/csv'
const rows = Array.from({ length: 25 }, (_, i) => `Town ${i};${1200 + i};2026-01-${i + 1}`)
const towns = Buffer.from(['town;founded;seen', ...rows].join('\n').replace(/-(\d)$/gm, '-0$1'))

const profile = {
  row_count: 25,
  columns: [
    {
      name: 'town',
      type: 'text',
      empty_share: 0,
      distinct_estimate: 25,
      min: null,
      max: null,
    },
    {
      name: 'founded',
      type: 'integer',
      empty_share: 0,
      distinct_estimate: 25,
      min: 1200,
      max: 1224,
    },
    {
      name: 'seen',
      type: 'date',
      empty_share: 0,
      distinct_estimate: 25,
      min: '2026-01-01',
      max: '2026-01-25',
    },
  ],
}

async function openTowns(): Promise<TestApp & { market: Market; objectId: string }> {
  const app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const file = { filename: 'towns.csv', contentType, bytes: towns }
  const { objectId } = await publish(market, file)
  return Object.assign(app, { market, objectId })
}

const profileAt = async ({ call }: TestApp, path: string, as: string) =>
  (await call('GET', path, { as })).body.data.column_profile

test('provider and buyer read it, and no cell of a text', async () => {
  await using app = await openTowns()
  const { provider, datasetId, key } = app.market
  assert.equal(await profileAt(app, `/v1/objects/${app.objectId}`, provider.token), profile)
  assert.equal(await profileAt(app, `/v1/datasets/${datasetId}`, provider.token), profile)
  const { body } = await app.call('GET', `/v1/catalog/datasets/${datasetId}`, { as: key })
  assert.equal(body.data.column_profile, profile)
  assert.not.match(JSON.stringify(body), /Town 3/)
})

test('two tables of a dataset are told as one', async () => {
  await using app = await openTowns()
  const { provider, datasetId } = app.market
  const more = Buffer.from('town;founded\nRiga;1201\nReval;\n')
  await publish(app.market, { filename: 'more.csv', contentType, bytes: more })
  const { row_count, columns } = await profileAt(app, `/v1/datasets/${datasetId}`, provider.token)
  assert.is(row_count, 27)
  assert.equal(
    columns.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['town', 'text'],
      ['founded', 'integer'],
      ['seen', 'date'],
    ],
  )
})

/** A table on show without an extraction. */
async function openShelf(): Promise<TestShop & { objectId: string }> {
  const shop = await openTestShop()
  const objectId = await shop.offer()
  const column = { kind: 'text', emptyShare: 0, distinctEstimate: 9, min: null, max: null }
  const kept = { rowCount: 9, columns: [{ name: 'town', ...column }] }
  const values = `'${objectId}', '${JSON.stringify(kept)}'`
  shop.sql(`INSERT INTO object_columns (object_id, profile) VALUES (${values})`)
  return Object.assign(shop, { objectId })
}

const rowsAt = async ({ call }: TestShop, path: string, as: string) =>
  (await call('GET', path, { as })).body.data.column_profile?.row_count

test('a restricted dataset tells nothing of its columns to who is not let in', async () => {
  await using shop = await openShelf()
  const { provider, buyer, datasetId, key } = shop
  const offer = `/v1/catalog/datasets/${datasetId}`
  assert.is(await rowsAt(shop, offer, key), 9)
  const restrict = { as: provider.token, body: { visibility: 'restricted' } }
  await shop.call('PATCH', `/v1/datasets/${datasetId}`, restrict)
  assert.is(await rowsAt(shop, offer, key), undefined)
  const grant = { as: provider.token, body: { tenant_id: buyer.tenantId } }
  await shop.call('POST', `/v1/datasets/${datasetId}/access`, grant)
  assert.is(await rowsAt(shop, offer, key), 9)
})

test('it goes with its object', async () => {
  await using shop = await openShelf()
  const { provider, datasetId, key, objectId } = shop
  assert.is(await rowsAt(shop, `/v1/objects/${objectId}`, provider.token), 9)
  await shop.call('DELETE', `/v1/objects/${objectId}`, { as: provider.token })
  assert.is(await rowsAt(shop, `/v1/datasets/${datasetId}`, provider.token), undefined)
  assert.is(await rowsAt(shop, `/v1/catalog/datasets/${datasetId}`, key), undefined)
  assert.is(shop.store.raw.prepare('SELECT count(*) FROM object_columns').pluck().get(), 0)
})

test('a table that was taken down is not told of', async () => {
  await using shop = await openShelf()
  const { operator, provider, datasetId, key } = shop
  const path = `/v1/admin/objects/${provider.tenantId}/${shop.objectId}/takedown`
  await shop.call('POST', path, { as: operator.token, body: { reason: 'A complaint.' } })
  assert.is(await rowsAt(shop, `/v1/catalog/datasets/${datasetId}`, key), undefined)
})

test('the list of offers tells of no columns', async () => {
  await using shop = await openShelf()
  const { body } = await shop.call('GET', '/v1/catalog/datasets', { as: shop.key })
  assert.equal(
    body.data.datasets.map((one: { column_profile: unknown }) => one.column_profile),
    [null],
  )
})

test.run()
