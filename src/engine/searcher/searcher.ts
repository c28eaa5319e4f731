import type { Db } from '../../store/tx.ts'
import { capacityOf } from '../documents/doc-values.ts'
import { findPostings } from '../keyword/find-postings.ts'
import { askTheTime } from '../keyword/queries.ts'
import type { SearchOutcome } from '../port.ts'
import type { Clause } from '../query/clause.ts'
import { parseQuery } from '../query/parse-query.ts'
import { comparedMax } from '../ranking/alike.ts'
import { type Bitset, docIdsIn } from '../ranking/bitset.ts'
import { documentsWithField } from '../ranking/field-documents.ts'
import { matchClause } from '../ranking/match.ts'
import { withoutNamesOfFound } from '../ranking/name-scores.ts'
import { type Matches, scoreDocuments } from '../ranking/scorer.ts'
import { type Among, rankedAnewMax, withSurroundings } from '../ranking/surroundings.ts'
import { topDocuments } from '../ranking/top-k.ts'
import { correctQuery } from '../spelling/correct-query.ts'
import type { SearchJob } from '../threads/tasks.ts'
import { withAlike } from './alike-passages.ts'
import { allowedDocuments, contentsAmong } from './allowed-documents.ts'
import { clauseOf } from './clause-of.ts'
import { countDatasets } from './count-datasets.ts'
import { distinctPage } from './distinct-page.ts'
import type { IndexReader } from './index-reader.ts'
import { objectPage } from './object-page.ts'
import { countFacets, presentHits, scoreOf } from './present-hits.ts'
import { type IndexView, viewOf } from './visible-index.ts'

/** Loads what is needed once: the analyser, the statements of SQLite. */
export const anySearch: SearchJob = {
  visibility: 'public',
  query: parseQuery('warm up'),
  filters: {},
  sort: 'relevance',
  limit: 1,
  offset: 0,
  highlight: true,
  facets: true,
  snippetMaxChars: undefined,
}

/**
 * One search by keywords, in the snapshot that the reader's connection has open. Visibility comes
 * before ranking: whoever may not see a passage learns nothing of it, from no hit, count, order,
 * language or correction. A query of plain words that are nowhere is searched for once more with
 * the words that are nearest. Throws what alive() throws when the time is up.
 */
export function searchKeywords(reader: IndexReader, job: SearchJob): SearchOutcome {
  const view = viewOf(reader, job.visibility)
  const outcome = searchOnce(view, job)
  const correctedQuery = outcome.total > 0 ? undefined : correctQuery(view, job.query)
  if (correctedQuery === undefined) return outcome
  const second = searchOnce(view, { ...job, query: parseQuery(correctedQuery) })
  return second.total > 0 ? { ...second, correctedQuery } : outcome
}

function searchOnce(view: IndexView, job: SearchJob): SearchOutcome {
  const { docValues, bitsets } = view
  bitsets.begin(capacityOf(docValues))
  const clause = clauseOf(view, job)
  const allowed = allowedDocuments(view, job)
  const { sort, offset, limit } = job
  const reach = comparedMax
  const matchesOf = (wanted: number | undefined) =>
    withAlike(view, matchAndScore(view, { clause, allowed, topK: wanted }))
  let topK = topKOf(job, Math.max(offset + limit + 1, reach))
  let matches = matchesOf(topK)
  const rank = (count: number) => {
    if (topK !== undefined && count > topK) {
      topK = topKOf(job, count)
      matches = matchesOf(topK)
    }
    return topDocuments(matches, docValues, { sort, limit: count, offset: 0 })
  }
  const pageOf = job.oncePerObject ? objectPage : distinctPage
  const { passages, hasMore } = pageOf(view, { offset, limit, rank, reach })
  const page = passages.map((passage) => ({
    ...passage,
    score: scoreOf(matches.scores[passage.docId] as number),
  }))
  return {
    hits: presentHits(page, { clause, job }),
    total: matches.docIds.length + (matches.more ?? 0),
    hasMore,
    facets: job.facets ? countFacets(docValues, matches, job) : null,
    ...(job.facets && job.countDatasets ? { datasets: countDatasets(view, matches) } : {}),
  }
}

/** Counting by facet and going by date take every match. */
function topKOf({ sort, facets }: SearchJob, topK: number): number | undefined {
  return sort === 'relevance' && !facets && topK <= topKMax ? topK : undefined
}

/** Finding out what the best of more have takes longer than it spares. */
const topKMax = 1_000

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
