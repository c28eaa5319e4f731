/**
 * Parts a German compound into two words: kesselprüfung into kessel and prüfung, arbeitszeit into
 * arbeit and zeit. There is no dictionary: a part is what enough passages have as a word of its own
 * (DECISIONS: Rare German compounds).
 */
export type Lexicon = {
  /** How many passages have this word in any of its forms; it may stop counting at `max`. */
  count(word: string, max: number): number
}

const partLengthMin = 4
/** A part that fewer passages have may be a slip. */
const partCountMin = 3
/** What more passages have is well found as it stands. */
const compoundCountMax = 10
/** What German puts between the parts. */
export const links = ['', 's', 'es', 'n', 'en', 'er', 'e']
const lettersOnly = /^\p{L}+$/u

/** The two parts that are most common, or none. */
export function splitCompound(word: string, lexicon: Lexicon): string[] {
  if (word.length < 2 * partLengthMin || !lettersOnly.test(word)) return []
  const compoundCount = lexicon.count(word, compoundCountMax + 1)
  if (compoundCount > compoundCountMax) return []
  let best: string[] = []
  let bestScore = compoundCount ** 2
  for (const [left, right] of splitsOf(word, (part) => isPart(part, lexicon))) {
    const everyone = Number.MAX_SAFE_INTEGER
    const score = lexicon.count(left, everyone) * lexicon.count(right, everyone)
    if (score > bestScore) {
      best = [left, right]
      bestScore = score
    }
  }
  return best
}

function isPart(word: string, lexicon: Lexicon): boolean {
  return word.length >= partLengthMin && lexicon.count(word, partCountMin) >= partCountMin
}

function splitsOf(word: string, isKnown: (part: string) => boolean): [string, string][] {
  const found: [string, string][] = []
  for (let at = partLengthMin; at <= word.length - partLengthMin; at++) {
    const right = word.slice(at)
    if (!isKnown(right)) continue
    for (const link of links) {
      const left = word.slice(0, at - link.length)
      if (word.slice(0, at).endsWith(link) && isKnown(left)) found.push([left, right])
    }
  }
  return found
}
