import { documentFrequency, type View, writtenForm } from './visible-terms.ts'

/**
 * Learned words from Greek change before their ending: Sepsis is septisch, analysis analytic,
 * praxis pratique, гипноз гипнотический, σήψη σηπτικός. No stemmer makes them one, and no few edits
 * do; a text that says what such a thing is often has the adjective alone (DECISIONS 600). How the
 * noun ends (as words are folded), and how its adjective goes on behind what both have.
 */
const endings: readonly { noun: RegExp; adjectives: readonly string[] }[] = [
  { noun: /^(.{3,}?)[sz](?:is|i|e|a)$/, adjectives: ['t', 'tt'] },
  { noun: /^(.{3,}?)x(?:is|e|ie|ia)$/, adjectives: ['kt', 'ct', 't'] },
  { noun: /^(.{3,}?)[сз](?:ис|а|)$/, adjectives: ['т'] },
  { noun: /^(.{3,}?)σ(?:η|ισ|εισ)$/, adjectives: ['τ'] },
  { noun: /^(.{2,}?)ξ(?:η|ισ|εισ)$/, adjectives: ['κτ'] },
  { noun: /^(.{2,}?)ψ(?:η|ισ|εισ)$/, adjectives: ['πτ'] },
]
const adjectiveEndings = ['isch', 'isk', 'ic', 'iqu', 'ik', 'ycz', 'ич', 'ικ']
/** Of one adjective in all its forms, and of others that begin with it: others' fill it hardly. */
const wordsMax = 200

/**
 * For a noun that no passage has: the adjective of it that most passages have which the viewer may
 * see, as it is written there.
 */
export function adjectiveOf(view: View, term: string): string | undefined {
  let best: { word: string; count: number } | undefined
  for (const { noun, adjectives } of endings) {
    const [, root] = noun.exec(term) ?? []
    if (root === undefined) continue
    const words = adjectives.flatMap((one) => adjectivesBeginning(view, `${root}${one}`))
    for (const word of words) {
      const count = documentFrequency(view, word)
      if (count > (best?.count ?? 0)) best = { word, count }
    }
  }
  return best && writtenForm(view, best.word)
}

function adjectivesBeginning({ keywords }: View, beginning: string): string[] {
  const all = adjectiveEndings.map((ending) => `${beginning}${ending}`)
  // As it stands alone, too: only longer words are listed.
  return all.flatMap((one) => [one, ...keywords.termsBeginning(one, { limit: wordsMax })])
}
