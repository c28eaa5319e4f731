import { stemOf } from '../analysis/analyse.ts'
import { fold } from '../analysis/fold.ts'
import type { Token } from '../analysis/tokenise.ts'
import { remember } from '../keep-latest.ts'
import type { KeywordIndex } from '../keyword/keyword-index.ts'
import { countStems, isWordVisible, type VisibleCollection } from '../ranking/visible-collection.ts'
import { links, splitCompound } from './split-compound.ts'

type View = {
  readonly keywords: Pick<KeywordIndex, 'postingsOf' | 'termsBeginning'>
  readonly collection: VisibleCollection
}

/** The words that a rare German compound is made of, going by what the viewer may see. */
export function compoundParts({ keywords, collection }: View, token: Token): Token[] {
  return partsOf({ keywords, collection }, token).map((part) => ({
    ...token,
    term: fold(part),
    written: part,
  }))
}

const beginningLengthMin = 6
const restLengthMin = 4
/** What more passages have is well found as it stands. */
const countMax = 5
const wordsMax = 500
const wordsOfAllMax = 5_000
const lettersOnly = /^\p{L}+$/u
const compounding = ['de', 'nl']

/**
 * German and Dutch compounds that begin with a rare word and go on as another word of the query
 * does, or as a word that passages have: Batterieprüfung for Batterie and prüfen.
 */
export function compoundsOf(view: View, token: Token, others: readonly Token[]): readonly string[] {
  const { collection } = view
  const { term: beginning } = token
  if (beginning.length < beginningLengthMin || !lettersOnly.test(beginning)) return []
  const words = longerWords(view, token)
  if (words.length === 0) return words
  const langs = compounding.filter((lang) => collection.langs.includes(lang))
  return words.filter((word) =>
    restsOf(word.slice(beginning.length)).some((rest) => {
      const part = { ...token, term: rest, written: rest }
      return langs.some(
        (lang) =>
          others.some((other) => isSameWord({ one: part, other, lang })) ||
          countStem(view, { token: part, lang, max: 1 }) > 0,
      )
    }),
  )
}

/** The words that begin so, where the word itself is rare; kept as long as the collection. */
function longerWords(view: View, token: Token): readonly string[] {
  const { collection } = view
  const { term: beginning } = token
  const key = `+${beginning}`
  const known = collection.parts.get(key)
  if (known) return known
  const isCommon = collection.langs.some(
    (lang) => countStem(view, { token, lang, max: countMax + 1 }) > countMax,
  )
  const words = isCommon ? [] : wordsBeginning(view, token)
  const value = words.filter((word) => word.length >= beginning.length + restLengthMin)
  remember(collection.parts, { key, value })
  return value
}

/** So many of what the viewer sees: where there are more, those of others are not among them. */
function wordsBeginning({ keywords, collection }: View, token: Token): readonly string[] {
  const some = keywords.termsBeginning(token.term, { limit: wordsMax })
  if (some.length < wordsMax) return some
  const all = keywords.termsBeginning(token.term, { limit: wordsOfAllMax })
  const isSeen = (word: string) =>
    isWordVisible({ keywords, collection }, { ...token, term: word, written: word })
  return all.filter(isSeen).slice(0, wordsMax)
}

/** With and without what may stand between the parts. */
function restsOf(rest: string): string[] {
  const all = links.flatMap((link) => (rest.startsWith(link) ? [rest.slice(link.length)] : []))
  return all.filter((one) => one.length >= restLengthMin && lettersOnly.test(one))
}

type Pair = { one: Token; other: Token; lang: string }

/** Prüfung goes on from the stem of prüfen; Snowball keeps -ung behind one syllable. */
function isSameWord({ one, other, lang }: Pair): boolean {
  const stem = stemOf({ ...other, written: other.term }, lang) ?? ''
  return stem.length >= restLengthMin && one.term.startsWith(stem)
}

type Counted = { token: Token; lang: string; max: number }

function countStem({ keywords, collection }: View, { token, lang, max }: Counted): number {
  const stem = stemOf(token, lang)
  if (stem === undefined) return 0
  return countStems({ keywords, collection }, { stem, max })
}

function partsOf(view: View, token: Token): readonly string[] {
  const { collection } = view
  const key = token.written
  const known = collection.parts.get(key)
  if (known) return known
  const count = (word: string, max: number) =>
    countStem(view, { token: { ...token, written: word, term: word }, lang: 'de', max })
  const parts = splitCompound(key, { count })
  remember(collection.parts, { key, value: parts })
  return parts
}
