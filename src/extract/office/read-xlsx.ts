import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { BlockList } from './block-list.ts'
import { type CellStyle, cellStyles, dateOfSerial } from './cell-dates.ts'
import { shownNumber } from './cell-numbers.ts'
import { addSheetShapes } from './drawn-texts.ts'
import { unescaped } from './escaped-text.ts'
import { watchLongestTable } from './longest-table.ts'
import { noteTitle, relationsOf } from './package-parts.ts'
import { phonetic, sharedStrings } from './shared-strings.ts'
import { addSheetComments } from './sheet-comments.ts'
import { sheetHeading } from './sheet-heading.ts'
import { openSkip } from './skip.ts'
import { readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const workbook = 'xl/workbook.xml'
/** Beyond this number a column is a mistake. */
const columnsMax = 16_384
const codeBeforeA = 64
const digitsMax = 15
/** With an exponent, or more digits than that behind and before a point. */
const inexact = /^-?\d+(?:\.\d+)?E[-+]?\d+$|^-?(?=.{17})\d+\.\d+$/i

/**
 * Sheets in the order of the workbook, each a page; every row is a record under its columns, and
 * after them come the words of text boxes, shapes and charts and what was remarked about cells.
 */
export async function* readXlsx(request: ReadRequest): AsyncGenerator<Block[]> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  await noteTitle(found, zip, 'docProps/core.xml')
  const { sheets, epoch1904 } = await sheetsOf(zip)
  found.pageCount = sheets.length
  request.noted?.()
  const book = { strings: await sharedStrings(zip), styles: await cellStyles(zip), epoch1904 }
  const tables = watchLongestTable()
  const hidden = sheets.filter(({ isHidden }) => isHidden).length
  if (hidden > 0) found.warnings.push(`Sheets that are hidden, and were not read: ${hidden}.`)
  for (const [i, { name, part, isHidden }] of sheets.slice(0, limits.readPagesMax).entries()) {
    if (isHidden) continue
    const list = new BlockList()
    list.watch(tables)
    list.page = i + 1
    sheetHeading(list, name)
    list.openTable()
    const events = { ...sheetEvents(list, book), take: () => list.take() }
    yield* walkXml(zip.textOf(part), events)
    list.closeTable()
    await addSheetShapes(list, zip, part)
    await addSheetComments(list, zip, part)
    yield list.take()
  }
  found.columns = tables.profile()
}

async function sheetsOf(zip: Zip) {
  const relations = await relationsOf(zip, workbook)
  const sheets: { name: string; part: string; isHidden: boolean }[] = []
  let epoch1904 = false
  await readXml(zip.textOf(workbook), {
    open(tag, attributes) {
      if (tag === 'workbookPr') epoch1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      const sheet = tag === 'sheet' ? relations.get(attributes['r:id'] ?? '') : undefined
      if (sheet?.type !== 'worksheet') return
      // Whoever hid it does not offer it; its number stays, so that pages are those of the program.
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      sheets.push({ name: attributes.name ?? '', part: sheet.name, isHidden })
    },
  })
  return { sheets, epoch1904 }
}

type Book = { strings: string[]; styles: CellStyle[]; epoch1904: boolean }
type Cell = { value: string; type: string | undefined; style: number }

function sheetEvents(list: BlockList, book: Book): XmlEvents {
  let cell: Cell = { value: '', type: undefined, style: 0 }
  const skip = openSkip(phonetic)
  let inValue = false
  let column = 0
  return {
    open(name, attributes) {
      if (skip.open(name)) return
      if (name === 'row') {
        list.openRow()
        column = 0
      } else if (name === 'c') {
        cell = { value: '', type: attributes.t, style: Number(attributes.s ?? 0) }
        const at = columnOf(attributes.r) ?? column
        const gap = Math.min(at, columnsMax) - column
        if (gap > 0) list.addCell('', gap)
        column = Math.max(column, at)
      } else inValue = name === 'v' || name === 't'
    },
    close(name) {
      if (skip.close(name)) return
      inValue = false
      if (name === 'row') list.closeRow()
      if (name !== 'c') return
      addCell(list, cell, book)
      column++
    },
    text(text) {
      if (inValue && !skip.active()) cell.value += text
    },
  }
}

/** With a sign beside it a number still is one, for the columns. */
function addCell(list: BlockList, cell: Cell, book: Book) {
  const text = textOf(cell, book)
  const { value, type = 'n', style } = cell
  const isSigned = type === 'n' && value !== '' && typeof book.styles[style] === 'object'
  list.addCell(text, 1, isSigned ? numberOf(value) : undefined)
}

/** What a cell reads as, by what is written in it. */
function textOf({ value, type, style }: Cell, { strings, styles, epoch1904 }: Book): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  if (type === 'str' || type === 'inlineStr') return unescaped(value)
  if ((type !== undefined && type !== 'n') || value === '') return value
  const shown = styles[style]
  if (typeof shown === 'string') return dateOfSerial(Number(value), { style: shown, epoch1904 })
  return shown ? shownNumber(numberOf(value), shown) : numberOf(value)
}

/** What is written as 1.1000000000000001 or 5E-2, by what sheets show: fifteen digits. */
function numberOf(value: string): string {
  return inexact.test(value) ? String(Number(Number(value).toPrecision(digitsMax))) : value
}

/** `AB12` → 27. */
function columnOf(reference = ''): number | undefined {
  let column = 0
  for (let i = 0; i < 3; i++) {
    const digit = reference.charCodeAt(i) - codeBeforeA
    if (!(digit >= 1 && digit <= 26)) break
    column = column * 26 + digit
  }
  return column === 0 ? undefined : column - 1
}
