// Small changes to the text of a statement: money and permission are decided there, too.
import ts from 'typescript-5'
import type { Change } from './change.ts'

/** The text between the backticks; what is filled in, and texts in quotes, are blotted out. */
type Text = { start: number; raw: string; blotted: string }

type Cut = { at: number; length: number; text: string; kind?: Change['kind'] }

const swaps: readonly [RegExp, string][] = [
  [/<>/g, '='],
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/(?<![<>])<(?![<>=])/g, '<='],
  [/(?<![<>-])>(?![>=])/g, '>='],
  [/(?<![<>=!])=(?!=)/g, '<>'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bNOT IN\b/g, 'IN'],
  [/(?<!NOT )\bIN(?= \()/g, 'NOT IN'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/(?<!NOT )\bEXISTS\b/g, 'NOT EXISTS'],
  [/\bOR\b/g, 'AND'],
  [/\bLEFT JOIN\b/g, 'JOIN'],
  [/\b DESC\b/g, ''],
  [/\bDISTINCT /g, ''],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bmax\(/g, 'min('],
  [/\bmin\(/g, 'max('],
]
const ends = /^(AND|OR|ORDER|GROUP|LIMIT|UNION|HAVING|WINDOW|RETURNING|ON|THEN|ELSE|END|WHEN)\b/
const starts = /(\b(WHERE|ON|AND|OR|HAVING|WHEN|SELECT)\s|\()\s*$/

export function sqlChanges(node: ts.TaggedTemplateExpression, source: ts.SourceFile): Change[] {
  if (node.tag.getText(source) !== 'sql') return []
  const text = textOf(node.template, source)
  const cuts = [...swapsIn(text), ...termsIn(text), ...wordsIn(text)]
  return cuts.map(({ at, length, text: to, kind = 'sql' }) => {
    const start = text.start + at
    return { kind, start, end: start + length, text: to }
  })
}

function textOf(template: ts.TemplateLiteral, source: ts.SourceFile): Text {
  const start = template.getStart(source) + 1
  const raw = source.text.slice(start, template.end - 1)
  const holes = ts.isTemplateExpression(template) ? template.templateSpans : []
  let blotted = raw
  const blot = ({ from, to }: { from: number; to: number }) => {
    blotted = blotted.slice(0, from) + '~'.repeat(to - from) + blotted.slice(to)
  }
  for (const { expression } of holes)
    blot({ from: expression.getFullStart() - 2 - start, to: expression.end + 1 - start })
  for (const { index, 0: quoted } of blotted.matchAll(/'[^']*'/g))
    blot({ from: index, to: index + quoted.length })
  return { start, raw, blotted }
}

function swapsIn({ blotted }: Text): Cut[] {
  return swaps.flatMap(([pattern, text]) =>
    [...blotted.matchAll(pattern)]
      .filter(({ index, 0: found }) => found !== '=' || !isAssigned(blotted.slice(0, index)))
      .map(({ index, 0: found }) => ({ at: index, length: found.length, text })),
  )
}

/** `SET a = 1`: no comparison. */
function isAssigned(before: string): boolean {
  return /\bSET\b(?![\s\S]*\b(WHERE|FROM|CASE)\b)/.test(before)
}

/** Each term of an AND, left out. */
function termsIn({ blotted }: Text): Cut[] {
  const cuts: Cut[] = []
  for (const { index } of blotted.matchAll(/\bAND\s/g)) {
    if (/\bBETWEEN\s+\S+\s+$/.test(blotted.slice(0, index))) continue
    const end = endOfTerm(blotted, index + 4)
    cuts.push({ at: index, length: end - index, text: '', kind: 'sql term' })
    const start = startOfTerm(blotted, index)
    const isFirst = !/\bAND\s*$/.test(blotted.slice(0, start))
    if (isFirst) cuts.push({ at: start, length: index + 4 - start, text: '', kind: 'sql term' })
  }
  return cuts
}

function endOfTerm(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && depth-- === 0) return at
    const isWord = depth === 0 && /\s/.test(text[at - 1] ?? '')
    if (isWord && ends.test(text.slice(at, at + 12))) return at
  }
  return text.length
}

function startOfTerm(text: string, before: number): number {
  let depth = 0
  for (let at = before; at > 0; at--) {
    if (text[at - 1] === ')') depth++
    if (depth === 0 && starts.test(text.slice(Math.max(0, at - 12), at))) return at
    if (text[at - 1] === '(') depth--
  }
  return 0
}

/** States and kinds that a statement compares with. */
function wordsIn({ raw, blotted }: Text): Cut[] {
  return [...raw.matchAll(/'([a-z_]+)'/g)]
    .filter(({ index }) => blotted[index] === '~' && !isFilledIn({ raw, blotted }, index))
    .map(({ index, 0: found }) => ({ at: index, length: found.length, text: "'mutant'" }))
}

/** Within `${…}`, where quotes are those of the source. */
function isFilledIn({ raw, blotted }: Pick<Text, 'raw' | 'blotted'>, at: number): boolean {
  let start = at
  while (blotted[start - 1] === '~') start--
  return raw.slice(start, at).includes('${')
}
