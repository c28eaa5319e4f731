import type { DatasetId, ObjectId, TenantId } from '../base/ids.ts'
import type {
  DatasetCount,
  Facets,
  FoundPassage,
  SearchFilters,
  SearchMode,
  SearchOrder,
} from './outcome.ts'
import type { Query } from './query/query.ts'

/**
 * The port: what the market asks of an engine. Plain data in and out, so that one that runs in
 * another process can stand behind it. Whoever searches is checked, charged and recorded outside;
 * an engine may be behind, and what it finds is checked against the records once more.
 */
export type SearchEngine = {
  /**
   * One page of the passages that answer a query, best first. A hybrid search without its vectors
   * goes by keywords alone, and says so by its mode. Throws Saturated.
   */
  search(query: EngineQuery, visibility: Visibility, page: PageRequest): Promise<Found>
  /** How a query may go on, and what it may have been meant to be. Throws Saturated. */
  suggest(
    query: { readonly q: string },
    visibility: Visibility,
    page: { readonly limit: number },
  ): Promise<Suggestions>
  /** Passages of other assets that are like those of one. Throws Saturated. */
  similar(query: SimilarQuery, visibility: Visibility, page: PageRequest): Promise<SearchOutcome>
  /** Whether there is what a mode needs: without an embedding model there are keywords alone. */
  offers(mode: SearchMode): boolean
  /**
   * Takes in what was committed by now, vectors included. The embedded engine learns of changes by
   * itself, from the table index_change that is written with each passage, and searches take in
   * what is new before they answer: only the vectors have to be waited for.
   */
  apply(): Promise<void>
  /** How far the vectors are, model by model. */
  progress(): readonly VectorProgress[]
  close(): Promise<void>
}

export type EngineQuery = {
  readonly query: Query
  readonly mode: SearchMode
  readonly filters: SearchFilters
}

export type SimilarQuery = { readonly objectId: ObjectId; readonly filters: SearchFilters }

/** Which of what is found, and what of it. */
export type PageRequest = {
  readonly sort: SearchOrder
  readonly limit: number
  readonly offset: number
  readonly highlight: boolean
  readonly facets: boolean
  /** Whether the matches are also counted by dataset; goes with facets. */
  readonly countDatasets?: boolean | undefined
  readonly snippetMaxChars: number | undefined
  /** Each object once, by its best passage. */
  readonly oncePerObject?: boolean | undefined
}

/**
 * Whose eyes a search has: a tenant's, as far as its credential goes, or anybody's. The engine
 * looks at no part of it: what may be seen is found out by the market's rules (Catalogue).
 */
export type Visibility =
  | 'public'
  | {
      readonly tenantId: TenantId
      readonly datasetAccess:
        | { readonly mode: 'all_available' }
        | { readonly mode: 'allow_list'; readonly datasetIds: readonly DatasetId[] }
    }

export type SearchOutcome = {
  readonly hits: readonly FoundPassage[]
  readonly total: number
  /** Whether a page after this one would have anything. */
  readonly hasMore: boolean
  /** There may be more: by meaning so many are looked for, and so many were there. */
  readonly isCapped?: boolean | undefined
  readonly facets: Facets | null
  /** The datasets with the most matches, where they were to be counted. */
  readonly datasets?: readonly DatasetCount[] | undefined
  /** What was searched for instead, because what was asked for is nowhere. */
  readonly correctedQuery?: string | undefined
  /** The asset to be compared has none to go by: one is still to come, or none ever will. */
  readonly withoutVector?: 'for now' | 'for good' | undefined
  /** Scripts of the query, in ISO 15924, whose words say nothing to the embedding model. */
  readonly unknownScripts?: readonly string[] | undefined
}

export type Found = {
  readonly outcome: SearchOutcome
  /** The mode that was used. */
  readonly mode: SearchMode
}

export type Suggestions = {
  /** Whole queries, the likeliest first. */
  readonly completions: readonly string[]
  readonly didYouMean: string | undefined
}

/** How far the vectors of a model are. */
export type VectorProgress = {
  readonly name: string
  readonly model: string
  readonly dimensions: number
  readonly state: 'making' | 'serving' | 'leaving'
  readonly done: number
  readonly total: number
}
