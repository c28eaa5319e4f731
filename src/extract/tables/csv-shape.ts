/** Of those that fit equally well the first: commas stand in texts and numbers, tabs in neither. */
const delimiters = ['\t', ';', '|', ',']
/** So many of the first lines tell what the others are like. */
export const linesLooked = 30
/** Of an old Macintosh, a return alone. */
const lineEnd = /\r\n?|\n/

/**
 * The delimiter of a text whose first lines agree on it: at least three lines with the same number
 * of columns, quotes respected; of several the one that makes most columns. Undefined when no
 * delimiter does so; prose has commas, too.
 */
export function findDelimiter(text: string): string | undefined {
  const lines = completeLines(text)
  if (lines.length < 3) return undefined
  const agreed = (delimiter: string) => {
    const widths = lines.map((line) => widthOf({ line, delimiter }))
    const width = widths[0] ?? 1
    return widths.filter((other) => other === width).length >= widths.length * 0.9 ? width : 1
  }
  return widest(agreed)
}

/** For a file that is known to be a table: by most of its first lines, or by the very first. */
export function likeliestDelimiter(text: string): string {
  const first = text.slice(0, 10_000).split(lineEnd)[0] ?? ''
  return (
    widest((delimiter) => usualWidth({ text, delimiter })) ??
    widest((delimiter) => widthOf({ line: first, delimiter })) ??
    ','
  )
}

/** The greatest number of columns that at least half of the first lines have; 1 without one. */
export function usualWidth({ text, delimiter }: { text: string; delimiter: string }): number {
  const lines = completeLines(text)
  const widths = lines.map((line) => widthOf({ line: withoutEnd({ line, delimiter }), delimiter }))
  const usual = widths.filter(
    (width) => widths.filter((other) => other === width).length * 2 >= widths.length,
  )
  return Math.max(1, ...usual)
}

/** Columns in which nothing stands any more do not count. */
function withoutEnd({ line, delimiter }: { line: string; delimiter: string }): string {
  let end = line.length
  while (end > 0 && line[end - 1] === delimiter) end--
  return line.slice(0, end)
}

/** The delimiter that makes most columns, if any makes two. */
function widest(width: (delimiter: string) => number): string | undefined {
  let best: { delimiter: string | undefined; width: number } = { delimiter: undefined, width: 1 }
  for (const delimiter of delimiters) {
    const next = { delimiter, width: width(delimiter) }
    if (next.width > best.width) best = next
  }
  return best.delimiter
}

function completeLines(text: string): string[] {
  const lines = text.split(lineEnd)
  const whole = /[\r\n]$/.test(text) || lines.length < linesLooked ? lines : lines.slice(0, -1)
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

const apostrophe = {
  opens: /(?<=^|[,;|\t\r\n])'/g,
  closes: /'(?=[,;|\t\r\n]|$)/g,
}

/**
 * Whether texts of the table stand between single quotes: some begin with one, and as many end with
 * one.
 */
export function isSingleQuoted(text: string): boolean {
  if (text.includes('"')) return false
  const opens = text.match(apostrophe.opens)?.length ?? 0
  return opens > 1 && opens === text.match(apostrophe.closes)?.length
}

const spacedQuote = /[,;|] +"((?:[^"\r\n]|"")*" *(?=[,;|\r\n]|$))?/g

/** Whether there are spaces before quotes, each of which is closed at the end of its cell. */
export function isSpaced(text: string): boolean {
  const quotes = [...text.matchAll(spacedQuote)]
  return quotes.length > 0 && quotes.every(([, whole]) => whole !== undefined)
}
