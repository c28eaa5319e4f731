import { isName } from './column-names.ts'
import type { Cells } from './spanned-cells.ts'

const separator = '; '

/**
 * A row of a table as a sentence that can be searched and read alone: `city: Riga; year: 1201`.
 * Empty cells are left out; cells beyond the header come without a name.
 */
export function renderRow({ header, cells }: { header: string[]; cells: string[] }): string {
  return renderUnder(labelsOf(header), { cells: cells.map((cell) => cell.trim()) })
}

/** What stands before the cells of each column: `; name: `. */
export function labelsOf(header: readonly string[]): string[] {
  return header.map((name) => (name.trim() === '' ? separator : `${separator}${name.trim()}: `))
}

/** The same of cells without white space around them. */
export function renderUnder(labels: readonly string[], { cells }: { cells: Cells }): string {
  let record = ''
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i]
    if (!value) continue
    const label = labels[i] ?? separator
    record += record === '' ? label.slice(separator.length) : label
    record += value
  }
  return record
}

/** A row of two cells without names above: the left one names the right one, if it may. */
export function renderPair(cells: Cells): string {
  const [left, right] = cells
  if (cells.length !== 2 || !left || !right) return renderUnder([], { cells })
  const name = left.replace(/\s*:$/, '')
  return isName(name) && !name.includes(':') ? `${name}: ${right}` : renderUnder([], { cells })
}

/** The cells of a row by the name of their column, or by its number where it has none. */
export function* namedCells(
  header: readonly string[],
  cells: readonly unknown[],
): Generator<[string, unknown]> {
  for (const [i, cell] of cells.entries()) yield [nameAt(header, i), cell]
}

export function nameAt(header: readonly string[], i: number): string {
  return header[i] ?? `column ${i + 1}`
}
