import type { Clause, FieldClause } from '../match/interpret.ts'
import {
  any,
  type Bits,
  both,
  everyPlace,
  listPlaces,
  noPlaces,
  placesIn,
  without,
} from './bits.ts'
import { type Collection, lengthFactors, rarityOf, share } from './bm25.ts'
import type { PassageColumns } from './passage-columns.ts'
import type { Postings } from './postings.ts'

export type AnyClause = Extract<Clause, { type: 'any' }>

export type Question = {
  readonly clause: Clause
  readonly columns: Pick<PassageColumns, 'size' | 'lengths'>
  /** What the viewer may see: what is counted for the rarity of words. */
  readonly seen: Bits
  readonly collection: Collection
  /** What may be found: seen, and let through by the filters. */
  readonly wanted: Bits
  postingsOf(word: AnyClause): Postings
  placesOf(field: FieldClause): Bits
}

/** Places that match, in no order, and what each scores. Good until the next evaluation. */
export type Matches = {
  readonly places: readonly number[] | Int32Array
  readonly scores: Float64Array
}

/**
 * Carries out a clause: which places match, and their BM25 scores over every word that is not
 * below a NOT. The scores lie in one array for all evaluations, which is cleaned, not made anew.
 */
export function openEvaluator(): (question: Question) => Matches {
  let scores = new Float64Array(0)
  let dirty: readonly number[] | Int32Array = []
  return (question) => {
    const { size } = question.columns
    if (scores.length < size) scores = new Float64Array(Math.max(1024, size * 2))
    else for (const place of dirty) scores[place] = 0
    const postings = rememberPostings(question)
    const evaluation = { ...question, postingsOf: postings }
    const { gate, all } = gateOf(question.clause, evaluation)
    const scored = addScores(scores, { ...evaluation, gate })
    dirty = scored
    return { places: all ? listPlaces(gate) : scored, scores }
  }
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

function keyOf({ alternatives }: AnyClause): string {
  return JSON.stringify(alternatives)
}

/**
 * Where scores may be given, and whether `all` of it matches; otherwise only what scores does: of
 * plain words one is enough. A required phrase is a word found; a required field is none, so that
 * `kind:ocr boiler` finds what `boiler` finds with the parameter kind=ocr.
 */
function gateOf(clause: Clause, question: Question): { gate: Bits; all: boolean } {
  const { wanted } = question
  if (clause.type !== 'ranked') return { gate: both(wanted, matching(clause, question)), all: true }
  const gate = clause.required.reduce(
    (bits, required) => both(bits, matching(required, question)),
    wanted,
  )
  return { gate, all: !needsWord(clause) }
}

type Ranked = Extract<Clause, { type: 'ranked' }>

function needsWord({ required, preferred }: Ranked): boolean {
  return preferred.length > 0 && required.every(({ type }) => type === 'field')
}

function matching(clause: Clause, question: Question): Bits {
  const { size } = question.columns
  switch (clause.type) {
    case 'any':
      return placesIn(question.postingsOf(clause), size)
    case 'field':
      return question.placesOf(clause)
    case 'not':
      return without(everyPlace(size), matching(clause.clause, question))
    case 'and':
      return clause.clauses.map((one) => matching(one, question)).reduce(both)
    case 'or':
      return clause.clauses.map((one) => matching(one, question)).reduce(any, noPlaces(size))
    case 'ranked': {
      const { required, preferred } = clause
      const parts = required.map((one) => matching(one, question))
      if (needsWord(clause)) parts.push(matching({ type: 'or', clauses: preferred }, question))
      return parts.reduce(both)
    }
  }
}

function addScores(scores: Float64Array, question: Question & { gate: Bits }): number[] {
  const { gate, seen, collection, columns, postingsOf } = question
  const { lengths } = columns
  const { base, each } = lengthFactors(collection)
  const scored: number[] = []
  for (const { word, weight } of wordsOf(question.clause)) {
    const postings = postingsOf(word)
    const worth = weight * rarityOf(countIn(postings, seen), collection)
    for (let times = 1; times <= postings.length; times++) {
      const list = postings[times - 1] ?? []
      for (let i = 0; i < list.length; i++) {
        const place = list[i] as number
        if (gate.bytes[place] !== 1) continue
        const before = scores[place] as number
        if (before === 0) scored.push(place)
        const lengthCost = base + each * (lengths[place] as number)
        scores[place] = before + worth * share({ times, lengthCost })
      }
    }
  }
  return scored
}

/** The words that count, each once; one that was written twice weighs twice. */
function wordsOf(clause: Clause): { word: AnyClause; weight: number }[] {
  const words = new Map<string, { word: AnyClause; weight: number }>()
  for (const word of positive(clause)) {
    const key = keyOf(word)
    const old = words.get(key)
    if (old) old.weight += 1
    else words.set(key, { word, weight: 1 })
  }
  return [...words.values()]
}

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

function countIn(postings: Postings, { bytes }: Bits): number {
  let count = 0
  for (const list of postings) {
    if (list) for (let i = 0; i < list.length; i++) count += bytes[list[i] as number] as number
  }
  return count
}
