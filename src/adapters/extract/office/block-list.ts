import { cleanLine } from '../../../base/clean-text.ts'
import type { Block, BlockKind } from '../../../domain/ingest/ports.ts'
import { isHeader } from '../csv-shape.ts'
import { namedCells, renderRow } from '../render-row.ts'

type Table = { header: string[] | undefined; row: Row | undefined }

/** The cells as they read, and what is known of their values beyond that. */
type Row = { cells: string[]; values: unknown[] }

/** Told the rows of tables that name their columns, one table after the other. */
export type TableWatcher = {
  row(named: Iterable<readonly [name: string, value: unknown]>): void
  end(): void
}

/**
 * Blocks in the making, for formats of paragraphs and tables: text goes into the open paragraph, a
 * paragraph inside a cell into the cell, and a row of a table becomes a record under the names in
 * the table's first row. Tables within cells are part of the cell's text.
 */
export class BlockList {
  private ready: Block[] = []
  private words: string[] = []
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
    this.words.push(text)
  }

  endParagraph(kind: BlockKind = 'prose'): void {
    const text = this.words.join('')
    this.words = []
    if (text.trim() === '') return
    if (this.cell) this.cell.push(cleanLine(text))
    else this.add(kind, text)
  }

  add(kind: BlockKind, text: string): void {
    const block: Block = { kind, text }
    if (this.page !== undefined) block.page = this.page
    this.ready.push(block)
  }

  openTable(): void {
    if (this.tables.length === 0) this.endParagraph()
    this.tables.push({ header: undefined, row: undefined })
  }

  closeTable(): void {
    this.closeRow()
    this.tables.pop()
    if (this.tables.length === 0) this.watcher?.end()
  }

  openRow(): void {
    if (this.tables.length !== 1 || !this.tables[0]) return
    this.tables[0].row = { cells: [], values: [] }
  }

  openCell(): void {
    if (this.tables.length === 1) this.cell = []
  }

  /** The same content may stand for several cells; a value is more exact than its text. */
  closeCell(repeats = 1, value?: unknown): void {
    if (this.tables.length !== 1) return
    this.endParagraph()
    const text = this.cell?.join(' ') ?? ''
    for (let i = 0; i < repeats; i++) {
      this.tables[0]?.row?.cells.push(text)
      this.tables[0]?.row?.values.push(value ?? text)
    }
    this.cell = undefined
  }

  closeRow(): void {
    const table = this.tables.length === 1 ? this.tables[0] : undefined
    if (!table?.row) return
    const { cells, values } = table.row
    table.row = undefined
    if (cells.every((value) => value === '')) return
    if (!table.header && isHeader(cells) && cells.length > 1) table.header = cells
    else {
      table.header ??= []
      if (table.header.length > 0) this.watcher?.row(namedCells(table.header, values))
      this.add('record', renderRow({ header: table.header, cells }))
    }
  }
}
