import type { HighlightTerms } from '../analysis/highlight.ts'
import type { Atom, Clause, StemAtom } from './clause.ts'

/** What of a clause can be seen in a passage: everything but what stands below a NOT. */
export function highlightTermsOf(clause: Clause): HighlightTerms {
  const atoms = atomsOf(clause)
  const stems = atoms.filter((atom) => atom.column === 'stem')
  return {
    stems: new Set(stems.flatMap(({ term, languages }) => (languages ? [] : [term]))),
    stemsIn: stemsByLanguage(stems),
    words: new Set(atoms.flatMap((atom) => (atom.column === 'near' ? [atom.term] : []))),
    sequences: atoms.filter((atom) => atom.column === 'body'),
  }
}

function stemsByLanguage(stems: readonly StemAtom[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { term, languages = [] } of stems) {
    for (const language of languages) {
      found.set(language, (found.get(language) ?? new Set()).add(term))
    }
  }
  return found
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
