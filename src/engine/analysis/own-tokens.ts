import { analysisVersion } from '../limits.ts'
import { unitsOf } from './tokenise.ts'

/** Before a token of ours: no text has one that begins so. */
const ours = '\ue000'

/** With which analyser a row was made, as a token of a column. */
export const analysisToken = `${ours}${analysisVersion}`

/**
 * What a column of short texts holds in an index that a room keeps itself: their tokens as they
 * stand, not stemmed, and behind them compounds as one, so that A-17 is found as A17. The table
 * cuts up words as `passage_fts` does. What asks for them is `writtenAs`.
 */
export function ownTokens(texts: readonly string[]): string {
  const units = texts.map(unitsOf)
  const inOrder = units.map((some) => some.flatMap(({ tokens }) => tokens.map(({ term }) => term)))
  const wholes = units.flat().flatMap((unit) => (unit.kind === 'compound' ? [unit.whole] : []))
  // No phrase goes from one to the next.
  const parts = [...inOrder.map((terms) => terms.join(' ')), ...wholes]
  return parts.join(` ${ours} `)
}
