import { comparedMax, comparedMin } from '../ranking/alike.ts'
import type { Matches } from '../ranking/scorer.ts'
import { topDocuments } from '../ranking/top-k.ts'
import type { IndexReader } from './index-reader.ts'

/** Changes the scores of matches: the best of them speak for one another (ranking/alike.ts). */
export function withAlike(reader: IndexReader, matches: Matches): Matches {
  const { docValues, readStems, amongAlike } = reader
  const { docIds, scores } = matches
  const best = topDocuments(matches, docValues, {
    sort: 'relevance',
    limit: comparedMax,
    offset: 0,
  })
  const own = Float64Array.from(best, (docId) => scores[docId] as number)
  if (own.length < comparedMin || own[0] === 0) return matches
  const mixed = amongAlike(own, readStems(best))
  if (docIds.length > best.length) {
    for (let i = 0; i < docIds.length; i++) {
      const docId = docIds[i] as number
      scores[docId] = mixed.behind * (scores[docId] as number)
    }
  }
  for (let i = 0; i < best.length; i++) scores[best[i] as number] = mixed.scores[i] as number
  return matches
}
