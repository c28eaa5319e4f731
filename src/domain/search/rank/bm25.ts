/**
 * BM25, the one formula of all keyword rankings. Everything that it counts it counts among the
 * passages that the viewer may see: what others keep to themselves changes no score.
 */

/** How soon repetitions of a word stop to count, and how much longer passages pay for it. */
const saturation = 1.6
const lengthWeight = 0.75

export type Collection = {
  /** How many passages the viewer may see. */
  readonly count: number
  /** Their words. */
  readonly totalLength: number
}

/** What a word is worth that `found` of the passages have; never zero. */
export function rarityOf(found: number, { count }: Pick<Collection, 'count'>): number {
  return Math.log(1 + (count - found + 0.5) / (found + 0.5))
}

/** What the length of a passage weighs against `times` occurrences. */
export function lengthFactors({ count, totalLength }: Collection): { base: number; each: number } {
  const mean = Math.max(1, totalLength / Math.max(1, count))
  return { base: saturation * (1 - lengthWeight), each: (saturation * lengthWeight) / mean }
}

/** Between 0 and 1 + saturation: how much of its worth a word brings in a passage. */
export function share({ times, lengthCost }: { times: number; lengthCost: number }): number {
  return (times * (saturation + 1)) / (times + lengthCost)
}
