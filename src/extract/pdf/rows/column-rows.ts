import { cellsOf, type Piece, pieceOf } from './cells.ts'
import type { Run } from './page-runs.ts'

/** Lines of a column that are one cell. */
type Part = { runs: Run[]; top: number; bottom: number }

/** Of the distance between two lines of a cell: more stands between two cells. */
const partGap = 1.35
/** In heights of the font. */
const lineMin = 0.5
const topWithin = 0.35
const numbersMinShare = 0.6
const linesMinShare = 0.7

/**
 * The rows of columns that were drawn one after the other; undefined where nothing says that they
 * have any. Either each column falls into parts that begin at the same heights, or all have their
 * lines at the same heights and half of them, but for the first, are numbers.
 */
export function rowsOfColumns(runs: readonly Run[], text: string): Piece[] | undefined {
  const columns = cellsOf(runs).map((cell) => cell.runs.toSorted((a, b) => b.y - a.y))
  if (columns.length < 2) return undefined
  const between = lineGap(columns)
  const parted = columns.map((column) => partsOf(column, between * partGap))
  return rowsOfParts(parted, { isSure: false }) ?? rowsOfLines(columns, text)
}

/** The least distance of two lines in a column. */
function lineGap(columns: readonly Run[][]): number {
  let least = Number.POSITIVE_INFINITY
  for (const column of columns) {
    for (const [i, { y, height }] of column.entries()) {
      const gap = (column[i - 1]?.y ?? Number.POSITIVE_INFINITY) - y
      if (gap > lineMin * height) least = Math.min(least, gap)
    }
  }
  return least
}

function partsOf(column: readonly Run[], gapMax: number): Part[] {
  const parts: Part[] = []
  for (const run of column) {
    const last = parts.at(-1)
    if (last && last.bottom - run.y <= gapMax) {
      last.runs.push(run)
      last.bottom = run.y
    } else parts.push({ runs: [run], top: run.y, bottom: run.y })
  }
  return parts
}

function rowsOfLines(columns: readonly Run[][], text: string): Piece[] | undefined {
  const most = Math.max(...columns.map(({ length }) => length))
  const others = columns.slice(1)
  const numbers = others.filter((column) => isNumbers(column, text))
  if (most < 3 || numbers.length * 2 < others.length) return undefined
  if (columns.some(({ length }) => length < most * linesMinShare)) return undefined
  return rowsOfParts(
    columns.map((column) => partsOf(column, lineMin * (column[0]?.height ?? 0))),
    { isSure: true },
  )
}

function isNumbers(column: readonly Run[], text: string): boolean {
  const numbers = column.filter(({ from, to }) => {
    const said = text.slice(from, to)
    return 2 * (said.match(/\d/g)?.length ?? 0) >= said.replace(/[\s.,%€$£()+-]/g, '').length
  })
  return numbers.length >= column.length * numbersMinShare
}

/** Each part of a column beside one of the column with the most, and no two beside the same. */
function rowsOfParts(
  columns: readonly Part[][],
  { isSure }: { isSure: boolean },
): Piece[] | undefined {
  const base = columns.reduce((most, column) => (column.length > most.length ? column : most))
  const several = columns.filter(({ length }) => length > 1)
  if (several.length < 2 || (base.length < 3 && columns.length < 3)) return undefined
  const rows: Run[][] = base.map(() => [])
  for (const parts of columns) {
    let at = -1
    for (const part of parts) {
      at = base.findIndex((row, i) => i > at && areBeside(row, part, isSure))
      const own = rows[at]
      const next = base[at + 1]
      if (!own || (next && areBeside(next, part, isSure))) return undefined
      own.push(...part.runs)
    }
  }
  return rows.map(pieceOf)
}

/** They begin at one height; or one is a single line beside several. */
function areBeside(row: Part, part: Part, isSure: boolean): boolean {
  const within = topWithin * (part.runs[0]?.height ?? 0)
  if (Math.abs(row.top - part.top) <= within) return true
  if (isSure || (row.runs.length > 1 && part.runs.length > 1)) return false
  return part.bottom <= row.top + within && part.top >= row.bottom - within
}
