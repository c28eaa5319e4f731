import { entitiesDecoded } from './xml-entities.ts'

const [space, ampersand, less, tilde] = [0x20, 0x26, 0x3c, 0x7e]

/** Longer texts are looked at as a whole. */
const lookedMax = 16

/** Reads a text up to the next tag; of a short one it is seen on the way whether it is clean. */
export class PlainText {
  /** Where the tag begins. */
  end = 0
  /** Visible characters of ASCII with single spaces between. */
  isClean = false

  /** Undefined for one that does not end here, or has an unusual entity. */
  read(xml: string, start: number): string | undefined {
    const stop = Math.min(xml.length, start + lookedMax)
    let isClean = true
    let last = space
    for (let at = start; at < stop; at++) {
      const code = xml.charCodeAt(at)
      if (code === less)
        return this.ended(xml, { start, end: at, isClean: isClean && last !== space })
      if (code === space) isClean &&= last !== space
      else if (code < space || code > tilde || code === ampersand) isClean = false
      last = code
    }
    return this.ended(xml, { start, end: xml.indexOf('<', stop), isClean: false })
  }

  private ended(xml: string, { start, end, isClean }: Read): string | undefined {
    if (end === -1) return undefined
    this.end = end
    this.isClean = isClean
    const text = xml.slice(start, end)
    return isClean || !text.includes('&') ? text : entitiesDecoded(text)
  }
}

type Read = { start: number; end: number; isClean: boolean }

/**
 * Where a tag stands last in a text. What begins before it can be read without looking beyond the
 * end of the text, which V8 does slowly wherever it happened once.
 */
export class LastTag {
  private readonly tag: string
  private xml = ''
  private at = -1

  constructor(tag: string) {
    this.tag = tag
  }

  in(xml: string): number {
    if (this.xml !== xml) {
      this.xml = xml
      this.at = xml.lastIndexOf(this.tag)
    }
    return this.at
  }
}

/** Whether the text goes on with this. */
export function follows(xml: string, at: number, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++) {
    if (xml.charCodeAt(at + i) !== wanted.charCodeAt(i)) return false
  }
  return true
}

/** Behind the white space that is there, if any. */
export function behindSpace(xml: string, start: number): number {
  let at = start
  for (; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code !== space && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}
