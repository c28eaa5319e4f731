import type { TermComparer } from '../embedding/embedder.ts'
import { findPostings } from '../keyword/find-postings.ts'
import { askTheTime } from '../keyword/queries.ts'
import { idf } from '../ranking/bm25.ts'
import type { Matches } from '../ranking/scorer.ts'
import { termStatistics } from '../ranking/visible-collection.ts'
import { clauseOfStems } from '../searcher/clause-of.ts'
import type { IndexView } from '../searcher/visible-index.ts'
import type { SearchJob } from '../threads/tasks.ts'
import { bestByScore } from './by-score.ts'
import { type LateInteraction, readMax } from './late-interaction.ts'
import { union } from './union.ts'

type Sides = { words: Matches; near: Matches }
type Close = {
  interaction: LateInteraction
  /** What a term near to each term of the query adds to a score. */
  weights: readonly number[]
  /** How much of a score near terms make up. */
  share: number
}

/**
 * The scores by words again, with terms counted that are near to those of the query: BM25 in which
 * the tf of a query term is the sum of the similarities of the terms in the document (soft term
 * frequency), from one half on. Only the best by words and the nearest by meaning are read for it.
 *
 *   score = share * near / best near  +  (1 - share) * words / best words
 *
 * Document frequencies are counted among what the viewer sees, as always.
 */
export function scoreWithNearTerms(view: IndexView, { words, near }: Sides, close: Close): Matches {
  const { interaction, share } = close
  const { size } = view.docValues
  const best = bestByScore(words, readMax)
  const read = union({ first: best, others: near.docIds.subarray(0, readMax), size })
  interaction.fetch(read)
  const nearScores = scoreNearTerms(view, read, close)
  const bestNear = nearScores.reduce((most, score) => Math.max(most, score), 0)
  const bestWords = words.scores[best[0] ?? -1] ?? 0
  const docIds = union({ first: words.docIds, others: read, size })
  const scores = new Float64Array(size)
  for (let i = 0; i < docIds.length; i++) {
    const docId = docIds[i] as number
    const byWords = bestWords > 0 ? (words.scores[docId] ?? 0) / bestWords : 0
    scores[docId] = (1 - share) * byWords
  }
  for (const [i, docId] of read.entries()) {
    const byNear = bestNear > 0 ? (nearScores[i] as number) / bestNear : 0
    scores[docId] = share * byNear + (scores[docId] as number)
  }
  return { docIds, scores }
}

/** BM25 by soft term frequencies, of each of the documents that are read. */
function scoreNearTerms(
  { docValues, collection }: IndexView,
  read: Int32Array,
  { interaction, weights }: Close,
): Float64Array {
  return Float64Array.from(read, (docId) => {
    const { frequencies } = interaction.similarities(docId)
    const length = docValues.lengths[docId] as number
    return weights.reduce((sum, weight, i) => {
      const tf = frequencies[i] as number
      if (!(tf > 0 && weight > 0)) return sum
      return sum + weight * collection.tfNorms.tfNorm({ tf, length })
    }, 0)
  })
}

/** The idf of each word of the query; 0 where a search by words leaves it out. */
export function idfsOf(
  view: IndexView,
  { words, job }: { words: TermComparer['words']; job: SearchJob },
): number[] {
  const { db, collection } = view
  return words.map(({ text }) => {
    // A piece of a run without spaces may be nothing but the sign of a vowel.
    if (!/[\p{L}\p{N}]/u.test(text)) return 0
    // Not read as a query: `AND/OR` has two words, which by themselves would command.
    const term = { type: 'term', text, at: 1 } as const
    const clause = clauseOfStems(view, { ...job, query: { type: 'ranked', clauses: [term] } })
    const any = clause.type === 'ranked' ? clause.preferred[0] : undefined
    if (any?.type !== 'any') return 0
    askTheTime(db)
    const key = JSON.stringify(any.alternatives)
    const postings = () => findPostings(view, any.alternatives)
    return idf(termStatistics(collection, { key, postings }).documentFrequency, collection)
  })
}

/** Which share of what the words of a query are worth the model knows. */
export function knownShareOf(
  view: IndexView,
  { unknown, idfs, job }: { unknown: TermComparer['unknown']; idfs: number[]; job: SearchJob },
): number {
  if (unknown.length === 0) return 1
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0)
  const others = idfsOf(view, { words: unknown.map((text) => ({ text, weight: 0 })), job })
  return sum(idfs) / (sum(idfs) + sum(others) || 1)
}

/** What a term near to each of these weighs: less, the less the word says in general. */
export function nearTermWeights(idfs: readonly number[], words: TermComparer['words']): number[] {
  return idfs.map((idf, i) => idf * Math.sqrt(words[i]?.weight ?? 0))
}

/** Words that a search by words leaves out still say a little. */
const idfMin = 0.3

/**
 * How much more each word of the query counts in its meaning, for being rarer among what the viewer
 * sees. The model itself knows only how much a word says in general.
 */
export function boostsOf(idfs: readonly number[]): number[] {
  return idfs.map((idf) => Math.sqrt(Math.max(idf, idfMin)))
}
