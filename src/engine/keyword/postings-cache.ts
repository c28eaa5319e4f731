import type { DocValues } from '../documents/doc-values.ts'
import { keepLatest } from '../keep-latest.ts'
import { type DocIds, documentFrequency, type Postings } from './postings.ts'

/**
 * Room for the words that are in many passages, of four bytes a place: of three languages they take
 * twelve places a passage. Where there is less room than what comes again and again, nothing of it
 * is kept long enough.
 */
const placesPerPassage = 24
const [placesMin, placesMost] = [1_000_000, 16_000_000]
/** A list of so many is worth an array of its own. */
const typedFrom = 64

/** Gives what was looked up before, as long as no passage came or went since. */
export type PostingsCache = (key: string, findPostings: () => Postings) => Postings

/**
 * Remembers where words are that FTS5 takes long to list, the latest asked for first. `which` in a
 * condition is in every second passage, and the next condition has it again.
 */
export function openPostingsCache(docValues: DocValues): PostingsCache {
  let kept = keptOf(docValues)
  let { version } = docValues
  return (key, findPostings) => {
    if (version !== docValues.version) kept = keptOf(docValues)
    version = docValues.version
    const known = kept.get(key)
    if (known) return known
    const postings = findPostings().map(typed)
    kept.set(key, postings)
    return postings
  }
}

function keptOf({ living }: DocValues) {
  const max = Math.max(placesMin, Math.min(placesMost, placesPerPassage * living))
  return keepLatest<string, Postings>({ max, sizeOf: capacityOf })
}

/** In the form in which scores are added up: a list in another one would be copied each time. */
function typed(docIds: DocIds | undefined): DocIds | undefined {
  if (!docIds || docIds instanceof Int32Array || docIds.length < typedFrom) return docIds
  return new Int32Array(docIds)
}

/** A word that is nowhere takes room, too. */
function capacityOf(postings: Postings): number {
  return 10 + documentFrequency(postings)
}
