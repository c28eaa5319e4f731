import { partOf } from './certain.ts'
import { type PlainFont, several } from './fonts.ts'
import { type Matrix, times } from './matrix.ts'
import type { Room } from './objects.ts'
import { objectsOfPageMax, stringMaxBytes, unitsOfPageMax } from './plain-limits.ts'
import type { TextObject, Units } from './text-object.ts'
import { unplain } from './unplain.ts'

/** ISO 32000-1, 9.3. */
export type TextState = {
  ctm: Matrix
  font: PlainFont | undefined
  size: number
  charSpace: number
  wordSpace: number
  leading: number
  rise: number
}

/** Strings of one operator and the moves after each of them. */
export type Shown = { strings: Room; from: number[]; moves: number[]; firstMove: number }

/** Where text goes on, in text space. */
export type Place = { matrix: Matrix; x: number; y: number }

export type Canvas = { objects: TextObject[] } & Units

/** What stands upright and is neither mirrored nor of no size. */
function refuseSlanted([a, b, c, d]: Matrix): void {
  const isUpright = Math.abs(b) < 1e-6 * a && Math.abs(c) < 1e-6 * d
  if (!isUpright || !(a > 0.01 && d > 0.01 && a < 100 * d && d < 100 * a)) unplain('slanted text')
}

/** Shows strings, as one object, and moves on. */
export function showText(canvas: Canvas, state: TextState, place: Place, shown: Shown): void {
  const { font, size, ctm } = state
  if (!font || !(size > 0.01 && size < 10_000)) unplain('no font')
  place.x -= (shown.firstMove * size) / 1_000
  const count = shown.from.length
  if (count === 0) return
  if (canvas.objects.length >= objectsOfPageMax) unplain('too many objects')
  const matrix = times(place.matrix, ctm)
  refuseSlanted(matrix)
  const { x, y } = place
  const raised = y + state.rise
  const object: TextObject = {
    font,
    size,
    x: matrix[0] * x + matrix[2] * raised + matrix[4],
    y: matrix[1] * x + matrix[3] * raised + matrix[5],
    scaleX: matrix[0],
    scaleY: matrix[3],
    chars: 0,
    items: 0,
    firstUnit: 0,
    lastUnit: 0,
    firstWidth: 0,
    lastWidth: 0,
    lastAt: 0,
    farthest: 0,
    from: canvas.size,
    to: 0,
    shapes: 0,
  }
  place.x = x + addChars(canvas, object, state, shown)
  object.to = canvas.size
  canvas.objects.push(object)
}

/** Puts the characters of an object on the page, and returns how far they go. */
function addChars(canvas: Canvas, object: TextObject, state: TextState, shown: Shown): number {
  const { font, size } = object
  const { strings, from, moves } = shown
  const step = font.bytesPerCode
  const usual = usualSpacing(object, state, shown)
  let at = 0
  let pending = 0
  for (let part = 0; part < from.length; part++) {
    const start = from[part] as number
    const end = from[part + 1] ?? strings.size
    if (end - start > stringMaxBytes || (end - start) % step !== 0) unplain('string')
    for (let i = start; i < end; i += step) {
      const first = strings.bytes[i] as number
      const code = step === 1 ? first : first * 256 + (strings.bytes[i + 1] as number)
      const width = font.widths[code] as number
      const unit = font.units[code] as number
      if (width < 0 || unit === 0) unplain('unknown character')
      const spacing = pending - usual
      if (spacing > 0 && object.items > 0 && isSpace(object, { spacing, width })) {
        addUnit(canvas, 0x20)
      }
      pending = 0
      if (object.items > 0 && at <= object.farthest + 0.08 * size) {
        if (isAmong(canvas, object.from, unit)) unplain('one over the other')
      }
      if (at > object.farthest) object.farthest = at
      add(canvas, object, { code, unit, width, at })
      at += (width * size) / 1_000 + state.charSpace
      if (step === 1 && code === 0x20) at += state.wordSpace
    }
    const move = moves[part] as number
    at -= (move * size) / 1_000
    if (part === from.length - 1) break
    object.items++
    pending = (-move * size * object.scaleX) / 1_000
  }
  return at
}

function add(
  canvas: Canvas,
  object: TextObject,
  { code, unit, width, at }: { code: number; unit: number; width: number; at: number },
): void {
  const text = unit === several ? (object.font.texts.get(code) as string) : undefined
  if (object.items === 0) {
    object.firstUnit = text?.charCodeAt(0) ?? unit
    object.firstWidth = width
  }
  object.lastUnit = text?.charCodeAt(text.length - 1) ?? unit
  object.lastWidth = width
  object.lastAt = at
  object.chars++
  object.items++
  object.shapes |= object.font.shapes[code] as number
  if (text === undefined) addUnit(canvas, unit)
  else for (let i = 0; i < text.length; i++) addUnit(canvas, text.charCodeAt(i))
}

function addUnit(canvas: Canvas, unit: number): void {
  if (canvas.size === canvas.units.length) {
    if (canvas.size >= unitsOfPageMax) unplain('too many characters')
    const larger = new Uint16Array(2 * canvas.size)
    larger.set(canvas.units)
    canvas.units = larger
  }
  canvas.units[canvas.size++] = unit
}

/** The engine leaves out what is drawn again in nearly the same place. */
const againWithin = 24

function isAmong(...[canvas, start, unit]: [canvas: Canvas, start: number, unit: number]): boolean {
  if (unit === several) return true
  for (let i = canvas.size - 1; i >= Math.max(start, canvas.size - againWithin); i--) {
    if (canvas.units[i] === unit) return true
  }
  return false
}

/** How much wider than usual all gaps are: spaced letters are no words. */
function usualSpacing(object: TextObject, { charSpace }: TextState, shown: Shown): number {
  if (charSpace === 0) return 0
  const { scaleX, scaleY, size, font } = object
  const distance = (charSpace * (scaleX + scaleY)) / 2
  const moves = shown.from.length - 1
  const items = shown.strings.size / font.bytesPerCode + moves
  const own = Math.abs(charSpace) > 0.001 ? -distance : 0
  if (items < 3) return own
  let base = distance
  for (let i = 0; i < moves; i++) {
    const move = (-(shown.moves[i] as number) * size * scaleX) / 1_000
    base = Math.min(base, distance + move)
  }
  if (Math.abs(base) < 1e-4 && base !== 0) unplain('too close')
  return base < 0 || (items === 3 && moves > 0) ? own : base + own
}

/** Whether a gap within an object is a space: more than half of one, or a part of the letter. */
function isSpace(
  { font, size, scaleX }: TextObject,
  { spacing, width }: { spacing: number; width: number },
): boolean {
  const unit = (size * scaleX) / 1_000
  let answer: boolean | undefined
  for (const space of font.spaceWidths) {
    const isUsual = space > 0 && space <= 333
    const part = isUsual ? space / 2 : partOf(width, [300, 500, 700])
    if (part === 0) unplain('no width')
    const bound = part * unit
    if (Math.abs(spacing - bound) < 0.002 + 0.002 * bound) unplain('too close')
    const isOne = spacing > bound
    if (answer !== undefined && answer !== isOne) unplain('unsure of spaces')
    answer = isOne
  }
  return answer ?? unplain('spaces')
}
