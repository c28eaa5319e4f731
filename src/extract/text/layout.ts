/** So many breaks of lines that were not needed say that they are meant. */
const meantMinShare = 0.4
/** So many lines that are set or written as programs and tables are make a text one of those. */
const laidOutMinShare = 0.5
const linesLooked = 400
/** Nobody wraps a text at less: shorter lines have ends of their own. */
const widthMin = 50

const indented = /^(?: {2,}|\t)\s*\S/
/** Columns, as far as they stand apart by white space. */
const columns = /\S(?: {3,}| *\t\s*)\S.*\S(?: {3,}| *\t\s*)\S/
const program = new RegExp(
  [
    ...[/[{}[\];]$/, /^[}\])]/, /=>|->|::|[!=<>]=|\+=|&&|\|\|/, /\w\([^()]*\)\s*[:;{]?$/],
    ...[/^<\/?\w/, /^(?:\/\/|\/\*|#|--\s)/],
  ]
    .map(({ source }) => source)
    .join('|'),
)
/** A name and its value, as settings have them. */
const setting = /^(?:- )?["']?[\w.$/-]+["']?\s*[=:](?:\s*["'\w[{/$-]|$)|^- \S+$/
const time = String.raw`\d{4}[-/.]\d\d[-/.]\d\d|\d\d?:\d\d:\d\d|\d\d[-/.]\d\d[-/.]\d{4}`
const journal = new RegExp(
  String.raw`^\W{0,2}(?:${time}|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\d{1,3}(?:\.\d{1,3}){3}\s)` +
    String.raw`|\b(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE|FATAL)\b`,
)

/** So long a line of words in sentences is a paragraph, whatever signs it has besides. */
const paragraphMin = 200
const nextSentence = /\p{L}{2}[.!?؟]["”’»)\]]*\s+["“„«([¿¡]*(?!\p{Ll})\p{L}|\p{L}[。！？।۔]/u
const othersMaxShare = 0.08
/** What a line of a page holds: a paragraph counts as the lines that it would be. */
const wrapped = 80

/**
 * Whether a text ends its lines on purpose, as verses, lists and addresses do, and not where the
 * page was full: in what was wrapped the next word would hardly ever have had room.
 */
export function keepsLines(lines: readonly string[]): boolean {
  const texts = lines.slice(0, linesLooked).map((line) => line.trim())
  const width = texts.reduce((most, { length }) => Math.max(most, length), widthMin)
  const meant = texts.slice(1).filter((next, i) => isMeant({ line: texts[i] ?? '', next, width }))
  return texts.length > 1 && meant.length >= (texts.length - 1) * meantMinShare
}

function isMeant({ line, next, width }: { line: string; next: string; width: number }): boolean {
  if (isSet(line) && isSet(next)) return true
  const word = /^\S+/.exec(next)?.[0] ?? ''
  if (line.length + 1 + word.length > width) return false
  // A sentence that goes on, wrapped by hand.
  return !(/^\p{Ll}/u.test(next) && /[\p{L},]$/u.test(line))
}

/** Whether it is a program, a journal, settings or a table: what stands where is part of it. */
export function isLaidOut(lines: readonly string[]): boolean {
  const some = lines.slice(0, linesLooked).filter((line) => /^\s*\S{1,60}(?:\s|$)/.test(line))
  const marked = some.filter((line) => isSet(line.trim())).length
  if (marked === 0) return false
  const set = some.filter((line) => indented.test(line) || isSet(line.trim()))
  const count = some.reduce((sum, line) => sum + linesIn(line), 0)
  if (set.length < count * laidOutMinShare) return false
  return marked >= count * meantMinShare || keepsLines(some)
}

function linesIn(line: string): number {
  return isParagraph(line) ? Math.ceil(line.length / wrapped) : 1
}

function isSet(line: string): boolean {
  if (journal.test(line) || columns.test(line)) return true
  return (program.test(line) || setting.test(line)) && !isParagraph(line)
}

function isParagraph(line: string): boolean {
  if (line.length < paragraphMin) return false
  if (nextSentence.test(line)) return true
  const others = line.match(/[^\p{L}\p{M}\s]/gu)?.length ?? 0
  return others <= line.length * othersMaxShare
}
