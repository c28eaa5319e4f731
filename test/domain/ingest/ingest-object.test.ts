import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  ExtractFailed,
  ExtractInterrupted,
  type Extractor,
  type FailureCode,
} from '../../../src/domain/ingest/ports.ts'
import { makePages, makePdf } from '../../support/make-pdf.ts'
import {
  fakeExtractor,
  openTestIngest,
  passageBlocks,
  proseExtractor,
} from '../../support/open-test-ingest.ts'

const german =
  'Der Salzhandel machte die Städte am Fluss reich, und die Kaufleute, die dort lebten, bauten ' +
  'große Häuser aus Backstein. Jedes Frühjahr kamen die Schiffe mit Fisch und Pelzen zurück.'

test('an approved file becomes passages, and the object is indexed', async () => {
  using room = await openTestIngest()
  const bytes = await makePdf({ pages: [german, 'Zweite Seite.'] })
  const objectId = await room.file(bytes, { filename: 'salz.pdf', contentType: 'application/pdf' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.equal(room.passages(objectId), [
    { kind: 'doc_chunk', text: german, lang: 'de', page: 1 },
    { kind: 'doc_chunk', text: 'Zweite Seite.', lang: 'de', page: 2 },
    { kind: 'metadata', text: 'salz.pdf', lang: 'de', page: null },
  ])
  const { index_state, passage_count, page_count, lang, modality, indexed_at } =
    room.object(objectId)
  assert.equal(
    { index_state, passage_count, page_count, lang, modality, indexed_at },
    {
      index_state: 'indexed',
      passage_count: 3,
      page_count: 2,
      lang: 'de',
      modality: 'document',
      indexed_at: room.store.clock.nowMs(),
    },
  )
})

test('the provider’s words become passages of their own', async () => {
  using room = await openTestIngest({ extractor: proseExtractor('Body.') })
  const objectId = await room.file(Buffer.from('Body.'), {
    filename: 'a\u00adb.txt',
    title: 'Salt\u202e road',
    tags: ['trade', 'Lübeck'],
    userText: 'Found in the attic.\u0000\n\nPages are missing.',
  })
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.equal(
    room.passages(objectId).map(({ kind, text }) => [kind, text]),
    [
      ['doc_chunk', 'Body.'],
      ['user_text', 'Found in the attic.\n\nPages are missing.'],
      ['metadata', 'Salt road\nab.txt\ntrade, Lübeck'],
    ],
  )
})

test('the write that makes a file searchable is the end of its job, and no other is', async () => {
  using room = await openTestIngest({ extractor: fakeExtractor([passageBlocks(420)]) })
  const objectId = await room.file(Buffer.from('x'))
  const { write } = room.attempt
  const states: { write: unknown[]; finish: unknown[] } = { write: [], finish: [] }
  const noted =
    (how: keyof typeof states): typeof write =>
    (fn) =>
      write((tx) => {
        const value = fn(tx)
        states[how].push(room.object(objectId).index_state)
        return value
      })
  const attempt = { ...room.attempt, write: noted('write'), finish: noted('finish') }
  await room.ingest.ingestObject(attempt, { objectId })
  assert.ok(states.write.length > 1 && !states.write.includes('indexed'))
  assert.equal(states.finish, ['indexed'])
})

test('the title of the document serves when the provider gave none', async () => {
  const extractor = proseExtractor('Body.', { title: 'Salt road' })
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('x'), { filename: 'a.html' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.is(room.passages(objectId).at(-1)?.text, 'Salt road\na.html')
})

test('the type that the bytes have decides the modality of object and passages', async () => {
  const found = { contentType: 'application/pdf', modality: 'document' } as const
  using room = await openTestIngest({ extractor: proseExtractor('x', found) })
  const objectId = await room.file(Buffer.from('x'), { contentType: 'text/plain' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  const modalities = room.store.raw.prepare('SELECT DISTINCT modality FROM passage').pluck().all()
  assert.equal([room.object(objectId).modality, modalities], ['document', ['document']])
})

test('a long document is written in slices and counted whole', async () => {
  using room = await openTestIngest({ extractor: fakeExtractor([passageBlocks(420)]) })
  const objectId = await room.file(Buffer.from('x'))
  const sizes: number[] = []
  const write: typeof room.attempt.write = (fn) =>
    room.store.write((tx) => {
      const before = countPassages()
      const value = fn(tx)
      sizes.push(countPassages() - before)
      return value
    })
  const countPassages = () =>
    room.store.raw.prepare('SELECT count(*) FROM passage').pluck().get() as number
  await room.ingest.ingestObject({ ...room.attempt, write }, { objectId })
  assert.is(room.passages(objectId).length, 421)
  assert.is(room.object(objectId).passage_count, 421)
  assert.ok(sizes.every((size) => size <= 50))
})

test('an object is not searchable before its last slice', async () => {
  const states: unknown[] = []
  const extractor = fakeExtractor([passageBlocks(120), passageBlocks(10)], () => {
    states.push([room.passages(objectId).length > 0, room.object(objectId).index_state])
  })
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('x'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.equal(states, [
    [true, 'queued'],
    [true, 'queued'],
  ])
})

test('an attempt that was cut short leaves nothing behind in the next', async () => {
  let fails = true
  const extractor = fakeExtractor([passageBlocks(120), passageBlocks(3)], (index) => {
    if (fails && index === 0) throw new ExtractInterrupted('the child was killed')
  })
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('x'))
  const first = room.ingest.ingestObject(room.attempt, { objectId })
  await first.then(
    () => assert.unreachable(),
    ({ name }: Error) => assert.is(name, 'ExtractInterrupted'),
  )
  assert.ok(room.passages(objectId).length > 0)
  assert.is(room.object(objectId).index_state, 'queued')
  fails = false
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.is(room.passages(objectId).length, 124)
})

/** What the child said of it; what it says of which file is test/extract/sandbox/extract-runner. */
function refusing(failure: { code: FailureCode; detail?: string }): Extractor {
  return {
    inspect: () => Promise.reject(new Error('not asked for')),
    extract: () => Promise.reject(new ExtractFailed(failure)),
  }
}

type Broken = { bytes?: Uint8Array; contentType?: string; extractor?: Extractor }

const broken: [name: string, file: Broken, error: RegExp][] = [
  ['encrypted', { extractor: refusing({ code: 'encrypted' }) }, /^encrypted: .*password/],
  ['corrupt', { extractor: refusing({ code: 'corrupt' }) }, /^corrupt: .*damaged/],
  [
    'corrupt',
    { bytes: Buffer.from('{"a":'), contentType: 'application/json' },
    /^corrupt: .*\(not valid JSON/,
  ],
  [
    'an archive',
    { extractor: refusing({ code: 'unsupported_type', detail: 'application/zip' }) },
    /^unsupported_type: Files of the type application\/zip/,
  ],
  [
    'a scan',
    { bytes: await makePdf({ pages: ['', ''] }), contentType: 'application/pdf' },
    /^empty: The pages carry no text/,
  ],
  ['white space', { extractor: refusing({ code: 'empty' }) }, /^empty: The file has no text/],
]
for (const [name, file, error] of broken) {
  test(`a file that is ${name} fails with a sentence and leaves no passage`, async () => {
    const { bytes = Buffer.from('x'), contentType = 'text/plain', ...reading } = file
    using room = await openTestIngest(reading)
    const objectId = await room.file(bytes, { contentType })
    await room.ingest.ingestObject(room.attempt, { objectId })
    const { index_state, ingest_error } = room.object(objectId)
    assert.is(index_state, 'failed')
    assert.match(ingest_error as string, error)
    assert.equal(room.passages(objectId), [])
  })
}

test('a file that fails after some slices leaves no passage', async () => {
  const extractor = fakeExtractor([passageBlocks(120)], () => {
    throw new ExtractFailed({ code: 'too_much_text' })
  })
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('x'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.is(room.object(objectId).index_state, 'failed')
  assert.equal(room.passages(objectId), [])
})

test('what was odd about a file that is indexed all the same is kept', async () => {
  using room = await openTestIngest()
  const bytes = Buffer.from('{"a": 1}\n{"b": \n{"c": 3}\n')
  const objectId = await room.file(bytes, { contentType: 'application/x-ndjson' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  const { index_state, ingest_error, warnings } = room.object(objectId)
  assert.equal([index_state, ingest_error], ['indexed', null])
  assert.equal(JSON.parse(warnings as string), ['1 line is not valid JSON; kept as text.'])
})

test('a scan that its provider described is found by the description', async () => {
  using room = await openTestIngest({ extractor: refusing({ code: 'empty', detail: '2' }) })
  const objectId = await room.file(Buffer.from('x'), {
    filename: 'scan.pdf',
    contentType: 'application/pdf',
    userText: 'A ledger of the salt works.',
  })
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.is(room.object(objectId).index_state, 'indexed')
  assert.equal(
    room.passages(objectId).map(({ kind }) => kind),
    ['user_text', 'metadata'],
  )
})

test('nothing is done for an object that was deleted, is in review or is indexed', async () => {
  const never: Extractor = {
    inspect: () => Promise.reject(new Error('not asked for')),
    extract: () => Promise.reject(new Error('must not be read')),
  }
  using room = await openTestIngest({ extractor: never })
  const deleted = await room.file(Buffer.from('x'))
  await room.deleteObject(room.as(room.owner), { objectId: deleted })
  const staged = await room.staged(room.owner, { datasetId: room.datasetId })
  const indexed = await room.indexed(room.owner, { datasetId: room.datasetId })
  for (const objectId of [deleted, staged, indexed]) {
    await room.ingest.ingestObject(room.attempt, { objectId })
    assert.equal(room.passages(objectId), [])
  }
})

test('an object that is deleted while it is read gets no further passage', async () => {
  const extractor = fakeExtractor([passageBlocks(120), passageBlocks(120)], async (index) => {
    if (index === 0) await room.deleteObject(room.as(room.owner), { objectId })
  })
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('x'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  const before = room.passages(objectId).length
  assert.ok(before > 0 && before <= 120)
  assert.is(room.object(objectId).status, 'deleted')
  await room.ingest.unindexObject(room.attempt, { objectId })
  assert.equal(room.passages(objectId), [])
  assert.is(room.object(objectId).index_state, 'none')
})

test('an ingestion that is given up fails the object and has its slices removed', async () => {
  const extractor = fakeExtractor([passageBlocks(120)], () => {
    throw new ExtractInterrupted('the child was killed')
  })
  using room = await openTestIngest({ extractor })
  const objectId = await room.file(Buffer.from('x'))
  await room.ingest.ingestObject(room.attempt, { objectId }).catch(() => {})
  await room.store.write((tx) => room.ingest.ingestionGivenUp(tx, { objectId }))
  assert.match(room.object(objectId).ingest_error as string, /several attempts/)
  assert.ok(room.jobs().includes(`remove-passages ${objectId}`))
  await room.ingest.unindexObject(room.attempt, { objectId })
  assert.equal(room.passages(objectId), [])
  assert.is(room.object(objectId).index_state, 'failed')
})

test('the creation time of passages is that of the first indexing', async () => {
  using room = await openTestIngest({ extractor: proseExtractor('Body.') })
  const objectId = await room.file(Buffer.from('Body.'))
  await room.ingest.ingestObject(room.attempt, { objectId })
  const created = () =>
    room.store.raw.prepare('SELECT DISTINCT created_at_s FROM passage').pluck().all()
  const first = created()
  room.store.clock.advance({ hours: 1 })
  room.store.raw.prepare("UPDATE object SET index_state = 'queued'").run()
  await room.ingest.ingestObject(room.attempt, { objectId })
  assert.equal(created(), first)
})

test('many pages keep their numbers', async () => {
  using room = await openTestIngest()
  const bytes = await makePdf({ pages: makePages(130) })
  const objectId = await room.file(bytes, { contentType: 'application/pdf' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  const passages = room.passages(objectId).slice(0, -1)
  assert.is(passages.length, 130)
  for (const [i, { page, text }] of passages.entries()) {
    assert.equal([page, text], [i + 1, `This is page ${i + 1} of 130.`])
  }
})

test.run()
