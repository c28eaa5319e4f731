import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { drawing } from '../../scripts/benchmarks/scale/draw.ts'
import { type Axis, pointOf, wallOf } from '../../scripts/benchmarks/scale/point.ts'

function curve(axis: Axis, name: string, values: Record<number, number>) {
  return Object.entries(values).map(([size, value]) =>
    pointOf({ axis, size: Number(size), curve: name, value }),
  )
}

const doubling = curve('passages', 'words, hot', { 10000: 0.5, 100000: 0.6, 1000000: 1.6667 })
const level = curve('passages', 'words, main', { 10000: 1, 1000000: 1.1 })
const more = curve('passages', 'words, search', { 1000000: 0.1 })
const words = curve('datasets', 'nothing changes, hot', { 10: 0.4, 100: 0.4 })

test('bench scale: a wall is where a curve has doubled, between two measured sizes', () => {
  assert.is(Math.round((wallOf(doubling) ?? 0) / 1000), 316)
  assert.is(wallOf(level), undefined)
  assert.is(wallOf([]), undefined)
})

test('bench scale: a panel an axis, a ring at a wall, and all of it in words', () => {
  const picture = drawing([...doubling, ...more, ...level, ...words])
  assert.match(picture, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 /)
  assert.is(picture.match(/font-weight="600"/g)?.length, 2)
  assert.is(picture.match(/r="6"/g)?.length, 1)
  const [, said = ''] = /<desc id="d">([^<]+)<\/desc>/.exec(picture) ?? []
  assert.match(said, 'by words: 0.50 at 10,000, 1.77 at 1,000,000, doubled at about 300,000')
  assert.match(said, 'the main thread: 1.00 at 10,000, 1.10 at 1,000,000, not doubled')
  assert.match(picture, /@media \(prefers-color-scheme:dark\)/)
  assert.not.match(picture, 'NaN')
})

test.run()
