const romans: readonly [value: number, letters: string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** What nobody numbers so far is written in digits. */
const [romanMax, letterMax] = [3_999, 780]
const letters = 26

/** How programs for texts write a number of a list; those of other scripts are not known here. */
const ways: Readonly<Record<string, (count: number) => string>> = {
  decimal: String,
  decimalZero: (count) => String(count).padStart(2, '0'),
  lowerRoman: roman,
  upperRoman: (count) => roman(count).toUpperCase(),
  lowerLetter: letter,
  upperLetter: (count) => letter(count).toUpperCase(),
  none: () => '',
}

/** Undefined for a way of writing that is not known. */
export function listNumber(count: number, way: string): string | undefined {
  return Object.hasOwn(ways, way) ? ways[way]?.(count) : undefined
}

function roman(count: number): string {
  if (count < 1 || count > romanMax) return String(count)
  let rest = count
  let written = ''
  for (const [value, one] of romans) {
    for (; rest >= value; rest -= value) written += one
  }
  return written
}

/** a to z, then aa, bb, cc. */
function letter(count: number): string {
  if (count < 1 || count > letterMax) return String(count)
  const one = String.fromCharCode('a'.charCodeAt(0) + ((count - 1) % letters))
  return one.repeat(Math.ceil(count / letters))
}
