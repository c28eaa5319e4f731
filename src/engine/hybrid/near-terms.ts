import type { CloseReader } from '../embedding/embedder.ts'
import { lookUp } from '../keyword/find-postings.ts'
import { askTheTime } from '../keyword/queries.ts'
import type { SearchJob } from '../port.ts'
import { parseQuery } from '../query/parse-query.ts'
import { rarityOf } from '../ranking/bm25.ts'
import type { Matches } from '../ranking/scorer.ts'
import { countFound } from '../ranking/visible-collection.ts'
import { clauseOf, type View } from '../searcher/search-keywords.ts'
import { bestFirst } from './by-score.ts'
import { type CloseReadings, readMax } from './late-interaction.ts'

type Sides = { words: Matches; near: Matches }
type Asked = {
  readings: CloseReadings
  worths: readonly number[]
  share: number
}

/**
 * The passages of a search by words, with scores in which words count that are near to those of the
 * query: a share of each score is BM25 with such words counted by their nearness. Only the best by
 * words and the nearest are read for it; those behind them have none of that share. What a word
 * is worth is counted among what the viewer sees, as always.
 */
export function withNearWords(view: View, { words, near }: Sides, asked: Asked): Matches {
  const { readings, worths, share } = asked
  const { columns, reach } = view
  const first = bestFirst(words)
  const read = new Set([...first.slice(0, readMax), ...near.places.slice(0, readMax)])
  readings.fetch(Int32Array.from(read))
  const scores = new Float64Array(columns.size)
  let best = 0
  for (const place of read) {
    const { times } = readings.nearWords(place)
    const length = columns.lengths[place] as number
    for (const [i, worth] of worths.entries()) {
      const often = times[i] as number
      if (often > 0 && worth > 0) {
        scores[place] =
          (scores[place] as number) + worth * reach.shares.share({ times: often, length })
      }
    }
    best = Math.max(best, scores[place] as number)
  }
  const bestByWords = words.scores[first[0] ?? -1] ?? 0
  const places = Int32Array.from(new Set([...words.places, ...read]))
  for (const place of places) {
    const byNear = best > 0 ? (scores[place] as number) / best : 0
    const byWords = bestByWords > 0 ? (words.scores[place] ?? 0) / bestByWords : 0
    scores[place] = share * byNear + (1 - share) * byWords
  }
  return { places, scores }
}

/** What each word of the query is worth in BM25; nothing where a search by words leaves it out. */
export function worthsOf(
  view: View,
  { words, job }: { words: CloseReader['words']; job: SearchJob },
): number[] {
  const { db, reach } = view
  return words.map(({ text }) => {
    const clause = clauseOf(view, { ...job, query: parseQuery(text) })
    const any = clause.type === 'ranked' ? clause.preferred[0] : undefined
    if (any?.type !== 'any') return 0
    askTheTime(db)
    const key = JSON.stringify(any.alternatives)
    const known = reach.found.get(key)
    const count = known ?? countFound(reach, { key, postings: lookUp(view, any.alternatives) })
    return rarityOf(count, reach)
  })
}

/** What a word that is near to one of these is worth: also by how much that says in general. */
export function worthsNear(worths: readonly number[], words: CloseReader['words']): number[] {
  return worths.map((worth, i) => worth * Math.sqrt(words[i]?.weight ?? 0))
}

/** Words that a search by words leaves out still say a little. */
const worthMin = 0.3

/**
 * How much more each word of the query counts in its meaning, for being rarer among what the viewer
 * sees. The model itself knows only how much a word says in general.
 */
export function stressesOf(worths: readonly number[]): number[] {
  return worths.map((worth) => Math.sqrt(Math.max(worth, worthMin)))
}
