import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSearchPool } from '../../src/adapters/search-pool.ts'
import type { Saturated } from '../../src/base/errors.ts'
import type { SearchJob } from '../../src/domain/search/index.ts'
import { odd } from '../support/odd-search-thread.ts'
import { callerOf, jobOf, openTestSearch } from '../support/open-test-search.ts'
import { refusal } from '../support/refusal.ts'

const entry = new URL('../support/odd-search-thread.ts', import.meta.url)

function openOddPool({ threads = 1, timeLimitMs = 10_000, queueMax = 64 } = {}) {
  const pool = openSearchPool({ file: '', threads, timeLimitMs, queueMax, entry })
  const job = (what: keyof typeof odd, offset = 0): SearchJob => ({
    ...jobOf('public', 'a'),
    ...{ limit: odd[what], offset },
  })
  return {
    ask: (what: keyof typeof odd, offset = 0) => pool.search(job(what, offset)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

test('a search thread answers from the database', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['a boiler'])
  await using pool = openSearchPool({ file: search.store.file, threads: 1, timeLimitMs: 10_000 })
  const job = { ...jobOf(callerOf(tenantId), 'boilers'), highlight: true }
  const outcome = await pool.search(job)
  assert.is(outcome.hits[0]?.snippet, 'a **boiler**')
  await search.object(search.dataset(tenantId), ['another boiler'])
  assert.is((await pool.search(job)).total, 2)
})

test('a slow search is cut off, and its thread answers the next one', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['quick boiler'])
  const words = Array.from({ length: 400 }, (_, i) => `w${i}`)
  const heavy = [...words, ...words, ...words].join(' ')
  for (let i = 0; i < 8; i++)
    await search.addTo(
      owner,
      Array.from({ length: 50 }, () => heavy),
    )
  await using pool = openSearchPool({ file: search.store.file, threads: 1, timeLimitMs: 400 })
  const find = (q: string) => pool.search(jobOf(callerOf(tenantId), q))
  // The first one may fall into the start of the thread.
  await find('quick').catch(() => undefined)
  while ((await find('quick').catch(() => undefined)) === undefined);

  const startedMs = performance.now()
  // Each of them walks through the whole vocabulary.
  const error = await refusal(find(words.map((word) => `${word}x~2`).join(' ')))
  const ms = performance.now() - startedMs
  assert.is(
    `${error.name}: ${error.message.slice(0, 27)}`,
    'Saturated: The search took too long. N',
  )
  assert.ok(ms >= 395 && ms < 2_000, `${ms} ms`)
  assert.is((await find('quick')).total, 1)
})

test('a full queue is refused at once, with the time to wait', async () => {
  await using pool = openOddPool({ queueMax: 2 })
  const running = pool.ask('wait', 200)
  const waiting = [pool.ask('answer'), pool.ask('answer')]
  const error = (await refusal(pool.ask('answer'))) as Saturated
  assert.is(error.name, 'Saturated')
  assert.is(error.retryAfterSeconds, 1)
  await Promise.all([running, ...waiting])
})

test('who waits too long in the queue is told so, and not served later', async () => {
  await using pool = openOddPool({ timeLimitMs: 1_500 })
  await pool.ask('answer')
  const running = refusal(pool.ask('wait', 1_800))
  const waiting = await refusal(pool.ask('answer'))
  assert.match(waiting.message, /Too many searches/)
  assert.match((await running).message, /took too long/)
  assert.ok((await pool.ask('answer')).total > 0)
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
  await pool.ask('answer')
  assert.match((await refusal(pool.ask('hang'))).message, /took too long/)
  // The grace of a second is spent waiting; whoever asks meanwhile waits too.
  await refusal(pool.ask('answer'))
  let total = 0
  for (let i = 0; i < 5 && total === 0; i++) {
    total = await pool.ask('answer').then(
      (outcome) => outcome.total,
      () => 0,
    )
  }
  assert.ok(total > 0)
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
  const both = await Promise.all([
    pool.ask('wait', 300),
    pool.ask('wait', 300),
    pool.ask('wait', 1),
  ])
  assert.is(new Set(both.map(({ total }) => total)).size, 2)
})

test('closing refuses what runs and waits', async () => {
  const pool = openOddPool()
  await pool.ask('answer')
  const open = [refusal(pool.ask('wait', 5_000)), refusal(pool.ask('answer'))]
  await pool[Symbol.asyncDispose]()
  const errors = await Promise.all(open)
  assert.equal(
    errors.map(({ name }) => name),
    ['Saturated', 'Saturated'],
  )
})

test.run()
