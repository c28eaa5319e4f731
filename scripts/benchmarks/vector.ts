import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  loadHnsw,
  openSavedIndex,
  openShippedEmbedder,
  openVectorStore,
  openVectorThread,
  readSnapshot,
  type SavedIndex,
  unitVector,
} from '../../src/engine/index.ts'
import { callerOf, openTestSearch } from '../../test/support/open-test-search.ts'
import { sourceOf } from '../../test/support/open-test-vectors.ts'
import { range, setOf } from '../../test/support/vectors.ts'
import { type Bench, type Row, rowOf } from './measure.ts'
import { type BenchPassage, benchPassages, randomNumbers } from './passages.ts'
import { searchJobOf } from './search-questions.ts'
import { type Found, openVectorPeers, type Subject } from './vector-peers.ts'

const queriesMeasured = 300
const warmUp = 50
const limit = 10
/** The share of all passages that a viewer may see. */
const shares = [1, 0.1, 0.01, 0.001] as const
const perSlice = 200
/** Only the first so many numbers of each vector (KONTOR_BENCH_DIMENSIONS), or all. */
const dimensionsMax = Number(process.env.KONTOR_BENCH_DIMENSIONS ?? Number.MAX_SAFE_INTEGER)
const alone = process.env.KONTOR_BENCH_PEERS === 'none'

type Log = (line: string) => void

/**
 * Vectors of real passages: how fast they are made, how near to exact the nearest ones are and how
 * fast they are found at each share that a viewer may see, beside raw hnswlib-node, usearch,
 * sqlite-vec and a plain scan; and then the whole search through the server's thread.
 */
export const vector: Bench = {
  name: 'vector',
  about: 'search by meaning beside hnswlib-node, usearch, sqlite-vec and a plain scan',
  async run(log) {
    const { passages, name } = benchPassages()
    log(`  ${name}`)
    const { vectors, queries, row } = await embedded(passages, log)
    return [
      row,
      ...(await nearest({ vectors, queries, log })),
      ...(await throughTheThread(passages, log)),
    ]
  },
}

async function embedded(passages: readonly BenchPassage[], log: Log) {
  const embedder = openShippedEmbedder()
  const startedMs = performance.now()
  const vectors: Int16Array[] = []
  for (let i = 0; i < passages.length; i += perSlice) {
    const texts = passages.slice(i, i + perSlice).map(({ text }) => text)
    for (const made of await embedder.embedPassages(texts)) {
      const numbers = made.subarray(0, dimensionsMax)
      vectors.push(unitVector(numbers) ?? new Int16Array(numbers.length).fill(1))
    }
  }
  const ms = performance.now() - startedMs
  log(`  embedded after ${Math.round(ms)} ms`)
  const next = randomNumbers(5)
  const queries: Int16Array[] = []
  while (queries.length < queriesMeasured + warmUp) {
    const { text } = passages[Math.floor(next() * passages.length)] as BenchPassage
    const words = text.split(/\s+/)
    const from = Math.floor(next() * Math.max(1, words.length - 8))
    const made = await embedder.embedQuery(words.slice(from, from + 8).join(' '))
    const unit = unitVector(made.subarray(0, dimensionsMax))
    if (unit) queries.push(unit)
  }
  const each = ms / passages.length
  const row: Row = {
    name: `embed, ${embedder.name}, ${embedder.dimensions} numbers`,
    medianMs: each,
    p95Ms: each,
    perSecond: 1000 / each,
    note: 'mean of all',
  }
  return { vectors, queries, row }
}

type Set = { vectors: Int16Array[]; queries: Int16Array[]; log: Log }

async function nearest({ vectors, queries, log }: Set): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-vectors-'))
  const rows: Row[] = []
  try {
    const subjects = await openSubjects({ vectors, folder, log })
    for (const share of shares) {
      const next = randomNumbers(11)
      const list = range(vectors.length).filter(() => share === 1 || next() < share)
      const truth = await truthOf(subjects, { queries, list })
      for (const { name, over } of subjects) {
        const find = over(list)
        if (find)
          rows.push(await measured(`${name}, ${share * 100} % visible`, { find, queries, truth }))
      }
      log(`  ${share * 100} % visible`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

/** Somebody who finds the ten nearest; undefined where it cannot look at a part only. */

async function openSubjects({
  vectors,
  folder,
  log,
}: Pick<Set, 'vectors' | 'log'> & { folder: string }) {
  const dimensions = vectors[0]?.length ?? 0
  const library = await loadHnsw()
  const ours = (name: string, exactMax: number): Subject => {
    const index = openSavedIndex({ dimensions, folder, library, exactMax })
    const startedMs = performance.now()
    const nodes = vectors.map((one) => index.add(one))
    while (!index.buildGraph(1_000));
    log(`  ${name}: ready after ${Math.round(performance.now() - startedMs)} ms`)
    return {
      name,
      over: (list) =>
        finderOf(
          index,
          list.map((i) => nodes[i] as number),
        ),
    }
  }
  const subjects = [ours('ours, exact', Number.MAX_SAFE_INTEGER)]
  if (library) subjects.push(ours('ours, graph', Math.floor(vectors.length / 20)))
  return alone ? subjects : [...subjects, ...(await openVectorPeers({ vectors, library, log }))]
}

function finderOf(index: SavedIndex, nodes: readonly number[]): Found {
  const allowed = setOf([...new Set(nodes)], index.size())
  return (query) => index.nearest(query, { allowed, limit, cutoff: -1 }).cosines
}

type Question = { queries: readonly Int16Array[]; list: readonly number[] }

/** The cosine of the tenth nearest of each query: equal texts make many right answers. */
async function truthOf(
  subjects: readonly Subject[],
  { queries, list }: Question,
): Promise<number[]> {
  const exact = subjects[0]?.over(list)
  const truth: number[] = []
  for (const query of queries) truth.push((await exact?.(query))?.[limit - 1] ?? -1)
  return truth
}

type Measured = { find: Found; queries: readonly Int16Array[]; truth: readonly number[] }

const rounding = 2e-4

async function measured(name: string, { find, queries, truth }: Measured): Promise<Row> {
  const times: number[] = []
  let right = 0
  for (const [i, query] of queries.entries()) {
    const startedMs = performance.now()
    const cosines = await find(query)
    if (i < warmUp) continue
    times.push(performance.now() - startedMs)
    for (const cosine of Array.from(cosines)) {
      if (cosine >= (truth[i] as number) - rounding) right += 1
    }
  }
  const recall = Math.min(1, right / (times.length * limit))
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  return { ...rowOf(name, times, seconds), note: `recall@10 ${recall.toFixed(4)}` }
}

/** A real store, the server's thread, one viewer for each share; then a start from the snapshot. */
async function throughTheThread(passages: readonly BenchPassage[], log: Log): Promise<Row[]> {
  using shop = openTestSearch()
  const viewers = await fill(shop, passages)
  shop.store.raw.pragma('wal_checkpoint(TRUNCATE)')
  log('  passages written')
  const { store } = shop
  const folder = join(store.dir, 'vectors')
  const open = (states: unknown[]) =>
    openVectorThread({
      file: store.file,
      folder,
      source: sourceOf(null),
      timeLimitMs: 60_000,
      vectorStore: openVectorStore({ store, clock: store.clock }),
      onState: (state) => void states.push(state),
      onProblem: (error) => log(String(error)),
    })
  const rows: Row[] = []
  const startedMs = performance.now()
  {
    await using thread = open([])
    await thread.settle()
    log(`  all vectors made and written after ${Math.round(performance.now() - startedMs)} ms`)
    for (const [share, viewer] of viewers)
      rows.push(await searched(thread, { share, viewer, passages }))
    if (passages.length >= savedFrom) await untilSaved(store, folder)
  }
  // A server's own thread does this; out of a long log every page is searched for.
  shop.store.raw.pragma('wal_checkpoint(TRUNCATE)')
  const states: { name?: string; ms?: number }[] = []
  const againMs = performance.now()
  await using thread = open(states)
  thread.start()
  while (!thread.isReady()) await sleep(5)
  const readyMs = performance.now() - againMs
  return [
    ...rows,
    {
      ...rowOf('start to ready, from the snapshot', [readyMs], readyMs / 1000),
      note: `${passages.length} passages, ${JSON.stringify(states.at(-1))}`,
    },
  ]
}

type Shop = ReturnType<typeof openTestSearch>

/** Passages are spread over tenants so that four viewers see the shares, their own ones each. */
async function fill(shop: Shop, passages: readonly BenchPassage[]) {
  const all = callerOf(shop.tenant())
  const viewers = new Map([[1, all]])
  const other = shop.dataset(all.tenantId)
  const owners = [{ share: 1, owner: await shop.object(other, []) }]
  for (const share of shares.slice(1)) {
    const tenantId = all.tenantId
    const dataset = shop.dataset(tenantId, { name: `part ${share}` })
    owners.push({ share, owner: await shop.object(dataset, []) })
    const datasetAccess = { mode: 'allow_list' as const, datasetIds: [dataset.datasetId] }
    viewers.set(share, { tenantId, datasetAccess })
  }
  let at = 0
  for (const { share, owner } of owners.toReversed()) {
    const count = share === 1 ? passages.length - at : Math.round(passages.length * share)
    const end = at + count
    for (; at < end; at += perSlice) {
      await shop.addTo(owner, passages.slice(at, Math.min(end, at + perSlice)))
    }
    at = end
  }
  return viewers
}

type Searcher = Pick<ReturnType<typeof openVectorThread>, 'search'>
type Whole = {
  share: number
  viewer: ReturnType<typeof callerOf>
  passages: readonly BenchPassage[]
}

async function searched(thread: Searcher, { share, viewer, passages }: Whole): Promise<Row> {
  const next = randomNumbers(23)
  const times: number[] = []
  for (let i = 0; i < queriesMeasured + warmUp; i++) {
    const { text } = passages[Math.floor(next() * passages.length)] as BenchPassage
    const words = text.match(/\p{L}{4,}/gu)?.slice(0, 8) ?? ['nothing']
    const job = { ...searchJobOf(viewer, { kind: 'plain', words }), mode: 'semantic' as const }
    const startedMs = performance.now()
    await thread.search(job)
    if (i >= warmUp) times.push(performance.now() - startedMs)
  }
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  const name = `whole search through the thread, ${share * 100} % visible`
  return { ...rowOf(name, times, seconds), note: 'embedding, visibility, texts, sentences' }
}

/** Fewer are read out of the database at the start. */
const savedFrom = 30_000

/** Until there is a snapshot with every vector, and with the graph over them where there is one. */
async function untilSaved({ raw }: Shop['store'], folder: string): Promise<void> {
  const noted = raw.prepare('SELECT model_no AS modelNo, generation FROM vector_snapshot')
  const all = raw.prepare('SELECT count(*) FROM passage_vector').pluck().get() as number
  for (let i = 0; i < 600; i++) {
    const row = noted.get() as { modelNo: number; generation: string } | undefined
    const file = row && join(folder, String(row.modelNo), `${row.generation}.vectors`)
    const snapshot = file === undefined ? undefined : readSnapshot(file)
    if (snapshot && snapshot.table.nodes.length > all * (1 - savedShare)) return
    await sleep(2_000)
  }
  throw new Error('the vectors were not written to a snapshot')
}

/** A snapshot is written anew when so much is missing. */
const savedShare = 0.1
