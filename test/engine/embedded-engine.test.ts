import { setImmediate as otherWork } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { entryUrl } from '../../src/base/entry.ts'
import type { Saturated } from '../../src/base/errors.ts'
import { openKeywordThreads } from '../../src/engine/embedded-engine.ts'
import type { SearchOutcome } from '../../src/engine/index.ts'
import { openSearchThread } from '../../src/engine/threads/search-thread.ts'
import { letGo, odd, slowStart } from '../support/odd-search-thread.ts'
import { callerOf, jobOf, openTestSearch } from '../support/open-test-search.ts'
import { refusal } from '../support/refusal.ts'
import { until } from '../support/until.ts'

const entry = new URL('../support/odd-search-thread.ts', import.meta.url)

/** Longer than any machine needs. */
const longMs = 120_000

function openOddPool({ file = '', threads = 1, timeLimitMs = longMs, queueMax = 64 } = {}) {
  const pool = openKeywordThreads({ file, threads, timeLimitMs, queueMax, entry })
  const ask = (what: keyof typeof odd) => pool.search({ ...jobOf('public', 'a'), limit: odd[what] })
  return {
    ask,
    /** The thread that answers, once one does in the time that there is. */
    answering: () =>
      until('a thread answers', () =>
        ask('answer')
          .then(({ total }) => total)
          .catch(() => undefined),
      ),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

test('a search thread answers from the database', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['a boiler'])
  await using pool = openKeywordThreads({
    file: search.store.file,
    threads: 1,
    timeLimitMs: longMs,
  })
  const job = { ...jobOf(callerOf(tenantId), 'boilers'), highlight: true }
  const outcome = await pool.search(job)
  assert.is(outcome.hits[0]?.snippet, 'a **boiler**')
  await search.object(search.dataset(tenantId), ['another boiler'])
  assert.is((await pool.search(job)).total, 2)
})

/** Passages with many words, and a query that walks through all of them for each of its own. */
async function openSlow() {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['quick boiler'])
  const words = Array.from({ length: 400 }, (_, i) => `w${i}`)
  const heavy = [...words, ...words, ...words].join(' ')
  for (let i = 0; i < 8; i++)
    await search.addTo(
      owner,
      Array.from({ length: 50 }, () => heavy),
    )
  return {
    file: search.store.file,
    slow: words.map((word) => `${word}x~2`).join(' '),
    job: (q: string) => jobOf(callerOf(tenantId), q),
    [Symbol.dispose]: () => search[Symbol.dispose](),
  }
}

test('a slow search is cut off, and its thread answers the next one', async () => {
  using archive = await openSlow()
  const { file, slow, job } = archive
  const thread = openSearchThread({
    entry: entryUrl('search'),
    heapMaxMb: 512,
    workerData: { file },
  })
  const find = (q: string, budgetMs: number) =>
    thread.ask({ kind: 'search', job: job(q) }, budgetMs)
  assert.equal(await find(slow, 400), { late: true })
  assert.is(((await find('quick', longMs)) as { outcome: SearchOutcome }).outcome.total, 1)
  await thread.close()
})

test('who asks for a slow search is told after the limit, and others are answered', async () => {
  using archive = await openSlow()
  const { file, slow, job } = archive
  await using pool = openKeywordThreads({ file, threads: 1, timeLimitMs: 1_500 })
  // A busy machine takes longer than that to start the thread.
  const quick = () => pool.search(job('quick')).catch(() => undefined)
  await until('the thread has started', quick)
  const startedMs = performance.now()
  const error = await refusal(pool.search(job(slow)))
  const ms = performance.now() - startedMs
  assert.is(
    `${error.name}: ${error.message.slice(0, 27)}`,
    'Saturated: The search took too long. N',
  )
  assert.ok(ms >= 1_495, `${ms} ms`)
  const { total } = await until('it is answered', quick)
  assert.is(total, 1)
})

test('a full queue is refused at once, with the time to wait', async () => {
  await using pool = openOddPool({ queueMax: 2 })
  // All of them come before a thread can have answered anything.
  const running = pool.ask('answer')
  const waiting = [pool.ask('answer'), pool.ask('answer')]
  const error = (await refusal(pool.ask('answer'))) as Saturated
  assert.is(error.name, 'Saturated')
  assert.is(error.retryAfterSeconds, 1)
  await Promise.all([running, ...waiting])
})

test('who waits too long in the queue is told so, and not served later', async () => {
  await using pool = openOddPool({ timeLimitMs: 1_500 })
  await pool.answering()
  const running = refusal(pool.ask('hold'))
  const waiting = await refusal(pool.ask('answer'))
  assert.match(waiting.message, /Too many searches/)
  assert.match((await running).message, /took too long/)
  letGo()
  assert.ok((await pool.answering()) > 0)
})

test('a thread that dies is replaced', async () => {
  await using pool = openOddPool()
  const first = (await pool.ask('answer')).total
  assert.is((await refusal(pool.ask('die'))).name, 'Saturated')
  const second = (await pool.ask('answer')).total
  assert.ok(second > first)
})

test('a thread that hangs is replaced', async () => {
  await using pool = openOddPool({ timeLimitMs: 1_000 })
  const first = await pool.answering()
  assert.match((await refusal(pool.ask('hang'))).message, /took too long/)
  // Who asks while the grace of a second is spent may be refused, too.
  assert.ok((await pool.answering()) > first)
})

test('a thread that hangs is not waited for as one that begins', async () => {
  await using pool = openOddPool({ timeLimitMs: 1_000 })
  // Half a minute would be for a start. On a busy machine its successor takes as long: once more.
  await until('it is replaced sooner than a start may take', async () => {
    await pool.answering()
    const startedMs = performance.now()
    await refusal(pool.ask('hang'))
    await pool.answering()
    return performance.now() - startedMs < 25_000 || undefined
  })
})

test('a thread that takes longer to begin than a search may take is let begin', async () => {
  await using pool = openOddPool({ file: slowStart.file, timeLimitMs: 200 })
  assert.match((await refusal(pool.ask('answer'))).message, /The search is starting/)
  assert.ok((await pool.answering()) > 0)
})

test('nobody waits for a thread that begins while another one answers', async () => {
  await using pool = openOddPool({ file: slowStart.file, threads: 2, timeLimitMs: longMs })
  const one = (await pool.ask('answer')).total
  const answers = await Promise.all([pool.ask('answer'), pool.ask('answer'), pool.ask('answer')])
  assert.equal(
    answers.map(({ total }) => total),
    [one, one, one],
  )
})

test('a search that fails is no saturation', async () => {
  await using pool = openOddPool()
  const error = await refusal(pool.ask('fail'))
  assert.is(`${error.name}: ${error.message}`, 'Error: search thread: no such column')
  assert.match((await refusal(pool.ask('late'))).message, /took too long/)
})

test('threads are started as they are needed, up to their number', async () => {
  await using pool = openOddPool({ threads: 2 })
  const one = (await pool.ask('answer')).total
  assert.is((await pool.ask('answer')).total, one)
  const held = pool.ask('hold')
  const { total: two } = await pool.ask('answer')
  letGo()
  assert.is((await held).total, one)
  assert.is.not(two, one)
})

test('closing refuses what runs and waits', async () => {
  const pool = openOddPool()
  await pool.ask('answer')
  const open = [refusal(pool.ask('hold')), refusal(pool.ask('answer'))]
  // One of them is with the thread by now.
  await otherWork()
  await pool[Symbol.asyncDispose]()
  const errors = await Promise.race([Promise.all(open), otherWork([])])
  assert.equal(
    errors.map(({ name }) => name),
    ['Saturated', 'Saturated'],
  )
})

test('who asks a pool that is closed is refused at once', async () => {
  const pool = openOddPool()
  await pool.ask('answer')
  await pool[Symbol.asyncDispose]()
  const refused = refusal(pool.ask('answer'))
  assert.is((await Promise.race([refused, otherWork(undefined)]))?.name, 'Saturated')
})

test.run()
