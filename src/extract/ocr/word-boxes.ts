import { deflateRawSync } from 'node:zlib'
import type { PageWords } from '../../domain/ingest/ports.ts'
import type { ReadWord, WordTable } from './word-table.ts'

/** Of a page; a newspaper has less. */
const wordsMax = 5_000
const wordCharsMax = 100

/** Clockwise. */
export type Quarters = 0 | 1 | 2 | 3

/** What was done to a picture before its words were read, in this order. */
export type Handled = {
  /** So many dots of what was read were one of the picture as it is shown. */
  scale: number
  quarters: Quarters
  /** About the middle, clockwise, in radians; the size stayed. */
  angle: number
}

type Point = { x: number; y: number }
type Size = { width: number; height: number }

/** The words of a page, and where they are in the picture as it is shown. */
export function wordBoxes(table: WordTable, handled: Handled): PageWords | undefined {
  const { words, ...size } = table
  if (words.length === 0 || !(size.width > 0 && size.height > 0)) return undefined
  const boxes = words.slice(0, wordsMax).map((word) => {
    const { left, top, width, height } = boxOf(word, size, handled)
    return [word.word.slice(0, wordCharsMax).toWellFormed(), left, top, width, height]
  })
  const { width, height } = handled.quarters % 2 === 0 ? size : turned(size)
  return {
    width: Math.round(width / handled.scale),
    height: Math.round(height / handled.scale),
    words: deflateRawSync(JSON.stringify(boxes)).toString('base64'),
  }
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width }
}

/** The smallest upright box around what was read. */
function boxOf({ left, top, width, height }: ReadWord, size: Size, handled: Handled) {
  const xs = [left, left + width]
  const corners = xs.flatMap((x) => [top, top + height].map((y) => back({ x, y }, size, handled)))
  const [x, y] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const [right, bottom] = [Math.round(Math.max(...x)), Math.round(Math.max(...y))]
  const from = { left: Math.round(Math.min(...x)), top: Math.round(Math.min(...y)) }
  return { ...from, width: right - from.left, height: bottom - from.top }
}

function back(point: Point, size: Size, { scale, quarters, angle }: Handled): Point {
  const { x, y } = unturned(unrotated(point, size, angle), size, quarters)
  return { x: x / scale, y: y / scale }
}

function unrotated({ x, y }: Point, { width, height }: Size, angle: number): Point {
  const [dx, dy] = [x - width / 2, y - height / 2]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: width / 2 + dx * cos + dy * sin, y: height / 2 - dx * sin + dy * cos }
}

/** `width` and `height` are those of the turned picture. */
function unturned({ x, y }: Point, { width, height }: Size, quarters: Quarters): Point {
  if (quarters === 1) return { x: y, y: width - x }
  if (quarters === 2) return { x: width - x, y: height - y }
  return quarters === 3 ? { x: height - y, y: x } : { x, y }
}
