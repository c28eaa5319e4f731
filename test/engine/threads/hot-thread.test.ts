import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { removePassages } from '../../../src/domain/search/index.ts'
import { openKeywordEngine, openKeywordThreads } from '../../../src/engine/embedded-engine.ts'
import type { SearchOutcome, SearchTask } from '../../../src/engine/index.ts'
import {
  type HotLimits,
  type HotState,
  type HotThread,
  openHotThread,
} from '../../../src/engine/threads/hot-thread.ts'
import { openHotThreads } from '../../../src/engine/threads/hot-threads.ts'
import { letGo, odd } from '../../support/odd-search-thread.ts'
import { callerOf, jobOf, openTestSearch } from '../../support/open-test-search.ts'
import { until, untilSo } from '../../support/until.ts'

const oddEntry = new URL('../../support/odd-search-thread.ts', import.meta.url)
const budgetMs = 120_000
/** However busy the machine is: an answer is waited for. */
const patient = { answerMaxMs: budgetMs, noticeMs: budgetMs }

/** A database with a few passages, and the hot thread on it once it is ready. */
async function openArchive(limits: Partial<HotLimits> = {}) {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['a boiler', 'a turbine'])
  const states: HotState[] = []
  const hot = openHotThread({
    file: search.store.file,
    memoryMb: 64,
    limits,
    onState: (state) => states.push(state),
  })
  const task = (q: string): SearchTask => ({ kind: 'search', job: jobOf(callerOf(tenantId), q) })
  return {
    search,
    tenantId,
    owner,
    states,
    hot,
    task,
    /** The total, or undefined where FTS5 would be asked. */
    async total(q: string) {
      const reply = await hot.ask(task(q), budgetMs)
      return reply && 'outcome' in reply ? (reply.outcome as SearchOutcome).total : undefined
    },
    /** Asks again where a busy machine took too long to answer. */
    answered(q: string): Promise<number> {
      return until(`there is an answer to ${q}`, () => this.total(q))
    },
    async [Symbol.asyncDispose]() {
      await hot[Symbol.asyncDispose]()
      search[Symbol.dispose]()
    },
  }
}

function isAt(hot: HotThread, name: HotState['name']): Promise<void> {
  return untilSo(`the thread is ${name}`, () => hot.state().name === name)
}

test('nobody is answered while the memory fills', async () => {
  await using archive = await openArchive()
  assert.is(archive.hot.state().name, 'filling')
  assert.is(await archive.total('boiler'), undefined)
})

test('once it is ready it answers, and takes in what is new before each answer', async () => {
  await using archive = await openArchive()
  await isAt(archive.hot, 'ready')
  assert.is(await archive.answered('boilers'), 1)
  await archive.search.addTo(archive.owner, ['another boiler'])
  assert.is(await archive.answered('boilers'), 2)
  archive.search.store.raw.exec('DELETE FROM passage WHERE passage_no = 1')
  assert.is(await archive.answered('boilers'), 1)
  assert.equal(
    archive.states.map(({ name }) => name),
    ['ready'],
  )
})

test('too much that is new is left to FTS5, and taken in by and by', async () => {
  // It does not look by itself while they come.
  await using archive = await openArchive({ lookAgainMs: 24 * 3_600_000 })
  await isAt(archive.hot, 'ready')
  const texts = Array.from({ length: 200 }, (_, i) => `boiler ${i}`)
  for (let i = 0; i < 5; i++) await archive.search.addTo(archive.owner, texts)
  assert.is(await archive.total('boiler'), undefined)
  assert.is(await archive.answered('boiler'), 1_001)
})

test('what needs more than the budget is given up, and FTS5 answers', async () => {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['a boiler'])
  const texts = Array.from({ length: 200 }, (_, i) =>
    Array.from({ length: 60 }, (_, j) => `w${i * 60 + j}`).join(' '),
  )
  await search.addTo(owner, texts)
  const states: HotState[] = []
  await using engines = openKeywordEngine({
    file: search.store.file,
    threads: 1,
    timeLimitMs: budgetMs,
    memoryMb: 1,
    onKeywords: (state) => states.push(state),
  })
  await engines.start()
  await untilSo('its state is told', () => states.length > 0)
  assert.is((await engines.search(jobOf(callerOf(tenantId), 'boiler'))).total, 1)
  await sleep(100)
  assert.equal(
    states.map(({ name }) => name),
    ['over budget'],
  )
  search[Symbol.dispose]()
})

const listWords = 40

test('few words that stand everywhere are taken in within the memory that there is', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['a boiler'])
  const words = Array.from({ length: listWords }, (_, i) => `word${i}`).join(' ')
  const text = Array(50).fill(words).join(' ')
  // 800,000 times a word in 16,000 postings: an eighth of a megabyte once they are in memory.
  for (let i = 0; i < 2; i++) await search.addTo(owner, Array(200).fill(text))
  const states: HotState[] = []
  await using hot = openHotThread({
    file: search.store.file,
    memoryMb: 1,
    limits: patient,
    onState: (state) => states.push(state),
  })
  await untilSo('its state is told', () => states.length > 0)
  assert.equal(
    states.map(({ name }) => name),
    ['ready'],
  )
  const job = jobOf(callerOf(tenantId), 'word7')
  const reply = await hot.ask({ kind: 'search', job }, budgetMs)
  assert.is(reply && 'outcome' in reply && (reply.outcome as SearchOutcome).total, 400)
})

test('a word whose list is too long to be read at once is given up before it is read', async () => {
  using search = openTestSearch()
  const owner = await search.object(search.dataset(search.tenant()), ['a boiler'])
  await search.addTo(owner, Array(100).fill(Array(6_000).fill('boiler').join(' ')))
  const states: HotState[] = []
  await using _hot = openHotThread({
    file: search.store.file,
    memoryMb: 4,
    onState: (state) => states.push(state),
  })
  await untilSo('its state is told', () => states.length > 0)
  assert.equal(states, [{ name: 'over budget', passages: 101, sizeMb: 23 }])
})

test('what did not fit is taken in again once it is less', async () => {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['a boiler'])
  const texts = Array.from({ length: 200 }, (_, i) =>
    Array.from({ length: 60 }, (_, j) => `w${i * 60 + j}`).join(' '),
  )
  await search.addTo(owner, texts)
  const states: HotState[] = []
  await using hot = openHotThread({
    file: search.store.file,
    memoryMb: 1,
    restartDelaysMs: [50],
    onState: (state) => states.push(state),
  })
  await isAt(hot, 'over budget')
  await sleep(1_000)
  assert.is(states.length, 1)
  search.store.raw.exec('DELETE FROM passage WHERE passage_no > 20')
  await isAt(hot, 'ready')
  assert.equal(
    states.map(({ name }) => name),
    ['over budget', 'filling', 'ready'],
  )
  search[Symbol.dispose]()
})

for (const end of ['die', 'eat'] as const) {
  test(`its death is no error, FTS5 answers: ${end}`, async () => {
    using search = openTestSearch()
    const tenantId = search.tenant()
    await search.object(search.dataset(tenantId), ['a boiler'])
    const states: string[] = []
    await using hot = openHotThread({
      file: '',
      memoryMb: 1,
      entry: oddEntry,
      restartDelaysMs: [600_000],
      limits: patient,
      onState: ({ name }) => states.push(name),
    })
    await using pool = openKeywordThreads({
      file: search.store.file,
      threads: 1,
      timeLimitMs: budgetMs,
      hot,
    })
    await isAt(hot, 'ready')
    const job = jobOf(callerOf(tenantId), 'boiler')
    assert.is((await pool.search({ ...job, limit: odd.answer })).hits.length, 0)
    assert.is((await pool.search({ ...job, limit: odd[end] })).hits.length, 1)
    await isAt(hot, 'dead')
    assert.is((await pool.search(job)).hits.length, 1)
    assert.equal(states, ['ready', 'dead'])
  })
}

test('it comes back, and is asked again', async () => {
  const states: string[] = []
  await using hot = openHotThread({
    file: '',
    memoryMb: 1,
    entry: oddEntry,
    restartDelaysMs: [300],
    onState: ({ name }) => states.push(name),
  })
  const asking = (limit: number): SearchTask => ({
    kind: 'search',
    job: { ...jobOf('public', 'a'), limit },
  })
  await isAt(hot, 'ready')
  assert.is(await hot.ask(asking(odd.die), budgetMs), undefined)
  await until('it answers again', () => hot.ask(asking(odd.answer), budgetMs))
  assert.equal(states, ['ready', 'dead', 'ready'])
})

test('a thread that dies again and again is started later each time', async () => {
  const delaysMs = [10, 200, 400]
  const deaths: number[] = []
  await using hot = openHotThread({
    file: '',
    memoryMb: 1,
    entry: oddEntry,
    restartDelaysMs: delaysMs,
    onState({ name }) {
      if (name === 'dead') deaths.push(performance.now())
    },
  })
  const job = { ...jobOf('public', 'a'), limit: odd.die }
  while (deaths.length < 4) {
    await hot.ask({ kind: 'search', job }, budgetMs)
    await sleep(5)
  }
  const between = deaths.slice(1).map((ms, i) => ms - (deaths[i] ?? 0))
  assert.ok(
    between.every((ms, i) => ms >= (delaysMs[i] ?? 0) - 1),
    String(between),
  )
})

test('nobody waits for a thread that hangs', async () => {
  await using hot = openHotThread({ file: '', memoryMb: 1, entry: oddEntry })
  await isAt(hot, 'ready')
  const asking = (limit: number): SearchTask => ({
    kind: 'search',
    job: { ...jobOf('public', 'a'), limit },
  })
  assert.is(await hot.ask(asking(odd.hang), budgetMs), undefined)
  // Before anything else has its turn.
  const { promise: nextTurn, resolve } = Promise.withResolvers<string>()
  setImmediate(() => resolve('later'))
  assert.is(await Promise.race([hot.ask(asking(odd.answer), budgetMs), nextTurn]), undefined)
})

test('what takes long is left to the others, and then it answers again', async () => {
  await using hot = openHotThread({ file: '', memoryMb: 1, entry: oddEntry })
  await isAt(hot, 'ready')
  const asking = (limit: number): SearchTask => ({
    kind: 'search',
    job: { ...jobOf('public', 'a'), limit },
  })
  assert.is(await hot.ask(asking(odd.hold), budgetMs), undefined)
  assert.is(await hot.ask(asking(odd.answer), budgetMs), undefined)
  letGo()
  await until('it answers again', () => hot.ask(asking(odd.answer), budgetMs))
})

test('questions beyond those that may wait are left to FTS5', async () => {
  await using hot = openHotThread({ file: '', memoryMb: 1, entry: oddEntry, limits: patient })
  await isAt(hot, 'ready')
  const job = { ...jobOf('public', 'a'), limit: odd.hold }
  const asked = Array.from({ length: 20 }, () => hot.ask({ kind: 'search', job }, budgetMs))
  letGo()
  const answers = await Promise.all(asked)
  assert.is(answers.filter((reply) => reply === undefined).length, 4)
})

test('suggestions go the same way', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['a boiler'])
  const asked: string[] = []
  await using pool = openKeywordThreads({
    file: search.store.file,
    threads: 1,
    timeLimitMs: budgetMs,
    hot: {
      async ask(task) {
        asked.push(task.kind)
        return undefined
      },
    },
  })
  assert.is((await pool.search(jobOf(callerOf(tenantId), 'boiler'))).total, 1)
  const suggested = await pool.suggest({ visibility: callerOf(tenantId), q: 'boi', limit: 3 })
  assert.equal(suggested.completions, ['boiler'])
  assert.equal(asked, ['search', 'suggest'])
})

test('where searches wait for others, more threads answer, and each knows what went', async () => {
  await using archive = await openArchive()
  const { search, owner, task } = archive
  await using hot = openHotThreads({
    file: search.store.file,
    memoryMb: 64,
    copies: 2,
    limits: patient,
  })
  const totals = async () => {
    const asked = Array.from({ length: 8 }, () => hot.ask(task('boiler'), budgetMs))
    return (await Promise.all(asked)).map((reply) =>
      reply && 'outcome' in reply ? (reply.outcome as SearchOutcome).total : undefined,
    )
  }
  await until('two threads answer', async () => {
    await totals()
    return hot.count() === 2 || undefined
  })
  assert.equal([...new Set(await totals())], [1])
  await search.store.write((tx) => removePassages(tx, owner.objectId, { limit: 10 }))
  assert.equal([...new Set(await totals())], [0])
})

test.run()
