import { lettersOnly, stemIn } from '../analysis/analyse.ts'
import { type Language, languagesOf } from '../analysis/languages.ts'
import { type Token, type Unit, unitsOf } from '../analysis/tokenise.ts'
import type { Atom, Clause, StemEvidence } from './clause.ts'
import { joinedWords, onlyPersian, partsApart, persian } from './joined-words.ts'
import type { Leaf, Query } from './query.ts'
import { sequence } from './sequence.ts'
import { joinedAtoms, type SpokenLanguage, spokenLanguages, stemAtoms } from './stem-atoms.ts'
import { weighedPairs } from './unspaced-words.ts'

type FuzzyLeaf = Extract<Leaf, { type: 'fuzzy' }>

export type CompileOptions = {
  /** Codes of the languages that passages are in; those that we do not stem count as `und`. */
  languages: readonly string[]
  /** Words of the index that so many edits make of this one. */
  fuzzy(word: { term: string; distance: number }): readonly string[]
  /** What the passages say of stems; without it each may be one of the word. */
  evidence?: StemEvidence
  /** The compounds of passages that begin with a rare word, going on as another of the query. */
  compoundsOf?(token: Token, others: readonly Token[]): readonly string[]
  /** Plain words count as they stand, as those do that say nothing. */
  literally?: boolean | undefined
  /** The words that a rare compound is made of. */
  partsOf?(token: Token): readonly Token[]
}

export function compileQuery(query: Query, reading: CompileOptions): Clause {
  const spoken = spokenLanguages(reading.languages)
  const languages = spoken.map(({ language }) => language)
  const unitsIn = unitsOfLeaves()
  const words = wordsOf(query, unitsIn)
  const dropped = saysNothing(words, languages)
  const context = { ...reading, languages, spoken, unitsIn, words, dropped }
  return query.type === 'ranked' ? ranked(query.clauses, context) : condition(query, context)
}

type Context = Omit<CompileOptions, 'languages'> & {
  /** Once each. */
  languages: readonly (Language | undefined)[]
  spoken: readonly SpokenLanguage[]
  unitsIn: UnitsIn
  words: readonly Token[]
  dropped: ReadonlySet<string>
}

type TermLeaf = Extract<Leaf, { type: 'term' }>

type UnitsIn = (leaf: TermLeaf) => readonly Unit[]

/** A word of the query is cut up once. */
function unitsOfLeaves(): UnitsIn {
  const known = new Map<Leaf, readonly Unit[]>()
  return (leaf) => {
    const units = known.get(leaf) ?? unitsOf(leaf.text)
    known.set(leaf, units)
    return units
  }
}

/** A part of a compound is less than a word that somebody wrote. */
const partBoost = 0.25

/** In a condition every word counts, stop words literally. */
function condition(query: Query, context: Context): Clause {
  switch (query.type) {
    case 'and':
    case 'or':
      return {
        type: query.type,
        clauses: query.clauses.map((clause) => condition(clause, context)),
      }
    case 'not':
      return { type: 'not', clause: condition(query.clause, context) }
    case 'ranked':
      return ranked(query.clauses, context)
    case 'field':
      return { type: 'field', field: query.field, value: query.value }
    case 'fuzzy':
      return { type: 'any', alternatives: fuzzyAtoms(query, context), name: fuzzyName(query) }
    case 'term':
      return requiredWord(query, context)
    default:
      return { type: 'any', alternatives: [sequence(unitsOf(query.text), query.type === 'prefix')] }
  }
}

/** Plain words are preferred, phrases and fields required; only stop words: taken literally. */
function ranked(leaves: readonly Leaf[], context: Context): Clause {
  const isWord = ({ type }: Leaf) => type === 'term' || type === 'prefix' || type === 'fuzzy'
  const required = leaves.filter((leaf) => !isWord(leaf)).map((leaf) => condition(leaf, context))
  const words = leaves.filter(isWord)
  const preferred = words.flatMap((leaf) => {
    if (leaf.type !== 'term') return [condition(leaf, context)]
    return context
      .unitsIn(leaf)
      .flatMap((unit) =>
        unit.kind === 'grams' ? pairClauses(unit, leaf.text) : preferredClauses(unit, context),
      )
  })
  preferred.push(...writtenOtherwise(words, context))
  const isPlain = !context.literally && (preferred.length > 0 || required.length > 0)
  if (isPlain) return { type: 'ranked', required, preferred }
  return { type: 'or', clauses: literally(words).map((leaf) => condition(leaf, context)) }
}

/**
 * A stop word is in nearly every passage, and FTS5 gives them one by one, for each word anew. A
 * title of nothing else has no more of them.
 */
const literalMax = 6

function literally(words: readonly Leaf[]): readonly Leaf[] {
  const textOf = (leaf: Leaf) => ('text' in leaf ? leaf.text.toLowerCase() : '')
  const counting = new Set([...new Set(words.map(textOf))].slice(0, literalMax))
  return words.filter((leaf) => counting.has(textOf(leaf)))
}

function requiredWord(leaf: TermLeaf, context: Context): Clause {
  const clauses = [requiredAtoms(leaf, context), writtenJoined(leaf, context)].flatMap(anyOf)
  const [only] = clauses
  return only && clauses.length === 1 ? only : { type: 'or', clauses }
}

/** E-mail where others write email, and the other way round. */
function writtenJoined(leaf: TermLeaf, context: Context): Atom[] {
  const [unit, other] = withoutCutOff(context.unitsIn(leaf))
  return unit && !other ? otherSpelling(unit, context) : []
}

function anyOf(alternatives: Atom[]): Clause[] {
  return alternatives.length === 0 ? [] : [{ type: 'any', alternatives }]
}

function requiredAtoms(leaf: TermLeaf, context: Context): Atom[] {
  const units = withoutCutOff(context.unitsIn(leaf))
  const [unit] = units
  if (!unit || units.length > 1 || unit.kind === 'grams') return [sequence(units, false)]
  if (unit.kind === 'compound') return [sequence(units, false), whole(unit)]
  const [token] = unit.tokens
  const isStop = context.languages.some((language) => stemIn(token, language) === undefined)
  return isStop ? [sequence(units, false)] : stemAtoms(token, context)
}

/** Of l'été the word counts, without what the apostrophe cut off; rock'n'roll stays whole. */
export function withoutCutOff(units: readonly Unit[]): readonly Unit[] {
  const isWord = (unit: Unit) => !isCutOff(unit)
  const first = units.findIndex(isWord)
  return first === -1 ? units : units.slice(first, units.findLastIndex(isWord) + 1)
}

export function isCutOff({ tokens }: Unit): boolean {
  return tokens.every(({ elided }) => elided)
}

function fuzzyAtoms({ text, distance }: FuzzyLeaf, { fuzzy }: Context): Atom[] {
  const [unit] = unitsOf(text)
  const term = unit?.tokens[0]?.term ?? ''
  return fuzzy({ term, distance }).map((found) => ({ column: 'near', term: found }))
}

function fuzzyName({ text, distance }: FuzzyLeaf): string {
  return `${text}~${distance}`
}

type Grams = Extract<Unit, { kind: 'grams' }>

function pairClauses(unit: Grams, text: string): Clause[] {
  if (unit.tokens.length === 1) return anyOf([sequence([unit], false)])
  return weighedPairs({ text, unit }).map(({ term, boost }) => ({
    type: 'any',
    alternatives: [{ column: 'stem', term }],
    boost,
  }))
}

function preferredClauses(unit: Exclude<Unit, Grams>, context: Context): Clause[] {
  // A-17 is one thing: a passage about 17 of something else is no answer. well-known is two words.
  if (unit.kind === 'compound' && /\d/.test(unit.whole)) {
    return anyOf([whole(unit), sequence([unit], false)])
  }
  const parts = unit.tokens.flatMap((token) =>
    context.dropped.has(token.term)
      ? []
      : [
          ...anyOf(stemAtoms(token, context)),
          ...compoundClauses(token, context),
          ...withinCompounds(token, context),
        ],
  )
  const other = anyOf(otherSpelling(unit, context))
  return unit.kind === 'compound'
    ? [...anyOf([whole(unit)]), ...other, ...parts]
    : [...parts, ...other]
}

/** Persian words that the query parts where passages do not, and those that they part. */
function writtenOtherwise(words: readonly Leaf[], context: Context): Clause[] {
  const spoken = onlyPersian(context.spoken)
  if (spoken.length === 0) return []
  const texts = words.map((leaf) => (leaf.type === 'term' ? leaf.text : ''))
  const joined = joinedWords(texts).flatMap((text): Atom[] => {
    const [unit, other] = unitsOf(text)
    if (unit?.kind !== 'word' || other) return []
    const atoms = stemAtoms(unit.tokens[0], { ...context, spoken })
    return atoms.filter(({ term }) => context.evidence?.isStemIn(term, [persian]) ?? true)
  })
  const apart = texts.map(partsApart).filter((units) => units.length > 0)
  return [...joined, ...apart.map((units) => sequence(units, false))].map((atom) => ({
    type: 'any',
    alternatives: [atom],
  }))
}

function compoundClauses(token: Token, context: Context): Clause[] {
  const parts = context.partsOf?.(token) ?? []
  return parts.flatMap((part): Clause[] => {
    const alternatives = stemAtoms(part, { ...context, spoken: onlyGerman(context.spoken) })
    return alternatives.length === 0 ? [] : [{ type: 'any', alternatives, boost: partBoost }]
  })
}

function withinCompounds(token: Token, { compoundsOf, words }: Context): Clause[] {
  const others = words.filter(({ term }) => term !== token.term)
  const found = compoundsOf?.(token, others) ?? []
  if (found.length === 0) return []
  const alternatives = found.map((term): Atom => ({ column: 'near', term }))
  return [{ type: 'any', alternatives, boost: partBoost, name: `${token.term}-` }]
}

/** The parts of a compound are German words. */
function onlyGerman(spoken: readonly SpokenLanguage[]): SpokenLanguage[] {
  return spoken.filter(({ codes }) => codes.includes('de'))
}

/** A word as the compound, and a compound as the word, that it is where others write it so. */
function otherSpelling(unit: Unit, context: Context): Atom[] {
  if (unit.kind === 'grams') return []
  if (unit.kind === 'word') {
    const [token] = unit.tokens
    return token.elided || context.dropped.has(token.term) ? [] : joinedAtoms(token, context)
  }
  const { whole: term, start, end, tokens } = unit
  if (!lettersOnly.test(term) || tokens.some(({ elided }) => elided)) return []
  const atoms = stemAtoms({ term, written: term, start, end, elided: false }, context)
  return atoms.filter((atom) => atom.term !== term)
}

function whole(unit: { whole: string }): Atom {
  return { column: 'stem', term: unit.whole }
}

function wordsOf(query: Query, unitsIn: UnitsIn): Token[] {
  if (query.type !== 'ranked') return []
  return query.clauses.flatMap((leaf) =>
    leaf.type === 'term' ? unitsIn(leaf).flatMap(({ tokens }) => tokens as Token[]) : [],
  )
}

/**
 * The words of a query that say nothing: the stop words of the language that it has most stop
 * words of, and the words by which that language asks. Without this guess `the boiler` would look
 * for `the` in the French passages, where it is no stop word, rare, and so outweighs `boiler`.
 */
export function stopWordsOf(words: readonly Token[], languages: readonly string[]): Set<string> {
  return saysNothing(words, languagesOf(languages))
}

function saysNothing(
  words: readonly Token[],
  languages: readonly (Language | undefined)[],
): Set<string> {
  const lists = languages.map((language) =>
    words
      .filter(({ term }) => language?.isStopWord(term) || language?.onlyAsks(term))
      .map(({ term }) => term),
  )
  const most = Math.max(1, ...lists.map((list) => list.length))
  return new Set(lists.filter((list) => list.length === most).flat())
}
