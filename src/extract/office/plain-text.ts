import { entitiesDecoded } from './xml-entities.ts'

const [space, ampersand, less, tilde] = [0x20, 0x26, 0x3c, 0x7e]
/** As long as the longest tag that is looked for, or longer. */
const spareCodes = 64
/** The next piece of a text is often somewhat longer. */
const roomFactor = 1.25
const beyondOneByte = /[\u0100-\uffff]/

/** The characters of a text as numbers, in one byte each where none of them needs two. */
export type Codes = Uint8Array | Uint16Array

/**
 * A text and its characters as numbers: to ask a string for one takes several times as long as to
 * ask an array, and all of them are copied at once.
 */
export class TextCodes {
  xml = ''
  /** Behind the end stands what begins no tag and ends every text, so nothing reads beyond it. */
  codes: Codes = new Uint8Array(spareCodes).fill(less)
  private narrow = new Uint8Array(0)
  private wide = new Uint16Array(0)
  /** Of what is narrow, four at a time from anywhere. */
  private fours = new DataView(this.narrow.buffer)
  private isNarrow = false

  open(xml: string): void {
    if (this.xml === xml) return
    this.xml = xml
    this.isNarrow = !beyondOneByte.test(xml)
    const size = xml.length + spareCodes
    this.codes = this.isNarrow ? this.narrowOf(size) : this.wideOf(size)
    Buffer.from(this.codes.buffer).write(xml, this.isNarrow ? 'latin1' : 'utf16le')
    this.codes.fill(less, xml.length, size)
  }

  private narrowOf(size: number): Uint8Array {
    if (this.narrow.length >= size) return this.narrow
    this.narrow = new Uint8Array(Math.ceil(size * roomFactor))
    this.fours = new DataView(this.narrow.buffer)
    return this.narrow
  }

  private wideOf(size: number): Uint16Array {
    if (this.wide.length < size) this.wide = new Uint16Array(Math.ceil(size * roomFactor))
    return this.wide
  }

  /**
   * Behind the visible characters of ASCII with single spaces between that stand here, or some of
   * them. Four are looked at together, each a byte of a number: to take one from each byte sets the
   * highest bit of one that was zero, so that it was what it is held against (Warren, Hacker's
   * Delight, 6-1), and no sum is ever too long for an integer.
   */
  behindPlain(start: number): number {
    const { fours } = this
    const end = this.isNarrow ? this.xml.length - 4 : -1
    let at = start
    for (let before = 0x80; at <= end; at += 4) {
      const four = fours.getInt32(at, true)
      if ((four & 0x80808080) !== 0) return at
      const signs = ((four ^ 0x3c3c3c3c) - 0x01010101) | ((four ^ 0x26262626) - 0x01010101)
      const controls = (four - 0x20202020) | ((four ^ 0x7f7f7f7f) - 0x01010101)
      if (((signs | controls) & 0x80808080) !== 0) return at
      const spaces = ((four ^ 0x20202020) - 0x01010101) & 0x80808080
      if ((spaces & ((spaces << 8) | before)) !== 0) return at
      before = spaces >>> 24
    }
    return at
  }

  /** Whether the text goes on with this. */
  follows(at: number, { codes, fours }: Wanted): boolean {
    let next = 0
    if (this.isNarrow) {
      for (let i = 0; i < fours.length; i++, next += 4) {
        if (this.fours.getInt32(at + next, true) !== fours[i]) return false
      }
    }
    for (; next < codes.length; next++) if (this.codes[at + next] !== codes[next]) return false
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

/** What is looked for: its characters, and as many as possible four to a number. */
export type Wanted = { codes: readonly number[]; fours: readonly number[]; length: number }

export function wanted(text: string): Wanted {
  const bytes = Buffer.from(text, 'latin1')
  const fours = Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readInt32LE(4 * i))
  return { codes: [...bytes], fours, length: bytes.length }
}

/** Reads a text up to the next tag; on the way it is seen whether it is clean. */
export class PlainText {
  /** Where the tag begins. */
  end = 0
  /** Visible characters of ASCII with single spaces between. */
  isClean = false

  /** Undefined for one that does not end here, or has an unusual entity. */
  read(texts: TextCodes, start: number): string | undefined {
    const { xml, codes } = texts
    let at = texts.behindPlain(start)
    let last = at === start ? space : (codes[at - 1] as number)
    let isClean = true
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
