import type { HighlightTerms } from '../analysis/highlight.ts'
import type { Atom, Clause } from './compile-query.ts'

/** What of a clause can be seen in a passage: everything but what stands below a NOT. */
export function highlightTermsOf(clause: Clause): HighlightTerms {
  const atoms = atomsOf(clause)
  const termsOf = (column: 'stem' | 'near') =>
    new Set(atoms.flatMap((atom) => (atom.column === column ? [atom.term] : [])))
  return {
    stems: termsOf('stem'),
    words: termsOf('near'),
    sequences: atoms.filter((atom) => atom.column === 'body'),
  }
}

function atomsOf(clause: Clause): Atom[] {
  switch (clause.type) {
    case 'any':
      return clause.alternatives
    case 'and':
    case 'or':
      return clause.clauses.flatMap(atomsOf)
    case 'ranked':
      return [...clause.required, ...clause.preferred].flatMap(atomsOf)
    default:
      return []
  }
}
