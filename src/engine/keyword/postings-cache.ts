import type { PassageColumns } from '../documents/doc-values.ts'
import { type Postings, sizeOf } from './postings.ts'

/** Some megabytes: the few dozen words that are in most passages. */
const placesMax = 1_000_000

/** Gives what was looked up before, as long as no passage came or went since. */
export type KeptPostings = (key: string, lookUp: () => Postings) => Postings

/**
 * Remembers where words are that FTS5 takes long to list, the latest asked for first. `which` in a
 * condition is in every second passage, and the next condition has it again.
 */
export function openKeptPostings(columns: PassageColumns): KeptPostings {
  const kept = new Map<string, Postings>()
  let version = columns.version
  let places = 0

  function forget(key: string): void {
    places -= roomOf(kept.get(key) ?? [])
    kept.delete(key)
  }

  return (key, lookUp) => {
    if (version !== columns.version) {
      kept.clear()
      places = 0
      version = columns.version
    }
    const postings = kept.get(key) ?? lookUp()
    if (kept.has(key)) forget(key)
    kept.set(key, postings)
    places += roomOf(postings)
    for (const oldest of kept.keys()) {
      if (places <= placesMax) break
      forget(oldest)
    }
    return postings
  }
}

/** A word that is nowhere takes room, too. */
function roomOf(postings: Postings): number {
  return 10 + sizeOf(postings)
}
