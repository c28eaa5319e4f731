import { type Unit, unitsOf } from '../analysis/tokenise.ts'
import type { SpokenLanguage } from './stem-atoms.ts'

/** A Persian word that a query writes apart, or as one and a text may write apart. */
export const persian = 'fa'
const arabicWord = /^[\p{Script=Arabic}\p{M}\u200c]+$/u
const joiner = '\u200c'
/** آب و هوا is the longest that is usual. */
const wordsMax = 3

/** Where passages are Persian: its rules alone. */
export function onlyPersian(spoken: readonly SpokenLanguage[]): SpokenLanguage[] {
  return spoken.flatMap(({ language, codes }) => {
    return codes.includes(persian) ? [{ language, codes: [persian] }] : []
  })
}

/**
 * Neighbouring words as one, without the joiner of no width that texts have between them: many
 * keyboards lack it, and نرم افزار is typed for نرم‌افزار.
 */
export function joinedWords(texts: readonly string[]): string[] {
  return texts.flatMap((_, from) => {
    const found: string[] = []
    for (let words = 2; words <= wordsMax && from + words <= texts.length; words++) {
      const some = texts.slice(from, from + words)
      if (!some.every((word) => arabicWord.test(word))) break
      found.push(some.join(''))
    }
    return found
  })
}

/** The parts of a word that has joiners, as of a text that has spaces for them. */
export function partsApart(text: string): Unit[] {
  return arabicWord.test(text) && text.includes(joiner) ? unitsOf(text.replaceAll(joiner, ' ')) : []
}
