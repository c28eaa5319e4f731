import { cleanLine } from '../../base/clean-text.ts'
import type { Block, BlockKind } from '../../domain/ingest/ports.ts'
import { isHeader } from '../tables/column-names.ts'
import { labelsOf, renderUnder } from '../tables/render-row.ts'
import { addSpanned, type Cells, namesOf, repeatedText } from '../tables/spanned-cells.ts'

/** The cells as they read, and their values where more is known of them than that. */
type Row = { cells: Cells; values: unknown[]; isEmpty: boolean }
type Table = {
  header: string[] | undefined
  labels: string[]
  row: Row | undefined
  /** The cells of the row before it. */
  above: Cells
}

/** Told the rows of tables that name their columns, one table after the other. */
export type TableWatcher = {
  row(row: { header: readonly string[]; cells: readonly unknown[] }): void
  end(): void
}

/**
 * Blocks in the making, for formats of paragraphs and tables: text goes into the open paragraph, a
 * paragraph inside a cell into the cell, and a row of a table becomes a record under the names in
 * the table's first row. Tables within cells are part of the cell's text.
 */
export class BlockList {
  private ready: Block[] = []
  private words = ''
  private readonly tables: Table[] = []
  private cell: string[] | undefined
  page: number | undefined
  private watcher: TableWatcher | undefined

  /** From here on; tables of a text are layout as often as they are data. */
  watch(watcher: TableWatcher): void {
    this.watcher = watcher
  }

  take(): Block[] {
    const out = this.ready
    this.ready = []
    return out
  }

  text(text: string): void {
    this.words += text
  }

  /** The open paragraph, for something that stands beside it and is told first. */
  setAside(): string {
    const { words } = this
    this.words = ''
    return words
  }

  endParagraph(kind: BlockKind = 'prose'): void {
    const text = this.words
    this.words = ''
    if (text.trim() === '') return
    if (this.cell) this.cell.push(cleanLine(text))
    else this.add(kind, text)
  }

  add(kind: BlockKind, text: string): void {
    const { page } = this
    this.ready.push(page === undefined ? { kind, text } : { kind, text, page })
  }

  openTable(): void {
    if (this.tables.length === 0) this.endParagraph()
    this.tables.push({ header: undefined, labels: [], row: undefined, above: [] })
  }

  closeTable(): void {
    this.closeRow()
    this.tables.pop()
    if (this.tables.length === 0) this.watcher?.end()
  }

  openRow(): void {
    if (this.tables.length !== 1 || !this.tables[0]) return
    this.tables[0].row = { cells: [], values: [], isEmpty: true }
  }

  openCell(): void {
    if (this.tables.length === 1) this.cell = []
  }

  /** The same content may stand for several cells; a value is more exact than its text. */
  closeCell(repeats = 1, value?: unknown): void {
    if (this.tables.length !== 1) return
    const text = this.endCell() || cleanLine(String(value ?? ''))
    this.addCells(text, { repeats, value })
  }

  /** A cell over several columns, or one that belongs to the cell above it. */
  closeMerged({ columns, isContinued }: { columns: number; isContinued: boolean }): void {
    const table = this.tables.length === 1 ? this.tables[0] : undefined
    if (!table?.row) return
    const own = this.endCell()
    const { cells } = table.row
    const text = isContinued ? repeatedText(table.above[cells.length] ?? '') : own
    addSpanned(cells, { text, columns })
    if (own !== '') table.row.isEmpty = false
  }

  private endCell(): string {
    this.endParagraph()
    const text = this.cell?.join(' ') ?? ''
    this.cell = undefined
    return text
  }

  /** A cell with a text and nothing else; `repeats` as above. */
  addCell(text: string, repeats = 1): void {
    if (this.tables.length === 1) this.addCells(cleanLine(text), { repeats })
  }

  private addCells(text: string, { repeats, value }: { repeats: number; value?: unknown }): void {
    const row = this.tables[0]?.row
    if (!row) return
    for (let i = 0; i < repeats; i++) {
      row.cells.push(text)
      row.values.push(value ?? text)
    }
    if (text !== '') row.isEmpty = false
  }

  closeRow(): void {
    const table = this.tables.length === 1 ? this.tables[0] : undefined
    if (!table?.row) return
    const { cells, values, isEmpty } = table.row
    table.row = undefined
    table.above = cells
    if (isEmpty) return
    if (!table.header) {
      const own = cells.filter((text) => text !== null)
      if (own.length > 1 && isHeader(own)) {
        table.header = namesOf(cells)
        table.labels = labelsOf(table.header)
        return
      }
      // A title over all columns is not the row that names them.
      if (own.length > 1 || cells.length === 1) table.header = []
    }
    if (table.header?.length) this.watcher?.row({ header: table.header, cells: values })
    this.add('record', renderUnder(table.labels, { cells }))
  }
}
