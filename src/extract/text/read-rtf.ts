import iconv from 'iconv-lite'
import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { RichRows } from './rich-rows.ts'

/** Groups that hold no text of the document (Rich Text Format 1.9.1, destinations). */
const destinations = new Set(
  (
    'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator info pict object ' +
    'header headerl headerr headerf footer footerl footerr footerf themedata colorschememapping ' +
    'latentstyles datastore xmlnstbl fldinst revtbl filetbl nonshppict atnid atnauthor ' +
    'annotation xe tc tcn sp shprslt nonesttables'
  ).split(' '),
)
/** Groups for newer readers alone, as their mark says: in them is text, or the end of a row. */
const known = new Set(['shpinst', 'nesttableprops'])
const characters: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emspace: ' ',
  enspace: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
/** The code page of a font's letters by its \fcharset; one not named here has the document's. */
const fontPages: Record<number, string> = {
  77: 'macintosh',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
  254: 'cp437',
  255: 'cp850',
}
const paragraphEnds = new Set([
  'par',
  'sect',
  'page',
  'cell',
  'nestcell',
  'row',
  'nestrow',
  'shptxt',
])
const depthMax = 5_000
const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi

/** A Rich Text document: its paragraphs. Everything else in it is passed over. */
export function* readRtf({ source }: ReadRequest): Generator<Block[]> {
  const text = new RichText()
  for (const [, word, number, hex, symbol, brace, plain] of source
    .whole()
    .toString('latin1')
    .matchAll(token)) {
    if (brace !== undefined) text.brace(brace)
    else if (hex !== undefined) text.byte(Number.parseInt(hex, 16))
    else if (plain !== undefined) text.plain(plain)
    else if (symbol === '\n' || symbol === '\r') yield text.endParagraph('par')
    else if (symbol !== undefined) text.symbol(symbol)
    else if (word !== undefined && paragraphEnds.has(word)) yield text.endParagraph(word)
    else if (word !== undefined) text.word(word, Number(number ?? Number.NaN))
  }
  yield text.end()
}

/** `stand` is how many bytes stand in for a character beyond the code page. */
type Group = {
  isSkipped: boolean
  isHidden: boolean
  isFontTable: boolean
  /** What is said stands in a cell, of one paragraph or several. */
  isInTable: boolean
  isNote: boolean
  stand: number
  font: number
}

class RichText {
  private group: Group = {
    isSkipped: false,
    isHidden: false,
    isFontTable: false,
    isInTable: false,
    isNote: false,
    stand: 1,
    font: Number.NaN,
  }
  private readonly outer: Group[] = []
  private codePage = 'windows-1252'
  private readonly fontPages = new Map<number, string>()
  private firstFont = Number.NaN
  /** The one that the table of fonts is just telling of. */
  private toldFont = Number.NaN
  private words = ''
  /** What waits for its code page: a byte in each character. */
  private bytes = ''
  private toSkip = 0
  private atStart = false
  private readonly rows = new RichRows()
  /** What was said of the paragraph in which a note stands, and the notes that follow it. */
  private around = ''
  private notes: string[] = []

  brace(brace: string) {
    this.decode()
    this.atStart = brace === '{'
    if (brace === '}') {
      const { isNote } = this.group
      this.group = this.outer.pop() ?? this.group
      if (isNote && !this.group.isNote) this.endNote()
    } else {
      if (this.outer.length < depthMax) this.outer.push(this.group)
      this.group = { ...this.group }
    }
  }

  byte(byte: number) {
    if (this.toSkip > 0) this.toSkip--
    else this.addBytes(String.fromCharCode(byte))
  }

  plain(text: string) {
    this.atStart = false
    this.addBytes(text.slice(this.toSkip))
    this.toSkip = Math.max(0, this.toSkip - text.length)
  }

  symbol(symbol: string) {
    if (symbol === '*' && this.atStart) this.group.isSkipped = true
    else if (symbol === '~') this.add('\u00a0')
    else if (symbol === '_') this.add('-')
    else if ('\\{}'.includes(symbol)) this.addBytes(symbol)
    this.atStart = false
  }

  word(word: string, value: number) {
    this.atStart = false
    const character = characters[word]
    if (word === 'fonttbl') this.group.isFontTable = true
    if (destinations.has(word)) this.group.isSkipped = true
    else if (known.has(word)) this.group.isSkipped = this.outer.at(-1)?.isSkipped ?? false
    else if (this.group.isFontTable) this.fontWord(word, value)
    else if (word === 'ansicpg') this.codePage = knownPage(`cp${value}`)
    else if (word === 'deff') {
      this.firstFont = value
      this.useFont(value)
    } else if (word === 'f') this.useFont(value)
    else if (word === 'footnote') this.openNote()
    else if (word === 'pard') this.group.isInTable = false
    else if (word === 'intbl') this.group.isInTable = true
    else if (word === 'trhdr') this.rows.noteNames()
    else if (word === 'v' || word === 'deleted') this.group.isHidden = value !== 0
    else if (word === 'plain') {
      this.useFont(this.firstFont)
      this.group.isHidden = false
    } else if (word === 'uc') this.group.stand = Math.min(Math.max(value || 0, 0), 10)
    else if (word === 'u') {
      this.add(String.fromCharCode(value & 0xffff))
      this.toSkip = this.group.stand
    } else if (character !== undefined) this.add(character)
  }

  endParagraph(word: string): Block[] {
    if (this.group.isSkipped) return []
    if (this.group.isNote || (word === 'par' && this.group.isInTable)) {
      this.add(' ')
      return []
    }
    if (word.endsWith('cell')) {
      this.rows.add(this.takeWords(), { isInner: word === 'nestcell' })
      return []
    }
    const before = this.takeWords()
    const notes = this.notes.splice(0).map(proseOf)
    if (word === 'nestrow') {
      return [proseOf(before), ...this.rows.endInner().map(recordOf), ...notes]
    }
    if (word === 'row') {
      return [...this.rows.endRow().map(recordOf), proseOf(before), ...notes]
    }
    if (before.trim() === '') return notes
    return [...this.rows.endTable().map(recordOf), proseOf(before), ...notes]
  }

  end(): Block[] {
    const said = [this.takeWords(), ...this.notes].map(proseOf)
    return [...this.rows.endRow(), ...this.rows.endTable()].map(recordOf).concat(said)
  }

  /** A mark before it says that older readers pass it over. */
  private openNote() {
    const outer = this.outer.at(-1)
    if (!outer || outer.isSkipped || outer.isNote) return
    this.around = this.takeWords()
    this.group.isSkipped = false
    this.group.isNote = true
  }

  private endNote() {
    this.notes.push(this.takeWords())
    this.words = this.around
  }

  private takeWords(): string {
    this.decode()
    const text = this.words
    this.words = ''
    return text
  }

  /** A code page of its own overrules the font's character set. */
  private fontWord(word: string, value: number) {
    if (word === 'f') this.toldFont = value
    const page = word === 'fcharset' ? fontPages[value] : word === 'cpg' ? `cp${value}` : undefined
    if (page !== undefined) this.fontPages.set(this.toldFont, knownPage(page))
  }

  private useFont(font: number) {
    this.decode()
    this.group.font = font
  }

  private addBytes(bytes: string) {
    if (!this.group.isSkipped && !this.group.isHidden) this.bytes += bytes
  }

  private add(text: string) {
    if (this.group.isSkipped || this.group.isHidden) return
    this.decode()
    this.words += text
  }

  private decode() {
    if (this.bytes === '') return
    const page = this.fontPages.get(this.group.font) ?? this.codePage
    this.words += iconv.decode(Buffer.from(this.bytes, 'latin1'), page)
    this.bytes = ''
  }
}

function proseOf(text: string): Block {
  return { kind: 'prose', text }
}

function recordOf(text: string): Block {
  return { kind: 'record', text }
}

function knownPage(page: string): string {
  return iconv.encodingExists(page) ? page : 'windows-1252'
}
