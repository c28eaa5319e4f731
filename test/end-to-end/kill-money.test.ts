// kill -9 in charge, billing, settlement and release, as `scripts/soak settle` does it with any
// number of points.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { moneyPoints } from '../../scripts/soaking/settle.ts'
import { soakSettleShared } from '../../scripts/soaking/settle-worlds.ts'
import { killTable } from '../../scripts/soaking/show.ts'

const report = await soakSettleShared({ points: moneyPoints.length, seed: '1', worlds: 2 })

test('no money appears, vanishes or moves twice', () => {
  assert.equal(report.breaches, [], killTable(report).join('\n'))
})

test('every point was reached', () => {
  const reached = report.points.map(({ name }) => name)
  assert.equal(reached.sort(), moneyPoints.map(({ name }) => name).sort())
})

test('the kills meet clients that wait for an answer', () => {
  assert.ok(report.deeds.unanswered > 0)
})

test.run()
