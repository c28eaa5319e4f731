import type { Postings } from './postings.ts'

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
