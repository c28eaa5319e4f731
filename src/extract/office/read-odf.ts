import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { Found, ReadRequest } from '../formats/reader.ts'
import { BlockList, type TableWatcher } from './block-list.ts'
import { watchLongestTable } from './longest-table.ts'
import { openHiddenTexts } from './odf-hidden.ts'
import { openOdfNumbering } from './odf-numbering.ts'
import { noteTitle } from './package-parts.ts'
import { openRowSigns } from './row-signs.ts'
import { sheetHeading } from './sheet-heading.ts'
import { openSkip } from './skip.ts'
import { type Attributes, readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

/** What is no part of the text as a reader sees it. */
const skipped = new Set([
  'text:tracked-changes',
  'table:tracked-changes',
  'text:note-citation',
  'text:ruby-text',
  'text:page-number',
  'office:binary-data',
  'draw:object',
  'dc:creator',
  'dc:date',
  'meta:date-string',
  'meta:creator-initials',
  'loext:sender-initials',
])
const titleCharsMax = 1_000
const spacesMax = 100
const repeatsMax = 1_000
const remarksMax = 10_000

/** Open documents: a text (headings, paragraphs, tables), slides or sheets (each a page). */
export async function* readOdf({ source, found }: ReadRequest): AsyncGenerator<Block[]> {
  const zip = await openZip(source)
  await noteTitle(found, zip, 'meta.xml')
  await refuseEncrypted(zip)
  const list = new BlockList()
  const tables = watchLongestTable()
  const events = odfEvents(list, { found, tables })
  await readXml(zip.textOf('styles.xml'), events.styles)
  yield* walkXml(zip.textOf('content.xml'), { ...events, take: () => list.take() })
  found.columns = tables.profile()
}

/** The same in one XML text, with its pictures and embedded documents in it. */
export async function* readFlatOdf(request: ReadRequest): AsyncGenerator<Block[]> {
  const { source, charset, found } = request
  const list = new BlockList()
  const tables = watchLongestTable()
  const events = odfEvents(list, { found, tables })
  let title: string | undefined
  let inTitle = false
  yield* walkXml(decodePieces(source, charset), {
    open(name, attributes) {
      inTitle = name === 'dc:title' && title === undefined
      if (inTitle) title = ''
      events.open?.(name, attributes)
    },
    close(name) {
      inTitle = false
      events.close?.(name)
    },
    text(text) {
      if (inTitle && (title ?? '').length < titleCharsMax) title += text
      events.text?.(text)
    },
    take: () => list.take(),
  })
  found.title ??= cleanLine(title ?? '') || null
  found.columns = tables.profile()
}

/** The manifest tells how a part is encrypted; without a password the content is noise. */
async function refuseEncrypted(zip: Zip): Promise<void> {
  await readXml(zip.textOf('META-INF/manifest.xml'), {
    allowDoctype: true,
    open(tag) {
      if (tag === 'manifest:encryption-data') throw new ExtractFailed({ code: 'encrypted' })
    },
  })
}

type Told = { found: Found; tables: TableWatcher }

function odfEvents(list: BlockList, { found, tables }: Told): XmlEvents & { styles: XmlEvents } {
  const skip = openSkip(skipped)
  const paragraphs = openParagraphs(list)
  const cells = openCells(list)
  const signs = openRowSigns()
  let inBody = false
  let inSheets = false
  const hidden = openHiddenTables(found)
  const hiddenTexts = openHiddenTexts()
  const numbering = openOdfNumbering()
  const isPassedOver = () => skip.active() || hidden.active() || hiddenTexts.active()
  const startPage = () => {
    list.page = (list.page ?? 0) + 1
    found.pageCount = list.page
  }
  return {
    styles: stylesOf(hiddenTexts, numbering),
    open(name, attributes) {
      if (hidden.open(name, attributes)) return
      if (name === 'office:body') inBody = true
      if (skip.open(name) || hiddenTexts.open(name, attributes)) return
      signs.open(name, attributes)
      numbering.open(name, attributes)
      if (!inBody) return
      if (isParagraph(name)) paragraphs.open(numbering.label(name, attributes))
      else if (name === 'text:note-body') paragraphs.openNote()
      else if (name === 'office:annotation') paragraphs.openRemark()
      else if (name === 'text:tab') list.text('\t')
      else if (name === 'text:line-break') list.text('\n')
      else if (name === 'text:s') list.text(' '.repeat(spacesIn(attributes)))
      else if (isCell(name)) cells.open(name, attributes)
      else if (name === 'table:table-row') {
        cells.openRow()
        list.openRow()
      } else if (name === 'table:table') {
        cells.openTable()
        if (inSheets) startPage()
        if (inSheets && hidden.begin(attributes)) return
        if (inSheets) sheetHeading(list, attributes['table:name'] ?? '')
        list.openTable()
      } else if (name === 'draw:page') startPage()
      else if (name === 'office:spreadsheet') {
        inSheets = true
        list.watch(tables)
      }
    },
    close(name) {
      if (hidden.close(name) || skip.close(name) || hiddenTexts.close(name)) return
      numbering.close(name)
      if (!inBody) return
      if (name === 'text:p') paragraphs.close('prose')
      else if (name === 'text:h') paragraphs.close('heading')
      else if (name === 'text:note-body') paragraphs.closeNote()
      else if (name === 'office:annotation') paragraphs.closeRemark()
      else if (isCell(name)) cells.close()
      else if (name === 'table:table-row') list.closeRow(inSheets ? undefined : signs.sign())
      else if (name === 'table:table') list.closeTable()
      if (name === (inSheets ? 'table:table' : 'draw:page') || name === 'office:text') {
        paragraphs.sayRemarks()
      }
      signs.close(name)
    },
    text(text) {
      if (!paragraphs.isOpen() || isPassedOver()) return
      signs.text(text)
      list.text(paragraphs.before(text) + spaced(text))
    },
  }
}

/** The part of an archive with the styles of its program: it comes before the text. */
function stylesOf(
  hiddenTexts: ReturnType<typeof openHiddenTexts>,
  numbering: ReturnType<typeof openOdfNumbering>,
): XmlEvents {
  return {
    open(name, attributes) {
      hiddenTexts.open(name, attributes)
      numbering.open(name, attributes)
    },
    close: (name) => void hiddenTexts.close(name),
  }
}

/** Sheets whose style shows none of them; their numbers stay, so that pages are the program's. */
function openHiddenTables(found: Found) {
  const styles = new Set<string>()
  let style = ''
  let depth = 0
  let count = 0
  const line = () => `Sheets that are hidden, and were not read: ${count}.`
  return {
    active: () => depth > 0,
    begin(attributes: Attributes): boolean {
      if (!styles.has(attributes['table:style-name'] ?? '')) return false
      depth = 1
      found.warnings = found.warnings.filter((warning) => warning !== line())
      count++
      found.warnings.push(line())
      return true
    },
    open(name: string, attributes: Attributes): boolean {
      if (depth > 0 && name === 'table:table') depth++
      if (name === 'style:style') style = attributes['style:name'] ?? ''
      if (name === 'style:table-properties' && attributes['table:display'] === 'false') {
        styles.add(style)
      }
      return depth > 0
    },
    close(name: string): boolean {
      const isWithin = depth > 0
      if (isWithin && name === 'table:table') depth--
      return isWithin
    },
  }
}

function isParagraph(name: string): boolean {
  return name === 'text:p' || name === 'text:h'
}

/** A covered cell lies under one that spans several. */
function isCell(name: string): boolean {
  return name === 'table:table-cell' || name === 'table:covered-table-cell'
}

function spacesIn(attributes: Attributes): number {
  return Math.min(Number(attributes['text:c']) || 1, spacesMax)
}

/** White space of any kind and length is one space; where it is, nothing has to be written anew. */
function spaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text
}

/**
 * A paragraph within another one is in a frame, and belongs to the outer one; what is in a note
 * comes after it, and what is remarked on it after the text, slide or sheet.
 */
function openParagraphs(list: BlockList) {
  let depth = 0
  let notes: string[] = []
  const remarks: string[] = []
  /** What is still to be said before the first word. */
  let label = ''
  /** What was said of the sentence in which a note stands, and what is to be said before it. */
  const around: { words: string; label: string }[] = []
  const setAside = () => {
    around.push({ words: list.setAside(), label })
    label = ''
  }
  const goOn = () => {
    const { words, label: own } = around.pop() ?? { words: '', label: '' }
    list.text(words)
    label = own
  }
  const say = (text: string) => {
    list.text(text)
    list.endParagraph()
  }
  return {
    openNote: setAside,
    closeNote() {
      notes.push(list.setAside())
      goOn()
    },
    openRemark() {
      setAside()
      depth++
    },
    closeRemark() {
      depth--
      const remark = list.setAside()
      if (remarks.length < remarksMax) remarks.push(remark)
      goOn()
    },
    sayRemarks() {
      for (const remark of remarks.splice(0)) say(remark)
    },
    isOpen: () => depth > 0,
    open(own: string) {
      if (depth++ > 0) list.text(' ')
      label = own
    },
    /** The number of the paragraph, once, where these are its first words. */
    before(text: string): string {
      if (label === '' || text.trim() === '') return ''
      const own = label
      label = ''
      return own
    },
    close(kind: 'heading' | 'prose') {
      if (--depth > 0) list.text(' ')
      else {
        list.endParagraph(kind)
        for (const note of notes) say(note)
        notes = []
      }
    },
  }
}

/**
 * A cell may stand for several of the same content; thousands of empty ones fill up a row. Those
 * that another one reaches over stand there as well, right of it and below it.
 */
function openCells(list: BlockList) {
  let repeats = 1
  let value: string | undefined
  let columns = 1
  let rows = 1
  let isCovered = false
  let column = 0
  /** The next cells that are covered from the left. */
  let onRight = 0
  /** By column: what reaches down to it, and whether that begins in this column. */
  let below: { rows: number; isFirst: boolean }[] = []
  const closeCovered = () => {
    const from = below[column]
    column++
    if (onRight > 0) {
      onRight--
      list.closeCovered()
    } else if (from && from.rows > 0) {
      from.rows--
      if (from.isFirst) list.closeMerged({ columns: 1, isContinued: true })
      else list.closeCovered()
    } else list.closeCell()
  }
  return {
    openTable() {
      below = []
    },
    openRow() {
      column = 0
      onRight = 0
    },
    open(name: string, attributes: Attributes) {
      isCovered = name === 'table:covered-table-cell'
      value = cellValueOf(attributes)
      repeats = countOf(attributes['table:number-columns-repeated'])
      columns = countOf(attributes['table:number-columns-spanned'])
      rows = Number(attributes['table:number-rows-spanned']) || 1
      list.openCell()
    },
    close() {
      if (isCovered) {
        for (let i = 0; i < repeats; i++) closeCovered()
        return
      }
      list.closeCell(repeats, value)
      for (let i = 0; i < columns && (columns > 1 || rows > 1); i++) {
        below[column + i] = { rows: rows - 1, isFirst: i === 0 }
      }
      onRight = columns - 1
      column += repeats
      repeats = 1
    },
  }
}

function countOf(told = '1'): number {
  const count = Math.floor(Number(told))
  return count > 0 && count <= repeatsMax ? count : 1
}

/** What a cell holds, apart from how it is shown: the number of `1.234,50 €`. */
function cellValueOf(attributes: Attributes): string | undefined {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return attributes['office:value']
    case 'date':
      return attributes['office:date-value']
    case 'boolean':
      return attributes['office:boolean-value']
    case 'string':
      return attributes['office:string-value']
    default:
      return undefined
  }
}
