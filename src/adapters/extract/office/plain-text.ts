import { entitiesDecoded } from './xml-entities.ts'

const [space, ampersand, less, tilde] = [0x20, 0x26, 0x3c, 0x7e]
/** As long as the longest tag that is looked for, or longer. */
const spareCodes = 32
/** The next piece of a text is often somewhat longer. */
const roomFactor = 1.25

/**
 * A text and its characters as numbers: to ask a string for one takes several times as long as to
 * ask an array, and all of them are copied at once.
 */
export class TextCodes {
  xml = ''
  /** Behind the end stands what begins no tag and ends every text, so nothing reads beyond it. */
  codes = new Uint16Array(0)

  open(xml: string): void {
    if (this.xml === xml) return
    this.xml = xml
    const size = xml.length + spareCodes
    if (this.codes.length < size) this.codes = new Uint16Array(Math.ceil(size * roomFactor))
    Buffer.from(this.codes.buffer).write(xml, 'utf16le')
    this.codes.fill(less, xml.length, size)
  }

  /** Whether the text goes on with this. */
  follows(at: number, wanted: readonly number[]): boolean {
    for (let i = 0; i < wanted.length; i++) if (this.codes[at + i] !== wanted[i]) return false
    return true
  }

  /** Behind the white space that is there, if any. */
  behindSpace(start: number): number {
    for (let at = start; ; at++) {
      const code = this.codes[at]
      if (code !== space && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    }
  }
}

export function codesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}

/** Reads a text up to the next tag; on the way it is seen whether it is clean. */
export class PlainText {
  /** Where the tag begins. */
  end = 0
  /** Visible characters of ASCII with single spaces between. */
  isClean = false

  /** Undefined for one that does not end here, or has an unusual entity. */
  read({ xml, codes }: TextCodes, start: number): string | undefined {
    let [at, last, isClean] = [start, space, true]
    for (let code = codes[at] as number; code !== less; code = codes[++at] as number) {
      if (code === space) isClean &&= last !== space
      else if (code < space || code > tilde || code === ampersand) isClean = false
      last = code
    }
    if (at >= xml.length) return undefined
    this.end = at
    this.isClean = isClean && last !== space
    const text = xml.slice(start, at)
    return this.isClean || !text.includes('&') ? text : entitiesDecoded(text)
  }
}
