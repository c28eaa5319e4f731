import { keywordsOf, type Query, readQuery } from '../../search/index.ts'

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
  const required = query.clauses.filter(({ type }) => type === 'phrase' || type === 'field')
  // Beside a phrase words are only preferred.
  const isPhrase = required.some(({ type }) => type === 'phrase')
  const words = isPhrase ? [] : keywordsOf(q, ['en']).map(beginning)
  const either = words.length > 0 ? [joined(words, 'OR')] : []
  return joined([...required.map((leaf) => condition(leaf, 1)), ...either], 'AND')
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
      return quoted(query.text)
    case 'field':
      return query.field === 'title' ? `name : ${quoted(query.value)}` : undefined
    case 'not':
    case 'ranked':
      return undefined
    default:
      return beginning(query.text)
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

function beginning(word: string): string {
  return `${quoted(word)}*`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
