import { gramTerms } from '../analysis/analyse.ts'
import type { Unit } from '../analysis/tokenise.ts'
import type { BodyAtom } from './clause.ts'

/**
 * The tokens in a row. The single last character of an unspaced run is left out at the end, where
 * the text may go on, and kept in the middle, where it must not. A run of one character at the end
 * begins a pair where the text goes on.
 */
export function sequence(units: readonly Unit[], prefix: boolean): BodyAtom {
  const last = units.at(-1)
  const terms = units.flatMap((unit) =>
    unit.kind === 'grams' && unit === last ? gramTerms(unit) : unit.tokens.map(({ term }) => term),
  )
  const isOneCharacter = last?.kind === 'grams' && last.tokens.length === 1
  return { column: 'body', terms, prefix: prefix || isOneCharacter }
}
