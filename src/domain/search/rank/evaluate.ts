import type { Clause, FieldClause } from '../match/interpret.ts'
import { add, addPlaces, type Bits, type BitsRoom, flip, keep, listPlaces } from './bits.ts'
import { rarityOf } from './bm25.ts'
import type { PassageColumns } from './passage-columns.ts'
import type { Places, Postings } from './postings.ts'
import { countFound, type Reach } from './reach.ts'

export type AnyClause = Extract<Clause, { type: 'any' }>

export type Question = {
  readonly clause: Clause
  readonly columns: Pick<PassageColumns, 'size' | 'lengths'>
  /** Where sets come from; the caller begins anew with each question. */
  readonly room: BitsRoom
  /** What the viewer may see: what rarity and length are counted among. */
  readonly reach: Reach
  /** What may be found: seen, and let through by the filters. */
  readonly wanted: Bits
  postingsOf(word: AnyClause): Postings
  /** Gives a set out of the room. */
  placesOf(field: FieldClause): Bits
}

/** Places that match, in no order, and what each scores. Good until the next evaluation. */
export type Matches = { readonly places: Int32Array; readonly scores: Float64Array }

/**
 * Carries out a clause: which places match, and their BM25 scores over every word that is not
 * below a NOT. The scores lie in one array for all evaluations, which is cleaned, not made anew.
 */
export function openEvaluator(): (question: Question) => Matches {
  let paper = blankPaper(0)
  return (asked) => {
    paper = cleaned(paper, asked.columns.size)
    const question = { ...asked, postingsOf: rememberPostings(asked) }
    const { gate, all } = gateOf(question)
    addScores(paper, { ...question, gate })
    const { scores, places, count } = paper
    return { places: all ? listPlaces(gate) : places.subarray(0, count), scores }
  }
}

/** What is written on: the scores of all places, which of them have one, and a list at hand. */
type Paper = { scores: Float64Array; places: Int32Array; count: number; list: Int32Array }

function blankPaper(room: number): Paper {
  const list = new Int32Array(listRoom)
  return { scores: new Float64Array(room), places: new Int32Array(room), count: 0, list }
}

const listRoom = 1024

function cleaned(paper: Paper, size: number): Paper {
  const { scores, places, count } = paper
  if (scores.length < size) return blankPaper(Math.max(listRoom, size * 2))
  for (let i = 0; i < count; i++) scores[places[i] as number] = 0
  paper.count = 0
  return paper
}

/** A word is looked up once, however often it is asked for. */
function rememberPostings({ postingsOf }: Question): Question['postingsOf'] {
  const known = new Map<string, Postings>()
  return (word) => {
    const key = keyOf(word)
    const postings = known.get(key) ?? postingsOf(word)
    known.set(key, postings)
    return postings
  }
}

const keys = new WeakMap<AnyClause, string>()

function keyOf(word: AnyClause): string {
  const known = keys.get(word) ?? JSON.stringify(word.alternatives)
  keys.set(word, known)
  return known
}

/**
 * Where scores may be given, and whether `all` of it matches; otherwise only what scores does: of
 * plain words one is enough. A required phrase is a word found; a required field is none, so that
 * `kind:ocr boiler` finds what `boiler` finds with the parameter kind=ocr.
 */
function gateOf(question: Question): { gate: Bits; all: boolean } {
  const { clause, wanted } = question
  if (clause.type !== 'ranked') return { gate: kept(matching(clause, question), wanted), all: true }
  const all = !needsWord(clause)
  if (clause.required.length === 0) return { gate: wanted, all }
  return { gate: kept(joined(clause.required, keep, question), wanted), all }
}

type Ranked = Extract<Clause, { type: 'ranked' }>

function needsWord({ required, preferred }: Ranked): boolean {
  return preferred.length > 0 && required.every(({ type }) => type === 'field')
}

function kept(bits: Bits, other: Bits): Bits {
  keep(bits, other)
  return bits
}

/** A set out of the room, which the caller may change. */
function matching(clause: Clause, question: Question): Bits {
  switch (clause.type) {
    case 'any': {
      const bits = question.room.empty()
      addPlaces(bits, question.postingsOf(clause))
      return bits
    }
    case 'field':
      return question.placesOf(clause)
    case 'not': {
      const bits = matching(clause.clause, question)
      flip(bits)
      return bits
    }
    case 'and':
      return joined(clause.clauses, keep, question)
    case 'or':
      return joined(clause.clauses, add, question)
    case 'ranked': {
      const { required, preferred } = clause
      const either: Clause = { type: 'or', clauses: preferred }
      return joined(needsWord(clause) ? [...required, either] : required, keep, question)
    }
  }
}

function joined(
  clauses: readonly Clause[],
  join: (bits: Bits, other: Bits) => void,
  question: Question,
): Bits {
  const [first, ...others] = clauses
  if (!first) return question.room.empty()
  const bits = matching(first, question)
  for (const clause of others) {
    const other = matching(clause, question)
    join(bits, other)
    question.room.giveBack(other)
  }
  return bits
}

function addScores(paper: Paper, question: Question & { gate: Bits }): void {
  const { reach, postingsOf } = question
  for (const { word, key, weight } of wordsOf(question.clause)) {
    const postings = postingsOf(word)
    const worth = weight * rarityOf(countFound(reach, { key, postings }), reach)
    for (let times = 1; times <= postings.length; times++) {
      const places = postings[times - 1]
      if (!places || places.length === 0) continue
      addShares(paper, { ...question, places: typed(paper, places), times, worth })
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

type Portion = Pick<Question, 'columns' | 'reach'> & {
  gate: Bits
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

/** The words that count, each once; one that was written twice weighs twice. */
function wordsOf(clause: Clause): Weighed[] {
  const words = new Map<string, Weighed>()
  for (const word of positive(clause)) {
    const key = keyOf(word)
    const old = words.get(key)
    const { weight = 1 } = word
    if (old) old.weight += weight
    else words.set(key, { word, key, weight })
  }
  return [...words.values()]
}

type Weighed = { word: AnyClause; key: string; weight: number }

function positive(clause: Clause): AnyClause[] {
  switch (clause.type) {
    case 'any':
      return [clause]
    case 'and':
    case 'or':
      return clause.clauses.flatMap(positive)
    case 'ranked':
      return [...clause.required, ...clause.preferred].flatMap(positive)
    default:
      return []
  }
}
