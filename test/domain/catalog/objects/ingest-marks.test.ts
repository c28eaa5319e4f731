import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId, ObjectId } from '../../../../src/base/ids.ts'
import {
  awaitsIndexing,
  type DatasetStatus,
  getForIngest,
  markIndexed,
  markIngestFailed,
  markPassagesRemoved,
} from '../../../../src/domain/catalog/index.ts'
import {
  indexedNow,
  openTestCatalog,
  type TestCatalog,
} from '../../../support/open-test-catalog.ts'

test('the first indexed object makes an ingesting dataset active', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.approved(owner, dataset)
  assert.is(catalog.getDataset(owner, dataset).status, 'ingesting')
  await catalog.indexed(owner, dataset)
  const after = catalog.getDataset(owner, dataset)
  assert.equal(
    [after.status, after.objectCount, after.activeObjectCount, after.totalBytes],
    ['active', 2, 1, 82],
  )
  assert.is(after.lastIngestAtMs, catalog.store.clock.nowMs())
})

for (const status of ['draft', 'paused', 'archived', 'suspended'] as const) {
  test(`a dataset that was set to ${status} stays there when an object is indexed`, async () => {
    using catalog = openTestCatalog()
    const owner = { ...catalog.tenant(), isPlatformAdmin: true }
    const dataset = await catalog.dataset(owner)
    const waiting = await catalog.approved(owner, dataset)
    await catalog.indexed(owner, dataset)
    await setStatus(catalog, { owner, dataset, status })
    assert.is(await indexNow(catalog, waiting), true)
    assert.is(catalog.getDataset(owner, dataset).status, status)
  })
}

test('a dataset that is a draft again does not go back to ingesting', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.indexed(owner, dataset)
  await setStatus(catalog, { owner, dataset, status: 'draft' })
  await catalog.indexed(owner, dataset)
  assert.is(catalog.getDataset(owner, dataset).status, 'draft')
})

test('what was not approved is not indexed', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.staged(owner, dataset)
  assert.is(await indexNow(catalog, objectId), false)
  assert.is(catalog.getObject(owner, { objectId }).indexState, 'none')
})

test('what was deleted while it was being indexed stays deleted', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.approved(owner, dataset)
  await catalog.deleteObject(catalog.as(owner), { objectId })
  assert.is(getForIngest(catalog.store.db, objectId), undefined)
  assert.is(await indexNow(catalog, objectId), false)
})

test('what is in a dataset on its way out is not indexed', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.approved(owner, dataset)
  await catalog.deleteDataset(catalog.as(owner), dataset)
  assert.is(getForIngest(catalog.store.db, objectId), undefined)
  assert.is(await indexNow(catalog, objectId), false)
})

test('a failure is told to the provider and ends the waiting', async () => {
  using catalog = openTestCatalog()
  const { db, write } = catalog.store
  const owner = catalog.tenant()
  const objectId = await catalog.approved(owner, await catalog.dataset(owner))
  const found = getForIngest(db, objectId)
  assert.ok(found && awaitsIndexing(found.object))
  const failure = { objectId, error: 'The file is encrypted.', nowMs: 0 }
  assert.is(await write((tx) => markIngestFailed(tx, failure)), true)
  const { indexState, ingestError } = catalog.getObject(owner, { objectId })
  assert.equal([indexState, ingestError], ['failed', 'The file is encrypted.'])
  assert.is(await write((tx) => markIngestFailed(tx, failure)), false)
  assert.is(await indexNow(catalog, objectId), false)
})

test('the end of the clean-up is marked on a tombstone only', async () => {
  using catalog = openTestCatalog()
  const { write } = catalog.store
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const kept = await catalog.indexed(owner, dataset)
  const gone = await catalog.indexed(owner, dataset)
  await catalog.deleteObject(catalog.as(owner), { objectId: gone })
  for (const objectId of [kept, gone]) {
    await write((tx) => markPassagesRemoved(tx, { objectId, nowMs: 0 }))
  }
  assert.equal([stateOf(catalog, kept), stateOf(catalog, gone)], ['indexed', 'none'])
})

function indexNow({ store }: TestCatalog, objectId: ObjectId): Promise<boolean> {
  return store.write((tx) => markIndexed(tx, indexedNow(objectId, store.clock.nowMs())))
}

function stateOf({ store }: TestCatalog, objectId: ObjectId): unknown {
  const row = store.raw.prepare('SELECT index_state FROM object WHERE object_id = ?')
  return row.pluck().get(objectId)
}

type Change = {
  owner: ReturnType<TestCatalog['tenant']>
  dataset: { datasetId: DatasetId }
  status: DatasetStatus
}

function setStatus(catalog: TestCatalog, { owner, dataset: { datasetId }, status }: Change) {
  return catalog.updateDataset(catalog.as(owner), { datasetId, changes: { status } })
}

test.run()
