import type { Atom, Clause } from './interpret.ts'
import { everyRow, noRow } from './tags.ts'

/**
 * A clause as the text of an FTS5 MATCH. Nothing of what a user typed gets into it but tokens of
 * letters and digits, each in double quotes behind the name of its column. FTS5 knows NOT only
 * between two sides, so a lonely NOT is taken from every row.
 */
export function matchText(clause: Clause): string {
  switch (clause.type) {
    case 'any':
      return either(clause.alternatives.map(atomText))
    case 'tags':
      return either(clause.tokens.map(tagText))
    case 'or':
      return either([...new Set(clause.clauses.map(matchText))])
    case 'not':
      return minus({ wanted: [tagText(everyRow)], unwanted: [matchText(clause.clause)] })
    case 'and':
      return conjunction(clause.clauses)
    case 'ranked':
      return rankedText(clause)
  }
}

export function tagText(token: string): string {
  return `tags : ${quoted([token])}`
}

/** At least one of the parts; none at all matches nothing. */
export function either(parts: readonly string[]): string {
  if (parts.length === 0) return tagText(noRow)
  return parts.length === 1 ? `${parts[0]}` : `(${parts.join(' OR ')})`
}

/** All of the wanted and none of the unwanted. */
export function minus(texts: { wanted: readonly string[]; unwanted: readonly string[] }): string {
  const wanted = [...new Set(texts.wanted)]
  const all = wanted.length === 1 ? `${wanted[0]}` : `(${wanted.join(' AND ')})`
  if (texts.unwanted.length === 0) return all
  return `(${all} NOT ${either([...new Set(texts.unwanted)])})`
}

/** So often a word may be repeated: it weighs more then, but each copy costs the square of it. */
const copiesMax = 3

function limitCopies(parts: readonly string[]): string[] {
  const copies = new Map<string, number>()
  return parts.filter((part) => {
    const count = (copies.get(part) ?? 0) + 1
    copies.set(part, count)
    return count <= copiesMax
  })
}

function conjunction(clauses: readonly Clause[]): string {
  const wanted = clauses.filter(({ type }) => type !== 'not').map(matchText)
  const unwanted = clauses.flatMap((clause) => {
    return clause.type === 'not' ? [matchText(clause.clause)] : []
  })
  return minus({ wanted: wanted.length > 0 ? wanted : [tagText(everyRow)], unwanted })
}

/**
 * What is required has to be there; what is preferred only counts. The first requirement stands
 * among the preferred once more, so that a row that has none of them still matches.
 */
function rankedText({ required, preferred }: Extract<Clause, { type: 'ranked' }>): string {
  const musts = required.map(matchText)
  const [must] = musts
  const wishes = limitCopies(preferred.map(matchText))
  if (must === undefined) return either(wishes)
  const wanted = wishes.length === 0 ? musts : [...musts, either([...wishes, must])]
  return minus({ wanted, unwanted: [] })
}

function atomText(atom: Atom): string {
  if (atom.column === 'stem') return `stem : ${quoted([atom.term])}`
  return `body : ${quoted(atom.terms)}${atom.prefix ? ' *' : ''}`
}

function quoted(terms: readonly string[]): string {
  return `"${terms.join(' ').replaceAll('"', '""')}"`
}
