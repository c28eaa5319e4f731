import type { Row } from '../measure.ts'

export const axes = ['passages', 'datasets', 'viewers', 'keys', 'transfers'] as const
export type Axis = (typeof axes)[number]

/** What one thing costs where there are so many of one kind, and few of all others. */
export type Point = Row & {
  axis: Axis
  size: number
  /** What is done, and where: the part behind the comma is a thread, or `all` of the process. */
  curve: string
  unit: 'ms' | 'MB' | 'bytes'
  value: number
}

type What = Pick<Point, 'axis' | 'size' | 'curve' | 'value'> & { unit?: Point['unit'] }

export function pointOf({ unit = 'ms', ...what }: What): Point {
  const { axis, size, curve, value } = what
  const ms = unit === 'ms' ? value : 0
  return {
    name: `${size.toLocaleString('en')} ${axis}: ${curve}`,
    medianMs: ms,
    p95Ms: ms,
    perSecond: ms === 0 ? 0 : 1000 / ms,
    ...(unit === 'ms' ? {} : { note: `${value.toFixed(unit === 'MB' ? 0 : 1)} ${unit}` }),
    ...what,
    unit,
  }
}

/** How many times dearer than at its beginning a curve is where we say that a wall stands. */
export const wallTimes = 2

/**
 * Where a curve has doubled, between two of its sizes as a straight line on the paper (both ways
 * logarithmic) has it; undefined when it has not.
 */
export function wallOf(points: readonly Pick<Point, 'size' | 'value'>[]): number | undefined {
  const [first] = points
  if (!first) return undefined
  const limit = first.value * wallTimes
  for (const [i, { size, value }] of points.entries()) {
    const before = points[i - 1]
    if (!before || value < limit) continue
    const share = Math.log(limit / before.value) / Math.log(value / before.value)
    return before.size * (size / before.size) ** share
  }
  return undefined
}
