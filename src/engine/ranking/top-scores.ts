import type { Places, Postings } from '../keyword/postings.ts'
import type { Bits } from './bitset.ts'
import type { Shares } from './bm25.ts'

/** A word of a query: where it is, and what finding it is worth. */
export type ScoredWord = { readonly postings: Postings; readonly worth: number }

export type Scoring = {
  readonly columns: { readonly size: number; readonly lengths: Uint16Array }
  readonly reach: { readonly shares: Shares }
  /** Where scores may be given. */
  readonly gate: Bits
  readonly words: readonly ScoredWord[]
  /** So many are wanted; undefined: all. */
  readonly best: number | undefined
}

export type FoundPlace = { readonly place: number; readonly score: number }

/** The places of one block: small enough to stay next to the processor. */
const blockSizeDefault = 8192
/** Instead of a score: it has none, and was counted. */
const counted = -1
/** Sums of the same numbers in another order differ by less. */
const margin = 1 + 1e-9

/** The places that have a word so often, and how far one came in them. */
type List = {
  /** From `at` to `end`. */
  readonly places: Int32Array
  at: number
  readonly end: number
  readonly table: Float64Array
  readonly times: number
  readonly worth: number
  /** No other word follows. */
  readonly isLast: boolean
}

/** A word and those that are worth less bring no passage more than `left`. */
type Word = { readonly lists: readonly List[]; readonly left: number }

/**
 * Goes through the lists of all words at once, a block of places at a time, and tells of each place
 * that is among the best of those before it, ties included: of every one where all are wanted.
 * Gives how many places there are.
 *
 * The words that are worth most come first. Once what all that follow can bring together is less
 * than the least of the best has already, whoever has none of the words so far is only counted.
 */
export function openBestScores({ blockSize = blockSizeDefault } = {}) {
  const block: Block = {
    scores: new Float64Array(blockSize),
    touched: new Uint16Array(blockSize),
    first: 0,
    end: 0,
    count: 0,
    more: 0,
  }
  const typed = openTyped()

  return (scoring: Scoring, tell: (found: FoundPlace) => void): number => {
    const { columns, best } = scoring
    const words = wordsInOrder(scoring, typed(scoring.words))
    const heap = new Float64Array(best ?? 0)
    if (best !== undefined) heap.fill(surelyReached({ ...scoring, best }, words))
    let total = 0
    for (let first = 0; first < columns.size; first += blockSize) {
      block.first = first
      block.end = first + blockSize
      fill(block, { words, scoring, least: heap[0] ?? 0 })
      total += harvest(block, heap, tell)
    }
    return total
  }
}

type Block = {
  readonly scores: Float64Array
  /** The places in the block that have a score or were counted, from its first one on. */
  readonly touched: Uint16Array
  first: number
  end: number
  count: number
  /** Counted. */
  more: number
}

type Filling = { words: readonly Word[]; scoring: Scoring; least: number }

function fill(block: Block, { words, scoring, least }: Filling): void {
  block.count = 0
  block.more = 0
  for (let i = 0; i < words.length; i++) {
    const { lists, left } = words[i] as Word
    const onlyCounted = left * margin < least
    for (let j = 0; j < lists.length; j++) {
      const list = lists[j] as List
      if (list.at === list.end || (list.places[list.at] as number) >= block.end) continue
      if (onlyCounted) addToScored(block, list, scoring)
      else addShares(block, list, scoring)
    }
  }
}

/** The innermost loop of a search. */
function addShares(block: Block, list: List, { columns, reach, gate }: Scoring): void {
  const { scores, touched, first, end } = block
  const { places, table, times, worth, end: listEnd } = list
  const { lengths } = columns
  const { bytes } = gate
  const { length: tabledLength } = table
  let { count } = block
  let { at } = list
  for (; at < listEnd; at++) {
    const place = places[at] as number
    if (place >= end) break
    if (bytes[place] !== 1) continue
    const before = scores[place - first] as number
    if (before === 0) touched[count++] = place - first
    const length = lengths[place] as number
    const part = length < tabledLength ? table[length] : reach.shares.share({ times, length })
    scores[place - first] = before + worth * (part as number)
  }
  list.at = at
  block.count = count
}

/** The same for those that have a score; the others are counted, once each. */
function addToScored(block: Block, list: List, { columns, reach, gate }: Scoring): void {
  const { scores, touched, first, end } = block
  const { places, times, worth, isLast, end: listEnd } = list
  const { lengths } = columns
  const { bytes } = gate
  let { count, more } = block
  let { at } = list
  for (; at < listEnd; at++) {
    const place = places[at] as number
    if (place >= end) break
    if (bytes[place] !== 1) continue
    const before = scores[place - first] as number
    if (before > 0) {
      const length = lengths[place] as number
      scores[place - first] = before + worth * reach.shares.share({ times, length })
    } else if (before === 0) {
      more += 1
      if (isLast) continue
      scores[place - first] = counted
      touched[count++] = place - first
    }
  }
  list.at = at
  block.count = count
  block.more = more
}

/**
 * What so many passages have of the first word alone, looking at those that have it most often: the
 * best have no less, so that much need not be scored from the first block on.
 */
function surelyReached(
  { columns: { lengths }, reach: { shares }, gate: { bytes }, best }: Scoring & { best: number },
  [word]: readonly Word[],
): number {
  const heap = new Float64Array(best)
  let left = 256 + 2 * best
  for (const { places, at, end, times, worth } of word?.lists.toReversed() ?? []) {
    const enough = Math.min(end, at + left)
    for (let i = at; i < enough; i++) {
      const place = places[i] as number
      if (bytes[place] !== 1) continue
      const score = worth * shares.share({ times, length: lengths[place] as number })
      if (score > (heap[0] as number)) sink(heap, score)
    }
    left -= enough - at
  }
  return heap[0] as number
}

/** Cleans the block; gives how many of its places have a score or were counted. */
function harvest(
  { scores, touched, first, count, more }: Block,
  heap: Float64Array,
  tell: (found: FoundPlace) => void,
): number {
  let all = more
  for (let i = 0; i < count; i++) {
    const offset = touched[i] as number
    const score = scores[offset] as number
    scores[offset] = 0
    if (score === counted) continue
    all += 1
    const least = heap[0] ?? 0
    if (score < least) continue
    tell({ place: first + offset, score })
    if (score > least && heap.length > 0) sink(heap, score)
  }
  return all
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

function wordsInOrder(
  { reach: { shares }, words }: Pick<Scoring, 'reach' | 'words'>,
  typed: (places: Places) => Typed,
): Word[] {
  const ranked = [...words].sort((a, b) => b.worth - a.worth)
  let left = 0
  for (const word of ranked) left += mostOf(word, shares)
  return ranked.map((word, i): Word => {
    const { postings, worth } = word
    const isLast = i === ranked.length - 1
    const lists: List[] = []
    for (let times = 1; times <= postings.length; times++) {
      const places = postings[times - 1]
      if (!places || places.length === 0) continue
      lists.push({
        ...typed(places),
        table: shares.tableOf(times),
        times,
        worth,
        isLast,
      })
    }
    const all = left
    left -= mostOf(word, shares)
    return { lists, left: all }
  })
}

/** More than any passage has of it. */
function mostOf({ postings, worth }: ScoredWord, shares: Shares): number {
  return worth * shares.share({ times: postings.length, length: 0 })
}

type Typed = Pick<List, 'places' | 'at' | 'end'>

/** All lists in one form: the innermost loop is twice as fast when it meets only one. */
function openTyped() {
  let room = new Int32Array(1024)
  return (words: readonly ScoredWord[]): ((places: Places) => Typed) => {
    const needed = words.reduce((sum, { postings }) => sum + untypedSize(postings), 0)
    if (room.length < needed) room = new Int32Array(2 * needed)
    let end = 0
    return (places) => {
      if (places instanceof Int32Array) return { places, at: 0, end: places.length }
      const at = end
      for (let i = 0; i < places.length; i++) room[end++] = places[i] as number
      return { places: room, at, end }
    }
  }
}

function untypedSize(postings: Postings): number {
  let size = 0
  for (const places of postings) {
    if (places && !(places instanceof Int32Array)) size += places.length
  }
  return size
}
