import type { Db } from '../../store/tx.ts'
import type { Catalogue } from '../catalogue.ts'
import { type DocValues, openDocValues } from '../documents/doc-values.ts'
import { openReadStems, type ReadStems } from '../documents/read-stems.ts'
import { openFollower } from '../keyword/follow-changes.ts'
import { openFtsIndex } from '../keyword/fts-index.ts'
import type { KeywordIndex, MemoryIndex } from '../keyword/keyword-index.ts'
import { type MergePostings, openPostingsMerger } from '../keyword/postings.ts'
import { openPostingsCache, type PostingsCache } from '../keyword/postings-cache.ts'
import { type AmongAlike, openAmongAlike } from '../ranking/alike.ts'
import { type BitsetPool, openBitsetPool } from '../ranking/bitset.ts'
import { type Accumulators, openAccumulators } from '../ranking/scorer.ts'
import { openTfScratch, type TfScratch } from '../ranking/surroundings.ts'
import { openCollections } from '../ranking/visible-collection.ts'
import { openVisibleSets } from './visible-sets.ts'

/** The index as one searching thread reads it, with what it keeps between its searches. */
export type IndexReader = {
  readonly db: Db
  readonly catalogue: Catalogue
  readonly docValues: DocValues
  readonly keywords: KeywordIndex
  readonly visibleSetOf: ReturnType<typeof openVisibleSets>
  readonly collectionOf: ReturnType<typeof openCollections>
  readonly accumulators: Accumulators
  readonly bitsets: BitsetPool
  readonly postingsCache: PostingsCache
  readonly mergePostings: MergePostings
  readonly scratch: TfScratch
  readonly readStems: ReadStems
  readonly amongAlike: AmongAlike
}

export type SearcherOptions = {
  catalogue: Catalogue
  /** An engine in memory, asked instead of FTS5. */
  memory?: MemoryIndex
}

export function openIndexReader(db: Db, { catalogue, memory }: SearcherOptions) {
  const docValues = openDocValues()
  const follower = openFollower(docValues, memory)
  const postingsCache = openPostingsCache(docValues)
  const reader: IndexReader = {
    db,
    catalogue,
    docValues,
    postingsCache,
    mergePostings: openPostingsMerger(),
    keywords: memory ?? openFtsIndex({ db, docValues, postingsCache }),
    visibleSetOf: openVisibleSets(catalogue),
    collectionOf: openCollections(docValues),
    accumulators: openAccumulators(),
    bitsets: openBitsetPool(),
    scratch: openTfScratch(),
    readStems: openReadStems(db, docValues),
    amongAlike: openAmongAlike(),
  }
  return { reader, follower }
}
