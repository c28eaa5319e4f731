import { modalities, sources } from '../../base/media.ts'
import { passageKinds } from '../documents/passage.ts'
import { keepLatest } from '../keep-latest.ts'
import { fuzzyTermsMax } from '../limits.ts'
import { parseQuery } from './parse-query.ts'
import { type Leaf, leavesOf, malformedQuery, type Query } from './query.ts'

/** Characters of queries, each beside what the tree of a short one takes. */
const charsMax = 50_000
const charsOfTree = 20

/** What agents ask again and again. Of one text there is one tree, which nobody changes. */
const known = keepLatest<string, Query>({
  max: charsMax,
  sizeOf: (_, q) => charsOfTree + q.length,
})

/** Reads a query, checks the values of its fields and its size. Throws InvalidInput (field q). */
export function readQuery(q: string): Query {
  const before = known.get(q)
  if (before) return before
  const query = readAnew(q)
  known.set(q, query)
  return query
}

function readAnew(q: string): Query {
  const query = parseQuery(q)
  const leaves = leavesOf(query, { negated: true })
  for (const leaf of leaves) if (leaf.type === 'field') checkField(leaf)
  const tooMany = leaves.filter(({ type }) => type === 'fuzzy')[fuzzyTermsMax]
  if (tooMany) throw malformedQuery(tooMany.at, `more than ${fuzzyTermsMax} fuzzy terms.`)
  return query
}

const enumerated: Partial<Record<string, readonly string[]>> = {
  kind: passageKinds,
  modality: modalities,
  source: sources,
}
const formOf: Partial<Record<string, { pattern: RegExp; says: string }>> = {
  lang: { pattern: /^[a-z]{2,3}([-_][a-z0-9]+)*$/i, says: 'a language code like de' },
  page: { pattern: /^[1-9]\d{0,8}$/, says: 'a page number from 1' },
}

function checkField({ field, value, at }: Extract<Leaf, { type: 'field' }>): void {
  const values = enumerated[field]
  if (values && !values.includes(value)) {
    throw malformedQuery(at, `${field} is one of ${values.join(', ')}.`)
  }
  const form = formOf[field]
  if (form && !form.pattern.test(value)) throw malformedQuery(at, `${field} is ${form.says}.`)
}
