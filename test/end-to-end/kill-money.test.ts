// kill -9 in charge, and in one of billing, settlement and release, which take turns by the day; as
// `scripts/soak settle` does it with any number of points (of these days: `--points 4 --seed`, and
// the seed that is told).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { moneyPhases, moneyPlanOf } from '../../scripts/soaking/settle.ts'
import { soakSettleShared } from '../../scripts/soaking/settle-worlds.ts'
import { killTable } from '../../scripts/soaking/show.ts'

const [charge = [], ...laterPhases] = moneyPhases
const points = moneyPhases.length

/** A day's share of a plan with a point of each phase in it. */
function shareOf(day: number) {
  const turn = day % laterPhases.length
  const seed = `days from ${day - turn}`
  const plan = moneyPlanOf({ points, seed }).map(({ name }) => name)
  const isNow = (name: string) =>
    [charge, laterPhases[turn] ?? []].flat().some((point) => point.name === name)
  return { seed, names: plan.filter(isNow) }
}

const { seed, names } = shareOf(Math.floor(Date.now() / 86_400_000))
const report = await soakSettleShared({ points, seed, worlds: 1, only: names })

test('no money appears, vanishes or moves twice', () => {
  assert.equal(report.breaches, [], [`seed ${seed}`, ...killTable(report)].join('\n'))
})

test('every point was reached, and in three days each phase has one', () => {
  assert.equal(
    report.points.map(({ name }) => name),
    names,
  )
  for (const day of [0, 1, 2]) {
    const days = [day, day + 1, day + 2].flatMap((one) => shareOf(one).names)
    for (const phase of moneyPhases) assert.ok(phase.some(({ name }) => days.includes(name)))
  }
})

test('the kills meet clients that wait for an answer', () => {
  assert.ok(report.deeds.unanswered > 0)
})

test.run()
