import type { Db } from '../../store/tx.ts'
import { languageCode } from '../analysis/languages.ts'
import type { Token } from '../analysis/tokenise.ts'
import { capacityOf } from '../documents/doc-values.ts'
import { findPostings } from '../keyword/find-postings.ts'
import type { CatchUp } from '../keyword/follow-changes.ts'
import { askTheTime } from '../keyword/queries.ts'
import type { SearchOutcome, Suggestions } from '../port.ts'
import { type Clause, compileQuery } from '../query/compile-query.ts'
import { compoundsEnding } from '../query/compound-ends.ts'
import { compoundParts, compoundsOf } from '../query/decompound.ts'
import { parseQuery } from '../query/parse-query.ts'
import { requiredLanguage } from '../query/required-language.ts'
import { stemEvidence } from '../query/word-languages.ts'
import { type Bitset, docIdsIn } from '../ranking/bitset.ts'
import { documentsWithField } from '../ranking/field-documents.ts'
import { matchClause } from '../ranking/match.ts'
import { withoutNamesOfFound } from '../ranking/name-scores.ts'
import { type Matches, scoreDocuments } from '../ranking/scorer.ts'
import { rankedAnewMax, withSurroundings } from '../ranking/surroundings.ts'
import { topDocuments } from '../ranking/top-k.ts'
import { correctQuery } from '../spelling/correct-query.ts'
import { fuzzyTerms } from '../spelling/fuzzy-terms.ts'
import { timedCursor } from '../spelling/timed-cursor.ts'
import type { SearchJob, SearchTask, SuggestJob } from '../threads/tasks.ts'
import { allowedDocuments, contentsAmong } from './allowed-documents.ts'
import { countDatasets } from './count-datasets.ts'
import { distinctPage } from './distinct-page.ts'
import { type IndexReader, openIndexReader, type SearcherOptions } from './index-reader.ts'
import { countFacets, presentHits, scoreOf } from './present-hits.ts'
import { suggest } from './suggest.ts'
import { type IndexView, viewOf } from './visible-index.ts'

export type Searcher = {
  /**
   * Takes in what changed since the last time; says whether that was all. What is found is right
   * only then, and only within the same snapshot.
   */
  catchUp(options: CatchUp): boolean
  /** Whether there is nothing in memory to add to: then it is filled as a whole, without limit. */
  isEmpty(): boolean
  /** How many passages there are. */
  passages(): number
  run(task: SearchTask): SearchOutcome | Suggestions
  find(job: SearchJob): SearchOutcome
  suggest(job: SuggestJob): Suggestions
}

/**
 * Searches on one reading connection that has `alive()`. Stems are asked of the engine in memory
 * where there is one, and else of FTS5; both give the same answers. The caller opens a snapshot,
 * catches up and searches in it. A search throws what alive() throws when the time is up.
 */
export function openSearcher(db: Db, options: SearcherOptions): Searcher {
  const { reader, follower } = openIndexReader(db, options)
  const { docValues } = reader
  const searcher: Searcher = {
    catchUp: (options) => follower.catchUp(db, options),
    isEmpty: () => follower.isEmpty(),
    passages: () => docValues.living,
    find: (job) => searchKeywords(reader, job),
    suggest: (job) => suggest(reader, job),
    run(task) {
      if (task.kind === 'suggest') return searcher.suggest(task.job)
      return searcher.find(task.kind === 'warm' ? anySearch : task.job)
    },
  }
  return searcher
}

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
  let topK = topKOf(job, offset + limit + 1)
  let matches = matchAndScore(view, { clause, allowed, topK })
  const rank = (count: number) => {
    if (topK !== undefined && count > topK) {
      topK = topKOf(job, count)
      matches = matchAndScore(view, { clause, allowed, topK })
    }
    return topDocuments(matches, docValues, { sort, limit: count, offset: 0 })
  }
  const { passages, hasMore } = distinctPage(view, { offset, limit, rank })
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

/** Which of the allowed documents match a clause, and their BM25 scores; until the next call. */
export function matchAndScore(
  view: IndexView,
  { clause, allowed, topK, anew = rankedAnewMax }: Asked,
): Matches {
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
  return withSurroundings(matches, allMatch ? undefined : topK, around)
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

/** The query in the terms of the index, in the languages of what the viewer may see. */
export function clauseOf(
  view: IndexView,
  { query, filters }: Pick<SearchJob, 'query' | 'filters'>,
): Clause {
  const lang = filters.lang ?? requiredLanguage(query)
  const languages = lang === undefined ? view.collection.langs : [languageCode(lang)]
  return compileQuery(query, {
    languages,
    evidence: stemEvidence(view),
    ...(languages.includes('de') ? { partsOf: (token: Token) => compoundParts(view, token) } : {}),
    ...(languages.includes('de') || languages.includes('nl')
      ? {
          compoundsOf: (token: Token, others: readonly Token[]) => [
            ...compoundsOf(view, token, others),
            ...compoundsEnding(view, token, others),
          ],
        }
      : {}),
    fuzzy: (word) =>
      fuzzyTerms(timedCursor(view.db, view.keywords.terms()), word).map(({ term }) => term),
  })
}
