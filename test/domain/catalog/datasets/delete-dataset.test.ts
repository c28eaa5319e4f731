import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId, ObjectId } from '../../../../src/base/ids.ts'
import { markPassagesRemoved } from '../../../../src/domain/catalog/index.ts'
import { openTestCatalog, type TestCatalog } from '../../../support/open-test-catalog.ts'

test('every object becomes a tombstone, and passages and bytes go by job', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const { datasetId } = dataset
  const open = await catalog.received(owner, dataset)
  const staged = await catalog.staged(owner, dataset)
  const indexed = await catalog.indexed(owner, dataset)
  const before = catalog.jobs().length
  await catalog.deleteDataset(catalog.as(owner), dataset)
  assert.equal(statesOf(catalog), { [staged]: 'deleted', [indexed]: 'deleted' })
  const left = [open, staged, indexed].map((objectId) => `purge-blob ${objectId}`)
  const jobs = [...left, `remove-passages ${indexed}`, `delete-dataset ${datasetId}`]
  assert.equal(catalog.jobs().slice(before).sort(), jobs.sort())
})

test('what buyers wrote to be let in goes with the dataset', async () => {
  using catalog = openTestCatalog()
  const [owner, buyer] = [catalog.tenant(), catalog.tenant()]
  const { datasetId } = await catalog.dataset(owner, { visibility: 'restricted' })
  catalog.store.raw.prepare("UPDATE dataset SET status = 'active'").run()
  await catalog.requestAccess(catalog.as(buyer), { datasetId, message: 'For a study.' })
  await catalog.deleteDataset(catalog.as(owner), { datasetId })
  await catalog.continueDeletion({ datasetId })
  const row = catalog.store.raw.prepare('SELECT tenant_id, message FROM access_request').get()
  assert.equal(row, { tenant_id: buyer.tenantId, message: null })
})

test('PATCH to pending_deletion does the same as DELETE', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const objectId = await catalog.indexed(owner, dataset)
  const { datasetId } = dataset
  const changed = await catalog.updateDataset(catalog.as(owner), {
    datasetId,
    changes: { status: 'pending_deletion' },
  })
  assert.equal([changed.status, changed.objectCount], ['pending_deletion', 0])
  assert.equal(statesOf(catalog), { [objectId]: 'deleted' })
  assert.ok(catalog.jobs().includes(`delete-dataset ${datasetId}`))
})

test('the bytes of what is deleted stay for the grace period', async () => {
  using catalog = openTestCatalog({ graceHours: 24 })
  const owner = catalog.tenant()
  const objectId = await catalog.staged(owner, await catalog.dataset(owner))
  await catalog.deleteObject(catalog.as(owner), { objectId })
  const dueAt = catalog.store.raw.prepare("SELECT run_after_at FROM job WHERE kind = 'purge-blob'")
  assert.is(dueAt.pluck().get(), catalog.store.clock.nowMs() + 24 * 3_600_000)
})

test('the deletion ends with the last passage, and what a person wrote is gone', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner, { name: 'Secret', tags: ['a'] })
  const { datasetId } = dataset
  const objects = [await catalog.indexed(owner, dataset), await catalog.indexed(owner, dataset)]
  await catalog.deleteDataset(catalog.as(owner), dataset)
  await catalog.continueDeletion({ datasetId })
  assert.is(rowOf(catalog, datasetId).status, 'pending_deletion')
  for (const objectId of objects) {
    assert.is(rowOf(catalog, datasetId).status, 'pending_deletion')
    await catalog.store.write((tx) => markPassagesRemoved(tx, { objectId, nowMs: 5 }))
  }
  assert.equal(rowOf(catalog, datasetId), { status: 'deleted', name: '', tags: '[]', deletedAt: 5 })
})

test('a long deletion leaves its rest to a job behind those of others', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const { datasetId } = dataset
  const objectId = await catalog.staged(owner, dataset)
  catalog.store.raw.exec("UPDATE dataset SET status = 'pending_deletion'")
  const before = catalog.jobs().length
  await catalog.continueDeletion({ datasetId }, { slicesMax: 1 })
  assert.equal(statesOf(catalog), { [objectId]: 'deleted' })
  const added = catalog.jobs().slice(before)
  assert.equal(added, [`purge-blob ${objectId}`, `delete-dataset ${datasetId}`])
  assert.is(rowOf(catalog, datasetId).status, 'pending_deletion')
  await catalog.continueDeletion({ datasetId }, { slicesMax: 1 })
  assert.is(catalog.jobs().length, before + added.length)
  assert.is(rowOf(catalog, datasetId).status, 'deleted')
})

test('an empty dataset is deleted by the job alone', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.deleteDataset(catalog.as(owner), dataset)
  await catalog.continueDeletion(dataset)
  await catalog.continueDeletion(dataset)
  assert.is(rowOf(catalog, dataset.datasetId).status, 'deleted')
})

test('many objects are buried in slices, and none shows in between', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const first = await catalog.indexed(owner, dataset)
  copyObject(catalog, first, 449)
  await catalog.deleteDataset(catalog.as(owner), dataset)
  const left = () => Object.values(statesOf(catalog)).filter((one) => one !== 'deleted').length
  assert.is(left(), 250)
  await catalog.continueDeletion(dataset)
  assert.is(left(), 0)
  const removals = catalog.jobs().filter((job) => job.startsWith('remove-passages'))
  assert.is(removals.length, 450)
})

test('a tombstone keeps ids and size, and nothing that a person wrote', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const objectId = await catalog.indexed(owner, {
    ...(await catalog.dataset(owner)),
    title: 'Private matters',
    userText: 'about Lovelace',
    // With letters that no id has.
    tags: ['lovelace'],
    filename: 'lovelace.txt',
  })
  await catalog.deleteObject(catalog.as(owner), { objectId })
  const row = catalog.store.raw.prepare('SELECT * FROM object').get() as Record<string, unknown>
  assert.is(row.object_id, objectId)
  assert.is(row.size_bytes, 41)
  assert.not.match(JSON.stringify(row), /Private|about|lovelace/i)
})

test('the database itself keeps confirmed content as it is', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.staged(owner, dataset)
  const refused = [
    "UPDATE object SET filename = 'other'",
    "UPDATE object SET content_type = 'text/html'",
    'UPDATE object SET size_bytes = 1',
    `UPDATE object SET checksum_sha256 = '${'0'.repeat(64)}'`,
    "UPDATE object SET blob_key = 'other'",
    "UPDATE object SET object_id = 'obj_other'",
    'DELETE FROM object',
    'INSERT OR REPLACE INTO object SELECT * FROM object',
    "UPDATE object SET status = 'active'",
    "UPDATE object SET index_state = 'indexed'",
    'DELETE FROM dataset',
    "UPDATE dataset SET tenant_id = 'tnt_other'",
  ]
  for (const statement of refused) {
    assert.throws(() => catalog.store.raw.exec(statement), undefined, statement)
  }
  await catalog.deleteDataset(catalog.as(owner), dataset)
  assert.throws(() => catalog.store.raw.exec("UPDATE dataset SET status = 'active'"), /final/)
  assert.throws(
    () => catalog.store.raw.exec("UPDATE object SET status = 'staged', review_state = 'pending'"),
    /final/,
  )
})

function statesOf({ store }: TestCatalog): Record<string, string> {
  const rows = store.raw.prepare('SELECT object_id, status FROM object ORDER BY object_no').raw()
  return Object.fromEntries(rows.all() as [string, string][])
}

function rowOf({ store }: TestCatalog, datasetId: DatasetId) {
  const row = store.raw.prepare(
    'SELECT status, name, tags, deleted_at AS deletedAt FROM dataset WHERE dataset_id = ?',
  )
  return row.get(datasetId) as { status: string; name: string; tags: string; deletedAt: number }
}

/** Cheaper than so many uploads. */
function copyObject({ store }: TestCatalog, objectId: ObjectId, times: number): void {
  const source = store.raw.prepare('SELECT * FROM object WHERE object_id = ?').get(objectId)
  const columns = Object.keys(source as object).filter((name) => name !== 'object_no')
  const insert = store.raw.prepare(
    `INSERT INTO object (${columns}) VALUES (${columns.map((name) => `@${name}`)})`,
  )
  for (let n = 0; n < times; n++) {
    insert.run({ ...(source as object), object_id: `obj_copy${n}`, blob_key: `copy-${n}` })
  }
}

test.run()
