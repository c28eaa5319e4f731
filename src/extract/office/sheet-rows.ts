import { cleanLine } from '../../base/clean-text.ts'
import type { BlockList } from './block-list.ts'
import { type CellReading, cellText, sheetColumnsMax } from './cell-text.ts'
import { type Codes, PlainText, TextCodes, type Wanted, wanted } from './plain-text.ts'
import type { KnownElements } from './xml-scanner.ts'

const [space, quote, slash, less, equals, greater] = [0x20, 0x22, 0x2f, 0x3c, 0x3d, 0x3e]
const [letterC, letterF, letterI, letterR, letterS, letterT] = [0x63, 0x66, 0x69, 0x72, 0x73, 0x74]
const [ampersand, colon, lowLine, letterA, letterZ] = [0x26, 0x3a, 0x5f, 0x61, 0x7a]
const [codeBeforeA, codeOfZ, codeOf0, codeOf9] = [0x40, 0x5a, 0x30, 0x39]
const columnLettersMax = 3
const digitsMax = 9
const openingMax = 64
/** Of a sheet: where columns begin in ever other ways, there is nothing to learn. */
const learnedMax = 1_000

const formula = /<f(?: [\w:]+="[^"<&]*")*(?:\/>|>[^<]*<\/f>)/y
const [rowStart, rowEnd] = [wanted('<row'), wanted('</row>')]
const cellEnd = wanted('</c>')
const valueOpenings = [wanted('<v>')]
const inlineOpenings = [wanted('<is><t>'), wanted('<is><t xml:space="preserve">')]
const [valueEnd, inlineEnd] = [wanted('</v></c>'), wanted('</t></is></c>')]

/** Where to go on reading, or that a row is not plain. */
const notPlain = -1

/** Of the piece that is being read: each read opens its own, and nothing comes between. */
const sheet = new TextCodes()

/**
 * Rows as spreadsheet programs write them: a tag with its cells, a cell with its reference, style
 * and type and one value. They go to the list as a whole; any other row is left to the events.
 */
export function plainRows(list: BlockList, reading: CellReading): KnownElements {
  const row = new PlainRow(sheet, reading)
  return {
    within: ['worksheet', 'sheetData'],
    read(xml, start) {
      sheet.open(xml)
      let at = start
      while (at < xml.length) {
        const end = row.read(at)
        if (end === notPlain) return at
        list.addRow(row.cells)
        at = sheet.behindSpace(end)
      }
      return at
    },
  }
}

const none = -1

/** What stands between the reference of a cell and its value, and what it says. */
type Opening = { written: Wanted; style: number; type: string }

class PlainRow {
  cells: string[] = []
  private readonly sheet: TextCodes
  private readonly reading: CellReading
  private readonly text = new PlainText()
  /** Of the cell that is read; no type and no number below zero without one. */
  private column = none
  private style = none
  private type = ''
  /** By the place in the row. */
  private readonly openings: (Opening | undefined)[] = []
  private learned = 0

  constructor(sheet: TextCodes, reading: CellReading) {
    this.sheet = sheet
    this.reading = reading
  }

  read(start: number): number {
    const { sheet } = this
    const { codes } = sheet
    if (!sheet.follows(start, rowStart)) return notPlain
    let at = behindAttributes(codes, start + rowStart.length)
    if (at === notPlain) return notPlain
    this.cells = []
    if (codes[at - 2] === slash) return at
    for (;;) {
      if (codes[at] !== less) at = sheet.behindSpace(at)
      if (codes[at] !== less) return notPlain
      const code = codes[at + 1]
      if (code === slash) return sheet.follows(at, rowEnd) ? at + rowEnd.length : notPlain
      if (code !== letterC) return notPlain
      at = this.cell(at + 2)
      if (at === notPlain) return notPlain
    }
  }

  /** From behind `<c`. */
  private cell(start: number): number {
    const { sheet } = this
    const behindReference = this.reference(start)
    if (behindReference === notPlain) return notPlain
    const place = this.cells.length
    const known = this.openings[place]
    if (known && sheet.follows(behindReference, known.written)) {
      this.style = known.style
      this.type = known.type
      return this.content(behindReference + known.written.length)
    }
    const { column } = this
    let at = this.attributes(behindReference)
    if (at === notPlain) return notPlain
    const code = sheet.codes[at]
    if (code === slash) return sheet.codes[at + 1] === greater ? this.empty(at + 2) : notPlain
    if (code !== greater) return notPlain
    at++
    const isFormula = sheet.codes[at + 1] === letterF
    if (isFormula && this.type !== 'inlineStr') {
      formula.lastIndex = at
      if (!formula.test(sheet.xml)) return notPlain
      at = formula.lastIndex
    }
    if (sheet.follows(at, cellEnd)) return this.empty(at + cellEnd.length)
    const opening = this.openingOfValue(at)
    if (!opening) return notPlain
    at += opening.length
    if (!isFormula && column === this.column) this.learn(place, { from: behindReference, to: at })
    return this.content(at)
  }

  /** The attribute that says in which column the cell stands, where it is the first one. */
  private reference(start: number): number {
    const { codes } = this.sheet
    this.column = none
    if (codes[start + 1] !== letterR || codes[start] !== space) return start
    if (codes[start + 2] !== equals || codes[start + 3] !== quote) return notPlain
    const at = this.columnAt(start + 4)
    return codes[at] === quote ? at + 1 : notPlain
  }

  /** Behind a reference, whose column it notes. */
  private columnAt(start: number): number {
    const { codes } = this.sheet
    const end = behindLetters(codes, start)
    this.column = columnIn(codes, { start, end })
    return this.column === none ? notPlain : behindDigits(codes, end)
  }

  private attributes(start: number): number {
    const { codes } = this.sheet
    let style = none
    let type = ''
    let at = start
    while (codes[at] === space) {
      if (codes[at + 2] !== equals || codes[at + 3] !== quote) return notPlain
      const name = codes[at + 1]
      at += 4
      if (name === letterR && this.column === none) {
        at = this.columnAt(at)
        if (at === notPlain) return notPlain
      } else if (name === letterS && style === none) {
        const end = behindDigits(codes, at)
        style = numberIn(codes, { start: at, end })
        if (style === none) return notPlain
        at = end
      } else if (name === letterT && type === '') {
        type = this.typeAt(at)
        if (type === '') return notPlain
        at += type.length
      } else return notPlain
      if (codes[at] !== quote) return notPlain
      at++
    }
    this.style = style
    this.type = type
    return at
  }

  /** The cells of a column begin alike in most rows. */
  private learn(place: number, { from, to }: { from: number; to: number }): void {
    if (to - from > openingMax || this.learned === learnedMax) return
    this.learned++
    const written = wanted(this.sheet.xml.slice(from, to))
    this.openings[place] = { written, style: this.style, type: this.type }
  }

  private openingOfValue(at: number): Wanted | undefined {
    const { sheet } = this
    const openings = this.type === 'inlineStr' ? inlineOpenings : valueOpenings
    return openings.find((opening) => sheet.follows(at, opening))
  }

  private content(at: number): number {
    if (this.type === 's') return this.shared(at)
    return this.type === 'inlineStr' ? this.inlineValue(at) : this.value(at)
  }

  private typeAt(at: number): string {
    const { sheet } = this
    if (sheet.codes[at + 1] === quote) return shortTypes[sheet.codes[at] as number] ?? ''
    const long = sheet.codes[at] === letterI ? inlineType : formulaType
    return sheet.follows(at, long.codes) ? long.type : ''
  }

  private shared(start: number): number {
    const { sheet } = this
    const end = behindDigits(sheet.codes, start)
    const number = numberIn(sheet.codes, { start, end })
    if (number === none || !sheet.follows(end, valueEnd)) return notPlain
    this.add(this.reading.strings.cleanAt(number))
    return end + valueEnd.length
  }

  private inlineValue(start: number): number {
    const { sheet, text } = this
    const value = text.read(sheet, start)
    if (value === undefined || !sheet.follows(text.end, inlineEnd)) return notPlain
    this.add(text.isClean ? value : cleanLine(value))
    return text.end + inlineEnd.length
  }

  private value(start: number): number {
    const { sheet, text } = this
    const value = text.read(sheet, start)
    if (value === undefined || !sheet.follows(text.end, valueEnd)) return notPlain
    const type = this.type === '' ? undefined : this.type
    const shown = cellText({ value, type, style: Math.max(0, this.style) }, this.reading)
    // What it was made into has nothing to clean.
    this.add(shown !== value || text.isClean ? shown : cleanLine(shown))
    return text.end + valueEnd.length
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

/** Behind the tag; what the attributes of a row say, no reader needs. */
function behindAttributes(codes: Codes, start: number): number {
  let at = start
  while (codes[at] === space) {
    const name = at + 1
    at = behindName(codes, name)
    if (at === name || codes[at] !== equals || codes[at + 1] !== quote) return notPlain
    for (at += 2; codes[at] !== quote; at++) {
      if (codes[at] === less || codes[at] === ampersand) return notPlain
    }
    at++
  }
  if (codes[at] === slash) at++
  return codes[at] === greater ? at + 1 : notPlain
}

/** A name of letters, digits, colons and low lines. */
function behindName(codes: Codes, start: number): number {
  for (let at = start; ; at++) {
    const code = codes[at] as number
    const small = code | 0x20
    const isLetter = small >= letterA && small <= letterZ
    if (!isLetter && !(code >= codeOf0 && code <= colon) && code !== lowLine) return at
  }
}

/** By the number of the character. */
const shortTypes = Array.from({ length: 128 }, (_, code) => {
  const type = String.fromCharCode(code)
  return 'snbed'.includes(type) ? type : ''
})
const inlineType = { type: 'inlineStr', codes: wanted('inlineStr') }
const formulaType = { type: 'str', codes: wanted('str') }

/** `AB` → 27. */
function columnIn(codes: Codes, { start, end }: Range): number {
  if (end === start || end > start + columnLettersMax) return none
  let column = 0
  for (let at = start; at < end; at++) column = column * 26 + (codes[at] as number) - codeBeforeA
  return column > sheetColumnsMax ? none : column - 1
}

function numberIn(codes: Codes, { start, end }: Range): number {
  if (end === start || end > start + digitsMax) return none
  let number = 0
  for (let at = start; at < end; at++) number = number * 10 + (codes[at] as number) - codeOf0
  return number
}

type Range = { start: number; end: number }

function behindLetters(codes: Codes, start: number): number {
  for (let at = start; ; at++) {
    const code = codes[at] as number
    if (code <= codeBeforeA || code > codeOfZ) return at
  }
}

function behindDigits(codes: Codes, start: number): number {
  for (let at = start; ; at++) {
    const code = codes[at] as number
    if (code < codeOf0 || code > codeOf9) return at
  }
}
