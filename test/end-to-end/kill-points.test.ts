// kill -9 at points of five of the ten phases of a file's life, others every day, while vectors are
// written, too. `scripts/soak kill` does it at any number of points; a day's are
// `--points 5 --seed <day>`.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { planOf, soakKill } from '../../scripts/soaking/kill.ts'
import { killPhases, killPoints } from '../../scripts/soaking/kill-points.ts'
import { killTable } from '../../scripts/soaking/show.ts'

const seed = new Date().toISOString().slice(0, 10)
/** Each is a second start of the server, and a look at everything. */
const perDay = killPhases.length / 2
const plan = planOf(perDay, seed)
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
  assert.ok(report.deeds.asked > 4 * plan.length)
  assert.ok(report.deeds.unanswered > plan.length / 2)
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
  const days = Array.from({ length: 28 }, (_, i) => `2027-02-${String(i + 1).padStart(2, '0')}`)
  const met = new Set(days.flatMap((day) => namesOf(planOf(perDay, day))))
  assert.is(met.size, killPoints.length)
})

test('the same seed makes the same plan, and another one another', () => {
  const planFor = (seed: string) => namesOf(planOf(50, seed))
  assert.equal(planFor('1'), planFor('1'))
  assert.not.equal(planFor('1'), planFor('2'))
})

test.run()
