import { Ampersands, entitiesDecoded } from './xml-entities.ts'
import { type Attributes, isEndOfName, TagAttributes, unfinished } from './xml-tag.ts'

/** Told in the order of the text; every element that opens closes. */
export type XmlTold = {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/** Elements of one kind, which stand within an element of one path alone. */
export type KnownElements = {
  /** The names of the elements around, outermost first. */
  within: readonly string[]
  /**
   * Reads those that follow from here on. Returns where the first one begins that it cannot read,
   * or is not there as a whole: nothing of that one has been noted.
   */
  read(xml: string, at: number): number
}

/** Why it stopped: the text ends within a tag or before the next one, or goes on unusually. */
type Stop = 'unfinished' | 'unusual'

const [slash, less, greater, question] = [0x2f, 0x3c, 0x3e, 0x3f]

/**
 * Reads the XML that office programs write: tags with attributes in quotes, text between them, the
 * five entities and numbered ones. It stops before whatever else there is.
 */
export class XmlScanner {
  /** Of the elements that are open, outermost first. */
  readonly path: string[] = []
  /** Where it stopped: nothing from there on has been told. */
  at = 0
  private readonly told: XmlTold
  private readonly known: KnownElements | undefined
  private readonly ampersands = new Ampersands()
  private readonly attributes = new TagAttributes(this.ampersands)

  constructor(told: XmlTold, known?: KnownElements) {
    this.told = told
    this.known = known
  }

  scan(xml: string): Stop {
    this.at = 0
    this.ampersands.restart()
    while (this.at < xml.length) {
      const stop = xml.charCodeAt(this.at) === less ? this.tag(xml) : this.textBefore(xml)
      if (stop) return stop
    }
    return 'unfinished'
  }

  /** The text ends here: what is still open closes. */
  end(): void {
    while (this.path.length > 0) this.told.close(this.path.pop() as string)
  }

  private textBefore(xml: string): Stop | undefined {
    const tag = xml.indexOf('<', this.at)
    if (tag === -1) return 'unfinished'
    const range = { from: this.at, to: tag }
    const written = xml.slice(this.at, tag)
    const text = this.ampersands.areIn(xml, range) ? entitiesDecoded(written) : written
    if (text === undefined) return 'unusual'
    this.at = tag
    this.told.text(text)
    return undefined
  }

  private tag(xml: string): Stop | undefined {
    const code = xml.charCodeAt(this.at + 1)
    if (code === slash) return this.closingTag(xml)
    if (code === question) return this.instruction(xml)
    return this.known && this.skipsKnown(this.known, xml) ? undefined : this.openingTag(xml)
  }

  private skipsKnown(known: KnownElements, xml: string): boolean {
    const { path, at } = this
    const { within } = known
    if (path.length !== within.length || !within.every((name, i) => path[i] === name)) return false
    this.at = known.read(xml, at)
    return this.at > at
  }

  private instruction(xml: string): Stop | undefined {
    const end = xml.indexOf('?>', this.at + 2)
    if (end === -1) return 'unfinished'
    this.at = end + 2
    return undefined
  }

  private closingTag(xml: string): Stop | undefined {
    const name = this.path.at(-1)
    if (name === undefined) return 'unusual'
    const end = this.at + 2 + name.length
    if (xml.charCodeAt(end) !== greater || !xml.startsWith(name, this.at + 2)) {
      return end < xml.length ? 'unusual' : 'unfinished'
    }
    this.path.pop()
    this.at = end + 1
    this.told.close(name)
    return undefined
  }

  private openingTag(xml: string): Stop | undefined {
    const start = this.at + 1
    const nameEnd = endOfName(xml, start)
    if (nameEnd === xml.length) return 'unfinished'
    if (nameEnd === start || !isLetter(xml.charCodeAt(start))) return 'unusual'
    const end = this.attributes.read(xml, nameEnd)
    if (end < 0) return end === unfinished ? 'unfinished' : 'unusual'
    const isClosed = xml.charCodeAt(end) === slash
    const name = nameAt(xml, { start, end: nameEnd })
    this.at = end + (isClosed ? 2 : 1)
    this.path.push(name)
    this.told.open(name, this.attributes)
    if (!isClosed) return undefined
    this.path.pop()
    this.told.close(name)
    return undefined
  }
}

const nameLengthMax = 64
/** The same few names come again and again: the last one of each slot. */
const names: string[] = new Array(256).fill('')

/** One string for all elements of a name is made once, and compared fast. */
function nameAt(xml: string, { start, end }: { start: number; end: number }): string {
  const ends = xml.charCodeAt(start) * 31 + xml.charCodeAt(end - 1) * 7
  const slot = (ends + end - start) % names.length
  const known = names[slot] as string
  if (known.length === end - start && xml.startsWith(known, start)) return known
  // As a key, so that it is the very string that names are compared with.
  const [name = ''] = Object.keys({ [xml.slice(start, end)]: true })
  if (name.length <= nameLengthMax) names[slot] = name
  return name
}

function endOfName(xml: string, start: number): number {
  for (let at = start; at < xml.length; at++) if (isEndOfName(xml.charCodeAt(at))) return at
  return xml.length
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
}
