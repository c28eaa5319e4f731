import iconv from 'iconv-lite'
import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'

/** Groups that hold no text of the document (Rich Text Format 1.9.1, destinations). */
const destinations = new Set(
  (
    'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator info pict object ' +
    'header headerl headerr headerf footer footerl footerr footerf themedata colorschememapping ' +
    'latentstyles datastore xmlnstbl fldinst revtbl filetbl nonshppict atnid atnauthor annotation'
  ).split(' '),
)
const characters: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emspace: ' ',
  enspace: ' ',
  cell: '; ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
const paragraphEnds = new Set(['par', 'sect', 'page', 'row'])
const depthMax = 5_000
const token =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi

/** A Rich Text document: its paragraphs. Everything else in it is passed over. */
export function* readRtf({ source }: ReadRequest): Generator<Block> {
  const text = new RichText()
  for (const [, word, number, hex, symbol, brace, plain] of source
    .whole()
    .toString('latin1')
    .matchAll(token)) {
    if (brace !== undefined) text.brace(brace)
    else if (hex !== undefined) text.byte(Number.parseInt(hex, 16))
    else if (plain !== undefined) text.plain(plain)
    else if (symbol !== undefined) text.symbol(symbol)
    else if (word !== undefined && paragraphEnds.has(word)) yield text.endParagraph(word)
    else if (word !== undefined) text.word(word, Number(number ?? Number.NaN))
  }
  yield text.endParagraph('par')
}

/** `stand` is how many bytes stand in for a character beyond the code page. */
type Group = { isSkipped: boolean; stand: number }

class RichText {
  private group: Group = { isSkipped: false, stand: 1 }
  private readonly outer: Group[] = []
  private codePage = 'windows-1252'
  private words = ''
  private bytes: number[] = []
  private toSkip = 0
  private atStart = false

  brace(brace: string) {
    this.atStart = brace === '{'
    if (brace === '}') this.group = this.outer.pop() ?? this.group
    else {
      if (this.outer.length < depthMax) this.outer.push(this.group)
      this.group = { ...this.group }
    }
  }

  byte(byte: number) {
    if (this.toSkip > 0) this.toSkip--
    else if (!this.group.isSkipped) this.bytes.push(byte)
  }

  plain(text: string) {
    this.atStart = false
    this.add(text.slice(this.toSkip))
    this.toSkip = Math.max(0, this.toSkip - text.length)
  }

  symbol(symbol: string) {
    if (symbol === '*' && this.atStart) this.group.isSkipped = true
    else if (symbol === '~') this.add('\u00a0')
    else if (symbol === '_') this.add('-')
    else if ('\\{}'.includes(symbol)) this.add(symbol)
    this.atStart = false
  }

  word(word: string, value: number) {
    this.atStart = false
    const character = characters[word]
    if (destinations.has(word)) this.group.isSkipped = true
    else if (word === 'ansicpg') this.codePage = knownPage(value)
    else if (word === 'uc') this.group.stand = Math.min(Math.max(value || 0, 0), 10)
    else if (word === 'u') {
      this.add(String.fromCharCode(value & 0xffff))
      this.toSkip = this.group.stand
    } else if (character !== undefined) this.add(character)
  }

  endParagraph(word: string): Block {
    if (this.group.isSkipped) return { kind: 'prose', text: '' }
    this.add('')
    const text = this.words
    this.words = ''
    return { kind: word === 'row' ? 'record' : 'prose', text }
  }

  private add(text: string) {
    if (this.group.isSkipped) return
    if (this.bytes.length > 0) this.words += iconv.decode(Buffer.from(this.bytes), this.codePage)
    this.bytes = []
    this.words += text
  }
}

function knownPage(number: number): string {
  const name = `windows-${number}`
  return iconv.encodingExists(name) ? name : 'windows-1252'
}
