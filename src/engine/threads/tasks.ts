import type { SearchFilters } from '../outcome.ts'
import type { Proposed } from '../outside/proposals.ts'
import type { PageRequest, SimilarQuery, Visibility } from '../port.ts'
import type { Query } from '../query/query.ts'

/** One search by keywords; plain data, because it goes to another thread. */
export type SearchJob = PageRequest & {
  readonly visibility: Visibility
  readonly query: Query
  readonly filters: SearchFilters
}

/** A search by meaning: alone, or together with the words. */
export type SemanticJob = SearchJob & {
  readonly mode: 'semantic' | 'hybrid'
  /** What an index elsewhere says may be near, and of what. */
  readonly proposed?: Proposed | undefined
}

/** Asks what the words of a query mean. */
export type MeaningJob = Pick<SearchJob, 'query'>

/** Looks for passages like those of an asset. */
export type SimilarJob = PageRequest & SimilarQuery & { readonly visibility: Visibility }

/** Asks how a query may go on. */
export type SuggestJob = {
  readonly visibility: Visibility
  readonly q: string
  readonly limit: number
}

/** What a searching thread can be asked to do. `warm`: get ready to search. */
export type SearchTask =
  | { readonly kind: 'search'; readonly job: SearchJob }
  | { readonly kind: 'suggest'; readonly job: SuggestJob }
  | { readonly kind: 'warm' }

/** What the thread that has the vectors can be asked to do. `embed`: some passages without one. */
export type VectorTask =
  | { readonly kind: 'semantic'; readonly job: SemanticJob }
  | { readonly kind: 'similar'; readonly job: SimilarJob }
  | { readonly kind: 'meaning'; readonly job: MeaningJob }
  | { readonly kind: 'embed'; readonly limit: number }
  | { readonly kind: 'warm' }
