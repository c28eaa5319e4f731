// kill -9 at thirty points of one life, as `scripts/soak kill` does it with any number of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { planOf, soakKill } from '../../scripts/soaking/kill.ts'
import { killPoints } from '../../scripts/soaking/kill-points.ts'
import { openRandom } from '../../scripts/soaking/random.ts'
import { killTable } from '../../scripts/soaking/show.ts'

const points = 30
/** Without its keywords in memory a server starts in three quarters of the time. */
const settings = { KONTOR_KEYWORD_MEMORY_MB: '0' }
const report = await soakKill({ points, seed: '1', settings })

test('nothing is lost, doubled or left half done', () => {
  assert.equal(report.breaches, [], killTable(report).join('\n'))
})

test('every point was reached', () => {
  assert.is(report.points.length, points)
  const reached = new Set(report.points.map(({ name }) => name))
  assert.equal([...reached].sort(), killPoints.map(({ name }) => name).sort())
})

test('the kills meet clients that wait for an answer', () => {
  assert.ok(report.deeds.asked > 100)
  assert.ok(report.deeds.unanswered > points / 2)
})

test('the same seed makes the same plan, and another one another', () => {
  const plan = (seed: string) => planOf(50, openRandom(seed)).map(({ name }) => name)
  assert.equal(plan('1'), plan('1'))
  assert.not.equal(plan('1'), plan('2'))
})

test.run()
