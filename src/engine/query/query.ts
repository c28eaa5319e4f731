import { InvalidInput } from '../../base/errors.ts'

/** The fields of `field:value` (our choice; the interface names none). */
export const queryFields = [
  'kind',
  'lang',
  'modality',
  'source',
  'dataset',
  'title',
  'filename',
  'folder',
  'page',
  'asset',
  'tag',
] as const
export type QueryField = (typeof queryFields)[number]

/** How many edits `term~`, `term~1` and `term~2` allow; `term~0` asks for the word itself. */
export type FuzzyDistance = 0 | 1 | 2

/**
 * A query as a tree. Texts are as typed; which tokens they give depends on the languages of the
 * passages and is decided when the tree is turned into a search. `at` is the place in the query,
 * counted in characters from 1.
 */
export type Query = Leaf | NotClause | Group

export type Leaf =
  /** `literal`: somebody put it in parentheses, and means it as it stands. */
  | { type: 'term'; text: string; at: number; literal?: true }
  | { type: 'prefix'; text: string; at: number }
  | { type: 'phrase'; text: string; at: number }
  /** A word with up to so many letters wrong. */
  | { type: 'fuzzy'; text: string; distance: FuzzyDistance; at: number }
  | { type: 'field'; field: QueryField; value: string; at: number }

export type NotClause = { type: 'not'; clause: Query }

/** `ranked` is a query without operators: its terms are preferred, everything else is required. */
export type Group =
  | { type: 'ranked'; clauses: Leaf[]; literal?: true }
  | { type: 'and' | 'or'; clauses: Query[] }

/** The tree as one line, for tests and logs: `(and term:a (not phrase:"b c"))`. */
export function printQuery(query: Query): string {
  switch (query.type) {
    case 'term':
    case 'prefix':
    case 'phrase':
      return `${query.type}:${JSON.stringify(query.text)}`
    case 'fuzzy':
      return `fuzzy${query.distance}:${JSON.stringify(query.text)}`
    case 'field':
      return `${query.field}=${JSON.stringify(query.value)}`
    case 'not':
      return `(not ${printQuery(query.clause)})`
    default:
      return `(${query.type} ${query.clauses.map(printQuery).join(' ')})`
  }
}

/** Every leaf of the tree, those below a NOT left out on demand. */
export function leavesOf(query: Query, { negated }: { negated: boolean }): Leaf[] {
  switch (query.type) {
    case 'not':
      return negated ? leavesOf(query.clause, { negated }) : []
    case 'ranked':
    case 'and':
    case 'or':
      return query.clauses.flatMap((clause) => leavesOf(clause, { negated }))
    default:
      return [query]
  }
}

/** A query that cannot be read: always 400, with the place where reading stopped. */
export function malformedQuery(at: number, message: string): InvalidInput {
  return new InvalidInput({
    field: 'q',
    reason: 'malformed_query',
    message: `q, character ${at}: ${message}`,
    facts: { position: at },
  })
}
