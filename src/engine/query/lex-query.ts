import { unitsOf } from '../analysis/tokenise.ts'
import { type Leaf, malformedQuery, type QueryField, queryFields } from './query.ts'
import { docIdOf, peek, type Scan, take } from './scan.ts'

export type Lexeme =
  | { type: 'leaf'; leaf: Leaf; at: number }
  | { type: 'operator'; operator: Operator; at: number }
  /** `+` or `-` directly before a clause. */
  | { type: 'sign'; sign: '+' | '-'; at: number }
  | { type: 'open' | 'close'; at: number }

type Operator = 'AND' | 'OR' | 'NOT'

/** A field name of at least two letters: C:\x is no field; nor are https:// and std::vector. */
const fieldPattern = /([A-Za-z][A-Za-z_]+):(?=[^\s:/\\)])/y
const wordPattern = /[^\s()"]+/y
const spacePattern = /\s*/y

/**
 * Cuts a query into lexemes. `wildcards` chooses the second grammar (spec 4.1, Query grammar 2):
 * there `term*` is a prefix, and AND, OR, NOT, parentheses and `field:` mean nothing special.
 * Clauses without a letter or digit are passed over. Throws InvalidInput (field q).
 */
export function lexQuery(q: string, { wildcards }: { wildcards: boolean }): Lexeme[] {
  const lexemes: Lexeme[] = []
  const scan: Scan = { text: q, at: 0 }
  for (;;) {
    take(scan, spacePattern)
    const char = peek(scan)
    if (char === undefined) return lexemes
    const at = docIdOf(scan)
    if (char === '(' || char === ')') {
      scan.at += 1
      if (!wildcards) lexemes.push({ type: char === '(' ? 'open' : 'close', at })
    } else if ((char === '+' || char === '-') && signs(scan, wildcards)) {
      scan.at += 1
      const sign: Lexeme = { type: 'sign', sign: char, at }
      if (peek(scan) === '(') lexemes.push(sign)
      else lexemes.push(...signed(sign, readClause(scan, { wildcards, signed: true })))
    } else {
      lexemes.push(...readClause(scan, { wildcards, signed: false }))
    }
  }
}

/** A sign before an empty phrase goes with it, or it would turn against the next clause. */
function signed(sign: Lexeme, clause: Lexeme[]): Lexeme[] {
  return clause.length === 0 ? [] : [sign, ...clause]
}

/** `+` and `-` are signs only where a clause begins, and only before something searchable. */
function signs({ text, at }: Scan, wildcards: boolean): boolean {
  if (at > 0 && !/[\s(]/.test(text[at - 1] ?? '')) return false
  const next = text[at + 1]
  if (next === '"') return true
  if (next === '(') return !wildcards
  return isSearchable(take({ text, at: at + 1 }, wordPattern)?.[0] ?? '')
}

type Reading = { wildcards: boolean; signed: boolean }

function readClause(scan: Scan, reading: Reading): Lexeme[] {
  const at = docIdOf(scan)
  if (peek(scan) === '"') return leaf(readPhrase(scan, reading))
  const name = reading.wildcards ? undefined : take(scan, fieldPattern)?.[1]
  if (name !== undefined) return readField(scan, { name, at })
  const word = take(scan, wordPattern)?.[0] ?? ''
  if (reading.wildcards) return leaf(wildcardLeaf(word, at))
  if (isOperator(word) && !reading.signed) return [{ type: 'operator', operator: word, at }]
  return leaf({ type: 'term', text: word, at })
}

function leaf(found: Leaf): Lexeme[] {
  const counts = found.type === 'field' || isSearchable(found.text)
  return counts ? [{ type: 'leaf', leaf: found, at: found.at }] : []
}

function readPhrase(scan: Scan, { wildcards }: Reading): Leaf {
  const at = docIdOf(scan)
  const text = readQuoted(scan)
  if (wildcards && peek(scan) === '~') {
    throw malformedQuery(docIdOf(scan), 'a phrase is exact, ~ stands behind single terms only.')
  }
  return { type: 'phrase', text, at }
}

/** The text between the quotes that begin here. */
function readQuoted(scan: Scan): string {
  const end = scan.text.indexOf('"', scan.at + 1)
  if (end < 0) throw malformedQuery(docIdOf(scan), 'this quotation mark is never closed.')
  const text = scan.text.slice(scan.at + 1, end)
  scan.at = end + 1
  return text
}

function readField(scan: Scan, { name, at }: { name: string; at: number }): Lexeme[] {
  const field = knownField(name, at)
  if (peek(scan) === '(') throw malformedQuery(at, `${field}: takes one value, not a group.`)
  const value = peek(scan) === '"' ? readQuoted(scan) : (take(scan, wordPattern)?.[0] ?? '')
  return leaf({ type: 'field', field, value, at })
}

function knownField(name: string, at: number): QueryField {
  const field = queryFields.find((known) => known === name.toLowerCase())
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
  if (text.includes('*')) throw malformedQuery(at, starBelongsLast)
  return { type: text === word ? 'term' : 'prefix', text, at }
}

const starBelongsLast = 'a * can only stand at the end of a term, as in term*.'

/** `term~` allows one edit, `term~2` two. */
function fuzzyLeaf({ name, edits }: { name: string; edits: string }, at: number): Leaf {
  if (name.includes('*')) throw malformedQuery(at, starBelongsLast)
  const distance = edits === '' ? 1 : Number(edits)
  if (distance !== 0 && distance !== 1 && distance !== 2) {
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
