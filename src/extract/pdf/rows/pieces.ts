import { around, cellsOf, lineWordsMin, type Piece } from './cells.ts'
import { rowsOfColumns } from './column-rows.ts'
import { areLevel, type Run, sameLine } from './page-runs.ts'

/** In heights of the font. */
const rowHeightMax = 16
const besideMax = 0.65
const levelWithin = 0.25
const lineGapMax = 1.3
const firstLinesMax = 3
/** Nothing that somebody reads has more in a row. */
const rowRunsMax = 300
/** So often on a page columns are looked for, and in so many runs at once. */
const columnLooksMax = 8
const columnRunsMax = 2_000
const linesLooked = 3
type Draft = Omit<Piece, 'cells'>

/**
 * Runs in the order in which they are drawn, those side by side as one piece. Where a run lies
 * higher than the last ones, they are cells of a row, drawn one after the other; or columns are
 * drawn so, and are a piece only where they have rows.
 */
export function piecesOf(runs: readonly Run[], text: string): Piece[] {
  const drafts: Draft[] = []
  let looks = 0
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i] as Run
    const { from, isRow } = reachOf(drafts, run, looks < columnLooksMax)
    const columns = isRow ? undefined : columnsAt(runs, { i, before: drafts.slice(from) })
    if (!isRow) looks++
    const rows = columns && rowsOfColumns(columns, text)
    if (rows) {
      i += columns.length - drafts.slice(from).reduce((sum, draft) => sum + draft.runs.length, 0)
      i--
      drafts.splice(from, drafts.length, { ...around(columns), rows })
    } else if (isRow) addRun(drafts, run, from)
    else drafts.push({ runs: [run], top: run.y, bottom: run.y })
  }
  return drafts.map((draft) => ({ ...draft, ...withRows(draft, text) }))
}

/** From which piece on all are beside the run or below it; and whether they are few lines. */
function reachOf(drafts: readonly Draft[], run: Run, mayLook: boolean) {
  let from = drafts.length
  let [top, bottom] = [run.y, run.y]
  let isRow = true
  while (from > 0) {
    const before = drafts[from - 1] as Draft
    if (before.bottom > top + besideMax * run.height) break
    top = Math.max(top, before.top)
    bottom = Math.min(bottom, before.bottom)
    isRow &&= top - bottom <= rowHeightMax * run.height
    if (!isRow && !mayLook) return { from: drafts.length, isRow: true }
    from--
  }
  // What is drawn last to the left of rows, as a cell that reaches over them, is not one of them.
  const last = drafts.at(-1)?.runs.at(-1)
  if (drafts.length - from > 1 && last && run.right <= last.left) {
    return { from: drafts.length, isRow: true }
  }
  const isBetween = drafts.length - from > 1 && !drafts.slice(from).some((one) => has(one, run))
  return { from: !isRow || isBetween ? withFirstLines(drafts, from) : from, isRow }
}

/** Whether one of its lines is at the height of the run. */
function has({ runs }: Draft, { y, height }: Run): boolean {
  return runs.some((other) => Math.abs(other.y - y) <= levelWithin * height)
}

/** A cell may begin above the others of its row, which stand beside its middle. */
function withFirstLines(drafts: readonly Draft[], from: number): number {
  let first = from
  while (first > 0 && from - first < firstLinesMax) {
    const [above, below] = [drafts[first - 1]?.runs, drafts[first]?.runs]
    const [run, next] = [above?.[0], below?.[0]]
    if (!run || !next || above?.length !== 1 || run.y - next.y > lineGapMax * next.height) break
    if (Math.abs(run.left - next.left) > next.height) break
    first--
  }
  return first
}

/** What was drawn since a column began, and what follows beside it. */
function columnsAt(
  runs: readonly Run[],
  { i, before }: { i: number; before: readonly Draft[] },
): Run[] | undefined {
  const first = before.flatMap((draft) => draft.runs)
  const { height, y } = runs[i] as Run
  // Most pages with columns are of running text.
  const lines = first.filter(isLong)
  if (lines.length * 2 > first.length && runs.slice(i, i + linesLooked).every(isLong)) {
    return undefined
  }
  const { top, bottom } = around(first)
  const within = sameLine * height
  let end = i
  const last = i + columnRunsMax
  while (end < runs.length && end < last) {
    const next = runs[end] as Run
    if (next.y > Math.max(top, y) + within || next.y < bottom - within) break
    end++
  }
  const columns = [...first, ...runs.slice(i, end)]
  return columns.length > columnRunsMax ? undefined : columns
}

function isLong({ words }: Run): boolean {
  return words.length >= lineWordsMin
}

function addRun(drafts: Draft[], run: Run, from: number): void {
  const parts = drafts.length - from
  const [first] = from < drafts.length ? [drafts[from] as Draft] : []
  const beside = parts > 1 ? drafts.slice(from).flatMap(({ runs }) => runs) : (first?.runs ?? [])
  const isApart = beside.length < rowRunsMax && beside.every((other) => standApart(other, run))
  if (!first || !isApart) drafts.push({ runs: [run], top: run.y, bottom: run.y })
  else if (parts === 1) {
    first.runs.push(run)
    first.top = Math.max(first.top, run.y)
    first.bottom = Math.min(first.bottom, run.y)
  } else drafts.splice(from, parts, around([...beside, run]))
}

function standApart(one: Run, other: Run): boolean {
  return !areLevel(one, other) || one.right <= other.left + 1 || other.right <= one.left + 1
}

function withRows({ runs, rows }: Draft, text: string): Pick<Piece, 'cells' | 'rows'> {
  const cells = cellsOf(runs)
  const tall = cells.filter((cell) => cell.runs.length > 1)
  return { cells, rows: rows ?? (tall.length > 1 ? rowsOfColumns(runs, text) : undefined) }
}
