import type { Postings } from '../keyword/postings.ts'
import type { Clause, FieldClause, TermClause } from '../query/clause.ts'
import {
  addPostings,
  type Bitset,
  type BitsetPool,
  complement,
  intersect,
  unite,
} from './bitset.ts'
import { idf } from './bm25.ts'
import type { ScoredTerm } from './scorer.ts'
import { termStatistics, type VisibleCollection } from './visible-collection.ts'

export type MatchRequest = {
  readonly clause: Clause
  /** Where sets come from; the caller begins anew with each request. */
  readonly bitsets: BitsetPool
  /** What the viewer may see: what document frequencies and lengths are counted among. */
  readonly collection: VisibleCollection
  /** What may be found: visible, and let through by the filters. */
  readonly allowed: Bitset
  postingsOf(term: TermClause): Postings
  /** Gives a set out of the pool. */
  documentsWith(field: FieldClause): Bitset
}

export type MatchedClause = {
  /** The documents that may be scored. */
  readonly candidates: Bitset
  /** Whether all candidates match; otherwise those that have one of the terms. */
  readonly allMatch: boolean
  /** Every term that is not below a NOT, with its weight. */
  readonly terms: readonly ScoredTerm[]
}

/**
 * Boolean matching: which documents a clause lets through, and which terms score them. Of plain
 * words one is enough. A required phrase is a word found; a required field is none, so that
 * `kind:ocr boiler` finds what `boiler` finds with the parameter kind=ocr.
 */
export function matchClause(asked: MatchRequest): MatchedClause {
  const request = { ...asked, postingsOf: rememberPostings(asked) }
  const { clause, allowed } = request
  const terms = () => scoredTerms(request)
  if (clause.type !== 'ranked') {
    const candidates = intersected(matching(clause, request), allowed)
    return { candidates, allMatch: true, terms: terms() }
  }
  const allMatch = !needsTerm(clause)
  if (clause.required.length === 0) return { candidates: allowed, allMatch, terms: terms() }
  const required = joined(clause.required, intersect, request)
  return { candidates: intersected(required, allowed), allMatch, terms: terms() }
}

/** A term is looked up once, however often it is asked for. */
function rememberPostings({ postingsOf }: MatchRequest): MatchRequest['postingsOf'] {
  const known = new Map<string, Postings>()
  return (term) => {
    const key = keyOf(term)
    const postings = known.get(key) ?? postingsOf(term)
    known.set(key, postings)
    return postings
  }
}

/** Tokens are of letters and digits, so that nothing in them looks like what stands between. */
export function keyOf({ alternatives }: TermClause): string {
  let key = ''
  for (const atom of alternatives) {
    const words = atom.column === 'body' ? atom.terms.join(' ') : atom.term
    const within = atom.column === 'stem' && atom.languages ? `@${atom.languages.join()}` : ''
    const goesOn = atom.column === 'body' && atom.prefix ? '*' : ''
    key += `${atom.column}:${words}${goesOn}${within}|`
  }
  return key
}

type Ranked = Extract<Clause, { type: 'ranked' }>

function needsTerm({ required, preferred }: Ranked): boolean {
  return preferred.length > 0 && required.every(({ type }) => type === 'field')
}

function intersected(bits: Bitset, other: Bitset): Bitset {
  intersect(bits, other)
  return bits
}

/** A set out of the pool, which the caller may change. */
function matching(clause: Clause, request: MatchRequest): Bitset {
  switch (clause.type) {
    case 'any': {
      const bits = request.bitsets.take()
      addPostings(bits, request.postingsOf(clause))
      return bits
    }
    case 'field':
      return request.documentsWith(clause)
    case 'not': {
      const bits = matching(clause.clause, request)
      complement(bits)
      return bits
    }
    case 'and':
      return joined(clause.clauses, intersect, request)
    case 'or':
      return joined(clause.clauses, unite, request)
    case 'ranked': {
      const { required, preferred } = clause
      const either: Clause = { type: 'or', clauses: preferred }
      return joined(needsTerm(clause) ? [...required, either] : required, intersect, request)
    }
  }
}

function joined(
  clauses: readonly Clause[],
  join: (bits: Bitset, other: Bitset) => void,
  request: MatchRequest,
): Bitset {
  const [first, ...others] = clauses
  if (!first) return request.bitsets.take()
  const bits = matching(first, request)
  for (const clause of others) {
    const other = matching(clause, request)
    join(bits, other)
    request.bitsets.giveBack(other)
  }
  return bits
}

/** The terms that count, each once; one that was written twice weighs twice. */
function scoredTerms({ clause, collection, postingsOf }: MatchRequest): ScoredTerm[] {
  const terms = new Map<string, { term: TermClause; boost: number }>()
  for (const term of positive(clause)) {
    const key = keyOf(term)
    const old = terms.get(key)
    const { boost = 1 } = term
    if (old) old.boost += boost
    else terms.set(key, { term, boost })
  }
  return [...terms].map(([key, { term, boost }]) => {
    const postings = postingsOf(term)
    const { documentFrequency, names } = termStatistics(collection, {
      key,
      postings: () => postings,
    })
    const frequency = collection.given?.documentFrequency(term, key) ?? documentFrequency
    return { postings, names, weight: boost * idf(frequency, collection) }
  })
}

function positive(clause: Clause): TermClause[] {
  switch (clause.type) {
    case 'any':
      return [clause]
    case 'and':
    case 'or':
      return clause.clauses.flatMap(positive)
    case 'ranked':
      return [...clause.required, ...clause.preferred].flatMap(positive)
    default:
      return []
  }
}
