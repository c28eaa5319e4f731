// kill -9 at the first of thirty points, while vectors are written, too; `scripts/soak kill`
// does it at any number of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { planOf } from '../../scripts/soaking/kill.ts'
import { killPoints } from '../../scripts/soaking/kill-points.ts'
import { plan, testHalf } from '../support/kill-half.ts'

await testHalf('first')

test('the two halves have every point', () => {
  const planned = new Set(plan.map(({ name }) => name))
  assert.equal([...planned].sort(), killPoints.map(({ name }) => name).sort())
})

test('the same seed makes the same plan, and another one another', () => {
  const planFor = (seed: string) => planOf(50, seed).map(({ name }) => name)
  assert.equal(planFor('1'), planFor('1'))
  assert.not.equal(planFor('1'), planFor('2'))
})

test.run()
