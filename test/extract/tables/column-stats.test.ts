import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Column } from '../../../src/base/column-profile.ts'
import { openColumnStats } from '../../../src/extract/tables/column-stats.ts'
import { openDistinct } from '../../../src/extract/tables/distinct.ts'
import { namedCells } from '../../../src/extract/tables/render-row.ts'
import { readBytes } from '../../support/read-bytes.ts'

/** What one column of these values is like. */
function columnOf(values: readonly unknown[]): Column {
  const stats = openColumnStats()
  for (const value of values) stats.add([['x', value]])
  return stats.end()?.columns[0] as Column
}

const repeated = (...values: unknown[]) =>
  Array.from({ length: 30 }, (_, i) => values[i % values.length])

type Seen = Pick<Column, 'kind' | 'min' | 'max'>
const kinds: [title: string, values: unknown[], seen: Seen][] = [
  ['whole numbers', ['-3', '0', '12'], { kind: 'integer', min: -3, max: 12 }],
  ['numbers', ['1', '2.50', '-0.5'], { kind: 'number', min: -0.5, max: 2.5 }],
  ['numbers with a comma', ['1,5', '1.234,50'], { kind: 'number', min: 1.5, max: 1234.5 }],
  ['numbers with an exponent', ['1.5e3', '2.5'], { kind: 'number', min: 2.5, max: 1500 }],
  ['numbers of JSON', [4, 2.5], { kind: 'number', min: 2.5, max: 4 }],
  [
    'numbers as programs write them',
    ['1e-05', '2E+3', '0.30000000000000004'],
    { kind: 'number', min: 0.00001, max: 2000 },
  ],
  ['postal codes', ['01067', '10115'], { kind: 'mixed', min: null, max: null }],
  ['telephone numbers', ['+49 30 1', '030 2'], { kind: 'text', min: null, max: null }],
  ['days', ['2026-11-20', '1999-01-02'], { kind: 'date', min: '1999-01-02', max: '2026-11-20' }],
  ['times', ['2026-11-20T10:00:00Z'], { kind: 'date', min: '2026-11-20', max: '2026-11-20' }],
  [
    'days with dots',
    ['20.11.2026', '1.2.2025'],
    { kind: 'date', min: '2025-02-01', max: '2026-11-20' },
  ],
  [
    'days at the end of February',
    ['2024-02-29', '29.2.2000', '1900-02-28'],
    { kind: 'date', min: '1900-02-28', max: '2024-02-29' },
  ],
  [
    'days that were never',
    ['2026-02-30', '29.2.1900', '2023-02-29', '2024-00-10', '0.1.2024', '31.4.2024'],
    { kind: 'text', min: null, max: null },
  ],
  ['numbers without a nought', ['.5', '-.25'], { kind: 'number', min: -0.25, max: 0.5 }],
  ['truth', ['true', 'FALSE'], { kind: 'boolean', min: null, max: null }],
  ['truth of JSON', [true, false], { kind: 'boolean', min: null, max: null }],
  ['words', ['Riga', 'Reval'], { kind: 'text', min: null, max: null }],
  ['lists', [[1], [2]], { kind: 'list', min: null, max: null }],
  ['objects', [{ a: 1 }], { kind: 'object', min: null, max: null }],
  ['several kinds', ['1', 'one'], { kind: 'mixed', min: null, max: null }],
  ['sixteen digits', ['1234567890123456'], { kind: 'text', min: null, max: null }],
  ['nothing', ['', ' ', null], { kind: 'text', min: null, max: null }],
  ['numbers beyond all bounds', ['1.0e999'], { kind: 'text', min: null, max: null }],
]

for (const [title, values, seen] of kinds) {
  test(`a column of ${title}: ${seen.kind}`, () => {
    const { kind, min, max } = columnOf(repeated(...values))
    assert.equal({ kind, min, max }, seen)
  })
}

test('rows under a header give the same as rows of names and values', () => {
  const tables = [
    {
      header: ['a', ' ', 'b'],
      rows: [['1', 'x', '2', 'beyond'], ['3'], ['', 'y', '4', '5', '6']],
    },
    { header: ['b', 'column 4'], rows: [['7', '8', '9', '10']] },
  ]
  const [named, placed] = [openColumnStats(), openColumnStats()]
  for (const { header, rows } of tables) {
    for (const cells of rows) {
      named.add(namedCells(header, cells))
      placed.addCells({ header, cells })
    }
  }
  assert.equal(placed.end(), named.end())
})

test('empty cells are a share of the rows', () => {
  assert.is(columnOf(['1', '', ' ', null]).emptyShare, 0.75)
})

test('bounds of few values are not told: they would be values of somebody', () => {
  const salaries = Array.from({ length: 19 }, (_, i) => `${1000 + i}`)
  assert.equal([columnOf(salaries).min, columnOf(salaries).max], [null, null])
  assert.equal([columnOf([...salaries, '5']).min, columnOf([...salaries, '5']).max], [5, 1018])
})

test('few different values are counted exactly', () => {
  assert.is(columnOf(repeated('a', 'b', 'c')).distinctEstimate, 3)
})

test('hundreds of different values that come again and again are counted exactly', () => {
  assert.is(
    columnOf(Array.from({ length: 10_000 }, (_, i) => `town ${i % 400}`)).distinctEstimate,
    400,
  )
})

test('texts of any length that differ in one character are different', () => {
  for (const length of [1, 2, 3, 22, 23, 24, 25, 26, 99, 998, 999, 1_000]) {
    const texts = Array.from(
      { length },
      (_, at) => `${'x'.repeat(at)}y${'x'.repeat(length - at - 1)}`,
    )
    const column = columnOf([
      ...texts.slice(0, 400),
      ...texts.slice(-100),
      'x'.repeat(length),
      ...texts.slice(0, 400),
    ])
    assert.is(column.distinctEstimate, Math.min(length, 500) + 1, `${length}`)
  }
})

test('a text of an odd length is the same, whatever was looked at before', () => {
  const odd = 'x'.repeat(31)
  assert.is(columnOf([odd, 'y'.repeat(999), odd, 'ü'.repeat(500), odd]).distinctEstimate, 3)
})

for (const many of [1_000, 20_000, 200_000]) {
  test(`${many} different values are estimated within a tenth`, () => {
    const distinct = openDistinct()
    for (let i = 0; i < many; i++) distinct.add(`value ${i}`)
    for (let i = 0; i < many; i += 2) distinct.add(`value ${i}`)
    const estimate = distinct.estimate()
    assert.ok(Math.abs(estimate / many - 1) < 0.1, `${estimate}`)
  })
}

test('what is kept does not grow with the rows', () => {
  const stats = openColumnStats()
  const row = (i: number) => Object.entries({ id: `${i}`, name: `name ${i}`, price: `${i / 7}` })
  for (let i = 0; i < 20_000; i++) stats.add(row(i))
  const before = heapBytes()
  for (let i = 20_000; i < 200_000; i++) stats.add(row(i))
  const grown = heapBytes() - before
  assert.ok(grown < 500_000, `${grown} bytes more for 180,000 rows`)
  assert.is(stats.end()?.rowCount, 200_000)
})

/** What is held for good: after tidying up. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('a table with too many columns is described by its first 200', () => {
  const stats = openColumnStats()
  stats.add(Array.from({ length: 500 }, (_, i) => [`c${i}`, i] as const))
  assert.is(stats.end()?.columns.length, 200)
})

test('a name that hardly any row has is no column', () => {
  const stats = openColumnStats()
  stats.add([
    ['id', 1],
    ['ada@example.eu', true],
  ])
  for (let i = 0; i < 200; i++) stats.add([['id', i]])
  assert.equal(
    stats.end()?.columns.map(({ name }) => name),
    ['id'],
  )
})

type Shape = [name: string, kind: string, emptyShare: number][]
const files: [title: string, contentType: string, bytes: string, shape: Shape | undefined][] = [
  [
    'CSV',
    'text/csv',
    'city;founded\nRiga;1201\nReval;\n',
    [
      ['city', 'text', 0],
      ['founded', 'integer', 0.5],
    ],
  ],
  [
    'CSV without names',
    'text/csv',
    '1,2\n3,x\n',
    [
      ['column 1', 'integer', 0],
      ['column 2', 'mixed', 0],
    ],
  ],
  ['CSV with names alone', 'text/csv', 'city,year\n', undefined],
  [
    'JSON of a list',
    'application/json',
    '[{"a":1,"b":null},{"a":2}]',
    [
      ['a', 'integer', 0],
      ['b', 'text', 1],
    ],
  ],
  ['JSON of a member', 'application/json', '{"n":1,"rows":[{"a":"x"}]}', [['a', 'text', 0]]],
  ['JSON without a table', 'application/json', '{"a":1,"b":[1,2]}', undefined],
  ['JSON Lines', 'application/x-ndjson', '{"a":true}\n{"a":false}\n', [['a', 'boolean', 0]]],
  ['plain text', 'text/plain', 'Well, yes.\n', undefined],
]

for (const [title, contentType, bytes, shape] of files) {
  test(`columns of ${title}`, async () => {
    const { found } = await readBytes({ bytes, contentType })
    const seen = found.columns?.columns.map(({ name, kind, emptyShare }) => [
      name,
      kind,
      emptyShare,
    ])
    assert.equal(seen, shape)
  })
}

test.run()
