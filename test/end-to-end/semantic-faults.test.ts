// What may go wrong around the vectors: a broken model, a killed process, no network at all.
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openVectorStore } from '../../src/engine/index.ts'
import { openVectorThread, type VectorState } from '../../src/engine/threads/vector-thread.ts'
import { smallTable, writeModelFolder } from '../support/onnx-model.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { openTestMeaning } from '../support/open-test-meaning.ts'
import { callerOf, jobOf, openTestSearch, type TestSearch } from '../support/open-test-search.ts'
import { sourceOf } from '../support/open-test-vectors.ts'
import { refusal } from '../support/refusal.ts'
import { openShelves } from '../support/shelves.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { toyModel } from '../support/toy-model.ts'
import { until, untilSo } from '../support/until.ts'

test('with a network that is cut in half the server stays up and goes by the words', async () => {
  using folder = temporaryFolder()
  writeModelFolder(folder.path, smallTable())
  truncateSync(join(folder.path, 'onnx/model_quantized.onnx'), 500)
  await using market = await openTestMeaning({ config: { embeddingModel: folder.path } })
  const semantic = await market.search('q=boiler&mode=semantic')
  assert.equal([semantic.status, semantic.body.code], [503, 'saturated'])
  assert.ok(semantic.headers.get('retry-after'))
  const hybrid = await market.search('q=boiler&mode=hybrid')
  assert.equal([hybrid.status, hybrid.body.mode, hybrid.body.total], [200, 'keyword', 1])
  assert.is((await market.search('q=boiler')).body.total, 1)
})

test('a folder without a model keeps the server from starting, with the reason', async () => {
  using folder = temporaryFolder()
  const error = await refusal(openTestMeaning({ config: { embeddingModel: folder.path } }))
  assert.is(error.name, 'ConfigError')
  assert.match(error.message, /^KONTOR_EMBEDDING_MODEL: .* lacks config\.json\.$/)
})

test('the operator’s model of the layout of Hugging Face serves searches', async () => {
  using folder = temporaryFolder()
  writeModelFolder(folder.path, smallTable())
  const listed = ['the boiler was inspected', 'violin played in concert']
  const config = { embeddingModel: folder.path, embeddingCutoffPercent: 10 }
  await using market = await openTestMeaning({ listed, config })
  const { body } = await market.search('q=inspected%20boiler&mode=semantic')
  assert.equal([body.mode, body.results[0].snippet], ['semantic', listed[0]])
})

test('a server with another model makes new vectors, and then uses them', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const used = async (model: string) => {
    await using app = await openTestApp({ dir, config: { embeddingModel: model } })
    const shelves = openShelves(app.store, app.clock)
    const tenantId = shelves.tenant()
    await shelves.object(shelves.dataset(tenantId, { visibility: 'listed' }), ['A boiler'])
    await app.settleVectors()
    return app.rooms.search.vectorProgress().map(({ name, state, done }) => [name, state, done])
  }
  assert.equal(await used(toyModel()), [['toy-0', 'serving', 1]])
  assert.equal(await used(toyModel(3)), [['toy-3', 'serving', 2]])
})

type Started = {
  search: TestSearch
  exactMax?: number
  states?: VectorState[]
  folder?: string
  onProblem?: (error: unknown) => void
}

/** The thread as the server has it. */
function startThread({ search, exactMax, states = [], folder, ...more }: Started) {
  const { store } = search
  return openVectorThread({
    file: store.file,
    folder: folder ?? join(store.dir, 'vectors'),
    source: sourceOf(),
    timeLimitMs: 60_000,
    exactMax,
    snapshotMin: 300,
    vectorStore: openVectorStore({ store, clock: store.clock }),
    onState: (state) => void states.push(state),
    onProblem: more.onProblem ?? (() => {}),
  })
}

/** Many passages about different things, with some that are asked for. */
async function stock(search: TestSearch, count: number) {
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['A boiler', 'A violin'])
  const words = ['wind', 'bread', 'invoice', 'valve', 'vienna', 'checked', 'music', 'turbine']
  for (let i = 0; i < count; i += 200) {
    await search.addTo(
      owner,
      Array.from(
        { length: 200 },
        (_, k) =>
          words.map((word, bit) => `${word} `.repeat(((i + k) >> bit) % 4)).join('') || 'wind',
      ),
    )
  }
  return tenantId
}

test('a thread that is killed while it writes a snapshot leaves none that is taken', async () => {
  using search = openTestSearch()
  const tenantId = await stock(search, 400)
  const job = { ...jobOf(callerOf(tenantId), 'furnace'), mode: 'semantic' as const }
  const folder = join(search.store.dir, 'vectors', '1')
  {
    await using thread = startThread({ search })
    await thread.settle()
    // The folder is made right before the first byte of the first snapshot.
    await untilSo('the first byte is written', () => existsSync(folder))
  }
  // And whatever a kill can leave: half of a file that was never renamed.
  writeFileSync(join(folder, 'feed.vectors.tmp'), 'half')
  await using thread = startThread({ search })
  const outcome = await thread.search(job)
  assert.equal(
    outcome.hits.map(({ snippet }) => snippet),
    ['A boiler'],
  )
  const isLeft = () => readdirSync(folder).some((name) => name.endsWith('.tmp'))
  await untilSo('what was left is gone', () => !isLeft())
})

test('where no snapshot can be written searches are answered, and news found', async () => {
  using search = openTestSearch()
  const tenantId = await stock(search, 400)
  const folder = join(search.store.dir, 'vectors')
  mkdirSync(folder, { recursive: true })
  // Where the folder of the first model belongs.
  writeFileSync(join(folder, '1'), 'in the way')
  const problems: string[] = []
  const onProblem = (error: unknown) => void problems.push(String(error))
  await using thread = startThread({ search, onProblem })
  await thread.settle()
  await untilSo('a snapshot was tried', () => problems.length > 0)
  await search.object(search.dataset(tenantId), ['A violin for the concert'])
  await thread.settle()
  const job = { ...jobOf(callerOf(tenantId), 'violin'), mode: 'semantic' as const }
  assert.ok((await thread.search(job)).hits.some(({ snippet }) => /for the concert/.test(snippet)))
  assert.is(problems.length, 1, 'said once, not at every look')
  assert.match(problems[0] ?? '', /a snapshot: EEXIST/)
})

test('a snapshot is written by itself, and the next start is from it', async () => {
  using search = openTestSearch()
  const tenantId = await stock(search, 400)
  const job = { ...jobOf(callerOf(tenantId), 'furnace'), mode: 'semantic' as const }
  const saved = () =>
    search.store.raw.prepare('SELECT generation FROM vector_snapshot').pluck().get()
  {
    await using thread = startThread({ search, exactMax: 100 })
    await thread.settle()
    await until('a snapshot is on record', saved)
  }
  const folder = join(search.store.dir, 'vectors', '1')
  assert.ok(readdirSync(folder).includes(`${saved()}.vectors`))
  const states: VectorState[] = []
  await using thread = startThread({ search, exactMax: 100, states })
  assert.is((await thread.search(job)).total, 1)
  const ready = states.find(({ name }) => name === 'ready') as { passages: number }
  assert.is(ready.passages, 402)
})

test.run()
