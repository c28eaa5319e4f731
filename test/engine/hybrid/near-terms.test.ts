import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nearTermWeights } from '../../../src/engine/hybrid/near-terms.ts'

const word = (weight: number) => ({ text: 'any', weight })

test('a word that says more in general is worth more where near ones count', () => {
  assert.equal(nearTermWeights([1, 1, 3], [word(4), word(1), word(1)]), [2, 1, 3])
})

test('a word that a search by words leaves out is worth nothing', () => {
  assert.equal(nearTermWeights([0, 2], [word(9), word(0)]), [0, 0])
})

test.run()
