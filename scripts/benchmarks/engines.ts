import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openLanceDb } from '../../src/adapters/outside-engine/lancedb.ts'
import { systemClock } from '../../src/base/clock.ts'
import {
  type EmbeddedEngine,
  modelSource,
  type OutsideIndex,
  type OutsideModel,
  openEmbeddedEngine,
  openShippedEmbedder,
  outsideModel,
  outsideRows,
  type Proposals,
  parseQuery,
  type SearchMode,
  unitVector,
} from '../../src/engine/index.ts'
import { openTestApp, type TestApp } from '../../test/support/open-test-app.ts'
import { callerOf } from '../../test/support/open-test-search.ts'
import { openShelves } from '../../test/support/shelves.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { type Bench, clocked, type Row, rowOf } from './measure.ts'
import { type BenchPassage, benchPassages } from './passages.ts'
import { twoWordsOfEach } from './search-questions.ts'

const datasets = 10
const perSlice = 200
const perObject = 1_000
const queryCount = 100
const rowsAtOnce = 1_000
const never = Number.POSITIVE_INFINITY

type Question = { q: string; vector: Int16Array }
type Log = (line: string) => void

/** The embedded engine alone, and with LanceDB that proposes what is near; all in one process. */
export const engines: Bench = {
  name: 'engines',
  about: 'searches with LanceDB beside the embedded engine: recall, order, time, size',
  async run(log) {
    const packages = process.env.KONTOR_TEST_LANCEDB
    if (packages === undefined) {
      log('  left out: KONTOR_TEST_LANCEDB names no folder with @lancedb/lancedb in it')
      return []
    }
    await using app = await openTestApp({ parts: { jobs: false } })
    const { passages, name } = benchPassages()
    log(`  ${name} are put into ${datasets} listed datasets`)
    await fill(app, passages)
    await using own = embedded(app, {})
    await own.start()
    log('  vectors are made')
    await own.apply()
    const questions = await questionsOf(passages)
    using folder = temporaryFolder()
    const measuring = { app, own, questions, log, packages, folder: folder.path }
    return [...(await nearRows(measuring)), ...(await wordRows(measuring, passages))]
  },
}

type Measuring = {
  app: TestApp
  own: EmbeddedEngine
  questions: readonly Question[]
  log: Log
  packages: string
  folder: string
}

async function fill(app: TestApp, passages: readonly BenchPassage[]): Promise<void> {
  const shelves = openShelves(app.store, systemClock as never)
  const tenant = shelves.tenant()
  const each = Math.ceil(passages.length / datasets)
  for (let at = 0; at < passages.length; at += each) {
    const dataset = shelves.dataset(tenant, { visibility: 'listed' })
    for (let from = at; from < Math.min(at + each, passages.length); from += perObject) {
      const part = passages.slice(from, Math.min(from + perObject, at + each))
      const owner = await shelves.object(dataset, part.slice(0, perSlice))
      for (let next = perSlice; next < part.length; next += perSlice) {
        await shelves.addTo(owner, part.slice(next, next + perSlice))
      }
    }
  }
}

function embedded(app: TestApp, more: { proposals?: Proposals }): EmbeddedEngine {
  return openEmbeddedEngine({
    file: app.store.file,
    store: app.store,
    clock: systemClock,
    threads: 1,
    timeLimitMs: 60_000,
    memoryMb: 256,
    onKeywords: () => undefined,
    makesVectors: more.proposals === undefined,
    vectors: {
      folder: join(app.dir, 'vectors'),
      source: modelSource(app.config),
      onState: () => undefined,
      onProblem: (error) => console.error(error),
    },
    ...more,
  })
}

async function questionsOf(passages: readonly BenchPassage[]): Promise<Question[]> {
  const embedder = await openShippedEmbedder()
  const found: Question[] = []
  for (const q of twoWordsOfEach(passages).slice(0, 2 * queryCount)) {
    const vector = unitVector(await embedder.embedQuery(q))
    if (vector) found.push({ q, vector })
  }
  return found.slice(0, queryCount)
}

async function nearRows(measuring: Measuring): Promise<Row[]> {
  const { app, own, questions, log, packages, folder } = measuring
  const where = { folder }
  const model = outsideModel(app.store.db) as OutsideModel
  const rows = outsideRows(app.store.db, model, { afterNo: 0, limit: Number.MAX_SAFE_INTEGER })
  const whole = rows.filter((row) => row.vector !== undefined) as RowOf[]
  await using lance = disposable(await openLanceDb(where, { packages, indexedMin: never }))
  const index = await lance.create('near', model)
  const [fillMs = 0] = await clocked(async () => {
    for (let at = 0; at < whole.length; at += rowsAtOnce) {
      await index.put(whole.slice(at, at + rowsAtOnce))
    }
    await index.tend()
  })
  log(`  LanceDB has ${whole.length} after ${seconds(fillMs)}, in ${mb(folderBytes(folder))}`)
  const [first] = whole
  const filters = [undefined, [first?.datasetNo as number]]
  const exact = filters.map((nos) => questions.map(({ vector }) => nearest(whole, vector, nos)))
  const found: Row[] = []
  const measure = async (kind: string, measured: OutsideIndex) => {
    for (const [i, nos] of filters.entries()) {
      const name = `nearest 400, ${kind}${nos ? ', one dataset of ten' : ''}`
      found.push(await recallRow(name, { index: measured, nos, exact: exact[i] ?? [], questions }))
    }
    await using beside = embedded(app, { proposals: proposalsBy(measured, whole) })
    await beside.start()
    for (const mode of ['hybrid', 'semantic'] as const) {
      found.push(...(await orderRows({ kind, mode, own, beside, questions })))
    }
  }
  await measure('LanceDB, flat', index)
  await using again = disposable(await openLanceDb(where, { packages, indexedMin: 1 }))
  const coded = await again.open('near', model)
  const [codedMs = 0] = await clocked(() => coded.tend())
  log(`  IVF-PQ after ${seconds(codedMs)}, in ${mb(folderBytes(folder))} with the vectors`)
  await measure('LanceDB, IVF-PQ', coded)
  return found
}

type RowOf = Parameters<OutsideIndex['put']>[0][number]

function disposable<T extends { close(): Promise<void> }>(one: T): T & AsyncDisposable {
  return Object.assign(one, { [Symbol.asyncDispose]: () => one.close() })
}

/** One by one, the true ones. */
function nearest(rows: readonly RowOf[], vector: Int16Array, nos: number[] | undefined): number[] {
  const among = nos ? rows.filter(({ datasetNo }) => nos.includes(datasetNo)) : rows
  const scored = among.map((row) => ({ no: row.passageNo, cosine: dot(row.vector, vector) }))
  return scored
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, 100)
    .map(({ no }) => no)
}

function dot(a: Int16Array, b: Int16Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

type Recall = {
  index: OutsideIndex
  nos: number[] | undefined
  exact: readonly number[][]
  questions: readonly Question[]
}

async function recallRow(name: string, { index, nos, exact, questions }: Recall): Promise<Row> {
  const times: number[] = []
  let [at10, at100] = [0, 0]
  for (const [i, { vector }] of questions.entries()) {
    const asked = { vector, datasetNos: nos, filters: {}, limit: 400 }
    const startedMs = performance.now()
    const found = await index.near(asked)
    times.push(performance.now() - startedMs)
    const right = exact[i] as number[]
    at10 += shareOf(right.slice(0, 10), found.slice(0, 10))
    at100 += shareOf(right, found.slice(0, 100))
  }
  const count = questions.length
  const note = `recall@10 ${(at10 / count).toFixed(3)}, @100 ${(at100 / count).toFixed(3)}`
  return { ...rowOf(name, times, sum(times) / 1_000), note }
}

function proposalsBy(index: OutsideIndex, rows: readonly RowOf[]): Proposals {
  const held = {
    datasetNos: Int32Array.from(new Set(rows.map(({ datasetNo }) => datasetNo))),
    absentObjectNos: new Int32Array(0),
    upToPassageNo: rows.at(-1)?.passageNo ?? 0,
  }
  return {
    isReady: () => true,
    async propose({ modelNo, vector, filters }) {
      const found = await index.near({ vector, datasetNos: undefined, filters, limit: 400 })
      return { modelNo, vector, held, passageNos: Int32Array.from(found) }
    },
  }
}

type Ordering = {
  kind: string
  mode: SearchMode
  own: EmbeddedEngine
  beside: EmbeddedEngine
  questions: readonly Question[]
}

const page = { sort: 'relevance', limit: 10, offset: 0, highlight: false, facets: false } as const
const buyer = callerOf('tnt_of_the_bench' as never)

async function idsBy(engine: EmbeddedEngine, q: string, mode: SearchMode): Promise<string[]> {
  const query = { query: parseQuery(q), mode, filters: {} }
  const found = await engine.search(query, buyer, { ...page, snippetMaxChars: undefined })
  return found.outcome.hits.map(({ passageId }) => passageId)
}

/** Both in turns: how long each takes, and how much of the first ten and of their order agrees. */
async function orderRows({ kind, mode, own, beside, questions }: Ordering): Promise<Row[]> {
  const times = { own: [] as number[], beside: [] as number[] }
  let [overlap, tau, same] = [0, 0, 0]
  for (const { q } of questions) {
    const found = { own: [] as string[], beside: [] as string[] }
    for (const name of ['own', 'beside'] as const) {
      const engine = name === 'own' ? own : beside
      const ms = await clocked(async () => {
        found[name] = await idsBy(engine, q, mode)
      })
      times[name].push(...ms)
    }
    overlap += shareOf(found.own, found.beside)
    tau += kendall(found.own, found.beside)
    if (JSON.stringify(found.own) === JSON.stringify(found.beside)) same += 1
  }
  const count = questions.length
  const agreed = `overlap@10 ${(overlap / count).toFixed(3)}, Kendall ${(tau / count).toFixed(3)}`
  return [
    rowOf(`${mode}, embedded (beside ${kind})`, times.own, sum(times.own) / 1_000),
    {
      ...rowOf(`${mode}, with ${kind}`, times.beside, sum(times.beside) / 1_000),
      note: `${agreed}, ${same} of ${count} pages the same`,
    },
  ]
}

/** What of the right ones was found; of none, all. */
function shareOf<T>(right: readonly T[], found: readonly T[]): number {
  const known = new Set(found)
  return right.length === 0 ? 1 : right.filter((one) => known.has(one)).length / right.length
}

/** Of the pairs that both lists have, the share in one order less that in the other. */
function kendall<T>(one: readonly T[], other: readonly T[]): number {
  const places = one.map((id) => other.indexOf(id)).filter((place) => place >= 0)
  const pairs = places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.sign(b - a)))
  return pairs.length === 0 ? 1 : sum(pairs) / pairs.length
}

type Words = {
  connect(folder: string): Promise<{
    createTable(name: string, rows: object[]): Promise<WordTable>
    close(): void
  }>
  Index: { fts(): unknown }
}
type WordTable = {
  createIndex(column: string, options: { config: unknown }): Promise<void>
  query(): WordQuery
}
type WordQuery = {
  fullTextSearch(q: string, options: { columns: string[] }): WordQuery
  select(columns: string[]): WordQuery
  limit(count: number): WordQuery
  toArray(): Promise<{ id: string }[]>
}

/** Words are not asked of it; this is why. */
async function wordRows(
  { app, own, questions, log, packages, folder }: Measuring,
  passages: readonly BenchPassage[],
): Promise<Row[]> {
  const from = createRequire(join(packages, 'node_modules', 'of-the-bench.cjs'))
  const { connect, Index } = from('@lancedb/lancedb') as Words
  const db = await connect(join(folder, 'words'))
  const ids = app.store.raw.prepare('SELECT passage_id AS id, text FROM passage').all() as object[]
  const table = await db.createTable('words', ids)
  const [ms = 0] = await clocked(() => table.createIndex('text', { config: Index.fts() }))
  log(`  its words of ${passages.length} passages after ${seconds(ms)}`)
  const times = { own: [] as number[], lance: [] as number[] }
  let [overlap, tau] = [0, 0]
  for (const { q } of questions) {
    let mine: string[] = []
    let theirs: string[] = []
    times.own.push(
      ...(await clocked(async () => {
        mine = await idsBy(own, q, 'keyword')
      })),
    )
    times.lance.push(
      ...(await clocked(async () => {
        const query = table.query().fullTextSearch(q, { columns: ['text'] })
        theirs = (await query.select(['id', '_score']).limit(10).toArray()).map(({ id }) => id)
      })),
    )
    overlap += shareOf(mine, theirs)
    tau += kendall(mine, theirs)
  }
  db.close()
  const count = questions.length
  const note = `overlap@10 ${(overlap / count).toFixed(3)}, Kendall ${(tau / count).toFixed(3)}`
  return [
    rowOf('keyword, embedded', times.own, sum(times.own) / 1_000),
    { ...rowOf('words, LanceDB BM25', times.lance, sum(times.lance) / 1_000), note },
  ]
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0)
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function folderBytes(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return sum(names.map((name) => statSync(join(folder, name)).size))
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
