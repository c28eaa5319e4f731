import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inspectionOf } from '../../../src/domain/ingest/index.ts'
import { ExtractInterrupted } from '../../../src/domain/ingest/ports.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { fakeExtractor, openTestIngest, passageBlocks } from '../../support/open-test-ingest.ts'

test('what a reviewer wants to see is kept', async () => {
  using room = await openTestIngest()
  const bytes = await makePdf({ pages: ['Salt road.', ''] })
  const objectId = await room.file(bytes, { contentType: 'text/plain' })
  await room.ingest.inspectObject(room.attempt, { objectId })
  assert.equal(inspectionOf(room.store.db, objectId), {
    objectId,
    sniffedContentType: 'application/pdf',
    pageCount: 2,
    durationMs: null,
    textSample: 'Salt road.',
    warnings: ['The file was declared as text/plain but looks like application/pdf.'],
    inspectedAtMs: room.store.clock.nowMs(),
    failure: null,
  })
})

test('a file that cannot be read has the reason among its warnings', async () => {
  using room = await openTestIngest()
  const bytes = await makePdf({ pages: ['x'], userPassword: 'p' })
  const objectId = await room.file(bytes, { contentType: 'application/pdf' })
  await room.ingest.inspectObject(room.attempt, { objectId })
  assert.equal(inspectionOf(room.store.db, objectId)?.warnings, [
    'encrypted: The file is protected with a password. Upload it without one.',
  ])
})

test('a second inspection takes the place of the first', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('Body.'))
  await room.ingest.inspectObject(room.attempt, { objectId })
  room.store.clock.advance({ seconds: 5 })
  await room.ingest.inspectObject(room.attempt, { objectId })
  assert.is(inspectionOf(room.store.db, objectId)?.inspectedAtMs, room.store.clock.nowMs())
})

/** Counts what is asked of it. */
function countingExtractor() {
  const asked = { inspections: 0 }
  const found = { sniffedContentType: null, pageCount: null, durationMs: null, failure: null }
  const inspect = async () => {
    asked.inspections++
    return { ...found, textSample: 'Seen.', warnings: [] }
  }
  return { asked, extractor: { ...fakeExtractor([passageBlocks(1)]), inspect } }
}

test('an inspection is kept with the end of its job', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('Body.'))
  const { write } = room.attempt
  const samples: unknown[] = []
  const finish: typeof write = (fn) =>
    write((tx) => {
      const value = fn(tx)
      samples.push(inspectionOf(tx, objectId)?.textSample)
      return value
    })
  await room.ingest.inspectObject({ ...room.attempt, finish }, { objectId })
  assert.equal(samples, ['Body.'])
})

test('an object approved before it is inspected is inspected once, by its ingestion', async () => {
  const { asked, extractor } = countingExtractor()
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('Body.'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  await room.ingest.inspectObject(room.attempt, { objectId })
  assert.is(asked.inspections, 1)
  assert.is(inspectionOf(room.store.db, objectId)?.textSample, 'Seen.')
  assert.is(room.object(objectId).index_state, 'indexed')
})

test('an ingestion waits for the inspection that runs, and makes no second one', async () => {
  const { asked, extractor } = countingExtractor()
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('Body.'))
  await Promise.all([
    room.ingest.inspectObject(room.attempt, { objectId }),
    room.ingest.ingestObject(room.attempt, { objectId }),
  ])
  assert.is(asked.inspections, 1)
})

test('an inspection that fails keeps no approved object from the index', async () => {
  using room = await openTestIngest({ extractor: fakeExtractor([passageBlocks(1)]) })
  const objectId = await room.file(Buffer.from('Body.'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.is(inspectionOf(room.store.db, objectId), undefined)
  assert.is(room.object(objectId).index_state, 'indexed')
})

test('an object that is gone is not inspected', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('Body.'))
  await room.deleteObject(room.as(room.owner), { objectId })
  await room.ingest.inspectObject(room.attempt, { objectId })
  assert.is(inspectionOf(room.store.db, objectId), undefined)
})

test('an object that is deleted while it is inspected leaves nothing of its text', async () => {
  const late = openTestIngest({
    extractor: {
      async inspect() {
        const room = await late
        const { objectId } = room.store.raw
          .prepare('SELECT object_id AS objectId FROM object')
          .get() as { objectId: string }
        await room.deleteObject(room.as(room.owner), { objectId })
        const found = { sniffedContentType: null, pageCount: null, textSample: 'secret' }
        return { ...found, durationMs: null, warnings: [], failure: null }
      },
      extract: () => Promise.reject(new ExtractInterrupted('not asked for')),
    },
  })
  using room = await late
  const objectId = await room.file(Buffer.from('secret'))
  await room.ingest.inspectObject(room.attempt, { objectId })
  assert.is(inspectionOf(room.store.db, objectId), undefined)
})

test('deleting an object deletes what was seen in it', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('secret'))
  await room.ingest.inspectObject(room.attempt, { objectId })
  await room.deleteObject(room.as(room.owner), { objectId })
  assert.is(inspectionOf(room.store.db, objectId), undefined)
})

test('an inspection that was given up says so', async () => {
  using room = await openTestIngest()
  const objectId = await room.file(Buffer.from('x'))
  await room.store.write((tx) => room.ingest.inspectionGivenUp(tx, { objectId }))
  assert.equal(inspectionOf(room.store.db, objectId)?.warnings, [
    'The file could not be inspected.',
  ])
})

test.run()
