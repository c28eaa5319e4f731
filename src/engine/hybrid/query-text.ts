import { type Leaf, leavesOf, type Query } from '../query/query.ts'

/**
 * What of a query must hold however near a passage is in meaning: phrases, fields, and everything
 * below a NOT. Plain words, also those joined by AND or marked with a plus, only say what is meant.
 * Undefined: nothing must. (our choice: Surface A)
 */
export function constraintOf(query: Query): Query | undefined {
  switch (query.type) {
    case 'phrase':
    case 'field':
    case 'not':
      return query
    case 'or': {
      const clauses = query.clauses.map(constraintOf)
      // One side that demands nothing is always enough.
      const all = clauses.filter((clause) => clause !== undefined)
      return all.length === clauses.length ? { type: 'or', clauses: all } : undefined
    }
    case 'and':
    case 'ranked': {
      const clauses = query.clauses.flatMap((clause) => constraintOf(clause) ?? [])
      return clauses.length === 0 ? undefined : { type: 'and', clauses }
    }
    default:
      return undefined
  }
}

/** The words that are meant: the plain ones, or those of the phrases where there are no others. */
export function meantText(query: Query): string {
  const leaves = leavesOf(query, { negated: false })
  const words = leaves.filter(({ type }) => type !== 'field' && type !== 'phrase')
  const said = words.length > 0 ? words : leaves.filter(({ type }) => type === 'phrase')
  return said.map((leaf) => (leaf as Exclude<Leaf, { type: 'field' }>).text).join(' ')
}
