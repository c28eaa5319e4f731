import type { Viewer } from '../catalog/index.ts'
import type { Facets, FoundPassage, SearchFilters, SearchOrder } from './search-request.ts'
import type { Query } from './text/query.ts'

/** One search, ready to be carried out; plain data, because it goes to another thread. */
export type SearchJob = {
  readonly viewer: Viewer
  readonly query: Query
  readonly filters: SearchFilters
  readonly sort: SearchOrder
  readonly limit: number
  readonly offset: number
  readonly highlight: boolean
  readonly facets: boolean
  readonly snippetMaxChars: number | undefined
}

export type SearchOutcome = {
  readonly hits: readonly FoundPassage[]
  readonly total: number
  readonly facets: Facets | null
}

/** Threads that search. Throws Saturated when they are too busy or the search takes too long. */
export type SearchPool = {
  search(job: SearchJob): Promise<SearchOutcome>
}

/** Passages and how well they match, best first: what each engine gives to be fused. */
export type RankedPassages = readonly { readonly passageNo: number; readonly score: number }[]

/** A second keyword engine beside FTS5, for plain ranked queries; undefined: ask FTS5. */
export type KeywordIndex = {
  rank(job: SearchJob): Promise<RankedPassages | undefined>
}

/** Texts as vectors of one model. */
export type Embedder = {
  readonly model: string
  readonly dimensions: number
  embed(texts: readonly string[]): Promise<Float32Array[]>
}

/** Nearest neighbours among the vectors of passages. */
export type VectorIndex = {
  add(passageNo: number, vector: Float32Array): void
  remove(passageNo: number): void
  nearest(vector: Float32Array, options: { limit: number }): RankedPassages
}
