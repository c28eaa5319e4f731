import { type Cell, heightOf, lineWordsMin, type Piece, type Span } from './cells.ts'
import { gutteredAt, partedAt, standsApart } from './gutters.ts'
import { runsOf } from './page-runs.ts'
import type { PageWord } from './page-words.ts'
import { piecesOf } from './pieces.ts'

/** A part of a page's text that is a table: the lines of its rows' cells. */
export type FoundTable = { from: number; to: number; rows: string[][] }

/** In heights of the font. */
const rowGapMax = 4.5
const lineGapMax = 1.5
const alignedWithin = 0.5
const outsideMax = 0.6

/** Lines of one cell that may stand between rows: a title, a part that is wrapped. */
const singlesMax = 2
const cellLinesMax = 8
const standingMinShare = 0.7
const proseLines = 3
const wovenMaxShare = 0.3
const proseCharsMin = 150

/**
 * The tables among the words of a page: rows of cells that stand below one another, drawn one
 * after the other. Their text is where it was, but each row is one line. What is drawn in another
 * order stays as it is, but for columns that have rows beyond doubt (`column-rows.ts`).
 */
export function findTables(words: readonly PageWord[], text: string): FoundTable[] {
  const pieces = piecesOf(runsOf(words, text), text)
  const tables: FoundTable[] = []
  for (const group of groupsOf(pieces)) {
    const table = tableOf(group, text)
    if (table) tables.push(table)
  }
  return tables
}

/** Pieces below one another that may be the rows of one table. */
function* groupsOf(pieces: readonly Piece[]): Generator<Piece[]> {
  let group: Piece[] = []
  let above: Piece | undefined
  let singles = 0
  for (const piece of pieces) {
    const last = group.at(-1)
    if (above && last && isBelow(last, piece)) {
      const isRow = isRowLike(piece)
      const isWrapped = !isRow && wrappedIn({ ...above, bottom: last.bottom }, piece) > 0
      singles = isRow ? 0 : singles + (isWrapped ? 0 : 1)
      const isOf = isRow
        ? fits(above, piece)
        : isWrapped || group.length === 1 || isInside(above, piece)
      if (isOf && singles <= singlesMax) {
        group.push(piece)
        if (isRow) above = piece
        continue
      }
    }
    yield trimmed(group)
    ;[group, above, singles] = isRowLike(piece) ? [[piece], piece, 0] : [[], undefined, 0]
  }
  yield trimmed(group)
}

/** Side by side are cells; columns that were drawn one after the other are none. */
function isRowLike({ cells, rows }: Piece): boolean {
  const tall = cells.filter((cell) => cell.runs.length > cellLinesMax)
  return cells.length > 1 && (rows !== undefined || tall.length < 2)
}

/** Up to the last row, and what is wrapped of it. */
function trimmed(group: Piece[]): Piece[] {
  let end = group.findLastIndex((piece) => piece.cells.length > 1) + 1
  const row = group[end - 1]
  for (let next = group[end]; row && next; next = group[end]) {
    const bottom = group[end - 1]?.bottom ?? 0
    if (wrappedIn({ ...row, bottom }, next) < 0) break
    end++
  }
  return group.slice(0, end)
}

function isBelow(upper: Piece, lower: Piece): boolean {
  const height = Math.max(heightOf(upper), heightOf(lower))
  return lower.top < upper.bottom && upper.bottom - lower.top <= rowGapMax * height
}

function isInside({ cells }: Piece, single: Piece): boolean {
  const [first, last, cell] = [cells[0], cells.at(-1), single.cells[0]]
  const within = outsideMax * heightOf(single)
  if (!first || !last || !cell) return false
  return cell.left >= first.left - within && cell.right <= last.right + within
}

/** Whether half of the cells stand below one another. */
function fits(upper: Piece, lower: Piece): boolean {
  const [fewer, more] = [upper.cells, lower.cells].sort((a, b) => a.length - b.length)
  const within = alignedWithin * heightOf(lower)
  const aligned = fewer?.filter((cell) => more?.some((other) => isAligned(cell, other, within)))
  return aligned !== undefined && aligned.length * 2 >= (fewer?.length ?? 0)
}

function isAligned(one: Cell, other: Cell, within: number): boolean {
  return (
    Math.abs(one.left - other.left) <= within ||
    Math.abs(one.right - other.right) <= within ||
    Math.abs(one.left + one.right - other.left - other.right) <= 2 * within
  )
}

/** In which cell of the row above, but the first, a line goes on; -1 where in none. */
function wrappedIn(upper: Pick<Piece, 'cells' | 'bottom'>, { cells, runs, top }: Piece): number {
  const height = runs[0]?.height ?? 0
  const [cell] = cells
  if (cells.length !== 1 || !cell || upper.bottom - top > lineGapMax * height) return -1
  const at = upper.cells.findLastIndex((one) => one.left < cell.right && cell.left < one.right)
  const over = upper.cells[at]
  return over && at > 0 && isAligned(over, cell, alignedWithin * height) ? at : -1
}

function tableOf(group: Piece[], text: string): FoundTable | undefined {
  const all = group.flatMap((piece) => piece.rows ?? [piece])
  const rows = all.filter(({ cells }) => cells.length > 1)
  const most = rows.reduce((max, { cells }) => Math.max(max, cells.length), 0)
  if (rows.length < (most > 2 ? 2 : 3)) return undefined
  const woven = rows.filter(isWoven)
  if (woven.length > rows.length * wovenMaxShare) return undefined
  const columns = gutteredAt(rows)
  const standing = rows.filter((row) => standsApart(columns, row))
  if (standing.length < rows.length * standingMinShare) return undefined
  const lines = linesOf(all, { columns, text })
  if (most === 2 && lines.some((cells) => cells.some(isParagraph))) return undefined
  return { ...rangeOf(group), rows: lines }
}

function linesOf(
  pieces: readonly Piece[],
  { columns, text }: { columns: readonly Span[]; text: string },
): string[][] {
  const lines: string[][] = []
  let above: Pick<Piece, 'cells' | 'bottom'> = { cells: [], bottom: 0 }
  for (const piece of pieces) {
    const said = partedAt(columns, piece, text).map((cell) => saidOf(cell, text))
    const last = lines.at(-1)
    const at = wrappedIn(above, piece)
    const isWrapped = last && at > 0 && at < last.length
    if (isWrapped) last[at] += `\n${said.join(' ')}`
    else lines.push(said)
    above = { cells: isWrapped ? above.cells : piece.cells, bottom: piece.bottom }
  }
  return lines
}

function rangeOf(group: readonly Piece[]): { from: number; to: number } {
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const run of group.flatMap(({ runs }) => runs)) {
    from = Math.min(from, run.from)
    to = Math.max(to, run.to)
  }
  return { from, to }
}

/** Beside a word there is one: terms and what they mean, who speaks and what they say. */
function isParagraph(cell: string): boolean {
  return cell.length >= proseCharsMin && cell.split('\n').length > proseLines
}

/** Lines of running text in two columns, drawn line by line. */
function isWoven({ cells }: Piece): boolean {
  const lines = cells.filter(({ runs }) => {
    return runs.length === 1 && (runs[0]?.words.length ?? 0) >= lineWordsMin
  })
  return lines.length > 1
}

/** Lines of a cell stay lines, and a word that is parted at a line end stays so. */
function saidOf({ runs }: Cell, text: string): string {
  let said = ''
  for (const { from, to } of runs) {
    if (said !== '' && !said.endsWith('\uFFFE')) said += '\n'
    said += text.slice(from, to + (text[to] === '\uFFFE' ? 1 : 0))
  }
  return said
}
