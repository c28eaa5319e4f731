// The thread with the vectors seen from outside: it may be late, hang or die, and the next search
// is answered.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../src/base/ids.ts'
import { openVectorThread, type VectorState } from '../../../src/engine/threads/vector-thread.ts'
import { odd } from '../../support/odd-search-thread.ts'
import { callerOf, jobOf } from '../../support/open-test-search.ts'
import { sourceOf } from '../../support/open-test-vectors.ts'
import { refusal } from '../../support/refusal.ts'
import { until, untilSo } from '../../support/until.ts'

const oddEntry = new URL('../../support/odd-search-thread.ts', import.meta.url)

function openOdd({ timeLimitMs = 120_000, threads = 1 } = {}) {
  const states: VectorState['name'][] = []
  const thread = openVectorThread({
    file: '',
    folder: '',
    source: sourceOf(''),
    timeLimitMs,
    threads,
    entry: oddEntry,
    vectorStore: {
      register: async () => {},
      keep: async () => {},
      noteSnapshot: async () => {},
      forgetOld: async () => false,
      lastChange: () => 0,
    },
    onState: ({ name }) => void states.push(name),
    onProblem() {},
  })
  const job = {
    ...jobOf(callerOf('tnt_somebody' as TenantId), 'boiler'),
    mode: 'semantic' as const,
  }
  return {
    states,
    thread,
    ask: (limit: number, offset = 0) => thread.search({ ...job, limit, offset }),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

const troubles: [name: string, limit: number, message: RegExp][] = [
  ['that runs out of time', odd.late, /took too long/],
  ['under which the thread dies', odd.die, /Too many searches/],
]

for (const [name, limit, message] of troubles) {
  test(`a search ${name} is refused for now`, async () => {
    await using vectors = openOdd()
    const error = await refusal(vectors.ask(limit))
    assert.is(error.name, 'Saturated')
    assert.match(error.message, message)
  })
}

test('a thread that died is started again, and answers', async () => {
  await using vectors = openOdd()
  const { total: before } = await vectors.ask(odd.answer)
  await refusal(vectors.ask(odd.die))
  const { states } = vectors
  await untilSo('it is back', () => states.at(-1) === 'ready' && states.includes('dead'))
  const { total: after } = await vectors.ask(odd.answer)
  assert.is.not(after, before)
  assert.equal(vectors.states, ['loading', 'ready', 'dead', 'loading', 'ready'])
})

test('where searches wait for others, one more thread answers', async () => {
  await using vectors = openOdd({ threads: 2 })
  const answers = () => Promise.all(Array.from({ length: 6 }, () => vectors.ask(odd.answer)))
  await until('both answer', async () => {
    const by = new Set((await answers().catch(() => [])).map(({ total }) => total))
    return by.size === 2 || undefined
  })
  // Of one thread it would be told twice that it is loading.
  assert.equal(vectors.states, ['loading', 'ready'])
})

test('nobody waits longer than the time limit for a thread that hangs', async () => {
  await using vectors = openOdd({ timeLimitMs: 300 })
  await until('it answers', () => vectors.ask(odd.answer).catch(() => undefined))
  const errors = await Promise.all(
    [odd.hang, odd.answer, odd.answer].map((limit) => refusal(vectors.ask(limit))),
  )
  assert.equal([...new Set(errors.map(({ name }) => name))], ['Saturated'])
  // It is given up half a minute later.
  assert.is(vectors.thread.state().name, 'ready')
})

test.run()
