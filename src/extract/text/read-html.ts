import { Parser } from 'htmlparser2'
import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { Found, ReadRequest } from '../formats/reader.ts'
import { blockCharsMax, htmlDepthMax } from '../limits.ts'
import { countTexts } from '../tables/column-names.ts'
import { HeaderRows } from '../tables/header-rows.ts'
import { type Cells, OpenSpans, oneCell, type Span } from '../tables/spanned-cells.ts'
import { OrderedLists } from './ordered-lists.ts'

/** Everything inside these is furniture, machinery, how a word is said, or not text at all. */
const skipped = new Set(
  (
    'script style noscript template svg math canvas iframe object embed nav menu button select ' +
    'textarea datalist dialog audio video map rt rp'
  ).split(' '),
)
const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset ' +
    'figcaption figure footer form header hgroup hr html li main ol p section summary table ' +
    'tbody tfoot thead ul'
  ).split(' '),
)
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const cells = new Set(['td', 'th'])
/** The number of a note, which would be part of the word before it, and the way back from there. */
const noteMarks = /\b(?:noteref|doc-noteref|doc-backlink|backlink)\b/
/** No cell reaches out of these. */
const tableParts = new Set(['table', 'thead', 'tbody', 'tfoot'])
const tableTags = new Set([...tableParts, ...cells, 'tr', 'caption'])

/** A web page as its title, headings, paragraphs, table rows and preformatted text. */
export function readHtml({ source, charset, found }: ReadRequest): Generator<Block> {
  return readPage(decodePieces(source, charset), found)
}

/** Begins as XML, or names the namespace of XHTML in its first tags. */
const xhtml = /^\s*<\?xml\b|\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i
const firstTagsChars = 4_000

/**
 * The same of text that came out of something else: a chapter of a book, an e-mail. In XHTML, which
 * chapters are, `<title/>` is a whole element; elsewhere the title would begin there.
 */
export function* readPage(
  pieces: Iterable<string>,
  found: Found,
  { isXhtml = false } = {},
): Generator<Block> {
  const page = new Page(found)
  let parser: Parser | undefined
  for (const piece of pieces) {
    parser ??= openParser(page, isXhtml || xhtml.test(piece.slice(0, firstTagsChars)))
    parser.write(piece)
    yield* page.take()
  }
  parser?.end()
  page.finish()
  yield* page.take()
}

function openParser(page: Page, isXhtml: boolean): Parser {
  let depth = 0
  return new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > htmlDepthMax) {
          throw new ExtractFailed({ code: 'corrupt', detail: 'nested too deeply' })
        }
        page.open(name, attributes)
      },
      ontext: (text) => page.text(text),
      onclosetag(name) {
        depth--
        page.close(name)
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: isXhtml },
  )
}

/** Collects text between block boundaries. Depth counters instead of recursion: nesting is free. */
class Page {
  private readonly found: Found
  private ready: Block[] = []
  private words: string[] = []
  private length = 0
  private kind: Block['kind'] = 'prose'
  /** The tag that started the part we skip, and how many of its name are open inside. */
  private skipping: { name: string; depth: number } | null = null
  private inHead = false
  private inTitle = false
  private title = ''
  private row: { cells: Cells; own: string[]; names: number } | null = null
  private header = new HeaderRows()
  private inTableHead = false
  /** Tables that are open within a cell that stands under a name. */
  private inner = 0
  private spans = new OpenSpans()
  private span = oneCell
  private articles = 0
  private readonly lists = new OrderedLists()

  constructor(found: Found) {
    this.found = found
  }

  take(): Block[] {
    const out = this.ready
    this.ready = []
    return out
  }

  open(name: string, attributes: Record<string, string>) {
    if (this.skipping) {
      if (name === this.skipping.name) this.skipping.depth++
      return
    }
    if (this.isFurniture(name, attributes)) {
      this.skipping = { name, depth: 1 }
      return
    }
    if (name === 'head') this.inHead = true
    else if (name === 'title') this.inTitle = true
    else if (name === 'br') this.text('\n')
    else if (name === 'img') this.text(` ${attributes.alt ?? ''} `)
    else this.openBlock(name, attributes)
  }

  text(text: string) {
    if (this.skipping) return
    if (this.inTitle) {
      if (this.title.length < 1000) this.title += text
      return
    }
    if (this.inHead) return
    const number = this.lists.before(text)
    if (number !== '') this.words.push(number)
    this.words.push(this.kind === 'code' || text === '\n' ? text : text.replace(/\s+/g, ' '))
    this.length += text.length
    if (this.length > blockCharsMax && !this.row) this.flush()
  }

  close(name: string) {
    if (this.skipping) {
      if (name === this.skipping.name && --this.skipping.depth === 0) this.skipping = null
      return
    }
    this.lists.close(name)
    if (name === 'head') this.inHead = false
    else if (name === 'title') this.closeTitle()
    else if (this.inner > 0 && tableTags.has(name)) this.closeInner(name)
    else if (cells.has(name)) this.closeCell(name)
    else if (name === 'tr') this.closeRow()
    else if (headings.has(name) || name === 'pre' || blocks.has(name)) this.closeBlock(name)
  }

  finish() {
    this.endTable()
    this.flush()
  }

  private flush() {
    const text = this.words.join('')
    this.words = []
    this.length = 0
    if (text.trim() === '') return
    if (this.row) this.addCell(this.row, cleanLine(text))
    else this.ready.push({ kind: this.kind, text })
  }

  private isFurniture(name: string, attributes: Record<string, string>): boolean {
    return (
      skipped.has(name) ||
      (name === 'footer' && this.articles === 0) ||
      attributes.role === 'navigation' ||
      ('hidden' in attributes && attributes.hidden !== 'until-found') ||
      attributes['aria-hidden'] === 'true' ||
      noteMarks.test(`${attributes.role} ${attributes['epub:type']}`) ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
    )
  }

  private openBlock(name: string, attributes: Record<string, string>) {
    const isBlock = blocks.has(name) || headings.has(name) || name === 'pre'
    this.lists.open(name, attributes)
    if (isBlock || name === 'tr' || cells.has(name)) this.inHead = false
    if (this.isInner(name)) {
      if (name === 'table') this.inner++
      this.words.push(' ')
      return
    }
    if (name === 'table') this.endTable()
    if (tableParts.has(name)) this.openPart(name)
    if (name === 'article' || name === 'main') this.articles++
    if (name === 'tr') {
      this.closeRow()
      this.openRow()
    } else if (cells.has(name)) {
      if (this.row) this.flush()
      else this.openRow()
      this.span = spanOf(attributes)
    } else if (isBlock && this.row) this.words.push(' ')
    else if (isBlock) {
      this.flush()
      this.kind = headings.has(name) ? 'heading' : name === 'pre' ? 'code' : 'prose'
    }
  }

  private openRow() {
    this.flush()
    this.row = { cells: [], own: [], names: 0 }
  }

  private openPart(name: string) {
    this.closeRow()
    this.spans = new OpenSpans()
    this.inTableHead = name === 'thead'
  }

  /** A table in a cell is part of its text where the cell has a name; elsewhere it is layout. */
  private isInner(name: string): boolean {
    if (this.inner > 0) return tableTags.has(name)
    return name === 'table' && this.row !== null && this.header.names.length > 0
  }

  private closeInner(name: string) {
    if (name === 'table') this.inner--
    this.words.push(' ')
  }

  private endTable() {
    this.closeRow()
    this.addRecords(this.header.end())
    this.header = new HeaderRows()
  }

  private closeBlock(name: string) {
    if (name === 'table') this.endTable()
    if (name === 'thead') {
      this.closeRow()
      this.inTableHead = false
    }
    if (name === 'article' || name === 'main') this.articles--
    if (this.row) return
    this.flush()
    this.kind = 'prose'
  }

  private closeTitle() {
    this.inTitle = false
    this.found.title ??= cleanLine(this.title) || null
  }

  /** An empty cell keeps its place, so that the others stay under their column. */
  private closeCell(name: string) {
    if (!this.row) return
    const isEmpty = this.words.join('').trim() === ''
    if (isEmpty) this.addCell(this.row, '')
    else this.flush()
    if (name === 'th' && !isEmpty) this.row.names++
  }

  private addCell(row: { cells: Cells; own: string[] }, text: string) {
    this.spans.add(row.cells, { text, ...this.span })
    row.own.push(text)
    this.span = oneCell
  }

  private closeRow() {
    if (!this.row) return
    this.flush()
    const { cells, own, names } = this.row
    this.row = null
    this.spans.endRow(cells)
    const texts = countTexts(own)
    if (texts === 0) return
    const inHead = this.inTableHead && (texts > 1 || (own.length > 1 && this.header.isOpen()))
    if (inHead || (names > 1 && names === texts)) this.addRecords(this.header.add(cells))
    else this.addRecords([this.header.render(cells)])
  }

  private addRecords(texts: string[]) {
    this.ready.push(...texts.map((text) => ({ kind: 'record' as const, text })))
  }
}

/** A cell over zero rows reaches to the end of its part of the table. */
function spanOf({ colspan, rowspan }: Record<string, string>): Span {
  const rows = Number.parseInt(rowspan ?? '1', 10)
  return {
    columns: Number.parseInt(colspan ?? '1', 10) || 1,
    rows: rows === 0 ? 65_534 : rows || 1,
  }
}
