import { type Ampersands, entitiesDecoded } from './xml-entities.ts'

export type Attributes = {
  get(name: string): string | undefined
  all(): Record<string, string>
}

/** Attributes that were taken apart already. */
export function attributesOf(record: Record<string, string>): Attributes {
  return { get: (name) => record[name], all: () => record }
}

/** Instead of the end of a tag: the text ends before it, or there is what only a parser reads. */
export const [unfinished, unusual] = [-1, -2]

const [quote, apostrophe, slash, equalsSign, greater] = [0x22, 0x27, 0x2f, 0x3d, 0x3e]

/**
 * The attributes of the tag that was read last, taken out of its text when somebody asks: most tags
 * of a document have some, and hardly anybody asks.
 */
export class TagAttributes implements Attributes {
  private xml = ''
  private count = 0
  /** Without entities. */
  private isPlain = true
  /** Of each attribute; they are used again for the next tag. */
  private readonly starts: number[] = []
  private readonly equals: number[] = []
  private readonly ends: number[] = []
  private readonly ampersands: Ampersands

  constructor(ampersands: Ampersands) {
    this.ampersands = ampersands
  }

  /** From behind a tag's name to its `>` or `/>`, over attributes in quotes and nothing else. */
  read(xml: string, start: number): number {
    this.xml = xml
    this.count = 0
    this.isPlain = true
    let at = start
    for (;;) {
      let code = xml.charCodeAt(at)
      while (isSpace(code)) code = xml.charCodeAt(++at)
      if (code === greater) return at
      if (at >= xml.length) return unfinished
      if (code === slash) return endOfClosed(xml, at)
      at = this.readOne(at)
      if (at < 0) return at
    }
  }

  get(name: string): string | undefined {
    const first = name.charCodeAt(0)
    for (let i = 0; i < this.count; i++) {
      const start = this.starts[i] as number
      const isLike = (this.equals[i] as number) - start === name.length
      if (!isLike || this.xml.charCodeAt(start) !== first) continue
      if (this.xml.startsWith(name, start)) return this.valueAt(i)
    }
    return undefined
  }

  all(): Record<string, string> {
    const record: Record<string, string> = {}
    for (let i = 0; i < this.count; i++) {
      const name = this.xml.slice(this.starts[i], this.equals[i])
      if (!Object.hasOwn(record, name)) record[name] = this.valueAt(i)
    }
    return record
  }

  private valueAt(i: number): string {
    const value = this.xml.slice((this.equals[i] as number) + 2, this.ends[i])
    return this.isPlain ? value : (entitiesDecoded(value) ?? value)
  }

  /** Returns where it ends, behind the second quote. */
  private readOne(start: number): number {
    const { xml } = this
    const equals = endOfAttributeName(xml, start)
    if (equals < 0) return equals
    const mark = xml.charCodeAt(equals + 1)
    if (equals === start || (mark !== quote && mark !== apostrophe)) {
      return equals + 1 < xml.length ? unusual : unfinished
    }
    const end = xml.indexOf(mark === quote ? '"' : "'", equals + 2)
    if (end === -1) return unfinished
    if (this.ampersands.areIn(xml, { from: equals, to: end })) {
      if (entitiesDecoded(xml.slice(equals + 2, end)) === undefined) return unusual
      this.isPlain = false
    }
    this.starts[this.count] = start
    this.equals[this.count] = equals
    this.ends[this.count++] = end
    return end + 1
  }
}

function endOfAttributeName(xml: string, start: number): number {
  for (let at = start; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === equalsSign) return at
    if (isEndOfName(code)) return unusual
  }
  return unfinished
}

function endOfClosed(xml: string, at: number): number {
  if (at + 1 === xml.length) return unfinished
  return xml.charCodeAt(at + 1) === greater ? at : unusual
}

export function isEndOfName(code: number): boolean {
  return code === greater || code === slash || isSpace(code)
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b)
}
