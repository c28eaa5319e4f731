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
/** Longer texts may hold the text that they were cut from. */
const seenCharsMax = 12
const seenMax = 128

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
    const column = new OpenColumn(name)
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
        ({ present }) => present >= rowCount * presentShareMin,
      )
      return { rowCount, columns: often.map((column) => column.end(rowCount)) }
    },
  }
}

function fits(name: string): boolean {
  return name.trim() !== '' && name.length <= columnNameMaxLength
}

/** One column: what is added again changes nothing but how many values there are. */
class OpenColumn {
  /** In how many rows the column stands, empty or not. */
  present = 0
  private readonly name: string
  private readonly distinct = openDistinct()
  private kind: ColumnKind | undefined
  private values = 0
  private min: Value['bound'] = null
  private max: Value['bound'] = null
  /** Short values that were added, until there are too many: columns often have few. */
  private seen: Set<unknown> | undefined = new Set()

  constructor(name: string) {
    this.name = name
  }

  add(raw: unknown): void {
    this.present += 1
    if (this.seen?.has(raw)) this.values += 1
    else this.addNew(raw)
  }

  private addNew(raw: unknown): void {
    const value = readValue(raw)
    if (value === undefined) return
    this.values += 1
    this.note(raw)
    this.kind = this.kind === undefined ? value.kind : commonKind(this.kind, value.kind)
    this.distinct.add(value.text.slice(0, hashedCharsMax))
    const { bound } = value
    const { min, max } = this
    if (bound === null) return
    if (min === null || (typeof bound === typeof min && bound < min)) this.min = bound
    if (max === null || (typeof bound === typeof max && bound > max)) this.max = bound
  }

  private note(raw: unknown): void {
    if (typeof raw !== 'string' || raw.length > seenCharsMax) return
    if (this.seen && this.seen.size < seenMax) this.seen.add(raw)
    else this.seen = undefined
  }

  end(rowCount: number): Column {
    const { name, kind, values, min, max } = this
    const bounded = kind === 'integer' || kind === 'number' || kind === 'date'
    const shown = bounded && values >= boundsValuesMin
    return {
      name: name.trim(),
      kind: kind ?? 'text',
      emptyShare: share({ part: rowCount - values, whole: rowCount }),
      distinctEstimate: this.distinct.estimate(),
      min: shown ? min : null,
      max: shown ? max : null,
    }
  }
}

/** In ten-thousandths. */
function share({ part, whole }: { part: number; whole: number }): number {
  return Math.round((part / whole) * 10_000) / 10_000
}
