import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { behindPause, jumpPause } from '../../../src/domain/timekeeping/readings.ts'

const hour = 3_600_000

const steps: [title: string, step: { shown: number; elapsed: number }, pause: boolean][] = [
  ['a minute that passed', { shown: 60_000, elapsed: 60_000 }, false],
  ['a clock that stands still with time', { shown: 0, elapsed: 0 }, false],
  ['a correction of seconds', { shown: 63_000, elapsed: 60_000 }, false],
  ['a correction backward', { shown: 50_000, elapsed: 60_000 }, false],
  ['an hour exactly', { shown: hour + 60_000, elapsed: 60_000 }, false],
  ['an hour exactly, backward', { shown: 60_000 - hour, elapsed: 60_000 }, false],
  ['more than an hour forward', { shown: hour + 60_001, elapsed: 60_000 }, true],
  ['more than an hour backward', { shown: 59_999 - hour, elapsed: 60_000 }, true],
  ['a year forward', { shown: 8_760 * hour, elapsed: 60_000 }, true],
  ['a sleep of the machine, which counts as time', { shown: 9 * hour, elapsed: 9 * hour }, false],
  ['time that passed while the clock stood still', { shown: 0, elapsed: 2 * hour }, true],
]

for (const [title, { shown, elapsed }, isJump] of steps) {
  test(`${title} is ${isJump ? 'a jump' : 'no jump'}`, () => {
    const before = { shownAtMs: 1_000_000_000, elapsedMs: 500 }
    const after = { shownAtMs: before.shownAtMs + shown, elapsedMs: before.elapsedMs + elapsed }
    const expected = {
      reason: 'jumped',
      shownAtMs: after.shownAtMs,
      expectedAtMs: before.shownAtMs + elapsed,
    }
    assert.equal(jumpPause(before, after), isJump ? expected : undefined)
  })
}

const records: [title: string, newest: number | undefined, pause: boolean][] = [
  ['nothing on record', undefined, false],
  ['a record of the past', 5 * hour, false],
  ['a record of now', 10 * hour, false],
  ['a record less than an hour ahead', 11 * hour, false],
  ['a record more than an hour ahead', 11 * hour + 1, true],
]

for (const [title, newest, isBehind] of records) {
  test(`a clock with ${title} is ${isBehind ? 'behind' : 'not behind'}`, () => {
    const expected = { reason: 'behind', shownAtMs: 10 * hour, expectedAtMs: newest }
    assert.equal(behindPause({ shownAtMs: 10 * hour }, newest), isBehind ? expected : undefined)
  })
}

test.run()
