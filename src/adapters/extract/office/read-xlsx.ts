import type { Block } from '../../../domain/ingest/ports.ts'
import type { ReadRequest } from '../reader.ts'
import { BlockList } from './block-list.ts'
import { dateOfSerial, dateStyles } from './cell-dates.ts'
import { watchLongestTable } from './longest-table.ts'
import { noteTitle, relationsOf } from './package-parts.ts'
import { sheetHeading } from './sheet-heading.ts'
import { openSkip } from './skip.ts'
import { readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const workbook = 'xl/workbook.xml'
const columnsMax = 16_384

/** Sheets in the order of the workbook, each a page; every row is a record under its columns. */
export async function* readXlsx(request: ReadRequest): AsyncGenerator<Block> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  await noteTitle(found, zip, 'docProps/core.xml')
  const { sheets, epoch1904 } = await sheetsOf(zip)
  found.pageCount = sheets.length
  request.noted?.()
  const strings = await sharedStrings(zip)
  const isDate = await dateStyles(zip)
  const tables = watchLongestTable()
  for (const [i, { name, part }] of sheets.slice(0, limits.readPagesMax).entries()) {
    const list = new BlockList()
    list.watch(tables)
    list.page = i + 1
    sheetHeading(list, name)
    list.openTable()
    const read = { strings, isDate, epoch1904 }
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
      if (tag === 'workbookPr') epoch1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      const sheet = tag === 'sheet' ? relations.get(attributes['r:id'] ?? '') : undefined
      if (sheet?.type === 'worksheet')
        sheets.push({ name: attributes.name ?? '', part: sheet.name })
    },
  })
  return { sheets, epoch1904 }
}

/** Texts that cells refer to by number. Readings for East Asian characters are no part of them. */
async function sharedStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = []
  const skip = openSkip(new Set(['rPh']))
  let parts: string[] = []
  let inText = false
  await readXml(zip.textOf('xl/sharedStrings.xml'), {
    open(name) {
      if (skip.open(name)) return
      if (name === 'si') parts = []
      inText = name === 't'
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'si') strings.push(parts.join(''))
      inText = false
    },
    text: (text) => {
      if (inText && !skip.active()) parts.push(text)
    },
  })
  return strings
}

type CellReading = {
  strings: string[]
  isDate: (style: number) => boolean
  epoch1904: boolean
}

function sheetEvents(list: BlockList, reading: CellReading): XmlEvents {
  let attributes: Record<string, string> = {}
  let value = ''
  let inValue = false
  let column = 0
  return {
    open(name, found) {
      if (name === 'row') {
        list.openRow()
        column = 0
      } else if (name === 'c') {
        attributes = found
        value = ''
        const at = columnOf(found.r) ?? column
        const gap = Math.min(at, columnsMax) - column
        if (gap > 0) emptyCells(list, gap)
        column = Math.max(column, at)
      } else inValue = name === 'v' || name === 't'
    },
    close(name) {
      inValue = false
      if (name === 'row') list.closeRow()
      if (name !== 'c') return
      list.openCell()
      list.text(cellText(value, { attributes, ...reading }))
      list.closeCell()
      column++
    },
    text: (text) => {
      if (inValue) value += text
    },
  }
}

function emptyCells(list: BlockList, count: number) {
  list.openCell()
  list.closeCell(count)
}

/** `AB12` → 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(
  value: string,
  {
    attributes: { t, s },
    strings,
    isDate,
    epoch1904,
  }: CellReading & { attributes: CellAttributes },
): string {
  if (t === 's') return strings[Number(value)] ?? ''
  if (t === 'b') return value === '1' ? 'true' : 'false'
  if (t === 'e') return ''
  const isNumber = (t === undefined || t === 'n') && value !== ''
  if (isNumber && isDate(Number(s ?? 0))) return dateOfSerial(Number(value), { epoch1904 })
  return value
}

type CellAttributes = { t?: string; s?: string }
