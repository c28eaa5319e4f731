import { unitsOf } from '../analysis/tokenise.ts'
import { type Leaf, malformedQuery, type QueryField, queryFields } from './query.ts'
import {
  gershayim,
  isQuotationMark,
  quotationMarks,
  quotedAt,
  skipMarks,
  takeQuoted,
} from './quotes.ts'
import { peek, positionOf, type Scan, take } from './scan.ts'
import { isSentence } from './sentence.ts'

export type Lexeme =
  | { type: 'leaf'; leaf: Leaf; at: number }
  | { type: 'operator'; operator: Operator; at: number }
  /** `+` or `-` directly before a clause. */
  | { type: 'sign'; sign: '+' | '-'; at: number }
  | { type: 'open' | 'close'; at: number }

type Operator = 'AND' | 'OR' | 'NOT'

const fieldLengthMin = Math.min(...queryFields.map(({ length }) => length))
/** A field name of at least two letters: C:\x is no field; nor are https:// and std::vector. */
const fieldPattern = /([A-Za-z][A-Za-z_]+):(?=[^\s:/\\)])/y
const wordPattern = new RegExp(`(?:[^\\s()${quotationMarks}]|${gershayim})+`, 'y')
const spacePattern = /\s*/y

/**
 * How to read. `wildcards` chooses the second grammar (spec 4.1, Query grammar 2): there `term*` is
 * a prefix, and AND, OR, NOT, parentheses and `field:` mean nothing special. `natural` takes signs
 * that may be natural language for it (DECISIONS 250): it holds where nothing else in the query is
 * deliberate.
 */
export type Reading = { wildcards: boolean; natural: boolean }

/**
 * Cuts a query into lexemes. Clauses without a letter or digit are passed over, and so are
 * quotation marks without their counterpart. Throws InvalidInput (field q).
 */
export function lexQuery(q: string, { wildcards, natural }: Reading): Lexeme[] {
  const lexemes: Lexeme[] = []
  const scan: Scan = { text: q, at: 0 }
  const reading = { wildcards, natural, sentence: natural && isSentence(q) }
  for (;;) {
    take(scan, spacePattern)
    skipMarks(scan)
    take(scan, spacePattern)
    const char = peek(scan)
    if (char === undefined) return lexemes
    const at = positionOf(scan)
    if (char === '(' || char === ')') {
      scan.at += 1
      if (!wildcards) lexemes.push({ type: char === '(' ? 'open' : 'close', at })
    } else if ((char === '+' || char === '-') && signs(scan, reading)) {
      scan.at += 1
      const sign: Lexeme = { type: 'sign', sign: char, at }
      if (peek(scan) === '(') lexemes.push(sign)
      else lexemes.push(...signed(sign, readClause(scan, { ...reading, signed: true })))
    } else if (!isQuotationMark(char) || quotedAt(scan)) {
      lexemes.push(...readClause(scan, { ...reading, signed: false }))
    }
  }
}

/** A sign before an empty phrase goes with it, or it would turn against the next clause. */
function signed(sign: Lexeme, clause: Lexeme[]): Lexeme[] {
  return clause.length === 0 ? [] : [sign, ...clause]
}

/** In a sentence a dash and a colon are punctuation. */
type InSentence = Reading & { sentence: boolean }

/** `+` and `-` are signs only where a clause begins, and only before something searchable. */
function signs({ text, at }: Scan, { wildcards, natural, sentence }: InSentence): boolean {
  if (at > 0 && !/[\s(]/.test(text[at - 1] ?? '')) return false
  const behind = { text, at: at + 1 }
  const next = text[at + 1]
  if (isQuotationMark(next)) return quotedAt(behind) !== undefined
  if (next === '(') return !wildcards
  const field = take({ ...behind }, fieldPattern) !== null
  const word = take(behind, wordPattern)?.[0] ?? ''
  if (!isSearchable(word)) return false
  if (natural && startsNumber.test(word)) return false
  return field || !sentence || !isWithin(text, { from: at, to: behind.at })
}

/** -40, +49, -.5, -$5 */
const startsNumber = /^\p{Sc}?[.,]?\p{N}/u

/** Whether words stand on both sides, and behind it one without a sign. */
function isWithin(text: string, { from, to }: { from: number; to: number }): boolean {
  return isSearchable(text.slice(0, from)) && /\s[^\s+-]*[\p{L}\p{N}]/u.test(text.slice(to))
}

type ClauseReading = InSentence & { signed: boolean }

function readClause(scan: Scan, reading: ClauseReading): Lexeme[] {
  const at = positionOf(scan)
  if (quotedAt(scan)) return leaf(readPhrase(scan, reading))
  const start = scan.at
  const name = reading.wildcards ? undefined : take(scan, fieldPattern)?.[1]
  if (name !== undefined && !isText(name, { ...reading, next: peek(scan) })) {
    const field = readField(scan, { name, at })
    if (field) return field
  }
  scan.at = start
  const word = take(scan, wordPattern)?.[0] ?? ''
  if (reading.wildcards) return leaf(wildcardLeaf(word, at))
  if (isOperator(word) && !reading.signed) return [{ type: 'operator', operator: word, at }]
  return leaf({ type: 'term', text: word, at })
}

/**
 * Whether the colon behind what is no field is a colon: in a sentence, behind capitals or two
 * letters, and before a number. `Ca:Mg`, `re:invent` and `localhost:8080` name none.
 */
function isText(
  name: string,
  { sentence, next }: { sentence: boolean; next: string | undefined },
): boolean {
  if (fieldNamed(name) !== undefined) return false
  return sentence || name.length < fieldLengthMin || /[A-Z]/.test(name) || /\p{N}/u.test(next ?? '')
}

function leaf(found: Leaf): Lexeme[] {
  const counts = found.type === 'field' || isSearchable(found.text)
  return counts ? [{ type: 'leaf', leaf: found, at: found.at }] : []
}

function readPhrase(scan: Scan, { wildcards }: Reading): Leaf {
  const at = positionOf(scan)
  const text = takeQuoted(scan) ?? ''
  if (wildcards && peek(scan) === '~') {
    throw malformedQuery(positionOf(scan), 'a phrase is exact, ~ stands behind single terms only.')
  }
  return { type: 'phrase', text, at }
}

/** Nothing where only a quotation mark without its counterpart follows. */
function readField(scan: Scan, { name, at }: { name: string; at: number }): Lexeme[] | undefined {
  const field = knownField(name, at)
  skipMarks(scan)
  if (peek(scan) === '(') throw malformedQuery(at, `${field}: takes one value, not a group.`)
  const value = takeQuoted(scan) ?? take(scan, wordPattern)?.[0]
  return value === undefined ? undefined : leaf({ type: 'field', field, value, at })
}

function fieldNamed(name: string): QueryField | undefined {
  return queryFields.find((known) => known === name.toLowerCase())
}

function knownField(name: string, at: number): QueryField {
  const field = fieldNamed(name)
  if (field) return field
  throw malformedQuery(
    at,
    `there is no field ${name}; the fields are ${queryFields.join(', ')}. ` +
      'Put the word in double quotes to search for it as it stands.',
  )
}

/** A word of the second grammar. */
function wildcardLeaf(word: string, at: number): Leaf {
  const [, name = '', edits] = /^(.*[^~])~(\d*)$/s.exec(word) ?? []
  if (edits !== undefined && isSearchable(name)) return fuzzyLeaf({ name, edits }, at)
  const text = word.replace(/\*+$/, '')
  if (text.replace(product, '').includes('*')) throw malformedQuery(at, starBelongsLast)
  return { type: text === word ? 'term' : 'prefix', text, at }
}

/** 5*3 and 2*x, which are no beginnings of words. */
const product = /(?<=\d)\*(?=[\p{L}\p{N}])/gu

const starBelongsLast = 'a * can only stand at the end of a term, as in term*.'

/** `term~` allows one edit, `term~2` two. */
function fuzzyLeaf({ name, edits }: { name: string; edits: string }, at: number): Leaf {
  if (name.includes('*')) throw malformedQuery(at, starBelongsLast)
  const distance = edits === '' ? 1 : Number(edits)
  if (distance !== 0 && distance !== 1 && distance !== 2) {
    if (/^\d+$/.test(name)) return { type: 'term', text: `${name}~${edits}`, at }
    throw malformedQuery(at, 'a fuzzy term allows at most two edits, as in term~2.')
  }
  const [unit, second] = unitsOf(name)
  if (second || unit?.kind !== 'word') {
    throw malformedQuery(at, 'a fuzzy term must be one word without - . / _ or the like.')
  }
  return { type: 'fuzzy', text: name, distance, at }
}

function isSearchable(text: string): boolean {
  return unitsOf(text).length > 0
}

function isOperator(word: string): word is Operator {
  return word === 'AND' || word === 'OR' || word === 'NOT'
}
