// kill -9 in charge, billing, settlement and release, at one point of each and others every day, as
// `scripts/soak settle` does it with any number of points (a day's: `--points 4 --seed <day>`).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { moneyPhases, moneyPlanOf } from '../../scripts/soaking/settle.ts'
import { soakSettleShared } from '../../scripts/soaking/settle-worlds.ts'
import { killTable } from '../../scripts/soaking/show.ts'

const seed = new Date().toISOString().slice(0, 10)
const points = moneyPhases.length
const report = await soakSettleShared({ points, seed, worlds: 1 })

test('no money appears, vanishes or moves twice', () => {
  assert.equal(report.breaches, [], killTable(report).join('\n'))
})

test('every point was reached, and each phase has one', () => {
  const reached = report.points.map(({ name }) => name)
  assert.equal(
    reached,
    moneyPlanOf({ points, seed }).map(({ name }) => name),
  )
  for (const phase of moneyPhases) {
    assert.is(phase.filter(({ name }) => reached.includes(name)).length, 1)
  }
})

test('the kills meet clients that wait for an answer', () => {
  assert.ok(report.deeds.unanswered > 0)
})

test.run()
