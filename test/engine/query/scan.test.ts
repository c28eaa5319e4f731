// The place in a query that is told, counted in characters, wherever it was told last.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { positionOf, type Scan } from '../../../src/engine/query/scan.ts'

test('a place is counted on from the last one, and from the start where it lies before', () => {
  const text = 'tar 🛢 and wax 🕯 of Reval'
  const scan = { text, at: 0 } as Scan
  const places = [0, 3, 6, 9, 4, 6, 16, 17, 0, text.length, 2]
  const told = places.map((at) => positionOf(Object.assign(scan, { at })))
  assert.equal(
    told,
    places.map((at) => [...text.slice(0, at)].length + 1),
  )
})

test.run()
