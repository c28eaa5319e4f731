import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type AssetState,
  assetStates,
  findAsset,
  listOwnAssets,
  markIngestFailed,
} from '../../../src/domain/catalog/index.ts'
import { openTestCatalog } from '../../support/open-test-catalog.ts'

test('each state of an object has its word on Surface A', async () => {
  using catalog = openTestCatalog()
  const { db, write } = catalog.store
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.initiated(owner, dataset)
  await catalog.deleteObject(catalog.as(owner), {
    objectId: await catalog.indexed(owner, dataset),
  })
  const review = await catalog.staged(owner, dataset)
  const pending = await catalog.approved(owner, dataset)
  const indexed = await catalog.indexed(owner, dataset)
  const failed = await catalog.approved(owner, dataset)
  await write((tx) => markIngestFailed(tx, { objectId: failed, error: 'It is torn.', nowMs: 0 }))
  const rejected = await catalog.staged(owner, dataset)
  await write((tx) =>
    catalog.setReviewDecision(tx, {
      objectId: rejected,
      tenantId: owner.tenantId,
      decision: 'rejected',
      reviewedBy: 'usr_1',
      note: 'private data',
    }),
  )
  const expected: Record<AssetState, string> = { review, pending, indexed, failed, rejected }
  for (const status of assetStates) {
    const { assets } = listOwnAssets(db, owner, { limit: 10, status })
    assert.equal(
      assets.map(({ objectId, state }) => [objectId, state]),
      [[expected[status], status]],
    )
  }
  assert.is(listOwnAssets(db, owner, { limit: 10 }).assets.length, 5)
  assert.is(findAsset(db, owner, failed)?.error, 'It is torn.')
})

test('assets are listed newest upload first and page without gaps', async () => {
  using catalog = openTestCatalog()
  const { db, clock } = catalog.store
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const late = await catalog.received(owner, dataset)
  const ids: string[] = []
  for (let second = 0; second < 3; second++) {
    // Two in each second: the id decides between them.
    ids.unshift(await catalog.staged(owner, dataset))
    ids.unshift(await catalog.staged(owner, dataset))
    clock.advance({ seconds: 1 })
  }
  await catalog.confirmUpload(catalog.as(owner), { objectId: late })
  const seen: string[] = []
  let after: { uploadedAtS: number; objectId: string } | undefined
  for (let hasMore = true; hasMore; ) {
    const page = listOwnAssets(db, owner, { limit: 2, after })
    seen.push(...page.assets.map(({ objectId }) => objectId))
    const last = page.assets.at(-1)
    after = last && { uploadedAtS: Math.floor(last.uploadedAtMs / 1000), objectId: last.objectId }
    hasMore = page.hasMore
  }
  assert.equal(seen, [late, ...ids])
})

test('a cursor without an id skips the whole second', async () => {
  using catalog = openTestCatalog()
  const { db, clock } = catalog.store
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const old = await catalog.staged(owner, dataset)
  clock.advance({ seconds: 1 })
  await catalog.staged(owner, dataset)
  const after = { uploadedAtS: Math.floor(clock.nowMs() / 1000) }
  const { assets } = listOwnAssets(db, owner, { limit: 10, after })
  assert.equal(
    assets.map(({ objectId }) => objectId),
    [old],
  )
})

test("other tenants' assets, listed ones too, are not among one's own", async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner, { visibility: 'listed' })
  const objectId = await catalog.indexed(owner, dataset)
  const buyer = catalog.tenant()
  assert.equal(listOwnAssets(catalog.store.db, buyer, { limit: 10 }).assets, [])
  assert.is(findAsset(catalog.store.db, buyer, objectId)?.state, 'indexed')
})

test("a stranger's asset that is not indexed is absent, its owner's is there", async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner, { visibility: 'listed' })
  await catalog.indexed(owner, dataset)
  const waiting = await catalog.staged(owner, dataset)
  assert.is(findAsset(catalog.store.db, catalog.tenant(), waiting), undefined)
  assert.is(findAsset(catalog.store.db, owner, waiting)?.state, 'review')
})

test('modality filters, and the allow list narrows', async () => {
  using catalog = openTestCatalog()
  const { db } = catalog.store
  const owner = catalog.tenant()
  const first = await catalog.dataset(owner)
  const second = await catalog.dataset(owner)
  await catalog.staged(owner, { ...first, contentType: 'text/plain' })
  const pdf = await catalog.staged(owner, { ...second, contentType: 'application/pdf' })
  const ids = (...asked: Parameters<typeof listOwnAssets>) =>
    listOwnAssets(...asked).assets.map(({ objectId }) => objectId)
  assert.equal(ids(db, owner, { limit: 10, modality: 'document' }), [pdf])
  const key = {
    ...owner,
    datasetAccess: { mode: 'allow_list' as const, datasetIds: [second.datasetId] },
  }
  assert.equal(ids(db, key, { limit: 10 }), [pdf])
})

test.run()
