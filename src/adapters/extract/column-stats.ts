import {
  boundsValuesMin,
  type Column,
  type ColumnKind,
  type ColumnProfile,
  columnNameMaxLength,
  columnsMax,
  commonKind,
} from '../../base/column-profile.ts'
import { openDistinct } from './distinct.ts'
import { nameAt } from './render-row.ts'
import { readValue, type Value } from './table-value.ts'

/** A member that stands in fewer rows is no column: its name may be somebody's data. */
const presentShareMin = 0.01
const hashedCharsMax = 1_000

export type ColumnStats = {
  /** One row: names and values as they came; a text is looked at for what it says. */
  add(row: Iterable<readonly [name: string, value: unknown]>): void
  /** One row of a table: its cells stand under the names of the header, or under their number. */
  addCells(row: { header: readonly string[]; cells: readonly unknown[] }): void
  /** Undefined without a row. */
  end(): ColumnProfile | undefined
}

/** Sums up a table row by row; what it keeps does not grow with the rows. */
export function openColumnStats(): ColumnStats {
  const columns = new Map<string, OpenColumn>()
  /** Of the header that the last row had, by place. */
  let places: { header: readonly string[]; columns: (OpenColumn | undefined)[] } | undefined
  let rowCount = 0
  const columnOf = (name: string) => {
    const known = columns.get(name)
    if (known || columns.size >= columnsMax || !fits(name)) return known
    const column = openColumn(name)
    columns.set(name, column)
    return column
  }
  return {
    add(row) {
      rowCount += 1
      for (const [name, value] of row) columnOf(name)?.add(value)
    },
    addCells({ header, cells }) {
      rowCount += 1
      if (places?.header !== header) places = { header, columns: [] }
      for (let i = places.columns.length; i < cells.length; i++) {
        places.columns.push(columnOf(nameAt(header, i)))
      }
      for (let i = 0; i < cells.length; i++) places.columns[i]?.add(cells[i])
    },
    end() {
      if (rowCount === 0 || columns.size === 0) return undefined
      const often = [...columns.values()].filter(
        (column) => column.present() >= rowCount * presentShareMin,
      )
      return { rowCount, columns: often.map((column) => column.end(rowCount)) }
    },
  }
}

function fits(name: string): boolean {
  return name.trim() !== '' && name.length <= columnNameMaxLength
}

type OpenColumn = ReturnType<typeof openColumn>

function openColumn(name: string) {
  const distinct = openDistinct()
  let kind: ColumnKind | undefined
  let values = 0
  let present = 0
  let min: Value['bound'] = null
  let max: Value['bound'] = null
  return {
    /** In how many rows the column stands, empty or not. */
    present: () => present,
    add(raw: unknown) {
      present += 1
      const value = readValue(raw)
      if (value === undefined) return
      values += 1
      kind = kind === undefined ? value.kind : commonKind(kind, value.kind)
      distinct.add(value.text.slice(0, hashedCharsMax))
      const { bound } = value
      if (bound === null) return
      if (min === null || (typeof bound === typeof min && bound < min)) min = bound
      if (max === null || (typeof bound === typeof max && bound > max)) max = bound
    },
    end(rowCount: number): Column {
      const bounded = kind === 'integer' || kind === 'number' || kind === 'date'
      const shown = bounded && values >= boundsValuesMin
      return {
        ...{ name: name.trim(), kind: kind ?? 'text' },
        emptyShare: share(rowCount - values, rowCount),
        distinctEstimate: distinct.estimate(),
        ...{ min: shown ? min : null, max: shown ? max : null },
      }
    },
  }
}

/** In ten-thousandths. */
function share(...[part, whole]: [number, number]): number {
  return Math.round((part / whole) * 10_000) / 10_000
}
