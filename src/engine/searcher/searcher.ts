import type { Db } from '../../store/tx.ts'
import { capacityOf } from '../documents/doc-values.ts'
import type { CatchUp } from '../keyword/follow-changes.ts'
import type { SearchOutcome, Suggestions } from '../port.ts'
import { parseQuery } from '../query/parse-query.ts'
import { topDocuments } from '../ranking/top-k.ts'
import type { WordCounts } from '../ranking/word-counts.ts'
import { correctQuery } from '../spelling/correct-query.ts'
import type { SearchJob, SearchTask, SuggestJob } from '../threads/tasks.ts'
import { allowedDocuments } from './allowed-documents.ts'
import { clauseOf } from './clause-of.ts'
import { countDatasets } from './count-datasets.ts'
import { type CountJob, countWords } from './count-words.ts'
import { distinctPage } from './distinct-page.ts'
import { type IndexReader, openIndexReader, type SearcherOptions } from './index-reader.ts'
import { matchAndScore } from './match-and-score.ts'
import { countFacets, presentHits, scoreOf } from './present-hits.ts'
import { type PartJob, type RankedPart, rankPart } from './rank-part.ts'
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
  /** What is here of the words of a query, for whoever adds up what several indexes say. */
  count(job: CountJob): WordCounts
  /** The best of what is here, ranked as a part of a whole, for whoever merges the parts. */
  part(job: PartJob): RankedPart
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
    count: (job) => countWords(reader, job),
    part: (job) => rankPart(reader, job),
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
