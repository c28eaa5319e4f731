import { cleanLine } from '../../../base/clean-text.ts'
import type { Block, BlockKind } from '../../../domain/ingest/ports.ts'
import { isHeader } from '../csv-shape.ts'
import { renderRow } from '../render-row.ts'

type Table = { header: string[] | undefined; cells: string[] | undefined }

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
    this.tables.push({ header: undefined, cells: undefined })
  }

  closeTable(): void {
    this.closeRow()
    this.tables.pop()
  }

  openRow(): void {
    if (this.tables.length === 1 && this.tables[0]) this.tables[0].cells = []
  }

  openCell(): void {
    if (this.tables.length === 1) this.cell = []
  }

  /** The same content may stand for several cells. */
  closeCell(repeats = 1): void {
    if (this.tables.length !== 1) return
    this.endParagraph()
    const text = this.cell?.join(' ') ?? ''
    for (let i = 0; i < repeats; i++) this.tables[0]?.cells?.push(text)
    this.cell = undefined
  }

  closeRow(): void {
    const table = this.tables.length === 1 ? this.tables[0] : undefined
    if (!table?.cells) return
    const { cells } = table
    table.cells = undefined
    if (cells.every((value) => value === '')) return
    if (!table.header && isHeader(cells) && cells.length > 1) table.header = cells
    else {
      table.header ??= []
      this.add('record', renderRow({ header: table.header, cells }))
    }
  }
}
