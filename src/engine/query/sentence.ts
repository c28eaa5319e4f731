import { stopWordLanguages } from '../analysis/languages.ts'
import { tokenise } from '../analysis/tokenise.ts'

const wordsMin = 5
const stopWordsMin = 2
const sentenceEnd = /\p{L}\s?[.?!…。？！؟]+["”»)\s]*$/u

/**
 * Whether a query is natural language rather than a list of words: at least five of them, and the
 * end of a sentence or two stop words of one language. There a dash before a word is a dash.
 */
export function isSentence(q: string): boolean {
  const words = tokenise(q)
  if (words.length < wordsMin) return false
  if (sentenceEnd.test(q)) return true
  const counts = new Map<string, number>()
  for (const { term } of words) {
    for (const language of stopWordLanguages(term)) {
      const count = (counts.get(language) ?? 0) + 1
      if (count >= stopWordsMin) return true
      counts.set(language, count)
    }
  }
  return false
}
