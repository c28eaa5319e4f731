import type { PassageRow } from '../documents/queries.ts'
import type { SearchFilters } from '../outcome.ts'

/** What an index elsewhere is told of a passage: numbers and a vector, and none of its words. */
export type OutsideRow = Pick<
  PassageRow,
  'passageNo' | 'datasetNo' | 'objectNo' | 'modality' | 'kind' | 'lang' | 'source' | 'createdAtS'
> & { readonly vector: Int16Array }

/** Each of them goes, whichever list names it. */
export type OutsideRemoval = {
  readonly datasetNos?: readonly number[]
  readonly objectNos?: readonly number[]
  readonly passageNos?: readonly number[]
  /** All with higher numbers than this. */
  readonly afterPassageNo?: number
}

/** The passages that are nearest to a vector, of those that the filters let through. */
export type NearAsked = {
  readonly vector: Int16Array
  /** Undefined: of any dataset. */
  readonly datasetNos: readonly number[] | undefined
  readonly filters: Omit<SearchFilters, 'tags' | 'objectNos'>
  readonly limit: number
}

/** One index of a search engine of others. What it says is a proposal, and never believed. */
export type OutsideIndex = {
  /** What is put twice may be found twice. */
  put(rows: readonly OutsideRow[]): Promise<void>
  remove(what: OutsideRemoval): Promise<void>
  near(asked: NearAsked): Promise<readonly number[]>
  /** After much was put or removed: searches become quick, and what went is gone for good. */
  tend(): Promise<void>
}

export type OutsideShape = { readonly dimensions: number }

/** A search engine of others, where it was asked to have the indexes of this installation. */
export type OutsideEngine = {
  create(name: string, shape: OutsideShape): Promise<OutsideIndex>
  /** Rejects where there is none of this name. */
  open(name: string, shape: OutsideShape): Promise<OutsideIndex>
  /** There need not be one. */
  drop(name: string): Promise<void>
  close(): Promise<void>
}
