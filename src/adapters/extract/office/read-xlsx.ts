import type { Block } from '../../../domain/ingest/ports.ts'
import type { ReadRequest } from '../reader.ts'
import { BlockList } from './block-list.ts'
import { type CellDates, cellDates } from './cell-dates.ts'
import { watchLongestTable } from './longest-table.ts'
import { noteTitle, relationsOf } from './package-parts.ts'
import { sheetHeading } from './sheet-heading.ts'
import { openSkip } from './skip.ts'
import { readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const workbook = 'xl/workbook.xml'
const columnsMax = 16_384
const codeBeforeA = 64

/** Sheets in the order of the workbook, each a page; every row is a record under its columns. */
export async function* readXlsx(request: ReadRequest): AsyncGenerator<Block[]> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  await noteTitle(found, zip, 'docProps/core.xml')
  const { sheets, epoch1904 } = await sheetsOf(zip)
  found.pageCount = sheets.length
  request.noted?.()
  const strings = await sharedStrings(zip)
  const read = { strings, dates: await cellDates(zip, { epoch1904 }) }
  const tables = watchLongestTable()
  for (const [i, { name, part }] of sheets.slice(0, limits.readPagesMax).entries()) {
    const list = new BlockList()
    list.watch(tables)
    list.page = i + 1
    sheetHeading(list, name)
    list.openTable()
    yield* walkXml(zip.textOf(part), { ...sheetEvents(list, read), take: () => list.take() })
    list.closeTable()
  }
  found.columns = tables.profile()
}

async function sheetsOf(zip: Zip) {
  const relations = await relationsOf(zip, workbook)
  const sheets: { name: string; part: string }[] = []
  let epoch1904 = false
  await readXml(zip.textOf(workbook), {
    open(tag, attributes) {
      if (tag === 'workbookPr') epoch1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '')
      const sheet = tag === 'sheet' ? relations.get(attributes.get('r:id') ?? '') : undefined
      if (sheet?.type !== 'worksheet') return
      sheets.push({ name: attributes.get('name') ?? '', part: sheet.name })
    },
  })
  return { sheets, epoch1904 }
}

/** Texts that cells refer to by number. Readings for East Asian characters are no part of them. */
async function sharedStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = []
  const skip = openSkip(new Set(['rPh']))
  let string = ''
  let inText = false
  await readXml(zip.textOf('xl/sharedStrings.xml'), {
    open(name) {
      if (skip.open(name)) return
      if (name === 'si') string = ''
      inText = name === 't'
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'si') strings.push(string)
      inText = false
    },
    text: (text) => {
      if (inText && !skip.active()) string += text
    },
  })
  return strings
}

type CellReading = { strings: string[]; dates: CellDates }

function sheetEvents(list: BlockList, reading: CellReading): XmlEvents {
  let type: string | undefined
  let style: string | undefined
  let value = ''
  let inValue = false
  let column = 0
  return {
    open(name, attributes) {
      if (name === 'row') {
        list.openRow()
        column = 0
      } else if (name === 'c') {
        type = attributes.get('t')
        style = attributes.get('s')
        value = ''
        const at = columnOf(attributes.get('r')) ?? column
        const gap = Math.min(at, columnsMax) - column
        if (gap > 0) list.addCell('', gap)
        column = Math.max(column, at)
      } else inValue = name === 'v' || name === 't'
    },
    close(name) {
      inValue = false
      if (name === 'row') list.closeRow()
      if (name !== 'c') return
      list.addCell(cellText({ value, type, style }, reading))
      column++
    },
    text: (text) => {
      if (inValue) value += text
    },
  }
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

type Cell = { value: string; type: string | undefined; style: string | undefined }

function cellText({ value, type, style }: Cell, reading: CellReading): string {
  if (type === 's') return reading.strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  const isNumber = (type === undefined || type === 'n') && value !== ''
  if (isNumber && reading.dates.areShown(Number(style ?? 0))) return reading.dates.textOf(value)
  return value
}
