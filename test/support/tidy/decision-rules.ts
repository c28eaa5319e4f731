// Decisions are short: what was tried and measured at length stands in the laboratory book.
import type { Breach } from './source.ts'

const decisions = 'src/DECISIONS.md'
const labBook = 'src/LABBOOK.md'
const linesMax = 8

type Text = { readonly path: string; readonly text: string }
type Entry = { readonly number: number; readonly line: number; readonly lines: readonly string[] }

export function decisionBreaches(texts: readonly Text[]): Breach[] {
  const told = entriesOf(texts, decisions)
  const measured = entriesOf(texts, labBook)
  const isMarked = ({ lines: [title = ''] }: Entry) => title.endsWith(' *')
  const marked = new Set(told.filter(isMarked).map(({ number }) => number))
  const inBook = new Set(measured.map(({ number }) => number))
  return [
    ...told.flatMap(lengthBreach),
    ...orderBreaches(decisions, told),
    ...orderBreaches(labBook, measured),
    ...told
      .filter(({ number }) => marked.has(number) && !inBook.has(number))
      .map(({ number, line }) => says(decisions, line, `${number} is not in ${labBook}`)),
    ...measured
      .filter(({ number }) => !marked.has(number))
      .map(({ number, line }) => says(labBook, line, `${number} has no mark in ${decisions}`)),
  ]
}

/** `## 12. Title`, and the lines up to the next one. */
function entriesOf(texts: readonly Text[], path: string): Entry[] {
  const text = texts.find((one) => one.path === path)?.text ?? ''
  const entries: { number: number; line: number; lines: string[] }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const number = /^## (\d+)\. /.exec(line)?.[1]
    if (number !== undefined) entries.push({ number: Number(number), line: index + 1, lines: [] })
    entries.at(-1)?.lines.push(line)
  }
  return entries
}

/** Rows of a table are no prose. */
function lengthBreach({ line, lines: [, ...body] }: Entry): Breach[] {
  const prose = body.filter((one) => one !== '' && !one.startsWith('|'))
  if (prose.length <= linesMax) return []
  return [says(decisions, line, `a decision of ${prose.length} lines; at most ${linesMax}`)]
}

function orderBreaches(path: string, entries: readonly Entry[]): Breach[] {
  return entries
    .filter(({ number }, index) => index > 0 && number <= (entries[index - 1]?.number ?? 0))
    .map(({ number, line }) => says(path, line, `${number} is out of order`))
}

function says(path: string, line: number, text: string): Breach {
  return { path, line, says: text }
}
