import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../../src/base/ids.ts'
import { isBlobNeeded } from '../../../../src/domain/catalog/index.ts'
import { listUnrecordedBlobs } from '../../../../src/domain/catalog/objects/blob-queries.ts'
import { startMs } from '../../../support/fake-clock.ts'
import {
  chunksOf,
  keysOf,
  openTestCatalog,
  type TestCatalog,
} from '../../../support/open-test-catalog.ts'
import { untilSo } from '../../../support/until.ts'

const minuteMs = 60_000
const signal = new AbortController().signal

const orphans: [title: string, file: { writtenAtMs: number; hours: number }, found: number][] = [
  ['of an earlier run', { writtenAtMs: startMs - minuteMs, hours: 0 }, 1],
  ['of this run, new', { writtenAtMs: startMs + minuteMs, hours: 0 }, 0],
  ['of this run, some minutes old', { writtenAtMs: startMs + minuteMs, hours: 0.9 }, 0],
  ['of this run, over an hour old', { writtenAtMs: startMs + minuteMs, hours: 1.1 }, 1],
]
for (const [title, { writtenAtMs, hours }, found] of orphans) {
  test(`a file without a record ${title}, ${found ? 'is removed by job' : 'stays'}`, async () => {
    using catalog = openTestCatalog()
    const key = strayFile(catalog, writtenAtMs)
    catalog.store.clock.advance({ hours })
    assert.is(await catalog.sweepBlobs(signal), found)
    const job = `purge-blob ${key.slice(0, key.lastIndexOf('-'))}`
    assert.equal(catalog.jobs(), found ? [job] : [])
  })
}

test("what a program sent past the server is its open upload's, and nobody's later", async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const objectId = await catalog.initiated(owner, await catalog.dataset(owner))
  const [blobKey, other] = [`${objectId}-0000000000`, `${objectId}-0000000001`]
  const { db } = catalog.store
  const nowMs = catalog.store.clock.nowMs()
  assert.equal(listUnrecordedBlobs(db, [blobKey, other]), [other])
  assert.ok(isBlobNeeded(db, { blobKey, nowMs }))
  await catalog.cancelUpload(catalog.as(owner), { objectId })
  assert.equal(listUnrecordedBlobs(db, [blobKey, other]), [blobKey, other])
  assert.not(isBlobNeeded(db, { blobKey, nowMs }))
})

test('files with a record stay, in every state of the object', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  await catalog.received(owner, dataset)
  await catalog.staged(owner, dataset)
  await catalog.indexed(owner, dataset)
  const deleted = await catalog.staged(owner, dataset)
  await catalog.deleteObject(catalog.as(owner), { objectId: deleted })
  const before = catalog.jobs()
  for (const key of await keysOf(catalog)) age(catalog, key, startMs - minuteMs)
  assert.is((await keysOf(catalog)).length, 4)
  assert.is(await catalog.sweepBlobs(signal), 0)
  assert.equal(catalog.jobs(), before)
})

test('the bytes of an earlier try are an orphan, those of the later one are not', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const objectId = await catalog.received(owner, await catalog.dataset(owner))
  const key = `${objectId}-0123456789`
  strayFile(catalog, startMs - minuteMs, key)
  for (const one of await keysOf(catalog)) age(catalog, one, startMs - minuteMs)
  assert.is(await catalog.sweepBlobs(signal), 1)
  const payload = catalog.store.raw.prepare('SELECT payload FROM job').pluck().get()
  assert.equal(JSON.parse(String(payload)), { blobKey: key })
})

test('more files than a slice are all looked at', async () => {
  using catalog = openTestCatalog()
  for (let count = 0; count < 450; count++) strayFile(catalog, startMs - minuteMs)
  assert.is(await catalog.sweepBlobs(signal), 450)
})

test('a sweep stops when it is told to', async () => {
  using catalog = openTestCatalog()
  strayFile(catalog, startMs - minuteMs)
  assert.is(await catalog.sweepBlobs(AbortSignal.abort()), 0)
})

test('files that are not ours are left alone', async () => {
  using catalog = openTestCatalog()
  const folder = join(catalog.store.dir, 'blobs')
  mkdirSync(join(folder, 'lost+found'))
  mkdirSync(join(folder, 'ab'))
  writeFileSync(join(folder, 'ab/notes.txt'), 'x')
  writeFileSync(join(folder, 'README'), 'x')
  assert.is(await catalog.sweepBlobs(signal), 0)
})

test('what was left of a broken upload is removed, and one on its way goes on', async () => {
  using catalog = openTestCatalog()
  const drafts = join(catalog.store.dir, 'blobs/tmp')
  writeFileSync(join(drafts, 'left'), 'x')
  let goOn = () => {}
  const waiting = new Promise<void>((done) => {
    goOn = done
  })
  async function* slow() {
    yield* chunksOf('a')
    await waiting
    yield* chunksOf('b')
  }
  const receiving = catalog.blobs.receive(newKey(), slow(), { limitBytes: 9 })
  await untilSo('the second one is there', () => readdirSync(drafts).length === 2)
  await catalog.sweepBlobs(signal)
  assert.is(readdirSync(drafts).length, 1)
  goOn()
  assert.is((await receiving).sizeBytes, 2)
})

test('the bytes of what may still be wanted are needed, whoever wants them gone', async () => {
  using catalog = openTestCatalog()
  const owner = catalog.tenant()
  const dataset = await catalog.dataset(owner)
  const { store } = catalog
  const states: Record<string, string> = {}
  for (const make of ['received', 'staged', 'indexed'] as const) {
    states[make] = blobOf(catalog, await catalog[make](owner, dataset))
  }
  const rejected = await catalog.staged(owner, dataset)
  const { tenantId } = owner
  const no = { tenantId, decision: 'rejected', reviewedBy: 'usr_1', note: 'x' } as const
  await store.write((tx) => catalog.setReviewDecision(tx, { ...no, objectId: rejected }))
  const needed = () =>
    Object.entries(states)
      .filter(([, blobKey]) => isBlobNeeded(store.db, { blobKey, nowMs: store.clock.nowMs() }))
      .map(([state]) => state)
  Object.assign(states, { rejected: blobOf(catalog, rejected), stray: newKey() })
  assert.equal(needed(), ['received', 'staged', 'indexed'])
  store.clock.advance({ hours: 72 })
  await store.write((tx) => catalog.expireReviews(tx, { limit: 9 }))
  assert.equal(needed(), ['received', 'staged', 'indexed'])
  store.clock.advance({ hours: 7 * 24 })
  assert.equal(needed(), ['received', 'indexed'])
})

function newKey(): string {
  return `${newId('obj', startMs)}-${'0'.repeat(10)}`
}

function strayFile(catalog: TestCatalog, writtenAtMs: number, key = newKey()): string {
  mkdirSync(dirname(pathOf(catalog, key)), { recursive: true })
  writeFileSync(pathOf(catalog, key), 'x')
  age(catalog, key, writtenAtMs)
  return key
}

function age(catalog: TestCatalog, key: string, writtenAtMs: number): void {
  utimesSync(pathOf(catalog, key), writtenAtMs / 1000, writtenAtMs / 1000)
}

function pathOf({ store }: TestCatalog, key: string): string {
  return join(store.dir, 'blobs', key.slice(28, 30), key)
}

function blobOf({ store: { raw } }: TestCatalog, objectId: string): string {
  const key = `SELECT coalesce(blob_key, (SELECT p.blob_key FROM upload_part p JOIN upload u
    USING (upload_id) WHERE u.object_id = object.object_id)) FROM object WHERE object_id = ?`
  return String(raw.prepare(key).pluck().get(objectId))
}

test.run()
