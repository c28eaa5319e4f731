import { cleanLine } from '../../../base/clean-text.ts'
import type { BlockList } from './block-list.ts'
import { type CellReading, cellText, sheetColumnsMax } from './cell-text.ts'
import { behindSpace, follows, LastTag, PlainText } from './plain-text.ts'
import type { KnownElements } from './xml-scanner.ts'

const [space, quote, slash, less, equals, greater] = [0x20, 0x22, 0x2f, 0x3c, 0x3d, 0x3e]
const [letterC, letterF, letterR, letterS, letterT, letterV] = [0x63, 0x66, 0x72, 0x73, 0x74, 0x76]
const [codeBeforeA, codeOfZ, codeOf0, codeOf9] = [0x40, 0x5a, 0x30, 0x39]
const columnLettersMax = 3
const digitsMax = 9

/** Attributes of a row say nothing that a reader needs; of a formula, either. */
const attributes = String.raw`(?: [\w:]+="[^"<&]*")*`
const rowTag = new RegExp(`<row${attributes}/?>`, 'y')
const formula = new RegExp(`<f${attributes}(?:/>|>[^<]*</f>)`, 'y')
const [inlineText, inlineKeptText] = ['<is><t>', '<is><t xml:space="preserve">']
const [valueEnd, inlineEnd, cellEnd, rowEnd] = ['</v></c>', '</t></is></c>', '</c>', '</row>']

/** Where to go on reading, or that a row is not plain. */
const notPlain = -1

/**
 * Rows as spreadsheet programs write them: a tag with its cells, a cell with its reference, style
 * and type and one value. They go to the list as a whole; any other row is left to the events.
 */
export function plainRows(list: BlockList, reading: CellReading): KnownElements {
  const row = new PlainRow(reading)
  const last = new LastTag(rowEnd)
  return {
    within: ['worksheet', 'sheetData'],
    read(xml, start) {
      const lastEnd = last.in(xml)
      let at = start
      while (at < lastEnd) {
        const end = row.read(xml, at)
        if (end === notPlain) return at
        list.addRow(row.cells)
        at = behindSpace(xml, end)
      }
      return at
    },
  }
}

class PlainRow {
  cells: string[] = []
  private readonly reading: CellReading
  private readonly text = new PlainText()
  /** Of the cell that is read; no type and no number below zero without one. */
  private column = none
  private style = none
  private type = ''

  constructor(reading: CellReading) {
    this.reading = reading
  }

  read(xml: string, start: number): number {
    rowTag.lastIndex = start
    if (!rowTag.test(xml)) return notPlain
    let at = rowTag.lastIndex
    this.cells = []
    if (xml.charCodeAt(at - 2) === slash) return at
    for (;;) {
      if (xml.charCodeAt(at) !== less) at = behindSpace(xml, at)
      if (xml.charCodeAt(at) !== less) return notPlain
      const code = xml.charCodeAt(at + 1)
      if (code === slash) return follows(xml, at, rowEnd) ? at + rowEnd.length : notPlain
      if (code !== letterC) return notPlain
      at = this.cell(xml, at + 2)
      if (at === notPlain) return notPlain
    }
  }

  /** From behind `<c`. */
  private cell(xml: string, start: number): number {
    let at = this.attributes(xml, start)
    if (at === notPlain) return notPlain
    const code = xml.charCodeAt(at)
    if (code === slash) return xml.charCodeAt(at + 1) === greater ? this.empty(at + 2) : notPlain
    if (code !== greater) return notPlain
    at++
    if (this.type === 'inlineStr') return this.inlineValue(xml, at)
    if (xml.charCodeAt(at + 1) === letterF) {
      formula.lastIndex = at
      if (!formula.test(xml)) return notPlain
      at = formula.lastIndex
    }
    if (!opensValue(xml, at)) return follows(xml, at, cellEnd) ? this.empty(at + 4) : notPlain
    return this.type === 's' ? this.shared(xml, at + 3) : this.value(xml, at + 3)
  }

  private attributes(xml: string, start: number): number {
    let [column, style, type] = [none, none, '']
    let at = start
    while (xml.charCodeAt(at) === space) {
      if (xml.charCodeAt(at + 2) !== equals || xml.charCodeAt(at + 3) !== quote) return notPlain
      const name = xml.charCodeAt(at + 1)
      at += 4
      if (name === letterR && column === none) {
        const end = behindLetters(xml, at)
        column = columnIn(xml, { start: at, end })
        if (column === none) return notPlain
        at = behindDigits(xml, end)
      } else if (name === letterS && style === none) {
        const end = behindDigits(xml, at)
        style = numberIn(xml, { start: at, end })
        if (style === none) return notPlain
        at = end
      } else if (name === letterT && type === '') {
        type = typeAt(xml, at)
        if (type === '') return notPlain
        at += type.length
      } else return notPlain
      if (xml.charCodeAt(at) !== quote) return notPlain
      at++
    }
    this.column = column
    this.style = style
    this.type = type
    return at
  }

  private shared(xml: string, start: number): number {
    const end = behindDigits(xml, start)
    const number = numberIn(xml, { start, end })
    if (number === none || !closesValue(xml, end)) return notPlain
    this.add(this.reading.strings.cleanAt(number))
    return end + valueEnd.length
  }

  private inlineValue(xml: string, at: number): number {
    if (follows(xml, at, cellEnd)) return this.empty(at + cellEnd.length)
    const opening = follows(xml, at, inlineText) ? inlineText : inlineKeptText
    if (opening === inlineKeptText && !follows(xml, at, inlineKeptText)) return notPlain
    const value = this.text.read(xml, at + opening.length)
    if (value === undefined || !follows(xml, this.text.end, inlineEnd)) return notPlain
    this.add(this.text.isClean ? value : cleanLine(value))
    return this.text.end + inlineEnd.length
  }

  private value(xml: string, start: number): number {
    const value = this.text.read(xml, start)
    if (value === undefined || !closesValue(xml, this.text.end)) return notPlain
    const type = this.type === '' ? undefined : this.type
    const text = cellText({ value, type, style: Math.max(0, this.style) }, this.reading)
    // What it was made into has nothing to clean.
    this.add(text !== value || this.text.isClean ? text : cleanLine(text))
    return this.text.end + valueEnd.length
  }

  /** A shared text and a truth value are something even without a value. */
  private empty(end: number): number {
    if (this.type === 's' || this.type === 'b') return notPlain
    this.add('')
    return end
  }

  private add(text: string): void {
    const { cells, column } = this
    while (cells.length < column) cells.push('')
    cells.push(text)
  }
}

const none = -1

/** `AB` → 27. */
function columnIn(xml: string, { start, end }: Range): number {
  if (end === start || end > start + columnLettersMax) return none
  let column = 0
  for (let at = start; at < end; at++) column = column * 26 + xml.charCodeAt(at) - codeBeforeA
  return column > sheetColumnsMax ? none : column - 1
}

function numberIn(xml: string, { start, end }: Range): number {
  if (end === start || end > start + digitsMax) return none
  let number = 0
  for (let at = start; at < end; at++) number = number * 10 + xml.charCodeAt(at) - codeOf0
  return number
}

type Range = { start: number; end: number }

function behindLetters(xml: string, start: number): number {
  for (let at = start; ; at++) {
    const code = xml.charCodeAt(at)
    if (!(code > codeBeforeA && code <= codeOfZ)) return at
  }
}

function behindDigits(xml: string, start: number): number {
  for (let at = start; ; at++) {
    const code = xml.charCodeAt(at)
    if (!(code >= codeOf0 && code <= codeOf9)) return at
  }
}

const longTypes = ['str', 'inlineStr']

function typeAt(xml: string, at: number): string {
  if (xml.charCodeAt(at + 1) !== quote)
    return longTypes.find((type) => follows(xml, at, type)) ?? ''
  switch (xml.charCodeAt(at)) {
    case letterS:
      return 's'
    case 0x6e:
      return 'n'
    case 0x62:
      return 'b'
    case 0x65:
      return 'e'
    case 0x64:
      return 'd'
    default:
      return ''
  }
}

function opensValue(xml: string, at: number): boolean {
  return (
    xml.charCodeAt(at) === less &&
    xml.charCodeAt(at + 1) === letterV &&
    xml.charCodeAt(at + 2) === greater
  )
}

/** The same as that `</v></c>` follows. */
function closesValue(xml: string, at: number): boolean {
  return (
    xml.charCodeAt(at) === less &&
    xml.charCodeAt(at + 1) === slash &&
    xml.charCodeAt(at + 2) === letterV &&
    xml.charCodeAt(at + 3) === greater &&
    xml.charCodeAt(at + 4) === less &&
    xml.charCodeAt(at + 5) === slash &&
    xml.charCodeAt(at + 6) === letterC &&
    xml.charCodeAt(at + 7) === greater
  )
}
