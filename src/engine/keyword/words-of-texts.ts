import { tokenise } from '../analysis/tokenise.ts'
import type { KeywordIndex } from './keyword-index.ts'
import { openTermArray, type TermArray } from './term-array.ts'

export type Words = Pick<KeywordIndex, 'terms' | 'termsBeginning'>

/** The words of some texts, as an index has those of all; read and cut when somebody asks. */
export function wordsOfTexts(texts: () => readonly string[]): Words {
  let cut: TermArray | undefined
  const all = () => {
    if (cut) return cut
    const words = openTermArray()
    for (const text of texts()) words.add(tokenise(text).map(({ term }) => term))
    cut = words
    return words
  }
  return {
    terms: () => all().cursor(),
    termsBeginning: (beginning, options) => all().beginning(beginning, options),
  }
}
