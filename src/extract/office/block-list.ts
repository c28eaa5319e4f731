import { cleanLine } from '../../base/clean-text.ts'
import type { Block, BlockKind } from '../../domain/ingest/ports.ts'
import { countTexts, isHeader, toldApart } from '../tables/column-names.ts'
import { HeaderRows, isNamePart } from '../tables/header-rows.ts'
import { renderPair } from '../tables/render-row.ts'
import { addSpanned, type Cells, repeatedText } from '../tables/spanned-cells.ts'

/** A table under more titles than these has no names. */
const titlesMax = 10
const numeric = /^-?\d+(?:\.\d+)?$/

/**
 * What in a document speaks for a row that names the columns: it is said, it looks like it, or
 * nothing does. Sheets have no signs.
 */
export type NamesSign = 'said' | 'seen' | 'none'

/** The cells as they read, and their values where more is known of them than that. */
type Row = { cells: Cells; values: unknown[]; isEmpty: boolean; isContinued: boolean }
type Table = {
  header: HeaderRows
  /** As those of columns; empty where there are none, undefined as long as they are looked for. */
  columns: string[] | undefined
  titles: number
  /** Two columns without names: what is on the left names what is on the right. */
  isForm: boolean
  row: Row | undefined
  /** The cells of the row before it. */
  above: Cells
}

export type Merged = { columns: number; isContinued: boolean }

/** Told the rows of tables that name their columns, one table after the other. */
export type TableWatcher = {
  row(row: { header: readonly string[]; cells: readonly unknown[] }): void
  end(): void
}

/**
 * Blocks in the making, for formats of paragraphs and tables: text goes into the open paragraph, a
 * paragraph inside a cell into the cell, and a row of a table becomes a record under the names in
 * the table's first rows. Tables within cells are part of the cell's text.
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
    this.tables.push({
      header: new HeaderRows(),
      columns: undefined,
      titles: 0,
      isForm: false,
      row: undefined,
      above: [],
    })
  }

  closeTable(): void {
    this.closeRow()
    for (const text of this.tables.pop()?.header.end() ?? []) this.add('record', text)
    if (this.tables.length === 0) this.watcher?.end()
  }

  openRow(): void {
    if (this.tables.length !== 1 || !this.tables[0]) return
    this.tables[0].row = { cells: [], values: [], isEmpty: true, isContinued: false }
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
  closeMerged({ columns, isContinued }: Merged): void {
    const table = this.tables.length === 1 ? this.tables[0] : undefined
    if (!table?.row) return
    const own = this.endCell()
    const { cells, values } = table.row
    const text = isContinued ? repeatedText(table.above[cells.length] ?? '') : own
    addSpanned(cells, { text, columns })
    values.push(text, ...cells.slice(values.length + 1))
    if (isContinued) table.row.isContinued = true
    if (own !== '') table.row.isEmpty = false
  }

  /** A cell that the one on its left reaches over. */
  closeCovered(): void {
    this.endCell()
    const row = this.tables.length === 1 ? this.tables[0]?.row : undefined
    row?.cells.push(null)
    row?.values.push(null)
  }

  private endCell(): string {
    this.endParagraph()
    const text = this.cell?.join(' ') ?? ''
    this.cell = undefined
    return text
  }

  /** A cell with a text and nothing else; `repeats` and `value` as above. */
  addCell(text: string, repeats = 1, value?: unknown): void {
    if (this.tables.length === 1) this.addCells(cleanLine(text), { repeats, value })
  }

  private addCells(
    text: string,
    { repeats, value }: { repeats: number; value?: unknown | undefined },
  ): void {
    const row = this.tables[0]?.row
    if (!row) return
    for (let i = 0; i < repeats; i++) {
      row.cells.push(text)
      row.values.push(value ?? text)
    }
    if (text !== '') row.isEmpty = false
  }

  closeRow(sign?: NamesSign): void {
    const table = this.tables.length === 1 ? this.tables[0] : undefined
    if (!table?.row) return
    const { row, header } = table
    const { cells, values, isEmpty } = row
    table.row = undefined
    const isNames = !isEmpty && isRowOfNames(table, { row, sign })
    table.above = cells
    if (isEmpty) return
    if (isNames) {
      for (const text of header.add(cells)) this.add('record', text)
      table.columns = toldApart(header.names)
      return
    }
    if (table.columns?.length) this.watcher?.row({ header: table.columns, cells: values })
    this.add('record', table.isForm ? renderPair(cells) : header.render(cells))
  }
}

/** Whether a row names the columns; the first that is no title decides whether there are names. */
function isRowOfNames(table: Table, { row, sign }: { row: Row; sign: NamesSign | undefined }) {
  const { cells, isContinued } = row
  if (table.columns) {
    if (!table.header.isOpen()) return false
    return sign === 'said' || (sign === 'seen' && isContinued) || isNamePart(table.above, cells)
  }
  const isTitle = countTexts(cells) < 2
  if (isTitle && ++table.titles <= titlesMax) return false
  table.isForm = sign === 'none' && cells.length === 2
  const isNames = !isTitle && !table.isForm && (sign === 'said' || isHeader(asNumbers(row)))
  if (!isNames) table.columns = []
  return isNames
}

/** A number is no name, whatever signs are shown beside it. */
function asNumbers({ cells, values }: Row): Cells {
  return cells.map((cell, i) => {
    const value = values[i]
    return cell !== null && typeof value === 'string' && numeric.test(value) ? value : cell
  })
}
