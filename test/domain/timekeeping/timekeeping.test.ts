import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../src/base/ids.ts'
import { openTimekeeping } from '../../../src/domain/timekeeping/index.ts'
import { fakeClock } from '../../support/fake-clock.ts'
import { openTestStore, type TestStore } from '../../support/open-test-store.ts'

const hourMs = 3_600_000

test('a clock that goes on as time does is believed', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  for (let hour = 0; hour < 100; hour++) {
    store.clock.advance({ hours: 7 })
    assert.is(await room.check(), undefined)
  }
  assert.equal(audited(store), [])
})

for (const hours of [2, -2, 24 * 365]) {
  test(`a clock that is set by ${hours} hours pauses at once and is recorded once`, async () => {
    using store = openTestStore()
    const room = openTimekeeping(roomOf(store))
    await room.check()
    const expectedAtMs = store.clock.nowMs()
    store.clock.set({ hours })
    const pause = { reason: 'jumped', shownAtMs: store.clock.nowMs(), expectedAtMs }
    assert.equal(room.look(), pause)
    assert.equal(await room.check(), pause)
    assert.equal(await room.check(), pause)
    assert.equal(audited(store), ['clock.paused system'])
  })
}

test('a jump ends when it is confirmed, not when the clock is set back', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  await room.check()
  store.clock.set({ hours: 5 })
  await room.check()
  store.clock.set({ hours: -5 })
  assert.ok(await room.check())
  const ended = await room.confirm(commandOf(store))
  assert.is(ended?.reason, 'jumped')
  assert.is(await room.check(), undefined)
  assert.equal(audited(store), ['clock.paused system', 'clock.confirmed operator'])
})

test('a pause survives a restart, also with the clock set right', async () => {
  using store = openTestStore()
  const first = openTimekeeping(roomOf(store))
  await first.check()
  store.clock.set({ hours: 5 })
  const pause = await first.check()
  store.clock.set({ hours: -5 })
  const second = openTimekeeping(restarted(store))
  assert.equal(second.look(), pause)
  assert.equal(await second.check(), pause)
  await second.confirm(commandOf(store))
  assert.is(openTimekeeping(restarted(store)).look(), undefined)
})

test('a server that was off for a month goes on', async () => {
  using store = openTestStore()
  await openTimekeeping(roomOf(store)).check()
  store.clock.advance({ hours: 24 * 30 })
  const again = openTimekeeping(restarted(store))
  assert.is(await again.check(), undefined)
})

const behind: [title: string, hours: number, pause: boolean][] = [
  ['less than an hour', 0.9, false],
  ['two hours', 2, true],
  ['a year', 8_760, true],
]
for (const [title, hours, isPaused] of behind) {
  test(`a start ${title} before what is on record ${isPaused ? 'pauses' : 'goes on'}`, async () => {
    using store = openTestStore()
    await openTimekeeping(roomOf(store)).check()
    const seenAtMs = store.clock.nowMs()
    const clock = fakeClock(seenAtMs - hours * hourMs)
    const again = openTimekeeping({ store, clock })
    const pause = { reason: 'behind', shownAtMs: clock.nowMs(), expectedAtMs: seenAtMs }
    assert.equal(await again.check(), isPaused ? pause : undefined)
  })
}

test('an entry of the audit log counts as on record', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  await room.check()
  store.clock.advance({ hours: 30 })
  await room.confirm(commandOf(store))
  const expectedAtMs = store.clock.nowMs()
  store.raw.exec('DELETE FROM clock_state')
  store.clock.set({ hours: -3 })
  assert.is(openTimekeeping(restarted(store)).look()?.expectedAtMs, expectedAtMs)
})

test('after a confirmation the wrong times on record count no more', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  await room.check()
  store.clock.set({ hours: 24 * 365 })
  await room.check()
  store.clock.set({ hours: -24 * 365 })
  await room.confirm(commandOf(store))
  assert.is(openTimekeeping(restarted(store)).look(), undefined)
})

test('confirming a clock that is believed changes nothing', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  assert.is(await room.confirm(commandOf(store)), undefined)
  assert.is(await room.check(), undefined)
})

test('a confirmation that cannot be written leaves the pause', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  store.clock.set({ hours: 5 })
  const write = () => Promise.reject(new Error('disk full'))
  const confirmed = room.confirm({ ...commandOf(store), write }).catch(() => 'refused')
  assert.is(await confirmed, 'refused')
  assert.ok(room.look())
})

test('the newest believed time is written down once an hour', async () => {
  using store = openTestStore()
  const room = openTimekeeping(roomOf(store))
  const seen = store.raw.prepare('SELECT seen_at FROM clock_state').pluck()
  const startMs = store.clock.nowMs()
  for (let minute = 0; minute < 90; minute++) {
    await room.check()
    store.clock.advance({ seconds: 60 })
  }
  assert.is(seen.get(), startMs + hourMs)
})

function roomOf(store: TestStore) {
  return { store, clock: store.clock }
}

/** The same data folder, seen by a new process: time has another beginning. */
function restarted(store: TestStore) {
  return { store, clock: fakeClock(store.clock.nowMs()) }
}

function commandOf(store: TestStore) {
  return { requestId: newId('req', store.clock.nowMs()), write: store.write }
}

function audited({ raw }: TestStore): unknown[] {
  const events = "SELECT action || ' ' || actor_type FROM audit_event ORDER BY audit_no"
  return raw.prepare(events).pluck().all()
}

test.run()
