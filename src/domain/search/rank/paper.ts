import { type FoundPlace, openBestScores, type ScoredWord } from './best-scores.ts'
import type { Bits } from './bits.ts'
import type { PassageColumns } from './passage-columns.ts'
import type { Places } from './postings.ts'
import type { Reach } from './reach.ts'

export type Scoring = {
  readonly columns: Pick<PassageColumns, 'size' | 'lengths'>
  readonly reach: Pick<Reach, 'shares'>
  /** Where scores may be given. */
  readonly gate: Bits
  readonly words: readonly ScoredWord[]
  /** Only so many of the best are wanted; undefined: all. */
  readonly best: number | undefined
}

/**
 * Places with a score, in no order; beside them `more` have some of the words and are not among
 * the best.
 */
export type Scored = {
  readonly places: Int32Array
  readonly scores: Float64Array
  readonly more: number
}

/** What is written on: the scores of all places, which of them have one, and a list at hand. */
type Paper = { scores: Float64Array; places: Int32Array; count: number; list: Int32Array }

const listRoom = 1024

/** Adds up the scores of a query. They lie in one array for all queries, which is cleaned. */
export function openPaper(options?: Parameters<typeof openBestScores>[0]) {
  let paper = blankPaper(0)
  const bestScores = openBestScores(options)

  function note({ place, score }: FoundPlace): void {
    paper.scores[place] = score
    paper.places[paper.count++] = place
  }

  return {
    write({ best, ...scoring }: Scoring): Scored {
      paper = cleaned(paper, scoring.columns.size)
      const total = best === undefined ? undefined : bestScores({ ...scoring, best }, note)
      if (total === undefined) addScores(paper, scoring)
      const { scores, places, count } = paper
      return { places: places.subarray(0, count), scores, more: (total ?? count) - count }
    },
  }
}

function blankPaper(room: number): Paper {
  const list = new Int32Array(listRoom)
  return {
    scores: new Float64Array(room),
    places: new Int32Array(room),
    count: 0,
    list,
  }
}

function cleaned(paper: Paper, size: number): Paper {
  const { scores, places, count } = paper
  if (scores.length < size) return blankPaper(Math.max(listRoom, size * 2))
  for (let i = 0; i < count; i++) scores[places[i] as number] = 0
  paper.count = 0
  return paper
}

/** The words that are worth most come first, as where only the best are wanted: same sums. */
function addScores(paper: Paper, { words, ...scoring }: Omit<Scoring, 'best'>): void {
  const ranked = [...words].sort((a, b) => b.worth - a.worth)
  for (const { postings, worth } of ranked) {
    for (let times = 1; times <= postings.length; times++) {
      const places = postings[times - 1]
      if (!places || places.length === 0) continue
      addShares(paper, {
        ...scoring,
        places: typed(paper, places),
        times,
        worth,
      })
    }
  }
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
