import { type FoundPlace, openBestScores, type Scoring } from './top-scores.ts'

/**
 * Places with a score, in no order; beside them `more` have some of the words and are not among
 * the best.
 */
export type Scored = {
  readonly places: Int32Array
  readonly scores: Float64Array
  readonly more: number
}

/** What is written on: the scores of all places, and which of them have one. */
type Paper = { scores: Float64Array; places: Int32Array; count: number }

const roomMin = 1024

/** Adds up the scores of a query. They lie in one array for all queries, which is cleaned. */
export function openPaper(options?: Parameters<typeof openBestScores>[0]) {
  let paper = blankPaper(0)
  const addUp = openBestScores(options)

  function note({ place, score }: FoundPlace): void {
    paper.scores[place] = score
    paper.places[paper.count++] = place
  }

  return {
    write(scoring: Scoring): Scored {
      paper = cleaned(paper, scoring.columns.size)
      const total = addUp(scoring, note)
      const { scores, places, count } = paper
      return { places: places.subarray(0, count), scores, more: total - count }
    },
  }
}

function blankPaper(room: number): Paper {
  return { scores: new Float64Array(room), places: new Int32Array(room), count: 0 }
}

function cleaned(paper: Paper, size: number): Paper {
  const { scores, places, count } = paper
  if (scores.length < size) return blankPaper(Math.max(roomMin, size * 2))
  for (let i = 0; i < count; i++) scores[places[i] as number] = 0
  paper.count = 0
  return paper
}
