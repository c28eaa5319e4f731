import { mayName } from './column-names.ts'
import { labelsOf, renderUnder } from './render-row.ts'
import { type Cells, namesOf } from './spanned-cells.ts'

/** More rows of names than these are rows of data. */
const headerRowsMax = 4

/** The names of a table's columns, of one row or of several below one another. */
export class HeaderRows {
  names: string[] = []
  labels: string[] = []
  /** Those that no other row has followed. */
  private unused: Cells[] = []

  /** Whether the row before was one of names. */
  isOpen(): boolean {
    return this.unused.length > 0
  }

  /** A row of names: below others it names a part of each. Returns what were no names after all. */
  add(cells: Cells): string[] {
    const rows = this.unused.length < headerRowsMax ? [] : this.end()
    const own = namesOf(cells)
    this.names = this.isOpen() ? joined(this.names, own) : own
    this.labels = labelsOf(this.names)
    this.unused.push(cells)
    return rows
  }

  /** A row that stands under the names. */
  render(cells: Cells): string {
    this.unused = []
    return renderUnder(this.labels, { cells })
  }

  /** Names that no row has followed are rows themselves. */
  end(): string[] {
    const { unused } = this
    this.unused = []
    return unused.map((cells) => renderUnder([], { cells }))
  }
}

/** `sales` above `North`: `sales North`. */
function joined(upper: string[], lower: string[]): string[] {
  const longer = upper.length > lower.length ? upper : lower
  return longer.map((_, i) => {
    const [above = '', below = ''] = [upper[i], lower[i]]
    return above === below || below === '' ? above : `${above} ${below}`.trim()
  })
}

/**
 * Whether a row below one of names only names the parts of those that reach over several columns:
 * under the others there is nothing new.
 */
export function isNamePart(upper: Cells, lower: Cells): boolean {
  const isPart = (i: number) => upper[i] === null || upper[i + 1] === null
  return (
    upper.includes(null) &&
    lower.every((cell, i) => !cell || cell === upper[i] || (isPart(i) && mayName(cell)))
  )
}
