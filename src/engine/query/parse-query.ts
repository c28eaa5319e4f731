import { type Lexeme, lexQuery } from './lex-query.ts'
import { type Leaf, malformedQuery, type Query } from './query.ts'

/** Nobody reads deeper nesting, and walking it must not overflow the stack. */
export const queryDepthMax = 32

/**
 * Reads a query (spec 4.1, Query grammar). Plain words, phrases and fields give a `ranked` group;
 * once AND, OR, NOT, `+` or `-` occur, everything is a condition and neighbours are joined by AND.
 * NOT binds tighter than AND, AND than OR. Parentheses group conditions; where there is none they
 * are punctuation, as in `kinase (AMPK)` (DECISIONS: Parentheses). Throws InvalidInput (field q)
 * with the position for what cannot be read, and nothing else for any text.
 */
export function parseQuery(q: string): Query {
  const lexemes = lexemesOf(q)
  const leaves = lexemes.flatMap((lexeme) => (lexeme.type === 'leaf' ? [lexeme.leaf] : []))
  if (leaves.length === 0) throw nothingToSearch(lexemes)
  const isCondition = lexemes.some(({ type }) => type === 'operator' || type === 'sign')
  return isCondition ? parseCondition(lexemes) : rankedQuery(lexemes)
}

/** What may be natural language is, unless something else in the query is deliberate. */
function lexemesOf(q: string): Lexeme[] {
  const wildcards = /[*~]/.test(q)
  const natural = eitherWay.test(q)
  const lexemes = lexQuery(q, { wildcards, natural })
  return natural && lexemes.some(isDeliberate)
    ? lexQuery(q, { wildcards, natural: false })
    : lexemes
}

/** Signs that command or belong to natural language; without one there is nothing to choose. */
const eitherWay = /[+:-]/

/** Operators, signs, phrases, fields, beginnings, slips; parentheses alone are punctuation. */
function isDeliberate(lexeme: Lexeme): boolean {
  if (lexeme.type === 'leaf') return lexeme.leaf.type !== 'term'
  return lexeme.type === 'operator' || lexeme.type === 'sign'
}

/**
 * What stands between parentheses is meant as it stands, and around a single word they say that of
 * the whole query (spec 4.1, Query grammar 4).
 */
function rankedQuery(lexemes: readonly Lexeme[]): Query {
  const clauses: Leaf[] = []
  const opened: number[] = []
  const literal = new Set<Leaf>()
  let isLiteral = false
  for (const lexeme of lexemes) {
    if (lexeme.type === 'leaf') clauses.push(lexeme.leaf)
    if (lexeme.type === 'open') opened.push(clauses.length)
    const from = lexeme.type === 'close' ? opened.pop() : undefined
    if (from === undefined) continue
    const inside = clauses.slice(from)
    for (const leaf of inside) literal.add(leaf)
    isLiteral ||= inside.length === 1
  }
  const marked = clauses.map(
    (leaf): Leaf => (leaf.type === 'term' && literal.has(leaf) ? { ...leaf, literal: true } : leaf),
  )
  return { type: 'ranked', clauses: marked, ...(isLiteral ? { literal: true } : {}) }
}

function nothingToSearch(lexemes: readonly Lexeme[]) {
  const at = lexemes[0]?.at ?? 1
  const what = lexemes.length > 0 ? 'are only operators' : 'is no letter or digit'
  return malformedQuery(at, `there ${what} here, nothing to search for.`)
}

function parseCondition(lexemes: readonly Lexeme[]): Query {
  let next = 0
  const peek = () => lexemes[next]
  const isOperator = (name: string) => {
    const lexeme = peek()
    return lexeme?.type === 'operator' && lexeme.operator === name
  }

  function either(depth: number): Query {
    const clauses = [all(depth)]
    while (isOperator('OR')) {
      next += 1
      clauses.push(all(depth))
    }
    return join('or', clauses)
  }

  function all(depth: number): Query {
    const clauses = [signed(depth)]
    for (;;) {
      const lexeme = peek()
      if (!lexeme || lexeme.type === 'close' || isOperator('OR')) return join('and', clauses)
      if (isOperator('AND')) next += 1
      clauses.push(signed(depth))
    }
  }

  function signed(depth: number): Query {
    const lexeme = peek()
    if (isOperator('NOT')) {
      next += 1
      return negate(signed(deeper(depth, lexeme)))
    }
    if (lexeme?.type !== 'sign') return clause(depth)
    next += 1
    const inner = clause(depth)
    return lexeme.sign === '-' ? negate(inner) : inner
  }

  function clause(depth: number): Query {
    const lexeme = peek()
    next += 1
    if (lexeme?.type === 'leaf') return lexeme.leaf satisfies Leaf
    if (!lexeme) throw malformedQuery(lexemes.at(-1)?.at ?? 1, 'a term must follow this.')
    if (lexeme.type !== 'open') throw malformedQuery(lexeme.at, 'a term is missing before this.')
    const inner = either(deeper(depth, lexeme))
    if (peek()?.type !== 'close') {
      throw malformedQuery(lexeme.at, 'this parenthesis is never closed.')
    }
    next += 1
    return inner
  }

  const query = either(0)
  const rest = peek()
  if (rest) throw malformedQuery(rest.at, 'this parenthesis closes nothing.')
  return query
}

function deeper(depth: number, lexeme: Lexeme | undefined): number {
  if (depth < queryDepthMax) return depth + 1
  throw malformedQuery(lexeme?.at ?? 1, `nested more than ${queryDepthMax} deep.`)
}

function negate(query: Query): Query {
  return query.type === 'not' ? query.clause : { type: 'not', clause: query }
}

/** Groups of the same kind are one group: a OR (b OR c) has three clauses. */
function join(type: 'and' | 'or', clauses: Query[]): Query {
  const flat = clauses.flatMap((query) => (query.type === type ? query.clauses : [query]))
  const [only] = flat
  return flat.length === 1 && only ? only : { type, clauses: flat }
}
