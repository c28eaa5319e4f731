import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { inspectionOf } from '../../../src/domain/ingest/index.ts'
import { keysOf } from '../../support/open-test-catalog.ts'
import {
  fakeExtractor,
  openTestIngest,
  passageBlocks,
  type TestIngest,
} from '../../support/open-test-ingest.ts'

async function openIndexed() {
  const room = await openTestIngest({ extractor: fakeExtractor([passageBlocks(450)]) })
  const objectId = await room.file(Buffer.from('x'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  return { ...room, objectId }
}

function blobKeyOf(room: TestIngest, objectId: ObjectId): string {
  return room.object(objectId).blob_key as string
}

test('a deleted object leaves the index in slices', async () => {
  using room = await openIndexed()
  const { objectId } = room
  await room.deleteObject(room.as(room.owner), { objectId })
  let writes = 0
  const write: typeof room.attempt.write = (fn) => {
    writes++
    return room.store.write(fn)
  }
  await room.ingest.unindexObject({ ...room.attempt, write }, { objectId })
  assert.equal(room.passages(objectId), [])
  assert.is(room.store.raw.prepare('SELECT count(*) FROM passage_fts').pluck().get(), 0)
  assert.is(room.object(objectId).index_state, 'none')
  assert.ok(writes >= 4)
})

test('an object on offer keeps its passages', async () => {
  using room = await openIndexed()
  await room.ingest.unindexObject(room.attempt, { objectId: room.objectId })
  assert.is(room.passages(room.objectId).length, 451)
})

test('removing stops when it is told to', async () => {
  using room = await openIndexed()
  const { objectId } = room
  await room.deleteObject(room.as(room.owner), { objectId })
  const attempt = { ...room.attempt, signal: AbortSignal.abort() }
  const work = room.ingest.unindexObject(attempt, { objectId })
  await work.then(
    () => assert.unreachable(),
    ({ name }: Error) => assert.is(name, 'AbortError'),
  )
  assert.is(room.object(objectId).index_state, 'removing')
})

test('the bytes of a deleted object are purged', async () => {
  using room = await openIndexed()
  const { objectId } = room
  const blobKey = blobKeyOf(room, objectId)
  await room.deleteObject(room.as(room.owner), { objectId })
  assert.equal(await keysOf(room), [blobKey])
  await room.ingest.purgeBlob(room.attempt, { blobKey })
  assert.equal(await keysOf(room), [])
  await room.ingest.purgeBlob(room.attempt, { blobKey })
})

test('the bytes of an object on offer are not purged', async () => {
  using room = await openIndexed()
  const blobKey = blobKeyOf(room, room.objectId)
  await room.ingest.purgeBlob(room.attempt, { blobKey })
  assert.equal(await keysOf(room), [blobKey])
})

test('an older blob of an object on offer is purged', async () => {
  using room = await openIndexed()
  const blobKey = blobKeyOf(room, room.objectId)
  const older = `${room.objectId}-0123456789`
  const bytes = (async function* () {
    yield Buffer.from('old')
  })()
  await room.blobs.receive(older, bytes, { limitBytes: 10 })
  await room.ingest.purgeBlob(room.attempt, { blobKey: older })
  assert.equal(await keysOf(room), [blobKey])
})

test('with the bytes of a rejected object goes what was seen in it', async () => {
  using room = await openTestIngest()
  const objectId = await room.staged(room.owner, { datasetId: room.datasetId })
  await room.ingest.inspectObject(room.attempt, { objectId })
  const { tenantId } = room.owner
  const decision = { objectId, tenantId, decision: 'rejected', reviewedBy: 'usr_1', note: 'no' }
  await room.store.write((tx) => room.setReviewDecision(tx, decision as never))
  await room.ingest.purgeBlob(room.attempt, { blobKey: blobKeyOf(room, objectId) })
  assert.is(inspectionOf(room.store.db, objectId), undefined)
  assert.equal(await keysOf(room), [])
})

test.run()
