import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isId, newId } from '../../src/base/ids.ts'

test('an id has its prefix and 26 characters of Crockford base 32', () => {
  assert.match(newId('dset', Date.now()), /^dset_[0-9a-hjkmnp-tv-z]{26}$/)
})

test('ids sort in the order in which they were made, also when the clock is set back', () => {
  const ids = Array.from({ length: 5_000 }, (_, i) => newId('obj', 2_000_000 - (i % 7)))
  assert.equal([...ids].sort(), ids)
  assert.is(new Set(ids).size, ids.length)
})

test('isId tells an id from other text', () => {
  assert.ok(isId('obj', newId('obj', 5)))
  for (const text of [
    '',
    'obj_',
    newId('dset', 5),
    `${newId('obj', 5)}0`,
    'obj_../../etc/passwd',
  ]) {
    assert.not.ok(isId('obj', text), text)
  }
})

test.run()
