import type { DocValues } from '../documents/doc-values.ts'
import { keepLatest } from '../keep-latest.ts'
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
  const kept = keepLatest<string, Postings>({ max: placesMax, sizeOf: capacityOf })
  let { version } = docValues
  return (key, findPostings) => {
    if (version !== docValues.version) kept.clear()
    version = docValues.version
    const known = kept.get(key)
    if (known) return known
    const postings = findPostings()
    kept.set(key, postings)
    return postings
  }
}

/** A word that is nowhere takes room, too. */
function capacityOf(postings: Postings): number {
  return 10 + documentFrequency(postings)
}
