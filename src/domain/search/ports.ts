import type { ObjectId } from '../../base/ids.ts'
import type { Viewer } from '../catalog/index.ts'
import type { Postings } from './rank/postings.ts'
import type { Facets, FoundPassage, SearchFilters, SearchOrder } from './search-request.ts'
import type { Query } from './text/query.ts'

export type { Places, Postings } from './rank/postings.ts'

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
  /** Starts one of them, so that the first search does not wait for that. */
  warm(): Promise<void>
}

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
  /** Takes whole lists, of stems that it has not met. */
  fill(lists: readonly [stem: string, postings: Postings][]): void
  addWords(words: Iterable<string>): void
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

/** Texts as vectors of one model, of any length; zero where a text says nothing to it. */
export type Embedder = {
  /** Another one as soon as any file of the model differs: a SHA-256. */
  readonly model: string
  /** For people. */
  readonly name: string
  readonly dimensions: number
  /** What has a lower cosine has nothing to do with the query. */
  readonly cutoff: number
  embedQuery(text: string): Float32Array | Promise<Float32Array>
  embedPassages(texts: readonly string[]): Float32Array[] | Promise<Float32Array[]>
  /** Reads passages word by word beside a query; only where that takes next to no time. */
  readCloser?(query: string): CloseReader
}

/** A query beside which passages are read. */
export type CloseReader = {
  /** Its words that are known, each once, and how much each of them says. */
  readonly words: readonly { readonly text: string; readonly weight: number }[]
  /** What the query says when each of these words counts so many times as much. */
  stressed(stresses: readonly number[]): Float32Array
  /** For each word of the query: the nearest word of the text, and how often near ones stand. */
  compare(text: string): NearWords
}

export type NearWords = {
  /** The cosine of the nearest word; none below 0. */
  readonly nearest: Float64Array
  /** The same word counts 1, one that is half as near or less 0. */
  readonly times: Float64Array
}

/** Where a model comes from: a folder, or what ships with the program. */
export type ModelSource = {
  readonly folder: string | null
  readonly queryPrefix: string
  readonly passagePrefix: string
  /** Instead of the model's own; null: that. */
  readonly cutoff: number | null
}

/** A model, as it is written down. */
export type ModelCard = {
  readonly model: string
  readonly name: string
  readonly dimensions: number
  readonly source: ModelSource
}

/** Vectors of passages; a passage that gave none (no words it knows, no numbers) has no bytes. */
export type MadeVectors = {
  readonly modelNo: number
  readonly vectors: readonly { readonly passageNo: number; readonly bytes: Uint8Array }[]
  /** No passage is left without one of this model. */
  readonly done: boolean
}

/** What the thread that has the vectors wants written down; it only reads. */
export type VectorKeeping = {
  register(card: ModelCard): Promise<void>
  keep(made: MadeVectors): Promise<void>
  /** The snapshot that fits what is written down. */
  noteSnapshot(snapshot: { modelNo: number; generation: string }): Promise<void>
  /** Takes some vectors of models that are not used any more; says whether there are more. */
  forgetOld(): Promise<boolean>
  /** Goes up with every passage that comes or goes. */
  lastChange(): number
}

/** Some of the nodes of an index: which, and 1 at the number of each. */
export type NodeSet = { readonly list: Int32Array; readonly marks: Uint8Array }

export type NearNodes = { readonly nodes: Int32Array; readonly cosines: Float64Array }

/**
 * Distinct vectors of length 1, each a node with a number, in 16-bit integers: the part of 1 that
 * a number counts is 1/32767.
 */
export type VectorIndex = {
  readonly dimensions: number
  /** How many nodes there are. */
  size(): number
  /** The node of a vector: the same one for equal vectors. */
  add(vector: Int16Array): number
  vectorOf(node: number): Int16Array
  cosines(query: Int16Array, nodes: Int32Array): Float64Array
  /** The wanted nodes that are nearest, nearest first, none below the cutoff. */
  nearest(query: Int16Array, asked: { wanted: NodeSet; limit: number; cutoff: number }): NearNodes
}

/** Which node has the vector of which passage, in the order of the passages. */
export type NodeTable = { readonly passageNos: Int32Array; readonly nodes: Int32Array }

/** An index that can be kept in files beside the database, and be made anew without them. */
export type KeptIndex = VectorIndex & {
  /** Works on what makes searches faster, for so long; says whether nothing is left to do. */
  tend(budgetMs: number): boolean
  /** How it searches now, for people. */
  describe(): string
  /** Writes everything down under this name: whole, or not at all. */
  save(generation: string, table: NodeTable): Promise<void>
  /** Takes over what was written under this name; undefined when it is not there or not whole. */
  restore(generation: string): NodeTable | undefined
  /** Reads what was written beside it to make searches faster; they go on meanwhile. */
  hasten(): Promise<void>
  /** Removes what was written under other names. */
  forgetOthers(generation: string | undefined): void
}
