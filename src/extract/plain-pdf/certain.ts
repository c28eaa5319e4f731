import { unplain } from './unplain.ts'

/**
 * The engine computes with single precision, and boxes of glyphs that we do not look at. So each
 * comparison has a margin within which nothing is certain, and the page is left to the engine.
 */
const margin = 0.004
const share = 0.004

/** Whether the first is the larger one. */
export function exceeds(...[one, two]: [one: number, two: number]): boolean {
  const slack = margin + share * Math.abs(two)
  if (one > two + slack) return true
  return one < two - slack ? false : unplain('too close')
}

/** The same, or undefined where it is not certain. */
export function mayExceed(...[one, two]: [one: number, two: number]): boolean | undefined {
  const slack = margin + share * Math.abs(two)
  if (one > two + slack) return true
  return one < two - slack ? false : undefined
}

/** A part of a width that grows more slowly than it: the engine's measure of gaps. */
export function partOf(
  width: number,
  [small, middle, large]: readonly [small: number, middle: number, large: number],
): number {
  if (width < small) return width / 2
  if (width < middle) return width / 4
  return width < large ? width / 5 : width / 6
}
