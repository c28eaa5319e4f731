import type { TermCursor } from '../../src/engine/keyword/keyword-index.ts'

/** A cursor on a list of words that counts how many it was asked for. */
export function wordList(words: Iterable<string>): TermCursor & { visited: number } {
  const sorted = [...new Set(words)].sort()
  let at = 0
  return {
    visited: 0,
    term() {
      this.visited += 1
      return sorted[at]
    },
    next() {
      at += 1
    },
    skip(beginning) {
      while (sorted[at]?.startsWith(beginning)) at += 1
    },
  }
}
