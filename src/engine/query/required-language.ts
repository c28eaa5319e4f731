import type { Query } from './query.ts'

/** The language that every passage found must be in, because the query says so. */
export function requiredLanguage(query: Query): string | undefined {
  if (query.type === 'field') return query.field === 'lang' ? query.value : undefined
  if (query.type !== 'and' && query.type !== 'ranked') return undefined
  for (const clause of query.clauses) {
    const language = requiredLanguage(clause)
    if (language !== undefined) return language
  }
  return undefined
}
