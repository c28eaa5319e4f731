/**
 * How far the glyphs of characters reach up and down, in parts of the font size: what no usual font
 * exceeds, and what every one fills. What lies between them is not certain without the font.
 */
export type Shape = { low: number; high: number; fillsFrom: number; fillsTo: number }

const empty = { fillsFrom: 9, fillsTo: -9 }
const kinds: [characters: string, shape: Shape][] = [
  [' \u00a0', { low: 0, high: 0, ...empty }],
  ['acemnorsuvwxz', { low: -0.06, high: 0.64, fillsFrom: 0.03, fillsTo: 0.35 }],
  ['bdfhklti', { low: -0.06, high: 0.88, fillsFrom: 0.03, fillsTo: 0.42 }],
  ['gpqy', { low: -0.34, high: 0.64, fillsFrom: 0.02, fillsTo: 0.35 }],
  ['j', { low: -0.34, high: 0.88, fillsFrom: 0.02, fillsTo: 0.42 }],
  ['ABCDEFGHIKLMNOPRSTUVWXYZ', { low: -0.06, high: 0.88, fillsFrom: 0.03, fillsTo: 0.5 }],
  ['JQ', { low: -0.34, high: 0.88, fillsFrom: 0.03, fillsTo: 0.5 }],
  ['0123456789', { low: -0.3, high: 0.88, fillsFrom: 0.03, fillsTo: 0.34 }],
  ['()[]{}/|\\', { low: -0.36, high: 0.92, fillsFrom: 0.03, fillsTo: 0.5 }],
  ['!?&%#@$', { low: -0.3, high: 0.88, fillsFrom: 0.1, fillsTo: 0.45 }],
  ['.\u2026', { low: -0.06, high: 0.26, fillsFrom: 0.02, fillsTo: 0.08 }],
  ['_', { low: -0.32, high: 0.1, ...empty }],
  [',', { low: -0.3, high: 0.28, fillsFrom: 0.01, fillsTo: 0.08 }],
  [':;', { low: -0.32, high: 0.64, fillsFrom: 0.12, fillsTo: 0.3 }],
  ['-\u00ad', { low: 0.12, high: 0.48, fillsFrom: 0.236, fillsTo: 0.25 }],
  ['\u2013\u2014\u00b7', { low: 0.1, high: 0.55, ...empty }],
  ['\u2022', { low: 0.05, high: 0.75, fillsFrom: 0.29, fillsTo: 0.38 }],
  ['\'"\u2018\u2019\u201c\u201d*\u00b0', { low: 0.28, high: 0.88, ...empty }],
  ['+=<>~\u00d7', { low: -0.1, high: 0.75, ...empty }],
]
/** Letters of other alphabets and with accents, small ones and capitals, and all the rest. */
const small: Shape = { low: -0.34, high: 0.95, fillsFrom: 0.08, fillsTo: 0.33 }
const capitals: Shape = { low: -0.34, high: 1.08, fillsFrom: 0.08, fillsTo: 0.4 }
const others: Shape = { low: -0.5, high: 1.25, ...empty }

const bits = new Map<number, number>()
for (const [i, [characters]] of kinds.entries()) {
  for (const character of characters) bits.set(character.charCodeAt(0), 1 << i)
}
const smallBit = 1 << kinds.length
const capitalsBit = 2 << kinds.length
const othersBit = 4 << kinds.length

/** One bit for the kind of a character. */
export function shapeBit(unit: number): number {
  const known = bits.get(unit)
  if (known !== undefined) return known
  if (!isLetter(unit)) return othersBit
  const letter = String.fromCharCode(unit)
  return letter === letter.toLowerCase() ? smallBit : capitalsBit
}

function isLetter(unit: number): boolean {
  return (unit >= 0xc0 && unit < 0x250 && unit !== 0xd7 && unit !== 0xf7) || isFarLetter(unit)
}

function isFarLetter(unit: number): boolean {
  return (unit >= 0x386 && unit < 0x530) || (unit >= 0xfb00 && unit < 0xfb05)
}

const shapes = new Map<number, Shape>()

/** Of several characters beside each other, by their bits. */
export function shapeOf(mask: number): Shape {
  const found = shapes.get(mask)
  if (found) return found
  const shape: Shape = { low: 9, high: -9, ...empty }
  const all = [...kinds.map(([, kind]) => kind), small, capitals, others]
  for (const [i, kind] of all.entries()) {
    if ((mask & (1 << i)) === 0) continue
    shape.low = Math.min(shape.low, kind.low)
    shape.high = Math.max(shape.high, kind.high)
    shape.fillsFrom = Math.min(shape.fillsFrom, kind.fillsFrom)
    shape.fillsTo = Math.max(shape.fillsTo, kind.fillsTo)
  }
  shapes.set(mask, shape)
  return shape
}
