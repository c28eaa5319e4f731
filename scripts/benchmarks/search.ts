import { setTimeout as sleep } from 'node:timers/promises'
import type { HotState } from '../../src/adapters/hot-thread.ts'
import { keepStatements } from '../../src/adapters/keep-statements.ts'
import { openKeywordFlexsearch } from '../../src/adapters/keyword-flexsearch.ts'
import { openSearchEngines } from '../../src/adapters/search-engines.ts'
import { installDeadline, openFinder } from '../../src/domain/search/index.ts'
import { connect } from '../../src/store/connect.ts'
import { callerOf, openTestSearch } from '../../test/support/open-test-search.ts'
import { type Bench, beside, type Row, rowOf } from './measure.ts'
import { type BenchPassage, benchPassages } from './passages.ts'
import { openMiniSearch, openOrama, openRawFts, type Peer } from './search-peers.ts'
import { type Question, questionKinds, questionsOf, searchJobOf } from './search-questions.ts'

/** So many until the code is compiled for good; FTS5 gets them, too. */
const warmUp = 300
const measured = 300
const perSlice = 200
const memoryMb = Number(process.env.KONTOR_KEYWORD_MEMORY_MB ?? 256)
/** FTS5 alone suffices where the others would need hours or more memory than there is. */
const onlyFts = process.env.KONTOR_BENCH_PEERS === 'fts'

type Ask = (question: Question) => unknown

/**
 * Whole searches of ours on one connection: visibility, exact total, the ten best passages with
 * their texts; for plain words also through the threads of the server. The peers only rank.
 */
export const search: Bench = {
  name: 'search',
  about: 'keyword search beside raw FTS5, MiniSearch and Orama on the same passages',
  async run(log) {
    const { passages, name } = benchPassages()
    log(`  ${name}`)
    using shop = await openShop(passages, log)
    const rows: Row[] = []
    rows.push(...(await throughThreads(shop, { passages, log })))
    const ask = askHere(shop)
    const peers = await openPeers(passages, log)
    for (const kind of questionKinds) {
      const questions = questionsOf(kind, passages)(warmUp + measured)
      const own = await clock(questions, ask)
      for (const peer of peers) rows.push(...(await besidePeer({ kind, own }, peer, questions)))
      log(`  ${kind}`)
    }
    return rows
  },
}

async function openPeers(passages: readonly BenchPassage[], log: (line: string) => void) {
  const peers: Peer[] = [openRawFts(passages)]
  log('  raw FTS5 has them')
  if (onlyFts) return peers
  peers.push(openMiniSearch(passages))
  log('  MiniSearch has them')
  peers.push(await openOrama(passages))
  log('  Orama has them')
  return peers
}

/** Times of each question, and what the processor worked for all of them. */
type Clocked = { times: number[]; cpuMs: number }
type Own = { kind: Question['kind']; own: Clocked }

async function besidePeer({ kind, own }: Own, peer: Peer, questions: Question[]): Promise<Row[]> {
  if (peer.ask(questions[0] as Question) === undefined) return []
  const theirs = await clock(questions, (question) => peer.ask(question))
  const row = rowFor(`${peer.name}, ${kind}`, theirs)
  const our = beside(rowFor(`ours, ${kind}`, own), row)
  const parts = [
    ['p50', row.medianMs / our.medianMs],
    ['p95', row.p95Ms / our.p95Ms],
    ['processor', theirs.cpuMs / own.cpuMs],
  ] as const
  const note = parts.map(([what, ratio]) => `${what} ${ratio.toFixed(1)}×`).join(', ')
  return [row, { ...our, note }]
}

function rowFor(name: string, { times }: Pick<Clocked, 'times'>): Row {
  return rowOf(name, times, times.reduce((sum, ms) => sum + ms, 0) / 1000)
}

async function clock(questions: readonly Question[], ask: Ask): Promise<Clocked> {
  for (const question of questions.slice(0, warmUp)) await ask(question)
  const times: number[] = []
  const before = process.cpuUsage()
  for (const question of questions.slice(warmUp)) {
    const startedMs = performance.now()
    await ask(question)
    times.push(performance.now() - startedMs)
  }
  const { user, system } = process.cpuUsage(before)
  return { times, cpuMs: (user + system) / 1000 }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** All passages in an open dataset, and somebody who may see them. */
async function openShop(passages: readonly BenchPassage[], log: (line: string) => void) {
  const shop = openTestSearch()
  const startedMs = performance.now()
  const dataset = shop.dataset(shop.tenant(), { visibility: 'listed' })
  for (const [modality, some] of Map.groupBy(passages, (one) => one.modality)) {
    const owner = await shop.object(dataset, [], { modality })
    for (let i = 0; i < some.length; i += perSlice) {
      await shop.addTo(owner, some.slice(i, i + perSlice))
    }
  }
  log(`  indexed after ${Math.round(performance.now() - startedMs)} ms`)
  shop.store.raw.pragma('wal_checkpoint(TRUNCATE)')
  return { ...shop, viewer: callerOf(shop.tenant()) }
}

/** What a thread does for a search, in this one. */
function askHere({ store, viewer }: Shop): Ask {
  const { raw, db } = connect(store.file, 'read')
  keepStatements(raw)
  installDeadline(raw)
  const finder = openFinder(db, { memory: openKeywordFlexsearch() })
  const everything = { limit: Number.MAX_SAFE_INTEGER }
  const inSnapshot = raw.transaction((question: Question) => {
    finder.catchUp(everything)
    return finder.find(searchJobOf(viewer, question))
  })
  return inSnapshot
}

type Threads = { passages: readonly BenchPassage[]; log: (line: string) => void }

/** From the start of the threads to the first answer, to the full memory, and then plain words. */
async function throughThreads({ store, viewer }: Shop, { passages, log }: Threads): Promise<Row[]> {
  const states: HotState[] = []
  const startedMs = performance.now()
  await using engines = openSearchEngines({
    ...{ file: store.file, threads: 1, timeLimitMs: 60_000, memoryMb },
    onState: (state) => states.push(state),
  })
  const ask: Ask = (question) => engines.search(searchJobOf(viewer, question))
  void engines.start()
  await ask({ kind: 'plain', words: ['first', 'answer', 'there'] })
  const firstMs = performance.now() - startedMs
  while (states.length === 0) await sleep(50)
  const filledMs = performance.now() - startedMs
  log(`  first answer after ${Math.round(firstMs)} ms, then ${JSON.stringify(states[0])}`)
  const clocked = await clock(questionsOf('plain', passages)(warmUp + measured), ask)
  return [
    { ...rowFor('ours, start to the first answer (FTS5)', { times: [firstMs] }), note: 'once' },
    {
      ...rowFor('ours, start to the full memory', { times: [filledMs] }),
      note: `once; ${JSON.stringify(states[0])}`,
    },
    rowFor('ours, plain, through the threads', clocked),
  ]
}
