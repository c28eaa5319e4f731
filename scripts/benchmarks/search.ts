import { setTimeout as sleep } from 'node:timers/promises'
import type { HotState } from '../../src/adapters/hot-thread.ts'
import { openSearchEngines } from '../../src/adapters/search-engines.ts'
import type { SearchJob } from '../../src/domain/search/index.ts'
import { callerOf, openTestSearch } from '../../test/support/open-test-search.ts'
import { type Bench, beside, type Row, rowOf } from './measure.ts'
import { type BenchPassage, benchPassages } from './passages.ts'
import { openMiniSearch, openOrama, openRawFts, type Peer } from './search-peers.ts'
import { type Question, questionKinds, questionsOf, searchJobOf } from './search-questions.ts'

const warmUp = 60
const measured = 200
const perSlice = 200
const memoryMb = Number(process.env.KONTOR_KEYWORD_MEMORY_MB ?? 256)
/** FTS5 alone suffices where the others would need hours or more memory than there is. */
const onlyFts = process.env.KONTOR_BENCH_PEERS === 'fts'

/**
 * Whole searches of ours, through the threads as the server has them: visibility, exact totals and
 * the ten best passages with their texts. The peers only rank, in this process.
 */
export const search: Bench = {
  name: 'search',
  about: 'keyword search beside raw FTS5, MiniSearch and Orama on the same passages',
  async run(log) {
    const { passages, name } = benchPassages()
    log(`  ${name}`)
    await using ours = await openOurs(passages, log)
    const peers = [openRawFts(passages)]
    log('  raw FTS5 has them')
    if (!onlyFts) {
      peers.push(openMiniSearch(passages))
      log('  MiniSearch has them')
      peers.push(await openOrama(passages))
      log('  Orama has them')
    }
    const rows: Row[] = [...ours.rows]
    for (const kind of questionKinds) {
      const questions = questionsOf(kind, passages)(warmUp + measured)
      const own = await clock(questions, (question) => ours.ask(question))
      for (const peer of peers) rows.push(...(await besidePeer({ kind, own }, peer, questions)))
      log(`  ${kind}`)
    }
    return rows
  },
}

type Own = { kind: Question['kind']; own: number[] }

async function besidePeer({ kind, own }: Own, peer: Peer, questions: Question[]): Promise<Row[]> {
  if (peer.ask(questions[0] as Question) === undefined) return []
  const times = await clock(questions, (question) => peer.ask(question))
  const row = rowFor(`${peer.name}, ${kind}`, times)
  const our = beside(rowFor(`ours, ${kind}`, own), row)
  const ratio = (theirs: number, ourTime: number) => (theirs / ourTime).toFixed(1)
  const note =
    `p50 ${ratio(row.medianMs, our.medianMs)} times as fast, ` +
    `p95 ${ratio(row.p95Ms, our.p95Ms)} times`
  return [row, { ...our, note }]
}

function rowFor(...[name, times]: [name: string, times: number[]]): Row {
  return rowOf(name, times, times.reduce((sum, ms) => sum + ms, 0) / 1000)
}

async function clock(questions: readonly Question[], ask: (question: Question) => unknown) {
  const times: number[] = []
  for (const question of questions) {
    const startedMs = performance.now()
    await ask(question)
    times.push(performance.now() - startedMs)
  }
  return times.slice(warmUp)
}

/** All passages on open shelves of one tenant, and the threads of the server on them. */
async function openOurs(passages: readonly BenchPassage[], log: (line: string) => void) {
  const shop = openTestSearch()
  const startedMs = performance.now()
  const [seller, buyer] = [shop.tenant(), shop.tenant()]
  const dataset = shop.dataset(seller, { visibility: 'listed' })
  for (const [modality, some] of Map.groupBy(passages, (one) => one.modality)) {
    const owner = await shop.object(dataset, [], { modality })
    for (let i = 0; i < some.length; i += perSlice) {
      await shop.addTo(owner, some.slice(i, i + perSlice))
    }
  }
  const indexedMs = performance.now() - startedMs
  log(`  ours has them after ${Math.round(indexedMs)} ms`)
  shop.store.raw.pragma('wal_checkpoint(TRUNCATE)')

  const states: HotState[] = []
  const openedMs = performance.now()
  const engines = openSearchEngines({
    ...{ file: shop.store.file, threads: 1, timeLimitMs: 60_000, memoryMb },
    onState: (state) => states.push(state),
  })
  void engines.start()
  const ask = (job: SearchJob) => engines.search(job)
  const viewer = callerOf(buyer)
  const first = { kind: 'plain' as const, words: ['first', 'answer', 'there'] }
  await ask(searchJobOf(viewer, first))
  const firstMs = performance.now() - openedMs
  while (states.length === 0) await sleep(100)
  log(`  first answer after ${Math.round(firstMs)} ms; ${JSON.stringify(states[0])}`)
  return {
    rows: [
      { ...rowFor('ours, start to the first answer (FTS5)', [firstMs]), note: 'once' },
      {
        ...rowFor('ours, memory filled', [performance.now() - openedMs]),
        note: `once; ${JSON.stringify(states[0])}`,
      },
    ],
    ask: (question: Question) => ask(searchJobOf(viewer, question)),
    async [Symbol.asyncDispose]() {
      await engines[Symbol.asyncDispose]()
      shop[Symbol.dispose]()
    },
  }
}
