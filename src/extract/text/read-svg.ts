import { cleanLine } from '../../base/clean-text.ts'
import type { Block } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { type Attributes, walkXml, type XmlEvents } from '../office/xml.ts'

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
