import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bytesOf,
  unitVector,
  vectorIn,
  wholePart,
} from '../../../src/engine/neighbours/unit-vector.ts'

const without: [name: string, numbers: number[]][] = [
  ['zeros', [0, 0, 0]],
  ['NaN', [1, Number.NaN, 0]],
  ['infinity', [Number.POSITIVE_INFINITY, 1]],
  ['minus infinity', [1, Number.NEGATIVE_INFINITY]],
  ['numbers whose squares are beyond all', [1e200, 1e200]],
  ['next to nothing', [1e-13, 0]],
  ['no numbers at all', []],
]

for (const [name, numbers] of without) {
  test(`a vector of ${name} has no direction`, () => {
    assert.is(unitVector(numbers), undefined)
    assert.is(bytesOf(unitVector(numbers)).length, 0)
  })
}

test('a vector is brought to length 1, whatever its length was', () => {
  for (const factor of [1e-6, 1, 1e6]) {
    const unit = unitVector([3 * factor, -4 * factor]) as Int16Array
    assert.equal([...unit], [Math.round(0.6 * wholePart), Math.round(-0.8 * wholePart)])
  }
})

test('what was kept is read again; bytes of another size are no vector', () => {
  const unit = unitVector([1, 2, 3]) as Int16Array
  assert.equal(vectorIn(bytesOf(unit), 3), unit)
  assert.is(vectorIn(bytesOf(unit), 4), undefined)
  assert.is(vectorIn(new Uint8Array(0), 3), undefined)
})

test.run()
