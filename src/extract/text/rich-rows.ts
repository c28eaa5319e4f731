import { cleanLine } from '../../base/clean-text.ts'
import { countTexts, isHeader } from '../tables/column-names.ts'
import { HeaderRows } from '../tables/header-rows.ts'
import { renderPair, renderUnder } from '../tables/render-row.ts'

/** A longer row is no row of anybody; what comes then is left out of it. */
const cellsMax = 1_000

/**
 * Rows of tables of Rich Text, which knows no tables: what stands together is one. The first row
 * names the columns where it says so, or looks like it and there are more than two.
 */
export class RichRows {
  private cells: string[] = []
  /** Of a table within a cell. */
  private inner: string[] = []
  private header = new HeaderRows()
  private rows = 0
  private isNames = false

  /** It is repeated on each page. */
  noteNames() {
    this.isNames = true
  }

  add(text: string, { isInner }: { isInner: boolean }) {
    const cells = isInner ? this.inner : this.cells
    if (cells.length < cellsMax) cells.push(cleanLine(text))
  }

  endInner(): string[] {
    const cells = this.inner
    this.inner = []
    return told(renderUnder([], { cells }))
  }

  endRow(): string[] {
    const { cells, isNames } = this
    this.cells = []
    this.isNames = false
    if (countTexts(cells) === 0) return []
    this.rows++
    const looksSo = this.rows === 1 && cells.length > 2 && isHeader(cells)
    if (looksSo || (isNames && (this.rows === 1 || this.header.isOpen()))) {
      return this.header.add(cells)
    }
    const isForm = cells.length === 2 && this.header.names.length === 0
    return told(isForm ? renderPair(cells) : this.header.render(cells))
  }

  /** A paragraph that stands in no table ends the one before it. */
  endTable(): string[] {
    if (this.rows === 0) return []
    const left = this.header.end()
    this.header = new HeaderRows()
    this.rows = 0
    return left
  }
}

function told(text: string): string[] {
  return text === '' ? [] : [text]
}
