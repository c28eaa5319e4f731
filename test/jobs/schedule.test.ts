import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTimekeeping } from '../../src/domain/timekeeping/index.ts'
import { slicesPerTickMax } from '../../src/jobs/limits.ts'
import { type Chore, openSchedule } from '../../src/jobs/schedule.ts'
import { openTestStore } from '../support/open-test-store.ts'
import { untilSo } from '../support/until.ts'

test('a chore is done at the first tick and then when its time has passed', async () => {
  using room = openTestSchedule([{ name: 'a', everyMs: 10 * 60_000 }])
  const done: number[] = []
  for (const seconds of [0, 60, 480, 59, 1, 0, 600]) {
    room.clock.advance({ seconds })
    await room.schedule.tick()
    done.push(room.done.length)
  }
  assert.equal(done, [1, 1, 1, 1, 2, 2, 3])
})

test('slices follow one another until there is nothing more', async () => {
  using room = openTestSchedule([{ name: 'a', everyMs: 60_000, slices: 3 }])
  await room.schedule.tick()
  assert.is(room.done.length, 3)
})

test('a chore without end goes on at the next tick, and the others get their turn', async () => {
  using room = openTestSchedule([
    { name: 'endless', everyMs: 3_600_000, slices: 1_000_000 },
    { name: 'b', everyMs: 3_600_000 },
  ])
  await room.schedule.tick()
  assert.is(room.done.length, slicesPerTickMax + 1)
  assert.is(room.done.at(-1), 'b')
  await room.schedule.tick()
  assert.is(room.done.length, 2 * slicesPerTickMax + 1)
})

test('a chore that fails is logged, tried at the next tick, and stops no other', async () => {
  using room = openTestSchedule([
    { name: 'broken', everyMs: 3_600_000, fails: 2 },
    { name: 'b', everyMs: 3_600_000 },
  ])
  await room.schedule.tick()
  assert.equal(room.done, ['b'])
  await room.schedule.tick()
  await room.schedule.tick()
  assert.equal(room.done, ['b', 'broken'])
  assert.equal(room.said, ['error a chore failed', 'error a chore failed'])
})

test('ticks do not overlap', async () => {
  using room = openTestSchedule([{ name: 'a', everyMs: 0, slices: 2 }])
  await Promise.all([room.schedule.tick(), room.schedule.tick(), room.schedule.tick()])
  assert.equal(room.done, Array(6).fill('a'))
  assert.is(room.atOnce(), 1)
})

test('what takes long keeps no other from its turn, and is one at a time', async () => {
  const { promise: ends, resolve: end } = Promise.withResolvers<void>()
  using room = openTestSchedule([
    { name: 'long', everyMs: 0, takesLong: true, ends },
    { name: 'b', everyMs: 0 },
  ])
  const ticks = [room.schedule.tick(), room.schedule.tick()]
  await untilSo('both ticks came to the other', () => room.done.length === 2)
  assert.equal(room.done, ['b', 'b'])
  end()
  await Promise.all(ticks)
  assert.equal(room.done, ['b', 'b', 'long'])
  await room.schedule.tick()
  assert.is(room.done.length, 5, 'it is due again')
})

test('what takes long is stopped with the rest, and is no failure then', async () => {
  const { promise: ends, reject } = Promise.withResolvers<void>()
  const plan = { name: 'long', everyMs: 0, takesLong: true, ends }
  using room = openTestSchedule([{ ...plan, stops: (why) => reject(why) }])
  const running = room.schedule.start()
  await untilSo('it has begun', () => room.atOnce() === 1)
  await running[Symbol.asyncDispose]()
  assert.equal([room.done, room.said], [[], []])
})

for (const hours of [2, -2]) {
  test(`after a clock was set by ${hours} hours nothing is done until a confirmation`, async () => {
    using room = openTestSchedule([{ name: 'a', everyMs: 0 }])
    await room.schedule.tick()
    room.clock.set({ hours })
    await room.schedule.tick()
    room.clock.advance({ hours: 30 })
    await room.schedule.tick()
    assert.is(room.done.length, 1)
    await room.timekeeping.confirm({ requestId: 'req_1', write: room.store.write })
    await room.schedule.tick()
    assert.is(room.done.length, 2)
  })
}

test('a clock that is set during a tick stops what is left of it', async () => {
  using room = openTestSchedule([
    { name: 'a', everyMs: 0, run: (clock) => clock.set({ hours: 2 }) },
    { name: 'b', everyMs: 0 },
  ])
  await room.schedule.tick()
  assert.equal(room.done, ['a'])
})

test('a pause says what rests when it begins, once an hour, and when it ends', async () => {
  using room = openTestSchedule([{ name: 'a', everyMs: 0 }])
  await room.schedule.tick()
  room.clock.set({ hours: 3 })
  for (let minute = 0; minute < 70; minute++) {
    await room.schedule.tick()
    room.clock.advance({ seconds: 60 })
  }
  const warning = 'warn the clock is not believed: what goes by it rests until kontor clock confirm'
  assert.equal(room.said, [warning, warning])
  assert.equal(room.facts[0], {
    reason: 'jumped',
    shown: '2026-03-02T13:00:00.000Z',
    expected: '2026-03-02T10:00:00.000Z',
    paused: ['a', 'purge-blob'],
  })
  await room.timekeeping.confirm({ requestId: 'req_1', write: room.store.write })
  await room.schedule.tick()
  assert.is(room.said.at(-1), 'info the clock was confirmed, upkeep goes on')
})

test('starting ticks at once, and stopping waits for what is being done', async () => {
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  using room = openTestSchedule([{ name: 'a', everyMs: 60_000, slices: 5, begins }])
  const running = room.schedule.start()
  await begun
  await running[Symbol.asyncDispose]()
  const { length } = room.done
  assert.ok(length >= 1)
  await new Promise((done) => setTimeout(done, 20))
  assert.is(room.done.length, length)
})

type Clock = ReturnType<typeof openTestStore>['clock']
type TestChore = {
  name: string
  everyMs: number
  slices?: number
  fails?: number
  begins?: () => void
  run?: (clock: Clock) => void
  takesLong?: boolean
  ends?: Promise<void>
  stops?: (why: unknown) => void
}

/** Chores that only write down that they were done. */
function openTestSchedule(plan: readonly TestChore[]) {
  const store = openTestStore()
  const { clock } = store
  const done: string[] = []
  const said: string[] = []
  const facts: object[] = []
  let running = 0
  let atOnce = 0
  const say = (level: string) => (fact: object, message: string) => {
    said.push(`${level} ${message}`)
    facts.push(fact)
  }
  const chores = plan.map(({ name, everyMs, slices = 1, fails = 0, ...more }): Chore => {
    const { begins, run, takesLong = false, ends, stops } = more
    let left = slices
    let failing = fails
    return {
      name,
      everyMs,
      takesLong,
      async slice(signal) {
        atOnce = Math.max(atOnce, ++running)
        begins?.()
        signal.addEventListener('abort', () => stops?.(signal.reason))
        await ends
        await new Promise((soon) => setImmediate(soon))
        running--
        if (failing-- > 0) throw new Error('disk full')
        done.push(name)
        run?.(clock)
        left = left > 1 ? left - 1 : slices
        return left !== slices
      },
    }
  })
  const timekeeping = openTimekeeping({ store, clock })
  const log = { info: say('info'), warn: say('warn'), error: say('error') }
  const schedule = openSchedule({ chores, timekeeping, clock, log, restingToo: ['purge-blob'] })
  return {
    schedule,
    timekeeping,
    store,
    clock,
    done,
    said,
    facts,
    atOnce: () => atOnce,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

test.run()
