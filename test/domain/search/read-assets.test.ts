import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../src/base/ids.ts'
import { openSearch } from '../../../src/domain/search/index.ts'
import { openTestSearch } from '../../support/open-test-search.ts'
import { refusal } from '../../support/refusal.ts'
import { testPrincipal } from '../../support/test-principal.ts'

function openRoom() {
  const bench = openTestSearch()
  const { store } = bench
  const tenantId = bench.tenant()
  const room = openSearch({
    store,
    clock: store.clock,
    settings: { publicSearch: false },
    engine: {
      search: () => assert.unreachable() as never,
      suggest: () => assert.unreachable() as never,
      similar: () => assert.unreachable() as never,
      offers: () => assert.unreachable() as never,
      progress: () => [],
    },
    ledger: {
      recordSearch: () => assert.unreachable() as never,
      requireAllowance: () => assert.unreachable() as never,
      meterRetrieval: () => assert.unreachable() as never,
      creditsOf: () => 0 as never,
      budgetLeft: () => assert.unreachable() as never,
    },
  })
  const principal = testPrincipal({ tenantId })
  const cmd = { principal, requestId: newId('req', 0), write: store.write }
  return { ...bench, room, tenantId, principal, cmd }
}

test('an asset comes with its passages in reading order, and the reading is logged', async () => {
  using search = openRoom()
  const dataset = search.dataset(search.tenantId)
  const owner = await search.object(dataset, [
    { text: 'one', page: 1 },
    { text: 'two', page: 2 },
  ])
  await search.addTo(owner, ['three'])
  const asset = await search.room.getAsset(search.cmd, { assetId: owner.objectId })
  assert.is(asset.title, 'The report')
  assert.equal(
    asset.passages.map(({ text, page }) => [text, page]),
    [
      ['one', 1],
      ['two', 2],
      ['three', null],
    ],
  )
  const logged = search.store.raw.prepare('SELECT * FROM asset_access').get() as object
  assert.equal(
    { ...logged, access_id: '' },
    {
      access_id: '',
      tenant_id: search.tenantId,
      principal_id: search.principal.principalId,
      api_key_id: search.principal.apiKeyId,
      object_id: owner.objectId,
      dataset_id: dataset.datasetId,
      occurred_at: search.store.clock.nowMs(),
    },
  )
})

test('what is foreign, unfinished or unknown is not found, and nothing is logged', async () => {
  using search = openRoom()
  const foreign = await search.object(search.dataset(search.tenant()), ['secret'])
  const open = search.dataset(search.tenantId)
  const listed = search.dataset(search.tenant(), { visibility: 'listed' })
  const unfinished = await search.object(listed, ['one'], { state: 'queued' })
  const down = await search.object(open, ['one'])
  search.set(down.objectId, 'taken_down_at', 1)
  for (const assetId of [foreign.objectId, unfinished.objectId, down.objectId, 'obj_x', '%']) {
    const error = await refusal(search.room.getAsset(search.cmd, { assetId }))
    assert.is(`${error.name} ${error.message}`, 'NotFound No such asset.')
  }
  assert.is(search.store.raw.prepare('SELECT count(*) FROM asset_access').pluck().get(), 0)
})

test('an own asset that is not indexed yet is found, without its text', async () => {
  using search = openRoom()
  const dataset = search.dataset(search.tenantId)
  const { objectId } = await search.object(dataset, ['one'], { state: 'queued' })
  const asset = await search.room.getAsset(search.cmd, { assetId: objectId })
  assert.equal(asset.passages, [])
})

test('a listed asset of somebody else can be read', async () => {
  using search = openRoom()
  const listed = search.dataset(search.tenant(), { visibility: 'listed' })
  const { objectId } = await search.object(listed, ['one'])
  const asset = await search.room.getAsset(search.cmd, { assetId: objectId })
  assert.is(asset.passages.length, 1)
})

test('the list has own assets only, page by page, none twice and none left out', async () => {
  using search = openRoom()
  const dataset = search.dataset(search.tenantId)
  const ids: string[] = []
  for (let i = 0; i < 7; i++) {
    const { objectId } = await search.object(dataset, [])
    ids.unshift(objectId)
    if (i % 3 === 0) search.store.clock.advance({ seconds: 1.5 })
  }
  await search.object(search.dataset(search.tenant(), { visibility: 'listed' }), [])
  const seen: string[] = []
  for (let after: { uploadedAtS: number; objectId: string } | undefined; ; ) {
    const { assets, next } = search.room.listAssets(search.principal, { limit: 2, after })
    seen.push(...assets.map(({ objectId }) => objectId))
    if (!next) break
    after = next
  }
  assert.equal(seen, ids)
})

test.run()
