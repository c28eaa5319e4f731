import type { Marks } from '../text/index.ts'
import type { Atom, Clause } from './interpret.ts'

/** What of a clause can be seen in a passage: everything but what stands below a NOT. */
export function marksOf(clause: Clause): Marks {
  const atoms = atomsOf(clause)
  return {
    stems: new Set(atoms.flatMap((atom) => (atom.column === 'stem' ? [atom.term] : []))),
    sequences: atoms.flatMap((atom) => (atom.column === 'body' ? [atom] : [])),
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
