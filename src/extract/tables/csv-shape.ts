const delimiters = [',', ';', '\t', '|']
const linesLooked = 30

/**
 * The delimiter of a text whose first lines agree on it: at least three lines with the same number
 * of columns, quotes respected. Undefined when no delimiter does so; prose has commas, too.
 */
export function findDelimiter(text: string): string | undefined {
  const lines = completeLines(text)
  if (lines.length < 3) return undefined
  return delimiters.find((delimiter) => {
    const widths = lines.map((line) => widthOf({ line, delimiter }))
    const width = widths[0] ?? 1
    return width >= 2 && widths.filter((other) => other === width).length >= widths.length * 0.9
  })
}

/** The most frequent delimiter of the first line, for a file that is known to be a table. */
export function likeliestDelimiter(text: string): string {
  const first = text.slice(0, 10_000).split(/\r?\n/)[0] ?? ''
  const widths = delimiters.map((delimiter) => ({
    delimiter,
    width: widthOf({ line: first, delimiter }),
  }))
  return widths.reduce((best, next) => (next.width > best.width ? next : best)).delimiter
}

function completeLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const whole = text.endsWith('\n') || lines.length < linesLooked ? lines : lines.slice(0, -1)
  return whole.filter((line) => line.trim() !== '').slice(0, linesLooked)
}

function widthOf({ line, delimiter }: { line: string; delimiter: string }): number {
  let width = 1
  let quoted = false
  for (const char of line) {
    if (char === '"') quoted = !quoted
    else if (char === delimiter && !quoted) width++
  }
  return width
}

/** Whether the first row names the columns: all different, none empty, none a number. */
export function isHeader(cells: string[]): boolean {
  const names = cells.map((cell) => cell.trim())
  return (
    names.length > 0 &&
    names.every((name) => name !== '' && name.length <= 100 && !/^[-+]?[\d.,\s%€$]+$/.test(name)) &&
    new Set(names).size === names.length
  )
}
