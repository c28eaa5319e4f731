import type { Viewer } from '../catalog/index.ts'
import type { Postings } from './rank/postings.ts'
import type { Facets, FoundPassage, SearchFilters, SearchOrder } from './search-request.ts'
import type { Query } from './text/query.ts'

export type { Postings } from './rank/postings.ts'

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

/** Asks how a query may go on. */
export type SuggestJob = { readonly viewer: Viewer; readonly q: string; readonly limit: number }

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
  /** Starts every thread, so that the first search does not wait for that. */
  warm(): Promise<void>
}

/** Passages and how well they match, best first: what each engine gives to be fused. */
export type RankedPassages = readonly { readonly passageNo: number; readonly score: number }[]

/** Knows in which passages a stem is; an engine in memory and FTS5 must say the same. */
export type KeywordIndex = {
  postingsOf(stem: string): Postings
  /** All words of the passages as they stand, in alphabetical order, from the first one on. */
  words(): WordCursor
}

/** A place in an alphabetical list of words; undefined behind the last one. */
export type WordCursor = {
  word(): string | undefined
  next(): void
  /** Goes on behind all words that begin with this, the present one among them. */
  skip(beginning: string): void
}

/** An engine that keeps everything in memory and is told of each passage. */
export type MemoryKeywords = KeywordIndex & {
  add(passage: MemoryPassage): void
  clear(): void
  /** What it holds, roughly. */
  sizeBytes(): number
}

export type MemoryPassage = {
  /** Higher than those of all before. */
  readonly place: number
  /** Its stems, and how often it has each. */
  readonly stems: ReadonlyMap<string, number>
  /** Its words as they stand. */
  readonly words: Iterable<string>
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
