import type { DatasetId, ObjectId, TenantId } from '../base/ids.ts'
import type { Facets, FoundPassage, SearchFilters, SearchOrder } from './outcome.ts'
import type { Query } from './query/query.ts'

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

/** One search, ready to be carried out; plain data, because it goes to another thread. */
export type SearchJob = {
  readonly visibility: Visibility
  readonly query: Query
  readonly filters: SearchFilters
  readonly sort: SearchOrder
  readonly limit: number
  readonly offset: number
  readonly highlight: boolean
  readonly facets: boolean
  readonly snippetMaxChars: number | undefined
}

/** Asks how a query may go on. */
export type SuggestJob = {
  readonly visibility: Visibility
  readonly q: string
  readonly limit: number
}

export type Suggestions = {
  /** Whole queries, the likeliest first. */
  readonly completions: readonly string[]
  readonly didYouMean: string | undefined
}

/** What a searching thread can be asked to do. `warm`: get ready to search. */
export type SearchTask =
  | { readonly kind: 'search'; readonly job: SearchJob }
  | { readonly kind: 'suggest'; readonly job: SuggestJob }
  | { readonly kind: 'warm' }

export type SearchOutcome = {
  readonly hits: readonly FoundPassage[]
  readonly total: number
  readonly facets: Facets | null
  /** What was searched for instead, because what was asked for is nowhere. */
  readonly correctedQuery?: string | undefined
}

/** Threads that search. Throws Saturated when they are too busy or the search takes too long. */
export type SearchPool = {
  search(job: SearchJob): Promise<SearchOutcome>
  suggest(job: SuggestJob): Promise<Suggestions>
  /** Starts one of them, so that the first search does not wait for that. */
  warm(): Promise<void>
}

/** A search by meaning: alone, or together with the words. */
export type SemanticJob = SearchJob & { readonly mode: 'semantic' | 'hybrid' }

/** Looks for passages like those of an asset. */
export type SimilarJob = Omit<SearchJob, 'query'> & { readonly objectId: ObjectId }

/** What the thread that has the vectors can be asked to do. `embed`: some passages without one. */
export type VectorTask =
  | { readonly kind: 'semantic'; readonly job: SemanticJob }
  | { readonly kind: 'similar'; readonly job: SimilarJob }
  | { readonly kind: 'embed'; readonly limit: number }

/** Searches by meaning. Throws Saturated when it cannot answer in time, or not now. */
export type Semantics = {
  search(job: SemanticJob): Promise<SearchOutcome>
  similar(job: SimilarJob): Promise<SearchOutcome>
  /** Whether there is a model at all; without one nothing can be asked. */
  isOffered(): boolean
  /** Whether an answer can be expected soon. */
  isReady(): boolean
}
