import { stemOf } from '../analysis/analyse.ts'
import { fold } from '../analysis/fold.ts'
import type { Token } from '../analysis/tokenise.ts'
import { remember } from '../keep-latest.ts'
import type { KeywordIndex } from '../keyword/keyword-index.ts'
import { countStems, isWordVisible, type VisibleCollection } from '../ranking/visible-collection.ts'
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
/**
 * Of a processor, so that a busy machine finds as much. Without an engine in memory the walk reads
 * the database, further each time.
 */
const patienceMs = 100
const wordsBetween = 1_000
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
  const isMeant = (other: Token) =>
    compoundsOf(view, other, [token]).some((one) => isSeen(view, { ...token, term: one }))
  if (others.some(isMeant)) return []
  const key = `~${word}`
  const known = collection.parts.get(key)
  if (known) return known
  const asWord = { ...token, written: word, term: word }
  const { found, isWhole } = isUnknown(view, token) ? walk(view, asWord) : nothing
  if (isWhole) remember(collection.parts, { key, value: found })
  return found
}

/** What others have among theirs changes nothing. */
function isSeen(view: View, token: Token): boolean {
  const asItStands = { ...token, written: token.term }
  return view.collection.langs.some((lang) => {
    const stem = stemOf(asItStands, lang)
    return stem !== undefined && countStems(view, { stem, max: 1 }) > 0
  })
}

function isUnknown({ keywords, collection }: View, token: Token): boolean {
  return collection.langs.every((lang) => {
    const stem = stemOf(token, lang)
    if (stem === undefined) return false
    return countStems({ keywords, collection }, { stem, max: 1 }) === 0
  })
}

/** `isWhole`: it was not cut short. */
type Walked = { readonly found: readonly string[]; readonly isWhole: boolean }

const nothing: Walked = { found: [], isWhole: true }

/** Of what the viewer sees: what others have must not fill the list. */
function walk({ keywords, collection }: View, token: Token): Walked {
  const langs = ['de', 'nl'].filter((lang) => collection.langs.includes(lang))
  const stems = langs.map((lang) => ({ lang, stem: stemOf(token, lang) ?? token.term }))
  const shortest = stems.map(({ stem }) => stem).sort((a, b) => a.length - b.length)[0] ?? ''
  const found: string[] = []
  const startedMs = processorMs()
  const isLate = () => processorMs() - startedMs > patienceMs
  const cursor = keywords.terms()
  let seen = 0
  for (let word = cursor.term(); word !== undefined; cursor.next(), word = cursor.term()) {
    seen += 1
    if (seen % wordsBetween === 0 && isLate()) return { found, isWhole: false }
    const isLonger = word.length >= shortest.length + restLengthMin
    const at = isLonger ? word.lastIndexOf(shortest) : -1
    if (at < restLengthMin || !lettersOnly.test(word)) continue
    if (!ends(word, { at, stems })) continue
    // Of each its passages are looked at, however many others have such words.
    if (isLate()) return { found, isWhole: false }
    const compound = { ...token, term: word, written: word }
    if (isWordVisible({ keywords, collection }, compound)) found.push(word)
    if (found.length === foundMax) break
  }
  return { found, isWhole: true }
}

/** What this thread has had of a processor. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
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
