import type { Db } from '../../store/tx.ts'
import type { CatchUp } from '../keyword/follow-changes.ts'
import type { SearchOutcome, Suggestions } from '../port.ts'
import type { WordCounts } from '../ranking/word-counts.ts'
import type { SearchJob, SearchTask, SuggestJob } from '../threads/tasks.ts'
import { type CountJob, countWords } from './count-words.ts'
import { openIndexReader, type SearcherOptions } from './index-reader.ts'
import { type PartJob, type RankedPart, rankPart } from './rank-part.ts'
import { anySearch, searchKeywords } from './searcher.ts'
import { suggest } from './suggest.ts'

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
