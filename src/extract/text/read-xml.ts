import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { blockCharsMax } from '../limits.ts'
import { type Attributes, walkXml, type XmlEvents } from '../office/xml.ts'
import { HeaderRows } from '../tables/header-rows.ts'
import { withoutBase64 } from './base64.ts'
import { flowingNames } from './flowing-names.ts'
import { isLaidOut } from './layout.ts'
import { blocksOfMarkup, cutOfMarkup, isMarkup } from './markup-in-text.ts'
import { flowOf } from './xml-flow.ts'
import { nodeOf, type XmlNode } from './xml-node.ts'

/** So much of an element is held until it shows whether words stand beside its children. */
const heldChars = blockCharsMax / 2
const titleCharsMax = 120
/** Of XHTML and of CALS, whose tables others use as well. */
const tables = /^(?:table|tgroup)$/
const cells = /^(?:t[dh]|entry)$/
const label = /^(?=.*\d)[\p{L}\d.() ]{1,12}$/u
/** A longer value is a text of its own, and no field. */
const fieldCharsMax = 900

/**
 * Any XML. An element that holds words beside other elements is a paragraph, and the words of those
 * within it are words of it; so is an element of the same name without any within. Other elements
 * that hold text are fields of the element around them, which becomes a record (`name: value; …`),
 * or a heading where it is a single one before paragraphs.
 */
export async function* readXmlFile({ source, charset }: ReadRequest): AsyncGenerator<Block[]> {
  const pieces = decodePieces(source, charset)
  const first = pieces.next().value ?? ''
  const tree = new XmlText(await flowingNames(first))
  const events: XmlEvents = {
    allowDoctype: true,
    open: (name, attributes) => tree.open(name, attributes),
    close: () => tree.close(),
    text: (text) => tree.text(text),
  }
  yield* walkXml(chain(first, pieces), { ...events, take: () => tree.take() })
}

function* chain(first: string, rest: Iterable<string>): Generator<string> {
  yield first
  yield* rest
}

class XmlText {
  private ready: Block[] = []
  private readonly paragraphs: ReadonlySet<string>
  /** The elements that are open, each within the one before it. */
  private readonly path: XmlNode[] = []
  /** Those that are being told, whose fields come before a paragraph in them. */
  private around: XmlNode[] = []
  private header = new HeaderRows()

  constructor(paragraphs: ReadonlySet<string>) {
    this.paragraphs = paragraphs
  }

  take(): Block[] {
    return this.ready.splice(0)
  }

  open(name: string, attributes: Attributes) {
    const node = nodeOf(name)
    for (const [key, value] of Object.entries(attributes)) {
      const isMachinery = /^xmlns|^xsi:/.test(key)
      if (!isMachinery) this.addField(node, { name: key, value, isAttribute: true })
    }
    this.path.push(node)
  }

  text(text: string) {
    const node = this.path.at(-1)
    if (!node || node.isBytes) return
    if (typeof node.content.at(-1) === 'string') node.content[node.content.length - 1] += text
    else node.content.push(text)
    node.hasText ||= text.trim() !== ''
    node.length += text.length
    if (node.length > blockCharsMax) this.tellHeld()
  }

  close() {
    const node = this.path.pop()
    if (!node) return
    const parent = this.path.at(-1)
    if (!parent) return this.tell(node)
    parent.children++
    parent.content.push(node)
    parent.length += node.length + node.fieldChars + 1
    if (parent.length > (parent.hasText ? blockCharsMax : heldChars)) this.tellHeld()
  }

  /** What open elements hold, from the outermost inwards. */
  private tellHeld() {
    for (const node of this.path) {
      const before = this.ready.length
      const held = node.content.length > 0
      this.tellContent(node)
      // Bytes as letters: so are all that follow in it.
      if (held && node.children === 0 && this.ready.length === before) node.isBytes = true
      const { rest = '' } = node
      node.content = rest === '' ? [] : [rest]
      node.length = rest.length
      node.rest = ''
      this.around.push(node)
    }
    this.around = []
  }

  private tell(node: XmlNode) {
    this.tellContent(node)
    if (!node.isBytes) this.endRecord(node)
    if (!tables.test(node.name)) return
    for (const text of this.header.end()) this.ready.push({ kind: 'record', text })
    this.header = new HeaderRows()
  }

  private tellContent(node: XmlNode) {
    this.around.push(node)
    if (isRow(node)) this.tellRow(node)
    else if (isPage(node)) this.tellPage(node)
    else if (this.isParagraph(node)) this.tellFlow(node)
    else if (node.children === 0) this.tellLeaf(node)
    else this.tellChildren(node)
    this.around.pop()
  }

  private tellRow(node: XmlNode) {
    const cells = node.content.filter((part) => typeof part !== 'string')
    const texts = cells.map((cell) => cleanLine(textOf(cell)))
    const isHead = this.around.at(-2)?.name === 'thead' || cells.every(({ name }) => name === 'th')
    const records = isHead ? this.header.add(texts) : [this.header.render(texts)]
    for (const text of records) this.ready.push({ kind: 'record', text })
  }

  private isParagraph(node: XmlNode): boolean {
    if (node.hasText && node.children > 0) return true
    return this.paragraphs.has(node.name) && node.content.length > 0
  }

  private tellFlow(node: XmlNode) {
    const attributes = node.fields.filter(isSaid)
    node.fields = []
    for (const part of flowOf(node)) {
      if (typeof part === 'string') this.addProse(part)
      else this.tell(part)
    }
    node.fields = attributes
  }

  private tellPage(node: XmlNode) {
    const text = wordsOf(node)
    const isOpen = this.path.includes(node)
    const end = isOpen ? cutOfMarkup(text, { restMax: heldChars }) : text.length
    node.rest = text.slice(end)
    node.fields = node.fields.filter(isSaid)
    this.addBlocks(blocksOfMarkup(text.slice(0, end)))
  }

  private addBlocks(blocks: readonly Block[]) {
    if (blocks.length === 0) return
    this.endFields()
    this.ready.push(...blocks)
  }

  private tellLeaf(node: XmlNode) {
    const value = fieldText(node)
    if (value === '') {
      node.isBytes = node.hasText
    } else if (value.length > fieldCharsMax || isCode(textOf(node))) this.addProse(textOf(node))
    else this.addField(node, { name: node.name, value, isAttribute: false })
  }

  private tellChildren(node: XmlNode) {
    const children = node.content.filter((part) => typeof part !== 'string')
    for (const [i, child] of children.entries()) {
      const isPlain = child.children === 0 && child.fields.length === 0
      const isField = isPlain && !this.isParagraph(child) && !isCode(textOf(child))
      const page = isPage(child) ? blocksOfMarkup(wordsOf(child)) : undefined
      const isLine = page !== undefined && page.length < 2 && child.fields.length === 0
      const value = isLine ? cleanLine(page[0]?.text ?? '') : isField ? fieldText(child) : ''
      if ((isLine || (isField && !page)) && value.length <= fieldCharsMax) {
        this.addField(node, { name: child.name, value, isAttribute: false })
      } else if (i === 0 && children.length > 1 && this.isTitle(child)) {
        this.addTitle(cleanLine(flowOf(child).join('')))
      } else this.tell(child)
    }
  }

  private isTitle(child: XmlNode): boolean {
    if (!this.isParagraph(child) || child.length > 2 * titleCharsMax) return false
    const parts = flowOf(child)
    const text = typeof parts[0] === 'string' && parts.length === 1 ? cleanLine(parts[0]) : ''
    return text !== '' && text.length <= titleCharsMax && !/[.,:;!?…]$/.test(text)
  }

  private addTitle(text: string) {
    this.endFields()
    this.ready.push({ kind: 'heading', text })
  }

  private addProse(flow: string) {
    const kind = isCode(flow) ? 'code' : 'prose'
    const text = kind === 'code' ? flow : cleanLine(withoutBase64(flow))
    if (text === '') return
    this.endFields()
    this.ready.push({ kind, text })
  }

  /** A title comes before what it is the title of. */
  private endFields() {
    for (const node of this.around) {
      if (node.fields.length === 0) continue
      const own = node.fields.filter(({ isAttribute }) => !isAttribute)
      const title = own.map(({ value }) => value).join(' ')
      const isLabelled = own.length === 2 && label.test(own[0]?.value ?? '')
      const isTitle = own.length === 1 || isLabelled
      if (isTitle && title.length <= titleCharsMax) {
        node.fields = []
        this.ready.push({ kind: /\p{L}{2}/u.test(title) ? 'heading' : 'prose', text: title })
      } else this.endRecord(node)
    }
  }

  private addField(node: XmlNode, field: XmlNode['fields'][number]) {
    const value = cleanLine(field.value)
    if (value === '') return
    const { name, isAttribute } = field
    node.fields.push({ name, value, isAttribute })
    node.fieldChars += name.length + value.length
    if (node.fieldChars > heldChars) this.endRecord(node)
  }

  private endRecord(node: XmlNode) {
    // What only names an element for others says nothing of what is in it.
    const isMark = node.children > 0 && node.fields.every(({ name }) => /^(?:xml:)?id$/.test(name))
    const fields = isMark ? [] : node.fields.map(({ name, value }) => `${name}: ${value}`)
    if (fields.length > 0) this.ready.push({ kind: 'record', text: fields.join('; ') })
    node.fields = []
    node.fieldChars = 0
  }
}

/** Lines that are indented in different ways; those of paragraphs are as their element is. */
function isCode(text: string): boolean {
  return text.includes('\n') && isLaidOut(text.replace(/^\s*\n/, '').split('\n'))
}

/** Attributes of a paragraph of one word are for programs. */
function isSaid({ value }: { value: string }): boolean {
  return /\p{L}\s+\p{L}/u.test(value)
}

/** It holds nothing but a page as a text, as the entries of news feeds do. */
function isPage(node: XmlNode): boolean {
  return node.children === 0 && node.hasText && isMarkup(wordsOf(node))
}

function wordsOf({ content }: XmlNode): string {
  return content.filter((part) => typeof part === 'string').join('')
}

/** Cells and nothing else. */
function isRow({ hasText, children, content }: XmlNode): boolean {
  if (hasText || children === 0) return false
  return content.every((part) => typeof part === 'string' || cells.test(part.name))
}

function textOf(part: string | XmlNode): string {
  return typeof part === 'string' ? part : textOf(flowOf(part).map(textOf).join(' '))
}

function fieldText(node: XmlNode): string {
  return cleanLine(withoutBase64(wordsOf(node)))
}
