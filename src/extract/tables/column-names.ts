import type { Cells } from './spanned-cells.ts'

const nameCharsMax = 100
const number = /^[-+]?[\d.,\s%€$]+$/
const year = /^(?:1[89]\d\d|20\d\d|2100)$/

/**
 * Whether a row names the columns: there are texts and no numbers, hardly two the same, and none
 * is missing between two others. Years are names where several stand beside a text, each as far
 * from the next: data are seldom like that.
 */
export function isHeader(cells: Cells): boolean {
  const own = cells.filter((cell) => cell !== null).map((cell) => cell.trim())
  const names = own.slice(
    own.findIndex((name) => name !== ''),
    own.findLastIndex((name) => name !== '') + 1,
  )
  const years = names.filter((name) => year.test(name))
  return (
    names.length > years.length &&
    names.every(mayName) &&
    new Set(names).size * 2 > names.length &&
    (years.length === 0 || areSteps(years, cells))
  )
}

/** Whether a text may be a name: it is short and no number. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= nameCharsMax && !number.test(text)
}

/** The same, or a year. */
export function mayName(text: string): boolean {
  return isName(text) || year.test(text)
}

/** A year alone has to reach over several columns. */
function areSteps(years: string[], cells: Cells): boolean {
  if (years.length === 1) return cells.includes(null)
  const steps = years.slice(1).map((next, i) => Number(next) - Number(years[i]))
  return steps.every((step) => step === steps[0])
}

/** How many cells have a text. */
export function countTexts(cells: Cells): number {
  return cells.filter((cell) => cell !== null && cell.trim() !== '').length
}

/** The names as those of columns, of which no two are the same: `phone`, `phone (2)`. */
export function toldApart(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.trim()))
  /** What the next of the same name is counted as. */
  const counts = new Map<string, number>()
  return names.map((written) => {
    const name = written.trim()
    let count = counts.get(name)
    if (name === '' || count === undefined) {
      counts.set(name, 2)
      return name
    }
    while (taken.has(`${name} (${count})`)) count++
    counts.set(name, count + 1)
    return `${name} (${count})`
  })
}
