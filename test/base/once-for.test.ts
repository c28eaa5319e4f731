import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { onceFor } from '../../src/base/once-for.ts'

test('something is made once for each thing, also when it is nothing much', () => {
  let made = 0
  const nameOf = onceFor(({ name }: { name: string }) => {
    made += 1
    return name
  })
  const [one, other] = [{ name: '' }, { name: 'other' }]
  assert.equal([nameOf(one), nameOf(other), nameOf(one), nameOf(other)], ['', 'other', '', 'other'])
  assert.is(made, 2)
})

test('what could not be made is tried again', () => {
  let tries = 0
  const lengthOf = onceFor((list: number[]) => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return list.length
  })
  const list = [1, 2]
  assert.throws(() => lengthOf(list), 'not yet')
  assert.is(lengthOf(list), 2)
})

test.run()
