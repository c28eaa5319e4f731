import type { PlainFile } from './file.ts'
import { type Dict, Name, Stream } from './objects.ts'

/** A TrueType font with a table of characters gives them the names of its dictionary. */
export type FontKind = 'Type1' | 'TrueType' | 'TrueType with characters' | 'unusual'

/**
 * Whether the program of an embedded font is of the kind that its dictionary says, and upright:
 * ISO 32000-1, 9.9. What it draws is not looked at, only that its glyphs have the usual scale.
 */
export function kindOfFont(file: PlainFile, descriptor: Dict): FontKind {
  const one = file.look(descriptor.get('FontFile'))
  if (one instanceof Stream) return isUsualType1(file.unfold(one)) ? 'Type1' : 'unusual'
  const two = file.look(descriptor.get('FontFile2'))
  if (two instanceof Stream) return kindOfTrueType(file.unfold(two))
  const three = file.look(descriptor.get('FontFile3'))
  if (!(three instanceof Stream)) return 'unusual'
  const subtype = file.look(three.dict.get('Subtype'))
  if (!(subtype instanceof Name) || subtype.text !== 'Type1C') return 'unusual'
  return isUsualCompact(file.unfold(three)) ? 'Type1' : 'unusual'
}

const headBytes = 8_192

/** Type 1: the part in clear says how glyphs are scaled. */
function isUsualType1(bytes: Buffer): boolean {
  const head = bytes.subarray(0, headBytes).toString('latin1')
  if (!head.startsWith('%!') || !head.includes('eexec')) return false
  const matrix = /\/FontMatrix\s*\[([^\]]*)\]/.exec(head)?.[1]?.trim().split(/\s+/)
  return matrix !== undefined && Number(matrix[1]) === 0 && Number(matrix[3]) === 0.001
}

/** TrueType: the tables without which nothing is drawn. */
const neededTables = ['head', 'glyf', 'loca', 'maxp', 'hhea', 'hmtx']

function kindOfTrueType(bytes: Buffer): FontKind {
  const version = bytes.length < 12 ? 0 : bytes.readUInt32BE(0)
  if (version !== 0x00010000 && version !== 0x74727565) return 'unusual'
  const tables = new Map<string, number>()
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const at = 12 + 16 * i
    if (at + 16 > bytes.length) return 'unusual'
    const start = bytes.readUInt32BE(at + 8)
    if (start + bytes.readUInt32BE(at + 12) > bytes.length + 3) return 'unusual'
    tables.set(bytes.toString('latin1', at, at + 4), start)
  }
  if (!neededTables.every((name) => tables.has(name))) return 'unusual'
  const unitsPerEm = bytes.readUInt16BE((tables.get('head') as number) + 18)
  if (unitsPerEm < 16 || unitsPerEm > 16_384) return 'unusual'
  const characters = tables.get('cmap')
  const isMapped = characters !== undefined && hasCharacters(bytes, characters)
  return isMapped ? 'TrueType with characters' : 'TrueType'
}

/** Tables of one byte, of segments, and of one stretch: the kinds that every program reads. */
const usualFormats = [0, 4, 6]

function hasCharacters(bytes: Buffer, at: number): boolean {
  for (let i = 0; i < bytes.readUInt16BE(at + 2); i++) {
    const entry = at + 4 + 8 * i
    const platform = bytes.readUInt16BE(entry)
    const format = bytes.readUInt16BE(at + bytes.readUInt32BE(entry + 4))
    if ((platform === 1 || platform === 3) && usualFormats.includes(format)) return true
  }
  return false
}

const [matrixOperator, byNumberOperator] = [7, 30]

/** Compact fonts, of which the first dictionary says when the scale is another than usual. */
function isUsualCompact(bytes: Buffer): boolean {
  if (bytes.length < 8 || bytes[0] !== 1) return false
  const { from, end } = indexAt(bytes, indexAt(bytes, bytes[2] as number).end)
  let numbers: number[] = []
  for (let i = from; i < end; ) {
    const byte = bytes[i] as number
    if (byte > 21) {
      const [number, next] = operandAt(bytes, i)
      numbers.push(number)
      i = next
      continue
    }
    const operator = byte === 12 ? bytes[i + 1] : undefined
    if (operator === byNumberOperator) return false
    if (operator === matrixOperator && !(numbers[1] === 0 && numbers[3] === 0.001)) return false
    numbers = []
    i += byte === 12 ? 2 : 1
  }
  return true
}

/** A number, and where the next one is: Adobe's Technical Note 5176, 4. */
function operandAt(bytes: Buffer, at: number): [number: number, next: number] {
  const byte = bytes.readUInt8(at)
  if (byte === 28) return [bytes.readInt16BE(at + 1), at + 3]
  if (byte === 29) return [bytes.readInt32BE(at + 1), at + 5]
  if (byte === 30) return realAt(bytes, at + 1)
  if (byte < 247) return [byte - 139, at + 1]
  return [Number.NaN, at + 2]
}

/** Where the values of an index begin and end. */
function indexAt(bytes: Buffer, at: number): { from: number; end: number } {
  const count = bytes.readUInt16BE(at)
  if (count === 0) return { from: at + 2, end: at + 2 }
  const width = bytes.readUInt8(at + 2)
  const offsets = at + 3
  const from = offsets + (count + 1) * width
  return { from, end: from - 1 + bytes.readUIntBE(offsets + count * width, width) }
}

const digits = [...'0123456789.', 'e', 'e-', '?', '-']

/** Half a byte for each digit. */
function realAt(bytes: Buffer, at: number): [number: number, next: number] {
  let text = ''
  for (let i = at; ; i++) {
    const byte = bytes.readUInt8(i)
    for (const half of [byte >> 4, byte % 16]) {
      if (half === 15) return [Number(text), i + 1]
      text += digits[half]
    }
  }
}
