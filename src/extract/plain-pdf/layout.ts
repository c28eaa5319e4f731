import { exceeds, mayExceed, partOf } from './certain.ts'
import { shapeOf } from './shapes.ts'
import type { TextObject, Units } from './text-object.ts'
import { unplain } from './unplain.ts'

export type Size = { width: number; height: number }

const [carriageReturn, lineFeed, space, hyphen, softHyphen] = [0x0d, 0x0a, 0x20, 0x2d, 0xad]
/** The engine's mark of a hyphen at a line end. */
const partingMark = 0xfffe

/**
 * The text of objects in the order in which the engine gives it: along lines, with spaces where
 * gaps are wide and line ends where a line begins. Says so where that order is not certain.
 */
export function layOut(objects: TextObject[], canvas: Units, page: Size): string {
  const { units, size } = canvas
  const room = 4 * size + 3 * objects.length
  if (canvas.out.length < room) canvas.out = new Uint16Array(room)
  const text = openText(units, canvas.out)
  const isHorizontal = directionOf(objects, page)
  let line: TextObject[] = []
  let previous: TextObject | undefined

  function flush(): void {
    for (const object of line) {
      if (previous) text.join(object, joint(text, { previous, object, isHorizontal }))
      if (!previous) text.add(object)
      previous = object
    }
    line = []
  }

  for (const [i, object] of objects.entries()) {
    if (isNothing(object)) continue
    if (line.length > 0) {
      refuseTwins(objects, i, units)
      const last = line.at(-1) as TextObject
      if (isOnOtherLine(last, object)) flush()
    }
    if (line.length >= lineMax) unplain('long line')
    line.splice(placeIn(line, object), 0, object)
  }
  flush()
  return text.end()
}

/** One space has no width that the engine could see, and is passed over. */
function isNothing({ chars, lastUnit, lastAt, scaleX }: TextObject): boolean {
  if (chars > 1) return lastAt * scaleX > 0.05 ? false : unplain('no width')
  if (lastUnit === 0xa0 || lastUnit === 0x3000) unplain('single space')
  if (lastUnit >= 0x2000 && lastUnit <= 0x200a) unplain('single space')
  return lastUnit === space
}

/** In points: how wide the last character of one and the first of the next are. */
function isOnOtherLine(last: TextObject, object: TextObject): boolean {
  const lastWidth = last.lastWidth * last.size * meanScale(last)
  const ownWidth = object.firstWidth * object.size * meanScale(object)
  const half = Math.max(lastWidth, ownWidth) / 1_000 / 2
  if (half === 0) unplain('no width')
  return exceeds(Math.abs(object.y - last.y), half)
}

function meanScale({ scaleX, scaleY }: TextObject): number {
  return (scaleX + scaleY) / 2
}

/** From left to right, behind what begins in the same place. */
function placeIn(line: TextObject[], object: TextObject): number {
  for (let i = line.length; i > 0; i--) {
    const gap = object.x - (line[i - 1] as TextObject).x
    if (Math.abs(gap) < 0.01) unplain('one over the other')
    if (gap > 0) return i
  }
  return 0
}

const twinsWithin = 5

/** What is drawn twice in nearly the same place is given once. */
function refuseTwins(objects: TextObject[], index: number, units: Uint16Array): void {
  const object = objects[index] as TextObject
  for (let i = Math.max(0, index - twinsWithin); i < index; i++) {
    const other = objects[i] as TextObject
    if (other.items !== object.items) continue
    const width = (0.93 * object.lastWidth * object.size) / 1_000
    if (Math.abs(other.x - object.x) > width * Math.max(1, object.scaleX) + 0.02) continue
    const { low, high } = shapeOf(object.shapes)
    const height = (high - low) * object.size * object.scaleY
    if (height === 0) unplain('spaces alone')
    if (Math.abs(other.y - object.y) > height + 0.1) continue
    if (other.font !== object.font || isEqual(units, other, object)) unplain('drawn twice')
  }
}

function isEqual(units: Uint16Array, one: TextObject, two: TextObject) {
  if (one.to - one.from !== two.to - two.from) return false
  for (let i = one.from, j = two.from; i < one.to; i++, j++) {
    if (units[i] !== units[j]) return false
  }
  return true
}

/** Texts of one line; each new one looks for its place among them. */
const lineMax = 2_000

type Joint = 'none' | 'space' | 'line' | 'hyphen'
type Pair = { previous: TextObject; object: TextObject; isHorizontal: () => void }

/** What comes between two objects. */
function joint(text: ReturnType<typeof openText>, { previous, object, isHorizontal }: Pair): Joint {
  if (object.chars === 1) isHorizontal()
  const isNewLine = beginsLine(previous, object)
  const isHyphen = text.endsWithHyphen(object.firstUnit)
  if (isNewLine) return isHyphen ? 'hyphen' : 'line'
  if (object.chars === 1 && isHyphenUnit(object.firstUnit) && isHyphen) return 'hyphen'
  if (object.firstUnit === space || previous.lastUnit === space) return 'none'
  return isGap(previous, object) ? 'space' : 'none'
}

/** In the text space of the previous object, whose origin is where that one begins. */
function placeFrom(previous: TextObject, { x, y }: TextObject): { x: number; y: number } {
  return { x: (x - previous.x) / previous.scaleX, y: (y - previous.y) / previous.scaleY }
}

function widthsOf(previous: TextObject, object: TextObject): { last: number; own: number } {
  const last = (previous.lastWidth * previous.size) / 1_000
  const own = (object.firstWidth * object.size) / 1_000
  return last > 0 && own > 0 ? { last, own } : unplain('no width')
}

function inverseScale({ scaleX, scaleY }: TextObject): number {
  return (1 / scaleX + 1 / scaleY) / 2
}

/** Whether a line begins: boxes one above the other, or a baseline too far away. */
function beginsLine(previous: TextObject, object: TextObject): boolean {
  const apart = areApart(previous, object)
  if (apart === true) return true
  const isFar = isFarAway(previous, object)
  if (apart === undefined && !isFar) return unplain('may be another line')
  return isFar
}

/** Boxes lower than this are never another line. */
const boxHeightMin = 4.5

/** Whether the boxes of two objects lie one above the other. */
function areApart(previous: TextObject, object: TextObject): boolean | undefined {
  const one = boxOf(previous)
  const two = boxOf(object)
  if (Math.min(one.high - one.low, two.high - two.low) < boxHeightMin - 0.05) return false
  const isInside =
    Math.min(one.fillsTo, two.fillsTo) - Math.max(one.fillsFrom, two.fillsFrom) > 0.02
  return isInside ? false : undefined
}

function boxOf({ shapes, y, size, scaleY }: TextObject) {
  const { low, high, fillsFrom, fillsTo } = shapeOf(shapes)
  const unit = size * scaleY
  return {
    low: y + low * unit,
    high: y + high * unit,
    fillsFrom: y + fillsFrom * unit,
    fillsTo: y + fillsTo * unit,
  }
}

function isFarAway(previous: TextObject, object: TextObject): boolean {
  const { last, own } = widthsOf(previous, object)
  const quarter = Math.max(last, own) / 4
  const unit = last < own ? quarter * inverseScale(previous) : quarter
  if (Math.abs(last - own) < 1e-4 && last !== own) unplain('too close')
  const { x, y } = placeFrom(previous, object)
  const isFar = y > 0 ? exceeds(y, 2 * unit) : exceeds(-y, 3 * unit)
  if (!isFar) return false
  const isMuch = mayExceed(Math.abs(y), 1)
  if (isMuch !== true) {
    const isSteep = mayExceed(Math.abs(y), Math.abs(x))
    if (isMuch === false && isSteep === false) return false
    if (isSteep !== true) unplain('too close')
  }
  // Of a single item the engine does not ask on.
  if (previous.items === 1) return true
  if (!(previous.lastAt > 0.01)) unplain('goes back')
  const reaches = [reach(previous, object), reach(object, previous)]
  if (reaches.includes(true)) return false
  return reaches.includes(undefined) ? unplain('may be raised') : true
}

/** Whether an object's baseline begins within the height of the other one. */
function reach(of: TextObject, { x, y }: TextObject): boolean | undefined {
  const { low, high, fillsFrom, fillsTo } = boxOf(of)
  if (x < -0.01 || x > 1_000.01 || y < low - 0.02 || y > high + 0.02) return false
  const isSure = x > 0.01 && x < 999.99 && y > fillsFrom + 0.02 && y < fillsTo - 0.02
  return isSure ? true : undefined
}

function isGap(previous: TextObject, object: TextObject): boolean {
  const { last, own } = widthsOf(previous, object)
  const widest = partOf(Math.max(previous.lastWidth, object.firstWidth), [400, 700, 800])
  const isLast = previous.lastWidth >= object.firstWidth
  const scale = isLast ? 1 : meanScale(object) * inverseScale(previous)
  const bound = (widest * (isLast ? previous.size : object.size) * scale) / 1_000
  const { x } = placeFrom(previous, object)
  const found = isWide({ bound, x, last, own, at: previous.lastAt })
  const isOdd = Math.abs(bound - 1.488) < 0.0005 || Math.abs(bound - 1.39) < 0.0005
  if (isOdd && found !== isWide({ bound: bound * 1.5, x, last, own, at: previous.lastAt })) {
    unplain('too close')
  }
  return found
}

type Gap = { bound: number; x: number; last: number; own: number; at: number }

function isWide({ bound, x, last, own, at }: Gap): boolean {
  if (!exceeds(Math.abs(at + last - x), bound)) return false
  const moved = x - at
  if (exceeds(Math.abs(moved), bound + last)) return true
  return exceeds(moved, own + last)
}

function isHyphenUnit(unit: number): boolean {
  return unit === hyphen || unit === softHyphen
}

/** Text that grows line by line. Spaces that follow one another in a line are one. */
function openText(units: Uint16Array, out: Uint16Array) {
  let size = 0
  let lineAt = 0
  let isWide = false
  /** How far the characters of the line go to the right, and on which baseline. */
  let line: TextObject[] = []

  function put(unit: number): void {
    if (unit === space && size > lineAt && out[size - 1] === space) return
    if (unit > 0xff) isWide = true
    if (unit >= 0xfb00 && unit <= 0xfb04) ligature(unit)
    else out[size++] = unit
  }
  function ligature(unit: number): void {
    for (const letter of String.fromCharCode(unit).normalize('NFKC')) put(letter.charCodeAt(0))
  }
  function add(object: TextObject): void {
    for (const other of line) refuseOverlap(other, object)
    line.push(object)
    if (line.length > nearObjects) line.shift()
    for (let i = object.from; i < object.to; i++) put(units[i] as number)
  }

  return {
    add,
    join(object: TextObject, how: Joint): void {
      if (how === 'space') put(space)
      if (how === 'line') {
        out[size++] = carriageReturn
        out[size++] = lineFeed
        lineAt = size
        line = []
      }
      if (how === 'hyphen') {
        if (object.chars === 1 && isHyphenUnit(object.firstUnit)) unplain('two hyphens')
        while (out[size - 1] === space) size--
        out[size - 1] = partingMark
        isWide = true
      }
      add(object)
    },
    /** Whether the line ends with a letter and a hyphen before what may belong to its word. */
    endsWithHyphen(next: number): boolean {
      let at = size - 1
      while (at > lineAt && out[at] === space) at--
      if (at <= lineAt || !isHyphenUnit(out[at] as number)) return false
      const before = String.fromCharCode(out[at - 1] as number)
      return /\p{L}/u.test(before) && /[\p{L}\p{Nd}]/u.test(String.fromCharCode(next))
    },
    end(): string {
      const bytes = Buffer.from(out.buffer, out.byteOffset, 2 * size)
      return isWide ? bytes.toString('utf16le') : narrow(out, size)
    },
  }
}

function narrow(out: Uint16Array, size: number): string {
  const bytes = Buffer.allocUnsafe(size)
  for (let i = 0; i < size; i++) bytes[i] = out[i] as number
  return bytes.toString('latin1')
}

/** The engine compares a character with the seven before it. */
const nearObjects = 7

function refuseOverlap(other: TextObject, object: TextObject): void {
  const near = 0.08 * Math.max(object.size * object.scaleX, other.size * other.scaleX)
  if (Math.abs(other.y - object.y) > near) return
  if (object.x <= other.x + other.farthest * other.scaleX + near) unplain('one over the other')
}

/**
 * Which way the engine takes lines to go on this page. It asks for single characters only, and we
 * only go on where they go from left to right: what covers most of the width does.
 */
function directionOf(objects: TextObject[], page: Size): () => void {
  let isKnown = false
  return () => {
    if (isKnown) return
    if (!isSideways(objects, page)) unplain('direction of lines')
    isKnown = true
  }
}

const filledMin = 0.82

function isSideways(objects: TextObject[], page: Size): boolean {
  const width = Math.trunc(page.width)
  const height = Math.trunc(page.height)
  const columns = new Uint8Array(width)
  const rows = new Uint8Array(height)
  const all = { left: width, right: 0, bottom: height, top: 0 }
  let tallest = 0
  for (const object of objects) {
    if (object.chars === 1 && object.lastUnit === space) continue
    const box = boxOf(object)
    const em = 0.16 * object.size * object.scaleX
    const end = object.x + endOf(object) * object.scaleX
    tallest = Math.max(tallest, box.high - box.low)
    columns.fill(1, clamp(object.x + em, width), clamp(end - em, width))
    rows.fill(1, clamp(box.low - 1, height), clamp(box.high + 1, height))
    all.left = Math.min(all.left, clamp(object.x - em, width))
    all.right = Math.max(all.right, clamp(end + em, width))
    all.bottom = Math.min(all.bottom, clamp(box.fillsFrom, height))
    all.top = Math.max(all.top, clamp(box.fillsTo, height))
  }
  // Otherwise the engine may take the lines of a narrow page for columns.
  if (all.right - all.left < 2.2 * tallest + 4) return false
  const across = count(columns) / Math.max(1, all.right - all.left)
  if (across > filledMin) return true
  return across > count(rows) / Math.max(1, all.top - all.bottom) + 0.03
}

function endOf({ farthest, lastAt, lastWidth, lastUnit, size }: TextObject): number {
  return lastUnit === space ? farthest : Math.max(farthest, lastAt + (lastWidth * size) / 1_000)
}

function clamp(...[value, most]: [value: number, most: number]): number {
  return Math.trunc(Math.min(Math.max(value, 0), most))
}

function count(mask: Uint8Array): number {
  let filled = 0
  for (const one of mask) filled += one
  return filled
}
