import {
  keywordsOf,
  preferredAs,
  type Query,
  readQuery,
  type TokensInARow,
  writtenAs,
} from '../../search/index.ts'

/** FTS5 reads what is nested some thirty deep, and nobody writes it. */
const nestedMax = 16

/**
 * A query in the language of FTS5, as far as the words of a licence answer it: a word is what
 * begins so, since nothing is stemmed there, and of the fields there is the title. Undefined: it
 * asks for nothing, for something that only passages have, or for all but something. Throws
 * InvalidInput for a query that cannot be read.
 */
export function licenceMatch(q: string): string | undefined {
  const query = readQuery(q)
  if (query.type !== 'ranked') return condition(query, 1)
  const { clauses } = query
  const required = clauses.filter(({ type }) => type === 'phrase' || type === 'field')
  // Beside a phrase words are only preferred.
  const isPhrase = required.some(({ type }) => type === 'phrase')
  const either = isPhrase ? undefined : joined([...new Set(preferred(q, clauses))], 'OR')
  const all = required.map((leaf) => condition(leaf, 1))
  return joined(either === undefined ? all : [...all, either], 'AND')
}

function preferred(q: string, clauses: readonly Query[]): string[] {
  const begun = clauses.filter(({ type }) => type === 'prefix')
  const words = keywordsOf(q, ['en']).flatMap(preferredAs).map(beginning)
  return [...words, ...begun.flatMap((leaf) => condition(leaf, 1) ?? [])]
}

function condition(query: Query, depth: number): string | undefined {
  const inside = (one: Query) => condition(one, depth + 1)
  if (depth > nestedMax) return undefined
  switch (query.type) {
    case 'or':
      return joined(query.clauses.map(inside), 'OR')
    case 'and': {
      const wanted = query.clauses.filter(({ type }) => type !== 'not').map(inside)
      const unwanted = query.clauses.flatMap((one) => (one.type === 'not' ? [one.clause] : []))
      if (unwanted.length === 0) return joined(wanted, 'AND')
      return joined([joined(wanted, 'AND'), joined(unwanted.map(inside), 'OR')], 'NOT')
    }
    case 'phrase':
      return anyOf(writtenAs(query.text, 'phrase').map(inARow))
    case 'field':
      if (query.field !== 'title') return undefined
      return `name : ${anyOf(writtenAs(query.value, 'name').map(inARow))}`
    case 'prefix':
      return anyOf(writtenAs(query.text, 'term').map((some) => inARow({ ...some, prefix: true })))
    case 'not':
    case 'ranked':
      return undefined
    default:
      return anyOf(writtenAs(query.text, 'term').map(beginning))
  }
}

/** Undefined where a part is, or where there is none. */
function joined(
  parts: readonly (string | undefined)[],
  operator: 'AND' | 'OR' | 'NOT',
): string | undefined {
  if (parts.includes(undefined)) return undefined
  return parts.length < 2 ? parts[0] : `(${parts.join(` ${operator} `)})`
}

/** From so many letters on a word is the beginning of others; A-17 is not that of A-170. */
const beginningPattern = /^[\p{L}\p{M}]{3,}$/u

function beginning(some: TokensInARow): string {
  const goesOn = beginningPattern.test(some.terms.at(-1) ?? '')
  return inARow({ ...some, prefix: some.prefix || goesOn })
}

function anyOf(ways: readonly string[]): string {
  return `(${ways.join(' OR ')})`
}

/** Tokens have letters, digits and marks, and no quotation mark. */
function inARow({ terms, prefix }: TokensInARow): string {
  return `"${terms.join(' ')}"${prefix ? '*' : ''}`
}
