import type { CleanBlocks, ReadRequest } from '../formats/reader.ts'
import { BlockList } from './block-list.ts'
import { cellDates } from './cell-dates.ts'
import { type CellReading, cellText, sheetColumnsMax } from './cell-text.ts'
import { watchLongestTable } from './longest-table.ts'
import { noteTitle, relationsOf, relationsPart } from './package-parts.ts'
import { sharedStrings } from './shared-strings.ts'
import { sheetHeading } from './sheet-heading.ts'
import { plainRows } from './sheet-rows.ts'
import { readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const workbook = 'xl/workbook.xml'
const firstParts = ['docProps/core.xml', relationsPart(workbook), workbook, 'xl/styles.xml']
const codeBeforeA = 64

/**
 * Sheets in the order of the workbook, each a page; every row is a record under its columns. Cells
 * and names are cleaned one by one, and what is put between them leaves nothing to clean.
 */
export async function* readXlsx(request: ReadRequest): AsyncGenerator<CleanBlocks> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  zip.ahead(firstParts)
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
    const events = { ...sheetEvents(list, read), take: () => list.take() }
    for await (const clean of walkXml(zip.textOf(part), events)) yield { clean }
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

function sheetEvents(list: BlockList, reading: CellReading): XmlEvents {
  let type: string | undefined
  let style = 0
  let value = ''
  let inValue = false
  let column = 0
  return {
    known: plainRows(list, reading),
    open(name, attributes) {
      if (name === 'row') {
        list.openRow()
        column = 0
      } else if (name === 'c') {
        type = attributes.get('t')
        style = Number(attributes.get('s') ?? 0)
        value = ''
        const at = columnOf(attributes.get('r')) ?? column
        const gap = Math.min(at, sheetColumnsMax) - column
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
