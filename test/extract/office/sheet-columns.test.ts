// The columns of sheets and of Parquet files; those of CSV and JSON: column-stats.test.ts.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Column, ColumnProfile } from '../../../src/base/column-profile.ts'
import { makeOdf, makeXlsx } from '../../support/office-files.ts'
import { readBytes } from '../../support/read-bytes.ts'

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const number = (value: number, style = '') => `<c${style}><v>${value}</v></c>`
const day = ' s="1"'
const rowOf = (...cells: string[]) => `<row>${cells.join('')}</row>`
const count = 30
const each = (row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join('')

/** Name, kind and bounds of every column. */
function told(profile: ColumnProfile | undefined) {
  return profile?.columns.map(({ name, kind, min, max }: Column) => [name, kind, min, max])
}

test('the columns of a sheet: numbers, dates, truth and texts, gaps counted', async () => {
  const header = rowOf(text('town'), text('arrived'), text('tons'), text('paid'))
  const rows = each((i) =>
    rowOf(
      ...[text(`Town ${i}`), number(45_413 + i, day), number(i + 0.5)],
      i % 3 === 0 ? '<c/>' : `<c t="b"><v>${i % 2}</v></c>`,
    ),
  )
  const { found } = await readBytes({
    bytes: makeXlsx({ Ships: header + rows }, { formats: [0, 14] }),
  })
  assert.is(found.columns?.rowCount, count)
  assert.equal(told(found.columns), [
    ['town', 'text', null, null],
    ['arrived', 'date', '2024-05-01', '2024-05-30'],
    ['tons', 'number', 0.5, 29.5],
    ['paid', 'boolean', null, null],
  ])
  assert.is(found.columns?.columns[3]?.emptyShare, 0.3333)
})

test('of several sheets the longest is told of; one without names of columns is none', async () => {
  const short = rowOf(text('note'), text('by')) + rowOf(text('a'), text('b'))
  const long = rowOf(text('year'), text('tons')) + each((i) => rowOf(number(i), number(2 * i)))
  const bare = each((i) => rowOf(number(i), number(i))) + each((i) => rowOf(number(i), number(i)))
  const sheets = { Notes: short, Years: long, Bare: bare }
  const { found } = await readBytes({ bytes: makeXlsx(sheets) })
  assert.is(found.columns?.rowCount, count)
  assert.equal(told(found.columns), [
    ['year', 'integer', 0, 29],
    ['tons', 'integer', 0, 58],
  ])
  const { found: none } = await readBytes({ bytes: makeXlsx({ Bare: bare }) })
  assert.is(none.columns, undefined)
})

const cellOf = (shown: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`
const tableRow = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const table = (rows: string) => `<table:table table:name="Ships">${rows}</table:table>`

test('an open sheet is told by its values and not by how they are shown', async () => {
  const header = tableRow(cellOf('price'), cellOf('seen'), cellOf('name'))
  const rows = each((i) =>
    tableRow(
      cellOf(`${i},50 €`, `office:value-type="currency" office:value="${i}.5"`),
      cellOf('May 24', `office:value-type="date" office:date-value="2024-05-${10 + (i % 20)}"`),
      cellOf(`Ship ${i}`),
    ),
  )
  const { found } = await readBytes({ bytes: makeOdf('spreadsheet', table(header + rows)) })
  assert.equal(told(found.columns), [
    ['price', 'number', 0.5, 29.5],
    ['seen', 'date', '2024-05-10', '2024-05-29'],
    ['name', 'text', null, null],
  ])
})

test('a table in a text is no table of data', async () => {
  const rows = tableRow(cellOf('a'), cellOf('b')) + each(() => tableRow(cellOf('1'), cellOf('2')))
  const { found } = await readBytes({ bytes: makeOdf('text', table(rows)) })
  assert.is(found.columns, undefined)
})

test('of ten thousand columns two hundred are told of', async () => {
  const wide = rowOf(...Array.from({ length: 10_000 }, (_, i) => text(`column ${i}`)))
  const rows = wide + rowOf(...Array.from({ length: 10_000 }, (_, i) => number(i)))
  const { found } = await readBytes({ bytes: makeXlsx({ Wide: rows }) })
  assert.is(found.columns?.columns.length, 200)
})

test('the columns of a Parquet file', async () => {
  const bytes = readFileSync(new URL('../../fixtures/ships.parquet', import.meta.url))
  const { found } = await readBytes({ bytes })
  assert.is(found.columns?.rowCount, 2)
  assert.equal(
    found.columns?.columns.map(({ name, kind, emptyShare }) => [name, kind, emptyShare]),
    [
      ['ship', 'text', 0],
      ['arrived', 'date', 0.5],
      ['tons', 'integer', 0],
      ['cargo', 'list', 0],
    ],
  )
})

test.run()
