/** The texts of a row by column; null where the cell on its left reaches over. */
export type Cells = (string | null)[]

/** In columns and rows, itself included. */
export type Span = { columns: number; rows: number }

export const oneCell: Span = { columns: 1, rows: 1 }
/** Columns that a cell may reach over: more of them are a mistake, or a bomb. */
const reachMaxColumns = 200
/** A longer text is told once, and not again in each row that it reaches down to. */
const repeatedCharsMax = 200
/** Of all that reach down to it, a row says so much. */
const rowRepeatedCharsMax = 1_000

/** Puts a cell into its row, and what it covers on its right. */
export function addSpanned(cells: Cells, { text, columns }: { text: string; columns: number }) {
  cells.push(text)
  const end = Math.min(cells.length + columns - 1, reachMaxColumns)
  while (cells.length < end) cells.push(null)
}

/** What a cell says in a later row that it reaches down to: a row has to read alone. */
export function repeatedText(text: string): string {
  return text.length > repeatedCharsMax ? '' : text
}

/** The names of columns: one that reaches over several is the name of each. */
export function namesOf(cells: Cells): string[] {
  let name = ''
  return cells.map((cell) => {
    name = cell ?? name
    return name
  })
}

/** The cells of a table that reach down into its next rows. */
export class OpenSpans {
  private readonly columns: { cell: string | null; rows: number }[] = []
  /** Characters, in the row that is being made. */
  private repeated = 0

  /** Puts a cell into the first free column of its row. */
  add(cells: Cells, { text, columns, rows }: { text: string } & Span) {
    this.cover(cells)
    const from = cells.length
    addSpanned(cells, { text, columns })
    for (let at = from; at < Math.min(cells.length, reachMaxColumns); at++) {
      const cell = at === from ? repeatedText(text) : null
      this.columns[at] = { cell, rows: rows - 1 }
    }
  }

  endRow(cells: Cells) {
    for (this.cover(cells); cells.length < this.columns.length; this.cover(cells)) cells.push('')
    this.repeated = 0
  }

  private cover(cells: Cells) {
    for (;;) {
      const open = this.columns[cells.length]
      if (!open || open.rows === 0) return
      open.rows--
      this.repeated += open.cell?.length ?? 0
      cells.push(this.repeated > rowRepeatedCharsMax ? '' : open.cell)
    }
  }
}
