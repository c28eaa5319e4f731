import { depthMax } from './plain-limits.ts'
import { unplain } from './unplain.ts'

/** The objects of a PDF: ISO 32000-1, 7.3. A string is its bytes, one a character. */
export class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export class Ref {
  readonly id: number
  readonly generation: number
  constructor(at: { id: number; generation: number }) {
    this.id = at.id
    this.generation = at.generation
  }
}
export class Stream {
  readonly dict: Dict
  readonly raw: Buffer
  constructor(dict: Dict, raw: Buffer) {
    this.dict = dict
    this.raw = raw
  }
}
export type Dict = Map<string, Value>
export type Value = number | boolean | null | string | Name | Ref | Stream | Dict | Value[]

/** White space and delimiters: 7.2.2. Everything else is a regular character. */
export const isSpace = tableOf('\0\t\n\f\r ')
export const isDelimiter = tableOf('()<>[]{}/%')
export const endsWord = tableOf('\0\t\n\f\r ()<>[]{}/%')

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(257)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

/** Bytes of strings, one after the other. */
export type Room = { bytes: Uint8Array; size: number }

export function openRoom(bytes: number): Room {
  return { bytes: new Uint8Array(bytes), size: 0 }
}

export function put(room: Room, byte: number): void {
  if (room.size === room.bytes.length) {
    const larger = new Uint8Array(2 * room.size)
    larger.set(room.bytes)
    room.bytes = larger
  }
  room.bytes[room.size++] = byte
}

const escapes: Record<number, number> = {
  110: 0x0a,
  114: 0x0d,
  116: 0x09,
  98: 0x08,
  102: 0x0c,
  40: 0x28,
  41: 0x29,
  92: 0x5c,
}

/** A string in parentheses whose first byte is at `at`: 7.3.4.2. Returns where it ends. */
export function readLiteral(bytes: Uint8Array, at: number, into: Room): number {
  let open = 1
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === 0x29 && --open === 0) return i + 1
    if (byte === 0x5c) {
      i = readEscape(bytes, i + 1, into)
      continue
    }
    if (byte === 0x28) open++
    put(into, byte)
  }
  return unplain('string without an end')
}

function readEscape(bytes: Uint8Array, at: number, into: Room): number {
  const byte = bytes[at] as number
  const plain = escapes[byte]
  if (plain !== undefined) {
    put(into, plain)
    return at
  }
  if (byte === 0x0a) return at
  if (byte === 0x0d) return bytes[at + 1] === 0x0a ? at + 1 : at
  if (byte < 0x30 || byte > 0x37) {
    // The backslash is passed over.
    put(into, byte)
    return at
  }
  let end = at
  let value = 0
  while (end < at + 3 && (bytes[end] as number) >= 0x30 && (bytes[end] as number) <= 0x37) {
    value = value * 8 + (bytes[end++] as number) - 0x30
  }
  if (value > 255) unplain('octal overflow')
  put(into, value)
  return end - 1
}

const hexDigits = new Int8Array(257).fill(-1)
for (let i = 0; i < 16; i++) {
  const digit = i.toString(16)
  hexDigits[digit.charCodeAt(0)] = i
  hexDigits[digit.toUpperCase().charCodeAt(0)] = i
}

/** A string in hexadecimal: 7.3.4.3. */
export function readHex(bytes: Uint8Array, at: number, into: Room): number {
  let i = at
  for (;;) {
    const high = hexDigits[bytes[i] ?? 256] as number
    if (high < 0) {
      if (bytes[i] === 0x3e) return i + 1
      if (isSpace[bytes[i] ?? 256] !== 1) unplain('hexadecimal string')
      i++
      continue
    }
    const low = hexDigits[bytes[i + 1] ?? 256] as number
    // Half a byte, or a line end within it.
    if (low < 0) unplain('odd hexadecimal string')
    put(into, high * 16 + low)
    i += 2
  }
}

/** Where what is neither white space nor a comment goes on. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let i = at
  for (;;) {
    while (isSpace[bytes[i] ?? 256] === 1) i++
    if (bytes[i] !== 0x25) return i
    while (i < bytes.length && bytes[i] !== 0x0a && bytes[i] !== 0x0d) i++
  }
}

/** Reads objects one after the other. */
export class ObjectReader {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  skip(): number {
    this.at = skipSpace(this.bytes, this.at)
    return this.bytes[this.at] ?? unplain('end of file')
  }

  word(): string {
    this.skip()
    const from = this.at
    while (this.at < this.bytes.length && endsWord[this.bytes[this.at] as number] !== 1) this.at++
    return this.bytes.toString('latin1', from, this.at)
  }

  expect(word: string): void {
    if (this.word() !== word) unplain(`no ${word}`)
  }

  integer(): number {
    const word = this.word()
    return /^\d{1,10}$/.test(word) ? Number(word) : unplain('no whole number')
  }

  dict(): Dict {
    const value = this.value()
    return value instanceof Map ? value : unplain('no dictionary')
  }

  value(depth = 0): Value {
    if (depth > depthMax) unplain('too deep')
    const byte = this.skip()
    if (byte === 0x2f) return this.name()
    if (byte === 0x5b) return this.array(depth)
    if (byte === 0x28) return this.text(readLiteral, 1)
    if (byte === 0x3c) {
      return this.bytes[this.at + 1] === 0x3c ? this.members(depth) : this.text(readHex, 1)
    }
    return this.wordValue()
  }

  private text(read: typeof readHex, skipped: number): string {
    const room = openRoom(64)
    this.at = read(this.bytes, this.at + skipped, room)
    return Buffer.from(room.bytes.buffer, 0, room.size).toString('latin1')
  }

  private name(): Name {
    this.at++
    const from = this.at
    while (this.at < this.bytes.length && endsWord[this.bytes[this.at] as number] !== 1) this.at++
    return new Name(nameOf(this.bytes.toString('latin1', from, this.at)))
  }

  private array(depth: number): Value[] {
    this.at++
    const values: Value[] = []
    while (this.skip() !== 0x5d) values.push(this.value(depth + 1))
    this.at++
    return values
  }

  private members(depth: number): Dict {
    this.at += 2
    const members: Dict = new Map()
    while (this.skip() !== 0x3e) {
      const key = this.value(depth + 1)
      if (!(key instanceof Name)) return unplain('key that is no name')
      if (members.has(key.text)) unplain('key twice')
      members.set(key.text, this.value(depth + 1))
    }
    if (this.bytes[this.at + 1] !== 0x3e) unplain('dictionary without an end')
    this.at += 2
    return members
  }

  private wordValue(): Value {
    const word = this.word()
    if (/^[+-]?(?:\d{1,12}\.?\d{0,12}|\.\d{1,12})$/.test(word)) {
      return /^\d+$/.test(word) ? this.refOr(Number(word)) : Number(word)
    }
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : unplain('unknown word')
  }

  /** A whole number may be the first part of a reference: 7.3.10. */
  private refOr(id: number): Value {
    const { at, bytes } = this
    let i = at
    while (isSpace[bytes[i] ?? 256] === 1) i++
    const from = i
    while (isDigit(bytes[i])) i++
    if (i === from || i > from + 5) return id
    const end = i
    while (isSpace[bytes[i] ?? 256] === 1) i++
    if (bytes[i] !== 0x52 || i === end || endsWord[bytes[i + 1] ?? 0x20] !== 1) return id
    this.at = i + 1
    return new Ref({ id, generation: Number(bytes.toString('latin1', from, end)) })
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

export function nameOf(raw: string): string {
  if (!raw.includes('#')) return raw
  return raw.replace(/#([0-9A-Fa-f]{2})?/g, (_, hex?: string) =>
    hex === undefined ? unplain('name') : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
