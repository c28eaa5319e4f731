import type { Postings } from './postings.ts'

/** Knows in which passages a stem is; an engine in memory and FTS5 must say the same. */
export type KeywordIndex = {
  postingsOf(stem: string): Postings
  /** All terms as they stand in the passages, not stemmed, in alphabetical order. */
  terms(): TermCursor
  /** The first of the longer terms that begin so, in alphabetical order. */
  termsBeginning(beginning: string, options: { limit: number }): string[]
}

/** A position in the alphabetical list of terms; undefined behind the last one. */
export type TermCursor = {
  term(): string | undefined
  next(): void
  /** Goes on behind all words that begin with this, the present one among them. */
  skip(beginning: string): void
}

/** An engine that keeps everything in memory and is told of each passage. */
export type MemoryIndex = KeywordIndex & {
  add(passage: MemoryDocument): void
  /** Takes whole lists, of stems that it has not met. */
  fill(lists: readonly [stem: string, postings: Postings][]): void
  addTerms(words: Iterable<string>): void
  clear(): void
  /** What it holds, roughly. */
  sizeBytes(): number
}

export type MemoryDocument = {
  /** Higher than those of all before. */
  readonly docId: number
  /** Its stems, and how often it has each. */
  readonly stems: ReadonlyMap<string, number>
  /** Its words as they stand. */
  readonly words: Iterable<string>
}
