import type { Marks } from '../text/index.ts'
import { type Atom, type Clause, isSingleWord } from './interpret.ts'

/** What of a clause can be seen in a passage: everything but what stands below a NOT. */
export function marksOf(clause: Clause): Marks {
  const atoms = atomsOf(clause)
  const inBody = atoms.filter((atom) => atom.column === 'body')
  return {
    stems: new Set(atoms.flatMap((atom) => (atom.column === 'stem' ? [atom.term] : []))),
    words: new Set(inBody.filter(isSingleWord).flatMap(({ terms }) => terms)),
    sequences: inBody.filter((atom) => !isSingleWord(atom)),
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
