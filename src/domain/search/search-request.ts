import type { DatasetId, ObjectId, RetrievalEventId, SearchId } from '../../base/ids.ts'
import type {
  DatasetCount,
  Facets,
  FoundPassage,
  SearchFilters,
  SearchMode,
  SearchOrder,
} from '../../engine/index.ts'

export type SearchRequest = SearchFilters & {
  readonly q: string
  /** Left out: the one of the deployment. */
  readonly mode?: SearchMode | undefined
  readonly sort: SearchOrder
  readonly limit: number
  readonly offset: number
  readonly highlight: boolean
  readonly facets: boolean
  /** Counts the matches by dataset too; goes with facets. */
  readonly countDatasets?: boolean | undefined
  /** At most so many characters of each passage; undefined: all of it. */
  readonly snippetChars?: number | undefined
  /** Each asset once, by its best passage. */
  readonly oncePerObject?: boolean | undefined
  /** Chosen by the caller: the same one again marks a retry, which is billed once. */
  readonly requestId?: string | undefined
}

/** Passages like those of an asset. */
export type SimilarRequest = SearchFilters & {
  readonly assetId: string
  /** One alone; undefined: every one that the caller may search. */
  readonly datasetId?: DatasetId | undefined
  readonly limit: number
  readonly offset: number
  /** Counts what is like it by form, kind, language and dataset. */
  readonly facets?: boolean | undefined
  readonly requestId?: string | undefined
}

export type Hit = Omit<FoundPassage, 'copies'> & {
  /** Other assets that have the same passage, each once. */
  readonly alsoIn?: readonly ObjectId[] | undefined
  readonly title: string
  readonly filename: string
  readonly folder: string | null
  /** Names this hit of this search: what a citation will refer to. */
  readonly retrievalEventId: RetrievalEventId
}

export type SearchResult = {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly totalRelation: 'exact' | 'approximate'
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
  readonly mode: SearchMode
  readonly searchId: SearchId
  readonly facets: Facets | null
  /** Where they were to be counted: the datasets with the most matches. */
  readonly datasets: readonly DatasetCount[] | undefined
  readonly chargedCredits: number
  /** Absent for the public search. */
  readonly availableCredits: number | undefined
  /** Of the month's budget of the key; undefined where it has none. */
  readonly budgetLeftCredits: number | undefined
  readonly tookMs: number
  /** What was searched for instead, because nothing that was asked for is anywhere. */
  readonly correctedQuery: string | undefined
  /** What the caller should know of how it was searched. */
  readonly warnings: readonly string[]
}
