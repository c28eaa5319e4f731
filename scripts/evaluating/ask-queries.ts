// Any query at all, asked of both engines for words: see scripts/eval-queries.ts.

import fc from 'fast-check'
import { InvalidInput } from '../../src/base/errors.ts'
import { marketCatalogue, qLengthMax } from '../../src/domain/search/index.ts'
import { openMemoryIndex, openSearcher, readQuery, type Searcher } from '../../src/engine/index.ts'
import { keepStatements } from '../../src/store/keep-statements.ts'
import { anyQuery, nastyQueries } from '../../test/support/any-query.ts'
import { callerOf, jobOf, openTestSearch } from '../../test/support/open-test-search.ts'

const slowMs = 50
const batch = 1_000
/** The garbage of making queries is collected in the midst of one now and then. */
const triesMax = 3
const everything = { limit: Number.MAX_SAFE_INTEGER }
const texts = [
  'The boiler A-17 was inspected in May; a b c and AND OR NOT kind:ocr',
  'Die Prüfung des Kessels, Straße 5, und die Wärmepumpe',
  'ボイラーの検査報告 💡 東京都',
  'La chaudière a été inspectée au château',
]

type Tally = { asked: number; refused: number; failed: string[]; slow: string[]; worstMs: number }

/** Asks so many, and gives the exit code. */
export async function askAll(count: number): Promise<number> {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), texts)
  const viewer = callerOf(tenantId)
  // As the searching threads have it.
  keepStatements(search.store.raw)
  const finders = [{}, { memory: openMemoryIndex() }].map((engine) =>
    openSearcher(search.store.db, { ...engine, catalogue: marketCatalogue }),
  )
  const tally: Tally = { asked: 0, refused: 0, failed: [], slow: [], worstMs: 0 }

  function ask(q: string): void {
    const finder = finders[tally.asked % finders.length]
    tally.asked += 1
    let ms = Number.POSITIVE_INFINITY
    for (let i = 0; i < triesMax && ms > slowMs; i++) ms = Math.min(ms, timed(finder, q, i === 0))
    tally.worstMs = Math.max(tally.worstMs, ms)
    if (ms > slowMs) tally.slow.push(`${ms.toFixed(0)} ms: ${JSON.stringify(q.slice(0, 200))}`)
  }

  function timed(finder: Searcher | undefined, q: string, first: boolean): number {
    const before = process.threadCpuUsage()
    try {
      finder?.catchUp(everything)
      finder?.find({ ...jobOf(viewer, q), query: readQuery(q), highlight: true })
    } catch (error) {
      if (error instanceof InvalidInput && error.field === 'q') tally.refused += first ? 1 : 0
      else tally.failed.push(`${JSON.stringify(q.slice(0, 200))}: ${error}`)
    }
    // What this thread worked: waiting for a busy machine says nothing about a query.
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }

  for (const q of nastyQueries) ask(q.slice(0, qLengthMax))
  Object.assign(tally, { slow: [], worstMs: 0 })
  for (const q of [...nastyQueries, ...mutations()]) ask(q.slice(0, qLengthMax))
  for (let seed = 1; tally.asked < count; seed++) {
    for (const q of fc.sample(anyQuery, { numRuns: batch, seed })) ask(q)
    process.stderr.write(`\r${tally.asked} of ${count}`)
  }
  const { asked, refused, failed, slow, worstMs } = tally
  console.log(`\n${asked} queries, ${refused} refused, slowest ${worstMs.toFixed(1)} ms`)
  console.log(`${failed.length} failed, ${slow.length} took more than ${slowMs} ms`)
  for (const line of [...failed, ...slow].slice(0, 20)) console.log(`  ${line}`)
  return failed.length + slow.length === 0 ? 0 : 1
}

/** Every nasty query cut, doubled, turned round and put into another. */
function* mutations(): Generator<string> {
  for (const q of nastyQueries) {
    yield* [q.slice(1), q.slice(0, -1), q + q, [...q].reverse().join(''), `"${q}"`, `(${q})`]
    yield* [`boiler ${q}`, `${q} AND boiler`, `-${q}`, `title:${q}`, `${q}*`, `${q}~2`]
  }
}
