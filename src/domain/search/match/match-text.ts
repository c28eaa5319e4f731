import type { Atom, Clause } from './interpret.ts'
import { everyRow, noRow } from './tags.ts'

/**
 * A clause as the text of an FTS5 MATCH. Nothing of what a user typed gets into it but tokens of
 * letters and digits, each in double quotes behind the name of its column.
 *
 * FTS5 knows NOT only between two sides, and its parser holds 100 symbols: each group that stands
 * behind an operator takes three of them, one that stands first only one. So NOT is moved inwards
 * to the leaves, and of several parts the deepest comes first.
 */
export function matchText(clause: Clause): string {
  return positive(withNegationInside(clause))
}

function positive(clause: Clause): string {
  switch (clause.type) {
    case 'any':
      return either(clause.alternatives.map(atomText))
    case 'tags':
      return either(clause.tokens.map(tagText))
    case 'or':
      return either([...new Set(clause.clauses.map(positive))])
    case 'not':
      return conjunction([clause])
    case 'and':
      return conjunction(clause.clauses)
    case 'ranked':
      return rankedText(clause)
  }
}

/** The same condition with NOT only before what is no group: NOT (a OR b) is NOT a AND NOT b. */
function withNegationInside(clause: Clause, negated = false): Clause {
  switch (clause.type) {
    case 'not':
      return withNegationInside(clause.clause, !negated)
    case 'and':
    case 'or': {
      const type = (clause.type === 'and') === negated ? 'or' : 'and'
      const clauses = clause.clauses
        .map((inner) => withNegationInside(inner, negated))
        .flatMap((inner) => (inner.type === type ? inner.clauses : [inner]))
      return { type, clauses }
    }
    default:
      return negated ? { type: 'not', clause } : clause
  }
}

export function tagText(token: string): string {
  return `tags : ${quoted([token])}`
}

/** At least one of the parts; none at all matches nothing. */
export function either(parts: readonly string[]): string {
  if (parts.length === 0) return tagText(noRow)
  return group(parts, ' OR ')
}

/** All of the wanted and none of the unwanted. */
export function minus(texts: { wanted: readonly string[]; unwanted: readonly string[] }): string {
  const all = group([...new Set(texts.wanted)], ' AND ')
  if (texts.unwanted.length === 0) return all
  return `(${all} NOT ${either([...new Set(texts.unwanted)])})`
}

function group(parts: readonly string[], operator: ' OR ' | ' AND '): string {
  if (parts.length === 1) return `${parts[0]}`
  return `(${parts.toSorted((a, b) => depthOf(b) - depthOf(a)).join(operator)})`
}

/** How many parentheses are open at once; there are none inside the quotes. */
function depthOf(text: string): number {
  let open = 0
  let deepest = 0
  for (const char of text) {
    if (char === '(') open += 1
    if (char === ')') open -= 1
    deepest = Math.max(deepest, open)
  }
  return deepest
}

function conjunction(clauses: readonly Clause[]): string {
  const wanted = clauses.filter(({ type }) => type !== 'not').map(positive)
  const unwanted = clauses.flatMap((one) => (one.type === 'not' ? [positive(one.clause)] : []))
  return minus({ wanted: wanted.length > 0 ? wanted : [tagText(everyRow)], unwanted })
}

/**
 * What is required has to be there. Of what is preferred one is enough, and a required phrase is
 * one too: it stands among the preferred once more. A required field is none: `kind:ocr boiler`
 * finds what `boiler` finds with the parameter kind=ocr.
 */
function rankedText({ required, preferred }: Extract<Clause, { type: 'ranked' }>): string {
  const musts = required.map(positive)
  const phrases = required.filter(({ type }) => type !== 'tags').map(positive)
  const wishes = limitCopies(preferred.map(positive))
  const wished = wishes.length === 0 ? [] : [either([...wishes, ...phrases.slice(0, 1)])]
  return minus({ wanted: [...musts, ...wished], unwanted: [] })
}

/** So often a word may be repeated: it weighs more then, but the time grows with the square. */
const copiesMax = 3

function limitCopies(parts: readonly string[]): string[] {
  const copies = new Map<string, number>()
  return parts.filter((part) => {
    const count = (copies.get(part) ?? 0) + 1
    copies.set(part, count)
    return count <= copiesMax
  })
}

function atomText(atom: Atom): string {
  if (atom.column === 'stem') return `stem : ${quoted([atom.term])}`
  return `body : ${quoted(atom.terms)}${atom.prefix ? ' *' : ''}`
}

function quoted(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('"', '""')}"`
}
