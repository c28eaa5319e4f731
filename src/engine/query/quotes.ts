import { peek, type Scan } from './scan.ts'

/**
 * The quotation marks of phrases, each with those that close it: English “ ”, German „ “, Polish
 * „ ”, Swedish ” ”, French « », German » «, Finnish » », Japanese 「 」 and 『 』. Single ones are
 * apostrophes.
 */
const closers: Readonly<Record<string, string>> = {
  '"': '"',
  '\uff02': '\uff02',
  '“': '”"',
  '„': '“”"',
  '‟': '”"',
  '”': '”',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '「': '」',
  '『': '』',
  '〝': '〞〟',
}

const allMarks = new Set(Object.entries(closers).flatMap(([mark, closing]) => [mark, ...closing]))
/** As they stand within the brackets of a pattern. */
export const quotationMarks = [...allMarks].join('')

export function isQuotationMark(char: string | undefined): boolean {
  return char !== undefined && allMarks.has(char)
}

/** Between letters of a Hebrew word a mark makes it an abbreviation: דו"ח. */
export const gershayim = '(?<=[א-ת])["”](?=[א-ת])'
const gershayimHere = new RegExp(gershayim, 'y')

/** The text of a phrase that begins here and where its closing mark is; undefined without one. */
export function quotedAt({ text, at }: Scan): { text: string; end: number } | undefined {
  const closing = closers[text[at] ?? '']
  if (closing === undefined || isInches(text, at) || isGershayim(text, at)) return undefined
  for (let end = at + 1; end < text.length; end++) {
    if (!closing.includes(text[end] as string) || isGershayim(text, end)) continue
    return { text: text.slice(at + 1, end), end }
  }
  return undefined
}

/** The text between the marks, reading on behind them. */
export function takeQuoted(scan: Scan): string | undefined {
  const quoted = quotedAt(scan)
  if (quoted) scan.at = quoted.end + 1
  return quoted?.text
}

/** Passes over marks that open nothing. */
export function skipMarks(scan: Scan): void {
  while (isQuotationMark(peek(scan)) && !quotedAt(scan)) scan.at += 1
}

function isGershayim(text: string, at: number): boolean {
  gershayimHere.lastIndex = at
  return gershayimHere.test(text)
}

/** Behind a number a straight mark says inches: a 5" pipe. */
function isInches(text: string, at: number): boolean {
  return text[at] === '"' && /\d/.test(text[at - 1] ?? '')
}
