import { stemOf } from '../analysis/analyse.ts'
import { fold } from '../analysis/fold.ts'
import type { Token } from '../analysis/tokenise.ts'
import type { KeywordIndex } from '../keyword/keyword-index.ts'
import { countStems, remember, type VisibleCollection } from '../ranking/visible-collection.ts'
import { compoundsOf } from './decompound.ts'

type View = {
  readonly keywords: Pick<KeywordIndex, 'postingsOf' | 'termsBeginning' | 'terms'>
  readonly collection: VisibleCollection
}

/** Shorter words stand in others by chance. */
const lengthMin = 6
/** Of what a compound has besides. */
const restLengthMin = 4
/** What a form of the word may have behind the stem. */
const endingLengthMax = 3
const foundMax = 100
/** Without an engine in memory the walk reads the database. */
const patienceMs = 100
const lettersOnly = /^\p{L}+$/u

/**
 * The German and Dutch compounds that end with a word which no passage has by itself:
 * Wärmepumpenprüfung for Prüfung (for beginnings see decompound.ts). A walk through all words, as
 * for a correction, which such a word would be given otherwise. What others of the query find as
 * a beginning is meant with it.
 */
export function compoundsEnding(
  view: View,
  token: Token,
  others: readonly Token[],
): readonly string[] {
  const { collection } = view
  const word = fold(token.written)
  if (word.length < lengthMin || !lettersOnly.test(word)) return []
  if (others.some((other) => compoundsOf(view, other, [token]).length > 0)) return []
  const key = `~${word}`
  const known = collection.parts.get(key)
  if (known) return known
  const value = isUnknown(view, token) ? walk(view, { ...token, written: word, term: word }) : []
  remember(collection.parts, { key, value })
  return value
}

function isUnknown({ keywords, collection }: View, token: Token): boolean {
  return collection.langs.every((lang) => {
    const stem = stemOf(token, lang)
    if (stem === undefined) return false
    return countStems({ keywords, collection }, { stem, max: 1 }) === 0
  })
}

function walk({ keywords, collection }: View, token: Token): string[] {
  const langs = ['de', 'nl'].filter((lang) => collection.langs.includes(lang))
  const stems = langs.map((lang) => ({ lang, stem: stemOf(token, lang) ?? token.term }))
  const shortest = stems.map(({ stem }) => stem).sort((a, b) => a.length - b.length)[0] ?? ''
  const found: string[] = []
  const endMs = performance.now() + patienceMs
  const cursor = keywords.terms()
  let seen = 0
  for (let word = cursor.term(); word !== undefined; cursor.next(), word = cursor.term()) {
    seen += 1
    if (seen % 1_000 === 0 && performance.now() > endMs) break
    const isLonger = word.length >= shortest.length + restLengthMin
    const at = isLonger ? word.lastIndexOf(shortest) : -1
    if (at < restLengthMin || !lettersOnly.test(word)) continue
    if (ends(word, { at, stems })) found.push(word)
    if (found.length === foundMax) break
  }
  return found
}

type Ending = { at: number; stems: readonly { lang: string; stem: string }[] }

/**
 * In whichever form: Ventilprüfungen for Prüfung. Of a long word Snowball takes more away than of
 * its end alone, so that either may be as the word is.
 */
function ends(word: string, { at, stems }: Ending): boolean {
  return stems.some(({ lang, stem }) => {
    if (word.length - at > stem.length + endingLengthMax) return false
    const stemmed = (term: string) =>
      stemOf({ term, written: term, start: 0, end: 0, elided: false }, lang)
    return stemmed(word)?.endsWith(stem) || stemmed(word.slice(at)) === stem
  })
}
