import type { Run } from './page-runs.ts'

export type Span = { left: number; right: number }

/** What stands above one another. */
export type Cell = Span & { runs: Run[] }

/** What stands side by side: a line, or a row with cells of several lines. */
export type Piece = {
  runs: Run[]
  top: number
  bottom: number
  cells: Cell[]
  /** Of columns that were drawn one after the other. */
  rows?: Piece[] | undefined
}

/** A line of running text has as many words. */
export const lineWordsMin = 5

export function heightOf(piece: Piece): number {
  return piece.runs[0]?.height ?? 0
}

/** Runs above one another are one cell. */
export function cellsOf(runs: readonly Run[]): Cell[] {
  const [first] = runs
  if (first && runs.length === 1) return [{ left: first.left, right: first.right, runs: [first] }]
  const cells: Cell[] = []
  for (const run of runs.toSorted((one, other) => one.left - other.left)) {
    const last = cells.at(-1)
    if (last && run.left < last.right) {
      last.runs.push(run)
      last.right = Math.max(last.right, run.right)
    } else cells.push({ left: run.left, right: run.right, runs: [run] })
  }
  for (const cell of cells) cell.runs.sort((one, other) => one.from - other.from)
  return cells
}

export function pieceOf(runs: Run[]): Piece {
  return { ...around(runs), cells: cellsOf(runs) }
}

export function around(runs: Run[]): Omit<Piece, 'cells'> {
  let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { y } of runs) {
    top = Math.max(top, y)
    bottom = Math.min(bottom, y)
  }
  return { runs, top, bottom }
}
