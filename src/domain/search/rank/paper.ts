import type { Bits } from './bits.ts'
import type { PassageColumns } from './passage-columns.ts'
import { type Places, type Postings, sizeOf } from './postings.ts'
import type { Reach } from './reach.ts'

/** A word of a query: where it is, and what finding it is worth. */
export type ScoredWord = { readonly postings: Postings; readonly worth: number }

export type Scoring = {
  readonly columns: Pick<PassageColumns, 'size' | 'lengths'>
  readonly reach: Pick<Reach, 'shares'>
  /** Where scores may be given. */
  readonly gate: Bits
  readonly words: readonly ScoredWord[]
  /** Only so many of the best are wanted; undefined: all. */
  readonly best: number | undefined
}

/** Places with a score, in no order; `more` have some of the words and are not among the best. */
export type Scored = {
  readonly places: Int32Array
  readonly scores: Float64Array
  readonly more: number
}

/** What is written on: the scores of all places, which of them have one, and a list at hand. */
type Paper = {
  scores: Float64Array
  places: Int32Array
  /** So many of the places have a score; behind them, as far as `marked`, are those that count. */
  count: number
  marked: number
  more: number
  list: Int32Array
}

const listRoom = 1024
/** Instead of a score: it has none, and was counted. */
const counted = -1

/** Adds up the scores of a query. They lie in one array for all queries, which is cleaned. */
export function openPaper(): { write(scoring: Scoring): Scored } {
  let paper = blankPaper(0)
  return {
    write(scoring) {
      paper = cleaned(paper, scoring.columns.size)
      addScores(paper, scoring)
      const { scores, places, count, more } = paper
      return { places: places.subarray(0, count), scores, more }
    },
  }
}

function blankPaper(room: number): Paper {
  const list = new Int32Array(listRoom)
  const counts = { count: 0, marked: 0, more: 0 }
  return { scores: new Float64Array(room), places: new Int32Array(room), ...counts, list }
}

function cleaned(paper: Paper, size: number): Paper {
  const { scores, places, marked } = paper
  if (scores.length < size) return blankPaper(Math.max(listRoom, size * 2))
  for (let i = 0; i < marked; i++) scores[places[i] as number] = 0
  paper.count = 0
  paper.marked = 0
  paper.more = 0
  return paper
}

/**
 * The words that are worth most come first. Once what all that follow can bring together is less
 * than the least of the best has already, whoever has none of the words so far is only counted:
 * the last words are in most passages, and counting them takes half as long.
 */
function addScores(paper: Paper, { words, best, ...scoring }: Scoring): void {
  const { shares } = scoring.reach
  const ranked = [...words].sort((a, b) => b.worth - a.worth)
  const most = ranked.map(({ worth, postings }) => {
    return worth * shares.share({ times: postings.length, length: 0 })
  })
  let had = 0
  let left = most.reduce((sum, one) => sum + one, 0)
  let settled = false
  ranked.forEach(({ postings, worth }, i) => {
    settled ||= best !== undefined && left < had && isSettled(paper, { best, left, postings })
    const isLast = i === ranked.length - 1
    for (let times = 1; times <= postings.length; times++) {
      const places = postings[times - 1]
      if (!places || places.length === 0) continue
      const portion = { ...scoring, places: typed(paper, places), times, worth }
      if (settled) addToScored(paper, { ...portion, isLast })
      else addShares(paper, portion)
    }
    had += most[i] as number
    left -= most[i] as number
  })
  paper.marked = Math.max(paper.marked, paper.count)
}

/** Sums of the same numbers in another order differ by less. */
const margin = 1 + 1e-9

type Rest = { best: number; left: number; postings: Postings }

/** Whether the best are among those that have a score; not worth finding out for a rare word. */
function isSettled(paper: Paper, { best, left, postings }: Rest): boolean {
  if (paper.count < best || sizeOf(postings) < paper.count) return false
  if (leastOfBest(paper, best) <= left * margin) return false
  paper.marked = paper.count
  return true
}

/** The lowest of the highest so many scores. */
function leastOfBest({ scores, places, count }: Paper, best: number): number {
  const heap = new Float64Array(best)
  for (let i = 0; i < count; i++) {
    const score = scores[places[i] as number] as number
    if (score > (heap[0] as number)) sink(heap, score)
  }
  return heap[0] as number
}

/** Puts a number in the stead of the lowest, which is at the top. */
function sink(heap: Float64Array, score: number): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && (heap[below + 1] as number) < (heap[below] as number)) below += 1
    if (score <= (heap[below] as number)) break
    heap[at] = heap[below] as number
    at = below
  }
  heap[at] = score
}

/** All lists in one form: the innermost loop is twice as fast when it meets only one. */
function typed(paper: Paper, places: Places): Int32Array {
  if (places instanceof Int32Array) return places
  if (paper.list.length < places.length) paper.list = new Int32Array(2 * places.length)
  const { list } = paper
  for (let i = 0; i < places.length; i++) list[i] = places[i] as number
  return list.subarray(0, places.length)
}

type Portion = Pick<Scoring, 'columns' | 'reach' | 'gate'> & {
  places: Int32Array
  times: number
  worth: number
}

/** The innermost loop of a search. */
function addShares(paper: Paper, portion: Portion): void {
  const { scores, places: scored } = paper
  const { columns, reach, gate, places, times, worth } = portion
  const { lengths } = columns
  const { shares } = reach
  const { bytes } = gate
  const { tabledLength } = shares
  const table = shares.tableOf(times)
  let { count } = paper
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    if (bytes[place] !== 1) continue
    const before = scores[place] as number
    if (before === 0) scored[count++] = place
    const length = lengths[place] as number
    const part = length < tabledLength ? table[length] : shares.share({ times, length })
    scores[place] = before + worth * (part as number)
  }
  paper.count = count
}

/** The same for those that have a score; the others are counted, once each. */
function addToScored(paper: Paper, portion: Portion & { isLast: boolean }): void {
  const { scores, places: scored } = paper
  const { columns, reach, gate, places, times, worth, isLast } = portion
  const { lengths } = columns
  const { shares } = reach
  const { bytes } = gate
  let { marked, more } = paper
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    if (bytes[place] !== 1) continue
    const before = scores[place] as number
    if (before > 0) {
      const length = lengths[place] as number
      scores[place] = before + worth * shares.share({ times, length })
    } else if (before === 0) {
      more += 1
      if (isLast) continue
      scores[place] = counted
      scored[marked++] = place
    }
  }
  paper.marked = marked
  paper.more = more
}
