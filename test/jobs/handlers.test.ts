import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openOutbox } from '../../src/domain/outbox/index.ts'
import { jobHandlers } from '../../src/jobs/handlers.ts'
import { startRunner } from '../../src/jobs/runner.ts'
import { makePages, makePdf } from '../support/make-pdf.ts'
import { keysOf } from '../support/open-test-catalog.ts'
import { openTestIngest, type TestIngest } from '../support/open-test-ingest.ts'
import { testSecrets } from '../support/test-secrets.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Works off every job that is due, with the rooms' own handlers. */
async function work(room: TestIngest, part: Partial<TestIngest['ingest']> = {}): Promise<void> {
  const { store } = room
  const ingest = { ...room.ingest, ...part }
  const outbox = openOutbox({ store, clock: store.clock, secrets: testSecrets })
  const nothing = async () => undefined
  const chain = { advanceSubmission: nothing }
  const microip = { describeAsset: nothing, describeSoon: () => {} }
  const mail = { sendPosted: nothing }
  const erasure = { erasePersonsRest: nothing, goOnErasing: nothing }
  const folders = { forgetReports: async () => {} }
  const rooms = { chain, erasure, folders, ingest, mail, microip }
  const handlers = jobHandlers({ catalog: room, ...rooms })
  await using runner = startRunner({ outbox, handlers, log: silent })
  await runner.settle()
}

function statusOf({ store, datasetId }: TestIngest): unknown {
  const find = store.raw.prepare('SELECT status FROM dataset WHERE dataset_id = ?')
  return find.pluck().get(datasetId)
}

test('an approved file is inspected and indexed, and its dataset becomes active', async () => {
  using room = await openTestIngest()
  const bytes = await makePdf({ pages: makePages(3) })
  const objectId = await room.file(bytes, { contentType: 'application/pdf' })
  assert.equal(room.jobs(), [`inspect-object ${objectId}`, `ingest-object ${objectId}`])
  await work(room)
  assert.is(room.passages(objectId).length, 4)
  assert.is(statusOf(room), 'active')
  assert.equal(room.jobs(), [])
})

test('a broken file does not leave its job behind', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('%PDF-'), { contentType: 'application/pdf' })
  await work(room)
  assert.is(room.object(objectId).index_state, 'failed')
  assert.equal(room.jobs(), [])
})

test('a run whose list cannot be made is given up, and is over', async () => {
  using room = await openTestIngest()
  const { datasetId } = room
  await room.ingest.reprocessDataset(room.as(room.owner), { datasetId, which: 'all' })
  const status = () => room.ingest.getReprocess(room.owner, { datasetId }).status
  const queueReprocess = () => Promise.reject(new Error('the database says no'))
  for (let tries = 0; tries < 40 && room.jobs().length > 0; tries++) {
    assert.is(status(), 'running')
    await work(room, { queueReprocess })
    room.store.clock.advance({ hours: 1 })
  }
  assert.equal([status(), room.jobs()], ['done', []])
})

test('a file whose bytes are gone is tried again, then given up', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('x'))
  await room.blobs.remove(room.object(objectId).blob_key as string)
  for (let i = 0; i < 6; i++) {
    assert.is(room.object(objectId).index_state, 'queued')
    await work(room)
    room.store.clock.advance({ hours: 1 })
  }
  assert.is(room.object(objectId).index_state, 'failed')
  await work(room)
  assert.equal(room.jobs(), [])
})

test('a deleted object leaves the index at once and the disk after the grace period', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('Body.'))
  await work(room)
  await room.deleteObject(room.as(room.owner), { objectId })
  await work(room)
  assert.equal(room.passages(objectId), [])
  assert.is((await keysOf(room)).length, 1)
  room.store.clock.advance({ hours: 24 })
  await work(room)
  assert.equal(await keysOf(room), [])
})

test('a deleted dataset is deleted once its last passage is gone', async () => {
  using room = await openTestIngest()
  for (let i = 0; i < 3; i++) await room.file(Buffer.from(`Body ${i}.`))
  await work(room)
  await room.deleteDataset(room.as(room.owner), { datasetId: room.datasetId })
  assert.is(statusOf(room), 'pending_deletion')
  await work(room)
  assert.is(statusOf(room), 'deleted')
  assert.is(room.store.raw.prepare('SELECT count(*) FROM passage').pluck().get(), 0)
  room.store.clock.advance({ hours: 24 })
  await work(room)
  assert.equal(await keysOf(room), [])
})

test.run()
