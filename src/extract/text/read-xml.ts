import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { blockCharsMax } from '../limits.ts'
import { type Attributes, walkXml, type XmlEvents } from '../office/xml.ts'

/**
 * Any XML: elements that hold text and nothing else are fields of the element around them, which
 * becomes a record (`name: value; …`); text between elements is prose.
 */
export async function* readXmlFile({ source, charset }: ReadRequest): AsyncGenerator<Block[]> {
  const tree = new Records()
  const events: XmlEvents = {
    allowDoctype: true,
    open: (name, attributes) => tree.open(name, attributes),
    close: () => tree.close(),
    text: (text) => tree.text(text),
  }
  yield* walkXml(decodePieces(source, charset), { ...events, take: () => tree.take() })
}

/** The words of a drawing: its title, description and texts. */
export async function* readSvg({ source, charset, found }: ReadRequest): AsyncGenerator<Block[]> {
  const wanted = new Set(['title', 'desc', 'text', 'foreignObject'])
  const ready: Block[] = []
  let depth = 0
  let words = ''
  let line = ''
  /** Inside a choice: whether its page was read, of which the rest only shows the beginning. */
  let choice: { isMade: boolean } | undefined
  let silent = 0
  const events: XmlEvents = {
    allowDoctype: true,
    open(name, attributes) {
      if (name === 'switch') choice = { isMade: false }
      if (depth === 0 && (choice?.isMade || !wanted.has(name))) return
      depth++
      if (name === 'style' || name === 'script') silent++
      if (blocks.test(name) || startsLine({ name, attributes, line })) words += ' '
      line = attributes.y ?? line
    },
    close(name) {
      if (name === 'switch') choice = undefined
      if (depth === 0) return
      if (name === 'style' || name === 'script') silent--
      if (--depth > 0) return
      const text = cleanLine(words)
      words = ''
      if (text !== '') ready.push({ kind: 'prose', text })
      if (choice && name === 'foreignObject') choice.isMade = text !== ''
      if (name === 'title') found.title ??= text || null
    },
    text(text) {
      if (depth > 0 && silent === 0) words += text
    },
  }
  yield* walkXml(decodePieces(source, charset), { ...events, take: () => ready.splice(0) })
}

/** Of a page inside a drawing. */
const blocks = /^(?:div|p|br|li|h[1-6]|tr|t[dh])$/

/** A piece that is set further down, and not one that is only moved a little. */
function startsLine(piece: { name: string; attributes: Attributes; line: string }): boolean {
  const { name, attributes, line } = piece
  if (name !== 'tspan') return false
  const { x, y, dy } = attributes
  return y !== undefined ? y !== line : x !== undefined && Number.parseFloat(dy ?? '') > 0
}

type Element = {
  name: string
  fields: string[]
  length: number
  /** How many fields come first that are its own and no children's. */
  own: number
  text: string
  /** What its text is if what it has as fields are the words of a sentence. */
  inline: string
  children: number
}

class Records {
  private ready: Block[] = []
  private readonly path: Element[] = []

  take(): Block[] {
    return this.ready.splice(0)
  }

  open(name: string, attributes: Attributes) {
    const parent = this.path.at(-1)
    if (parent) parent.children++
    const element = { name, fields: [], length: 0, own: 0, text: '', inline: '', children: 0 }
    this.path.push(element)
    for (const [key, value] of Object.entries(attributes)) {
      if (!/^xmlns|^xsi:/.test(key)) this.addField(element, { name: key, value })
    }
    element.own = element.fields.length
  }

  text(text: string) {
    const element = this.path.at(-1)
    if (!element) return
    const isSentence = element.text.trim() === '' && text.trim() !== ''
    if (isSentence && element.fields.length > element.own) {
      element.fields.length = element.own
      element.text = element.inline
    }
    element.text += text
    element.inline += text
    if (element.text.length > blockCharsMax) this.endProse(element)
  }

  close() {
    const element = this.path.pop()
    if (!element) return
    const parent = this.path.at(-1)
    const value = cleanLine(element.text)
    const isField = element.children === 0 && element.fields.length === 0
    if (isField && parent) {
      // Within a sentence it is a word of it.
      if (parent.text.trim() !== '') parent.text += element.text
      else {
        parent.inline += element.text
        this.addField(parent, { name: element.name, value })
      }
      return
    }
    if (parent) this.endProse(parent)
    if (value !== '' && element.children === 0) {
      this.addField(element, { name: element.name, value })
    } else this.endProse(element)
    this.endRecord(element)
  }

  private addField(element: Element, { name, value }: { name: string; value: string }) {
    if (value === '') return
    element.fields.push(`${name}: ${value}`)
    element.length += name.length + value.length
    if (element.length > blockCharsMax / 2) this.endRecord(element)
  }

  private endRecord(element: Element) {
    if (element.fields.length > 0) {
      this.ready.push({ kind: 'record', text: element.fields.join('; ') })
    }
    element.fields = []
    element.length = 0
    element.own = 0
    element.inline = ''
  }

  private endProse(element: Element) {
    const text = cleanLine(element.text)
    element.text = ''
    element.inline = ''
    if (text === '') return
    // A title comes before what it is the title of.
    for (const around of this.path) if (around !== element) this.endRecord(around)
    this.ready.push({ kind: 'prose', text })
  }
}
