import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Column, type ColumnKind, mergeProfiles } from '../../src/base/column-profile.ts'

const column = (part: Partial<Column> = {}): Column => ({
  name: 'x',
  kind: 'integer',
  emptyShare: 0,
  distinctEstimate: 3,
  min: 1,
  max: 9,
  ...part,
})
const table = (rowCount: number, ...columns: Column[]) => ({ rowCount, columns })

test('no table at all is null', () => {
  assert.is(mergeProfiles([]), null)
})

test('one table stays as it is', () => {
  assert.equal(mergeProfiles([table(5, column())]), table(5, column()))
})

test('two tables with the same column are one with more rows', () => {
  const one = table(10, column({ emptyShare: 0.5, min: 3 }))
  const other = table(30, column({ emptyShare: 0.1, distinctEstimate: 7, max: 20 }))
  assert.equal(mergeProfiles([one, other]), {
    rowCount: 40,
    columns: [column({ emptyShare: 0.2, distinctEstimate: 7, min: 1, max: 20 })],
  })
})

test('different columns stand beside one another', () => {
  const merged = mergeProfiles([table(1, column()), table(1, column({ name: 'y' }))])
  assert.equal(
    merged?.columns.map(({ name }) => name),
    ['x', 'y'],
  )
})

test('bounds that only one table tells are kept', () => {
  const merged = mergeProfiles([table(1, column({ min: null, max: null })), table(50, column())])
  assert.equal([merged?.columns[0]?.min, merged?.columns[0]?.max], [1, 9])
})

const kinds: [ColumnKind, ColumnKind, ColumnKind][] = [
  ['integer', 'number', 'number'],
  ['date', 'date', 'date'],
  ['integer', 'text', 'mixed'],
  ['mixed', 'number', 'mixed'],
]
for (const [one, other, both] of kinds) {
  test(`${one} and ${other} are ${both}`, () => {
    const merged = mergeProfiles([
      table(1, column({ kind: one })),
      table(1, column({ kind: other })),
    ])
    assert.is(merged?.columns[0]?.kind, both)
    if (both === 'mixed') assert.is(merged?.columns[0]?.min, null)
  })
}

test('at most 200 columns are told', () => {
  const wide = (from: number) =>
    table(1, ...Array.from({ length: 150 }, (_, i) => column({ name: `c${from + i}` })))
  assert.is(mergeProfiles([wide(0), wide(150)])?.columns.length, 200)
})

test.run()
