import type { PassageColumns } from '../documents/doc-values.ts'
import type { Postings } from '../keyword/postings.ts'
import type { Clause, FieldClause } from '../query/compile-query.ts'
import { openPaper } from './accumulator.ts'
import { add, addPlaces, type Bits, type BitsRoom, flip, keep, listPlaces } from './bitset.ts'
import { rarityOf } from './bm25.ts'
import type { ScoredWord } from './top-scores.ts'
import { countFound, type Reach } from './visible-collection.ts'

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
  /** Whoever wants no more than so many of the best spares scoring what cannot be among them. */
  readonly best?: number | undefined
  postingsOf(word: AnyClause): Postings
  /** Gives a set out of the room. */
  placesOf(field: FieldClause): Bits
}

/**
 * Places that match, in no order, and what each scores; beside them may be `more` that match and
 * are not among the best. Good until the next evaluation.
 */
export type Matches = {
  readonly places: Int32Array
  readonly scores: Float64Array
  readonly more?: number
}

/**
 * Carries out a clause: which places match, and their BM25 scores over every word that is not
 * below a NOT.
 */
export function openEvaluator(): (question: Question) => Matches {
  const paper = openPaper()
  return (asked) => {
    const question = { ...asked, postingsOf: rememberPostings(asked) }
    const { gate, all } = gateOf(question)
    const best = all ? undefined : asked.best
    const written = paper.write({ ...question, gate, best, words: wordsOf(question) })
    return all ? { ...written, places: listPlaces(gate) } : written
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

/** Tokens are of letters and digits, so that nothing in them looks like what stands between. */
function keyOf({ alternatives }: AnyClause): string {
  let key = ''
  for (const atom of alternatives) {
    const words = atom.column === 'body' ? atom.terms.join(' ') : atom.term
    const goesOn = atom.column === 'body' && atom.prefix ? '*' : ''
    key += `${atom.column}:${words}${goesOn}|`
  }
  return key
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

/** The words that count, each once; one that was written twice weighs twice. */
function wordsOf({ clause, reach, postingsOf }: Question): ScoredWord[] {
  const words = new Map<string, { word: AnyClause; weight: number }>()
  for (const word of positive(clause)) {
    const key = keyOf(word)
    const old = words.get(key)
    const { weight = 1 } = word
    if (old) old.weight += weight
    else words.set(key, { word, weight })
  }
  return [...words].map(([key, { word, weight }]) => {
    const postings = postingsOf(word)
    return { postings, worth: weight * rarityOf(countFound(reach, { key, postings }), reach) }
  })
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
