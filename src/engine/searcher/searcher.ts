import type { Db } from '../../store/tx.ts'
import { openPassageColumns, type PassageColumns } from '../documents/doc-values.ts'
import { type CatchUp, openFollower } from '../keyword/follow-changes.ts'
import { openFtsKeywords } from '../keyword/fts-index.ts'
import type { KeywordIndex, MemoryKeywords } from '../keyword/keyword-index.ts'
import { openTogether, type Together } from '../keyword/postings.ts'
import { type KeptPostings, openKeptPostings } from '../keyword/postings-cache.ts'
import type { SearchJob, SearchOutcome, SearchTask, Suggestions, SuggestJob } from '../port.ts'
import { parseQuery } from '../query/parse-query.ts'
import { type BitsRoom, openBitsRoom } from '../ranking/bitset.ts'
import { openEvaluator } from '../ranking/scorer.ts'
import { openReaches } from '../ranking/visible-collection.ts'
import type { Catalogue } from './catalogue.ts'
import { findHits } from './search-keywords.ts'
import { suggest } from './suggest.ts'

/** What one searching thread keeps between its searches. */
export type Desk = {
  readonly db: Db
  readonly catalogue: Catalogue
  readonly columns: PassageColumns
  readonly keywords: KeywordIndex
  readonly reachOf: ReturnType<typeof openReaches>
  readonly evaluate: ReturnType<typeof openEvaluator>
  readonly room: BitsRoom
  readonly keptPostings: KeptPostings
  readonly together: Together
}

export type SearcherOptions = {
  catalogue: Catalogue
  /** An engine in memory, asked instead of FTS5. */
  memory?: MemoryKeywords
}

export function openDesk(db: Db, { catalogue, memory }: SearcherOptions) {
  const columns = openPassageColumns()
  const follower = openFollower(columns, memory)
  const keptPostings = openKeptPostings(columns)
  const desk: Desk = {
    db,
    catalogue,
    columns,
    keptPostings,
    together: openTogether(),
    keywords: memory ?? openFtsKeywords({ db, columns, keptPostings }),
    reachOf: openReaches(columns),
    evaluate: openEvaluator(),
    room: openBitsRoom(),
  }
  return { desk, follower }
}

/** Loads what is needed once: the analyser, the statements of SQLite. */
const anySearch: SearchJob = {
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

export type Finder = {
  /**
   * Takes in what changed since the last time; says whether that was all. What is found is right
   * only then, and only within the same snapshot.
   */
  catchUp(options: CatchUp): boolean
  /** Whether there is nothing in memory to add to: then it is filled as a whole, without limit. */
  isEmpty(): boolean
  /** How many passages there are. */
  passages(): number
  carryOut(task: SearchTask): unknown
  find(job: SearchJob): SearchOutcome
  suggest(job: SuggestJob): Suggestions
}

/**
 * Searches on one reading connection that has `alive()`. Stems are asked of the engine in memory
 * where there is one, and else of FTS5; both give the same answers. The caller opens a snapshot,
 * catches up and searches in it. A search throws what alive() throws when the time is up.
 */
export function openFinder(db: Db, options: SearcherOptions): Finder {
  const { desk, follower } = openDesk(db, options)
  const { columns } = desk
  const finder: Finder = {
    catchUp: (options) => follower.catchUp(db, options),
    isEmpty: () => follower.isEmpty(),
    passages: () => columns.living,
    find: (job) => findHits(desk, job),
    suggest: (job) => suggest(desk, job),
    carryOut(task) {
      if (task.kind === 'suggest') return finder.suggest(task.job)
      return finder.find(task.kind === 'warm' ? anySearch : task.job)
    },
  }
  return finder
}
