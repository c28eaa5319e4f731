import type { NamesSign } from './block-list.ts'
import { isOff } from './word-attributes.ts'
import type { Attributes } from './xml.ts'

/** By the ids that they have in the document. */
export type TableStyles = {
  /** Of tables in which no row looks different. */
  plain: ReadonlySet<string>
  /** Of paragraphs that are names of columns. */
  heading: ReadonlySet<string>
}

const firstRowBit = 0x20
const uncoloured = new Set([undefined, 'auto', 'FFFFFF'])

/**
 * What in a Word document speaks for the rows of a table that name its columns: they are repeated
 * on each page, are bold or coloured all along, or the table has a style for its first row.
 */
export function openNameSigns({ plain, heading }: TableStyles) {
  let tables = 0
  let isStyled = false
  let row = { isSaid: false, cells: 0, coloured: 0, isBold: true }
  let inCellProperties = false
  let paragraph = { isHeading: false }
  let isBold = false
  const isWithin = () => tables !== 1
  const openRow = () => {
    row = { isSaid: false, cells: 0, coloured: 0, isBold: true }
  }
  const openCell = (name: string, attributes: Attributes) => {
    if (name === 'w:tc') row.cells++
    else if (name === 'w:tcPr') inCellProperties = true
    else if (name === 'w:shd' && inCellProperties) {
      if (!uncoloured.has(attributes['w:fill'])) row.coloured++
    } else if (name === 'w:p') paragraph = { isHeading: false }
    else if (name === 'w:pStyle') paragraph.isHeading = heading.has(attributes['w:val'] ?? '')
    else if (name === 'w:r') isBold = paragraph.isHeading
    else if (name === 'w:b') isBold = !isOff(attributes)
  }
  return {
    open(name: string, attributes: Attributes) {
      if (name === 'w:tbl' && ++tables === 1) isStyled = false
      if (isWithin()) return
      if (name === 'w:tblStyle') isStyled = !plain.has(attributes['w:val'] ?? '')
      else if (name === 'w:tblLook') isStyled &&= hasFirstRow(attributes)
      else if (name === 'w:tr') openRow()
      else if (name === 'w:tblHeader') row.isSaid = !isOff(attributes)
      else openCell(name, attributes)
    },
    close(name: string) {
      if (name === 'w:tbl') tables--
      else if (name === 'w:tcPr') inCellProperties = false
      else if (name === 'w:tr' && !isWithin()) isStyled = false
    },
    text(text: string) {
      if (!isWithin() && !isBold && text.trim() !== '') row.isBold = false
    },
    /** Asked before the end of the row is told. */
    sign(): NamesSign {
      if (row.isSaid) return 'said'
      return isStyled || row.isBold || row.coloured >= row.cells ? 'seen' : 'none'
    },
  }
}

function hasFirstRow(attributes: Attributes): boolean {
  const said = attributes['w:firstRow']
  if (said !== undefined) return !isOff({ 'w:val': said })
  return (Number.parseInt(attributes['w:val'] ?? '', 16) & firstRowBit) !== 0
}
