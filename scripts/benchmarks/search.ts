import { setTimeout as sleep } from 'node:timers/promises'
import { marketCatalogue } from '../../src/domain/search/index.ts'
import type { HotState } from '../../src/engine/index.ts'
import {
  installDeadline,
  noLimit,
  openKeywordEngine,
  openMemoryIndex,
  openSearcher,
} from '../../src/engine/index.ts'
import { connect } from '../../src/store/connect.ts'
import { keepStatements } from '../../src/store/keep-statements.ts'
import { type Bench, beside, type Row, rowOf } from './measure.ts'
import { type BenchPassage, benchPassages } from './passages.ts'
import { openMiniSearch, openOrama, openRawFts, type Peer } from './search-peers.ts'
import { type Question, questionKinds, questionsOf, searchJobOf } from './search-questions.ts'
import { type BenchShop, openShop } from './search-shop.ts'

/**
 * So many other questions come first, until the code is compiled for good, or as many as fit into
 * this time; everybody gets the same ones.
 */
const warmUp = 3_000
const warmUpMaxMs = 5_000
const measured = 300
const memoryMb = Number(process.env.KONTOR_KEYWORD_MEMORY_MB ?? 256)
/** FTS5 alone suffices where the others would need hours or more memory than there is. */
const onlyFts = process.env.KONTOR_BENCH_PEERS === 'fts'

type Ask = (question: Question) => unknown

/**
 * Whole searches of ours on one connection: visibility, exact total, the ten best passages with
 * their texts; for plain words also through the threads of the server, from the asking thread and
 * back. The peers only rank: they give the numbers and scores of their ten best. All get the same
 * words in the same order and look through the same passages, everything matching one of the words.
 */
export const search: Bench = {
  name: 'search',
  about: 'keyword search beside raw FTS5, MiniSearch and Orama on the same passages',
  async run(log) {
    const { passages, name } = benchPassages()
    log(`  ${name}`)
    using shop = await openShop(passages, log)
    const rows: Row[] = []
    const threads = await throughThreads(shop, { passages, log })
    rows.push(...threads.rows)
    const ask = askHere(shop)
    const peers = await openPeers(passages, log)
    for (const kind of askedKinds()) {
      const questions = questionsOf(kind, passages)(warmUp + measured)
      const own = await clock(questions, ask)
      for (const peer of peers) {
        const theirs = await clockPeer(peer, questions)
        if (!theirs) continue
        rows.push(rowFor(`${peer.name}, ${kind}`, theirs), besidePeer({ kind, own }, peer, theirs))
        if (kind !== 'plain') continue
        const name = 'plain, through the threads'
        rows.push(besidePeer({ kind: name, own: threads.plain }, peer, theirs))
      }
      log(`  ${kind}`)
    }
    return rows
  },
}

/** All kinds, or those of KONTOR_BENCH_KINDS, with semicolons between. */
function askedKinds(): readonly Question['kind'][] {
  const named = process.env.KONTOR_BENCH_KINDS?.split(';') ?? []
  return named.length === 0 ? questionKinds : questionKinds.filter((kind) => named.includes(kind))
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
type Own = { kind: string; own: Clocked }

async function clockPeer(peer: Peer, questions: Question[]): Promise<Clocked | undefined> {
  if (peer.ask(questions[0] as Question) === undefined) return undefined
  return clock(questions, (question) => peer.ask(question))
}

function besidePeer({ kind, own }: Own, peer: Peer, theirs: Clocked): Row {
  const row = rowFor(`${peer.name}, ${kind}`, theirs)
  const our = beside(rowFor(`ours, ${kind}`, own), row)
  const parts = [
    ['p50', row.medianMs / our.medianMs],
    ['p95', row.p95Ms / our.p95Ms],
    ['processor', theirs.cpuMs / own.cpuMs],
  ] as const
  const note = parts.map(([what, ratio]) => `${what} ${ratio.toFixed(1)}×`).join(', ')
  return { ...our, note }
}

function rowFor(name: string, { times }: Pick<Clocked, 'times'>): Row {
  return rowOf(name, times, times.reduce((sum, ms) => sum + ms, 0) / 1000)
}

async function clock(questions: readonly Question[], ask: Ask): Promise<Clocked> {
  const warmUpEndMs = performance.now() + warmUpMaxMs
  for (const question of questions.slice(0, warmUp)) {
    if (performance.now() > warmUpEndMs) break
    await ask(question)
  }
  const times: number[] = []
  const before = process.cpuUsage()
  for (const question of questions.slice(warmUp)) {
    const startedMs = performance.now()
    await ask(question)
    times.push(performance.now() - startedMs)
  }
  return { times, cpuMs: millisecondsOf(process.cpuUsage(before)) }
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

/** What a thread does for a search, in this one. */
function askHere({ file, viewer }: BenchShop): Ask {
  const { raw, db } = connect(file, 'read')
  keepStatements(raw)
  installDeadline(raw)
  const finder = openSearcher(db, { catalogue: marketCatalogue, memory: openMemoryIndex() })
  const everything = { limit: noLimit }
  const inSnapshot = raw.transaction((question: Question) => {
    finder.catchUp(everything)
    return finder.find(searchJobOf(viewer, question))
  })
  return inSnapshot
}

type Threads = { passages: readonly BenchPassage[]; log: (line: string) => void }

/** From the start of the threads to the first answer, to the full memory, and then plain words. */
async function throughThreads({ file, viewer }: BenchShop, { passages, log }: Threads) {
  const states: HotState[] = []
  const startedMs = performance.now()
  const before = process.cpuUsage()
  await using engines = openKeywordEngine({
    file,
    threads: 1,
    timeLimitMs: 60_000,
    memoryMb,
    onKeywords: (state) => states.push(state),
  })
  const ask: Ask = (question) => engines.search(searchJobOf(viewer, question))
  void engines.start()
  await ask({ kind: 'plain', words: ['first', 'answer', 'there'] })
  const firstMs = performance.now() - startedMs
  const workedMs = Math.round(millisecondsOf(process.cpuUsage(before)))
  const worked = `once; the processor worked ${workedMs} ms`
  while (states.every(({ name }) => name === 'filling')) await sleep(50)
  const filledMs = performance.now() - startedMs
  log(`  first answer after ${Math.round(firstMs)} ms, then ${JSON.stringify(states[0])}`)
  const plain = await clock(questionsOf('plain', passages)(warmUp + measured), ask)
  const full = `once; ${JSON.stringify(states[0])}`
  const rows: Row[] = [
    { ...rowFor('ours, start to the first answer (FTS5)', { times: [firstMs] }), note: worked },
    { ...rowFor('ours, start to the full memory', { times: [filledMs] }), note: full },
  ]
  return { rows, plain }
}
