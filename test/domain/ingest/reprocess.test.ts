// Objects read anew: what is found meanwhile, and what is left afterwards.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ColumnProfile } from '../../../src/base/column-profile.ts'
import type { ObjectId } from '../../../src/base/ids.ts'
import type { PartRead } from '../../../src/base/part-read.ts'
import { readingVersion } from '../../../src/domain/ingest/limits.ts'
import { type Block, ExtractFailed, type Extractor } from '../../../src/domain/ingest/ports.ts'
import { openTestIngest } from '../../support/open-test-ingest.ts'
import { refusal } from '../../support/refusal.ts'

const nothing = { title: null, pageCount: null, durationMs: null, warnings: [] }
const kind = { contentType: 'text/plain', modality: 'text' as const }

/** An extractor that says what the test has it say, and can be stopped before its end. */
async function openReader() {
  const said = {
    text: 'The dam holds.',
    fails: false,
    part: undefined as PartRead | undefined,
    columns: undefined as ColumnProfile | undefined,
  }
  let gate: Promise<void> = Promise.resolve()
  let reached = () => {}
  const extractor: Extractor = {
    inspect: () => Promise.reject(new Error('not asked for')),
    async extract(_, take) {
      if (said.fails) throw new ExtractFailed({ code: 'corrupt' })
      const blocks: Block[] = [{ kind: 'prose', text: said.text }]
      await take(blocks, kind)
      reached()
      await gate
      return { ...nothing, ...kind, part: said.part, columns: said.columns }
    },
  }
  const room = await openTestIngest({ extractor })
  return Object.assign(room, {
    said,
    /** Reading stops before its end until `go` is called. */
    hold() {
      const { promise, resolve: go } = Promise.withResolvers<void>()
      const stopped = Promise.withResolvers<void>()
      gate = promise
      reached = () => stopped.resolve()
      return { go, stopped: stopped.promise }
    },
    texts: (objectId: ObjectId) => room.passages(objectId).map(({ text }) => text),
    ids: () => room.store.raw.prepare('SELECT passage_id FROM passage ORDER BY 1').pluck().all(),
    rows: () =>
      room.store.raw
        .prepare('SELECT passage_id AS id, text FROM passage ORDER BY ordinal')
        .all() as {
        id: string
        text: string
      }[],
    async indexed() {
      const objectId = await room.file(Buffer.from('whatever'))
      await room.ingest.ingestObject(room.attempt, { objectId })
      return objectId
    },
    async start(which: 'all' | 'failed' = 'all') {
      const cmd = room.as(room.owner)
      const run = await room.ingest.reprocessDataset(cmd, { datasetId: room.datasetId, which })
      await room.ingest.queueReprocess(room.attempt, { datasetId: room.datasetId })
      return run
    },
    look: () => room.ingest.getReprocess(room.owner, { datasetId: room.datasetId }),
  })
}

test('old passages serve until the new ones are there', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  await room.start()
  room.said.text = 'The dam broke.'
  const { go, stopped } = room.hold()
  const work = room.ingest.reprocessObject(room.attempt, { objectId })
  await stopped
  assert.is(room.texts(objectId)[0], 'The dam holds.')
  assert.is(room.object(objectId).index_state, 'indexed')
  assert.is(room.look().objects.waiting, 1)
  go()
  await work
  assert.is(room.texts(objectId)[0], 'The dam broke.')
  assert.is(room.texts(objectId).length, 2)
  assert.is(room.object(objectId).index_state, 'indexed')
  const { status, objects } = room.look()
  assert.equal([status, objects.changed, objects.waiting], ['done', 1, 0])
})

test('an object that says what it said keeps its passages with their ids', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  const before = room.ids()
  await room.start()
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.equal(room.ids(), before)
  assert.is(room.look().objects.unchanged, 1)
})

test('what the columns of a table are like is taken over also where its words stay', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  const profile = room.store.raw.prepare('SELECT profile FROM object_columns').pluck()
  assert.is(profile.get(), undefined)
  room.said.columns = { rowCount: 40, columns: [] }
  await room.start()
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.equal(JSON.parse(`${profile.get()}`), room.said.columns)
  assert.is(room.look().objects.changed, 1)
  await room.start()
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.is(room.look().objects.unchanged, 1)
})

for (const way of ['reprocessObject', 'ingestObject'] as const) {
  test(`what is read as before keeps its id when the rest is not, by ${way}`, async () => {
    using room = await openReader()
    const objectId = await room.indexed()
    const before = room.rows()
    if (way === 'reprocessObject') await room.start()
    else room.store.raw.exec("UPDATE object SET index_state = 'queued'")
    room.said.text = 'The dam broke.'
    await room.ingest[way](room.attempt, { objectId })
    const after = room.rows()
    assert.equal([before.length, after.length, after[0]?.text], [2, 2, 'The dam broke.'])
    assert.is.not(after[0]?.id, before[0]?.id)
    assert.equal(after[1], before[1])
  })
}

test('one that cannot be read any more goes on as it is', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  await room.start()
  room.said.fails = true
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.is(room.texts(objectId)[0], 'The dam holds.')
  assert.is(room.object(objectId).index_state, 'indexed')
  assert.is(room.look().objects.failed, 1)
})

test('only failed ones are read when asked for, and become searchable', async () => {
  using room = await openReader()
  await room.indexed()
  room.said.fails = true
  const failed = await room.indexed()
  assert.is(room.object(failed).index_state, 'failed')
  room.said.fails = false
  await room.start('failed')
  assert.is(room.look().objects.waiting, 1)
  await room.ingest.reprocessObject(room.attempt, { objectId: failed })
  assert.equal(
    [room.object(failed).index_state, room.object(failed).ingest_error],
    ['indexed', null],
  )
  assert.is(room.look().status, 'done')
})

test('asked twice it is one run; another set is refused until it is over', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  await room.start()
  const again = await room.start()
  assert.is(again.objects.waiting, 1)
  assert.is(room.jobs().filter((job) => job.startsWith('reprocess-object')).length, 1)
  assert.is((await refusal(room.start('failed'))).name, 'Conflict')
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.is((await room.start('failed')).which, 'failed')
})

test('a job that runs twice counts once, and one for a deleted object is skipped', async () => {
  using room = await openReader()
  const [kept, gone] = [await room.indexed(), await room.indexed()]
  await room.start()
  await room.deleteObject(room.as(room.owner), { objectId: gone })
  await room.ingest.reprocessObject(room.attempt, { objectId: gone })
  await room.ingest.reprocessObject(room.attempt, { objectId: kept })
  await room.ingest.reprocessObject(room.attempt, { objectId: kept })
  const { status, objects } = room.look()
  assert.equal(objects, { waiting: 0, changed: 0, unchanged: 1, failed: 0, skipped: 1 })
  assert.is(status, 'done')
})

test('an object deleted while it is read leaves no passages', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  await room.start()
  room.said.text = 'The dam broke.'
  const { go, stopped } = room.hold()
  const work = room.ingest.reprocessObject(room.attempt, { objectId })
  await stopped
  await room.deleteObject(room.as(room.owner), { objectId })
  go()
  await work
  assert.is(room.look().objects.skipped, 1)
  assert.not(room.texts(objectId).includes('The dam broke.'))
})

test('what was read beside subtitles that changed meanwhile is not taken', async () => {
  using room = await openReader()
  const objectId = await room.file(Buffer.from('whatever'), { filename: 'talk.mp4' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  await room.start()
  room.said.text = 'The dam broke.'
  const { go, stopped } = room.hold()
  const work = room.ingest.reprocessObject(room.attempt, { objectId })
  await stopped
  const reading = () => room.jobs().filter((job) => job.startsWith('reprocess-object')).length
  assert.is(reading(), 1)
  await room.file(Buffer.from('words'), { filename: 'talk.srt' })
  assert.is(reading(), 2)
  assert.is(room.object(objectId).index_state, 'indexed')
  go()
  await work
  assert.is(room.texts(objectId)[0], 'The dam holds.')
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.is(room.texts(objectId)[0], 'The dam broke.')
})

test('what an earlier version read is read anew, one dataset at a time', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  const { raw, write } = room.store
  const slice = () => room.ingest.readAnewAfterUpgrade(write)
  const version = () => raw.prepare('SELECT version FROM reading_version').pluck().get()
  raw.prepare(`INSERT INTO reading_version VALUES (1, 1, '')`).run()
  room.said.text = 'The dam  broke.Then?'
  await slice()
  await room.ingest.queueReprocess(room.attempt, { datasetId: room.datasetId })
  assert.is(room.look().objects.waiting, 1)
  await slice()
  assert.is(version(), 1, 'it goes on only when the dataset is done')
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.is(room.texts(objectId)[0], 'The dam  broke.Then?')
  assert.is(room.look().status, 'done')
  await slice()
  assert.is(version(), readingVersion)
  const before = room.look().requestedAtMs
  room.store.clock.advance({ seconds: 60 })
  await slice()
  assert.is(room.look().requestedAtMs, before, 'it is done once')
})

test('the next dataset is read when the last one is, without a turn of the clock', async () => {
  using room = await openReader()
  const { raw, write } = room.store
  const sets = [room.datasetId]
  for (const _ of 'bc') sets.push((await room.dataset(room.owner)).datasetId)
  const files = new Map<string, ObjectId>()
  for (const datasetId of sets) {
    const objectId = await room.file(Buffer.from('whatever'), { datasetId })
    await room.ingest.ingestObject(room.attempt, { objectId })
    files.set(datasetId, objectId)
  }
  const begun = () => raw.prepare('SELECT dataset_id FROM reprocess ORDER BY 1').pluck().all()
  const version = () => raw.prepare('SELECT version FROM reading_version').pluck().get()
  raw.prepare(`INSERT INTO reading_version VALUES (1, 1, '')`).run()
  await room.ingest.readAnewAfterUpgrade(write)
  for (const [at, datasetId] of sets.entries()) {
    assert.equal(begun(), sets.slice(0, at + 1))
    assert.is(version(), 1)
    await room.ingest.queueReprocess(room.attempt, { datasetId })
    await room.ingest.reprocessObject(room.attempt, { objectId: files.get(datasetId) as ObjectId })
  }
  assert.equal([begun(), version()], [sets, readingVersion])
})

test('a run whose list was given up is over, and keeps no other waiting', async () => {
  using room = await openReader()
  await room.indexed()
  const cmd = room.as(room.owner)
  const { datasetId } = room
  await room.ingest.reprocessDataset(cmd, { datasetId, which: 'all' })
  assert.is(room.look().status, 'running')
  await room.store.write((tx) => room.ingest.listingGivenUp(tx, { datasetId }))
  assert.is(room.look().status, 'done')
  const again = await room.ingest.reprocessDataset(cmd, { datasetId, which: 'failed' })
  assert.is(again.which, 'failed')
})

test('a new marketplace has nothing to read anew', async () => {
  using room = await openReader()
  await room.ingest.readAnewAfterUpgrade(room.store.write)
  const all = room.store.raw.prepare('SELECT version, after_dataset_id FROM reading_version').all()
  assert.equal(all, [{ version: readingVersion, after_dataset_id: '' }])
  await room.indexed()
  await room.ingest.readAnewAfterUpgrade(room.store.write)
  assert.throws(() => room.look())
})

test('a file that was read whole stays whole when there is no time for all of it', async () => {
  using room = await openReader()
  const objectId = await room.indexed()
  Object.assign(room.said, { text: 'The dam', part: { unit: 'characters', read: 7, of: null } })
  await room.start()
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.equal(room.texts(objectId)[0], 'The dam holds.')
  assert.is(room.object(objectId).part, null)
  assert.is(room.look().objects.failed, 1)
})

test('one of which a part was read is read whole the next time', async () => {
  using room = await openReader()
  Object.assign(room.said, { text: 'The dam', part: { unit: 'seconds', read: 754, of: 5_400 } })
  const objectId = await room.indexed()
  assert.is(room.object(objectId).warnings, '["Heard 12:34 of 90:00 minutes."]')
  Object.assign(room.said, { text: 'The dam holds.', part: undefined })
  await room.start()
  await room.ingest.reprocessObject(room.attempt, { objectId })
  assert.equal(room.texts(objectId)[0], 'The dam holds.')
  const { part, warnings } = room.object(objectId)
  assert.equal([part, warnings], [null, '[]'])
})

test.run()
