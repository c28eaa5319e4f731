// kill -9 at three points of a file's life, others every day, while vectors are written, too. In
// ten days every point is met once; `scripts/soak kill` does it at any number of points, and with
// the seed of a failure at those of its ten days.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { planOf, soakKill } from '../../scripts/soaking/kill.ts'
import { killPhases, killPoints } from '../../scripts/soaking/kill-points.ts'
import { killTable } from '../../scripts/soaking/show.ts'

/** Each is a second start of the server, and a look at everything. */
const perDay = 3
const daysOfRound = Math.ceil(killPoints.length / perDay)

/** A day's share of a plan with all points in it. */
function shareOf(day: number) {
  const seed = `days from ${day - (day % daysOfRound)}`
  const from = (day % daysOfRound) * perDay
  return { seed, plan: planOf(killPoints.length, seed).slice(from, from + perDay) }
}

const { seed, plan } = shareOf(Math.floor(Date.now() / 86_400_000))
/** A start without keywords in memory is three quarters of the work. */
const settings = { KONTOR_KEYWORD_MEMORY_MB: '0' }
const report = await soakKill({ plan, seed, settings })
const namesOf = (points: readonly { name: string }[]) => points.map(({ name }) => name)

test('nothing is lost, doubled or left half done', () => {
  assert.equal(report.breaches, [], [`seed ${seed}`, ...killTable(report)].join('\n'))
})

test('every point was reached', () => {
  assert.equal(namesOf(report.points), namesOf(plan))
})

test('the kills meet clients that wait for an answer', () => {
  // Some points are reached before the clients beside them have done much: by one a day, or two.
  const told = killTable(report).join('\n')
  assert.ok(report.deeds.asked > 2 * plan.length, told)
  assert.ok(report.deeds.unanswered > plan.length / 2, told)
})

test('each phase is met before any is met again, and each point', () => {
  const all = planOf(killPoints.length, '1')
  assert.equal(namesOf(all).sort(), namesOf(killPoints).sort())
  for (const start of ['1', '2', '3']) {
    const first = planOf(killPhases.length, start)
    for (const phase of killPhases) {
      assert.is(first.filter((point) => phase.includes(point)).length, 1)
    }
  }
})

test('within a month of days every point is met', () => {
  const month = 29 * daysOfRound
  const days = Array.from({ length: 28 }, (_, i) => namesOf(shareOf(month + 1 + i).plan))
  assert.is(new Set(days.flat()).size, killPoints.length)
  assert.ok(days.every(({ length }) => length > 0))
})

test('the same seed makes the same plan, and another one another', () => {
  const planFor = (seed: string) => namesOf(planOf(50, seed))
  assert.equal(planFor('1'), planFor('1'))
  assert.not.equal(planFor('1'), planFor('2'))
})

test.run()
