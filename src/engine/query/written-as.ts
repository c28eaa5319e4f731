import { gramTerms } from '../analysis/analyse.ts'
import { type Unit, unitsOf } from '../analysis/tokenise.ts'
import { withoutCutOff } from './compile-query.ts'
import { sequence } from './sequence.ts'

/** Tokens in a row, of which with `prefix` the last one may go on. */
export type TokensInARow = { readonly terms: readonly string[]; readonly prefix: boolean }

/**
 * How an index of `ownTokens` may have something: its tokens in a row, and a compound also as one.
 * A term is without what an apostrophe cuts off; a phrase and a name are as they stand.
 */
export function writtenAs(text: string, kind: 'term' | 'name' | 'phrase'): TokensInARow[] {
  const units = unitsOf(text)
  const counting = kind === 'term' ? withoutCutOff(units) : units
  const wholes = kind === 'phrase' || counting.length > 1 ? [] : counting.flatMap(wholeOf)
  return [sequence(counting, false), ...wholes]
}

/** The same of a word that is only preferred: of an unspaced run, each of its pairs. */
export function preferredAs(word: string): TokensInARow[] {
  const [unit] = unitsOf(word)
  if (unit?.kind !== 'grams' || unit.tokens.length === 1) return writtenAs(word, 'term')
  return gramTerms(unit).map((term) => ({ terms: [term], prefix: false }))
}

function wholeOf(unit: Unit): TokensInARow[] {
  return unit.kind === 'compound' ? [{ terms: [unit.whole], prefix: false }] : []
}
