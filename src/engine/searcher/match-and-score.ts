import type { Db } from '../../store/tx.ts'
import { findPostings } from '../keyword/find-postings.ts'
import { askTheTime } from '../keyword/queries.ts'
import type { Clause } from '../query/compile-query.ts'
import { type Bitset, docIdsIn } from '../ranking/bitset.ts'
import { documentsWithField } from '../ranking/field-documents.ts'
import { matchClause } from '../ranking/match.ts'
import { withoutNamesOfFound } from '../ranking/name-scores.ts'
import { type Matches, scoreDocuments } from '../ranking/scorer.ts'
import { type Among, rankedAnewMax, withSurroundings } from '../ranking/surroundings.ts'
import { contentsAmong } from './allowed-documents.ts'
import type { IndexView } from './visible-index.ts'

type Asked = {
  clause: Clause
  allowed: Bitset
  topK?: number | undefined
  /** So many of the best are ranked by what stands around them, too. */
  anew?: number
}

/** Which of the allowed documents match a clause, and their scores; until the next call. */
export function matchAndScore(view: IndexView, asked: Asked): Matches {
  const { matches, wanted, around } = scoreAlone(view, asked)
  return withSurroundings(matches, wanted, around)
}

/** The same by BM25 alone, with what is needed to look around them. */
export function scoreAlone(
  view: IndexView,
  { clause, allowed, topK, anew = rankedAnewMax }: Asked,
): { matches: Matches; wanted: number | undefined; around: Among } {
  const { db, docValues, datasetNos, collection, bitsets, scratch } = view
  const among = seesLittle(view) ? datasetNos : undefined
  const { candidates, allMatch, terms } = matchClause({
    clause,
    bitsets,
    collection,
    allowed,
    postingsOf: timed(db, ({ alternatives }) => findPostings({ ...view, among }, alternatives)),
    documentsWith: (field) => documentsWithField(view, field),
  })
  const scored = scoreDocuments(view.accumulators, {
    docValues,
    collection,
    terms,
    candidates: contentsAmong(view, candidates),
    nameCandidates: candidates,
    topK: allMatch || topK === undefined ? undefined : Math.max(topK, anew),
  })
  const { names } = collection
  const { objects } = docValues
  const docIds = allMatch && withoutNamesOfFound(docIdsIn(candidates), { names, objects })
  const matches = docIds ? { ...scored, docIds } : scored
  const around = { docValues, collection, terms, names: view.accumulators.names, scratch, anew }
  return { matches, wanted: allMatch ? undefined : topK, around }
}

/** Terms in memory are found without a SELECT that would ask for the time. */
function timed<A, R>(db: Db, findTerm: (term: A) => R): (term: A) => R {
  let count = 0
  return (term) => {
    count += 1
    if (count % termsBetween === 0) askTheTime(db)
    return findTerm(term)
  }
}

const termsBetween = 16

/** FTS5 passes over other datasets quickly, when there are few to name and much to pass over. */
function seesLittle({ docValues, datasetNos, collection }: IndexView): boolean {
  return datasetNos.length <= namedDatasetsMax && collection.count < docValues.living * littleShare
}

const namedDatasetsMax = 32
const littleShare = 0.05
