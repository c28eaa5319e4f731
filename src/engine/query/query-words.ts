import { DomainError } from '../../base/errors.ts'
import { type Unit, unitsOf } from '../analysis/tokenise.ts'
import { isCutOff, stopWordsOf } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'
import { type Leaf, leavesOf } from './query.ts'

/**
 * What a query asks for, word by word and each once, in lower case: no operators, no fields, no
 * words that are excluded, no stop words of the language that it has most of, nothing that an
 * apostrophe cut off. A query that cannot be read asks for nothing.
 */
export function keywordsOf(q: string, languages: readonly string[]): string[] {
  const units = leavesIn(q).flatMap((leaf) => (leaf.type === 'field' ? [] : wordsOf(leaf.text)))
  const dropped = stopWordsOf(
    units.flatMap(({ unit }) => [...unit.tokens]),
    languages,
  )
  const kept = units.filter(({ unit }) => unit.kind !== 'word' || !dropped.has(unit.tokens[0].term))
  return [...new Set(kept.map(({ word }) => word))]
}

function leavesIn(q: string): Leaf[] {
  try {
    return leavesOf(parseQuery(q), { negated: false })
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}

function wordsOf(text: string): { unit: Unit; word: string }[] {
  const words = unitsOf(text).filter((unit) => !isCutOff(unit))
  return words.map((unit) => {
    const written = text.slice(unit.start, unit.end).normalize('NFC').toLowerCase()
    return { unit, word: unit.kind === 'word' ? unit.tokens[0].written : written }
  })
}
