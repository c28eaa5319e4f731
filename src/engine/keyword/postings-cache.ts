import type { DocValues } from '../documents/doc-values.ts'
import { documentFrequency, type Postings } from './postings.ts'

/** Some megabytes: the few dozen words that are in most passages. */
const placesMax = 1_000_000

/** Gives what was looked up before, as long as no passage came or went since. */
export type PostingsCache = (key: string, findPostings: () => Postings) => Postings

/**
 * Remembers where words are that FTS5 takes long to list, the latest asked for first. `which` in a
 * condition is in every second passage, and the next condition has it again.
 */
export function openPostingsCache(docValues: DocValues): PostingsCache {
  const kept = new Map<string, Postings>()
  let version = docValues.version
  let docIds = 0

  function forget(key: string): void {
    docIds -= capacityOf(kept.get(key) ?? [])
    kept.delete(key)
  }

  return (key, findPostings) => {
    if (version !== docValues.version) {
      kept.clear()
      docIds = 0
      version = docValues.version
    }
    const postings = kept.get(key) ?? findPostings()
    if (kept.has(key)) forget(key)
    kept.set(key, postings)
    docIds += capacityOf(postings)
    for (const oldest of kept.keys()) {
      if (docIds <= placesMax) break
      forget(oldest)
    }
    return postings
  }
}

/** A word that is nowhere takes room, too. */
function capacityOf(postings: Postings): number {
  return 10 + documentFrequency(postings)
}
