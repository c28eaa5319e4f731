import { type Language, languageCode, languageOf, languagesOf } from './languages.ts'
import { type Token, type Unit, unitsOf } from './tokenise.ts'

/** A passage as the index keeps it: the same text seen twice. */
export type Analysed = {
  /** Every token in order: what phrases and prefixes are matched against. */
  body: string
  /** Stems without stop words, identifiers also whole: what ranking counts. */
  stem: string
}

/** A text with the code of its language. */
export type Written = { readonly text: string; readonly lang: string }

export const lettersOnly = /^[\p{L}\p{M}]+$/u

/** The index columns of a passage in its language. */
export function analyse({ text, lang }: Written): Analysed {
  const units = unitsOf(text)
  return {
    body: units.flatMap(({ tokens }) => tokens.map(({ term }) => term)).join(' '),
    stem: units.flatMap((unit) => indexTerms(unit, lang)).join(' '),
  }
}

/** Every stem of a passage in its language, and how often it is there: its stem column, counted. */
export function stemCounts({ text, lang }: Written): Map<string, number> {
  const counts = new Map<string, number>()
  for (const unit of unitsOf(text)) {
    for (const stem of indexTerms(unit, lang)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return counts
}

/** What the stem column holds of one word of a text. */
export function indexTerms(unit: Unit, lang: string): string[] {
  if (unit.kind === 'grams') return gramTerms(unit)
  const stems = unit.tokens.flatMap((token) => indexStems(token, lang))
  return unit.kind === 'compound' ? [...stems, unit.whole] : stems
}

/** The pairs of an unspaced run; its final character alone only where it is all there is. */
export function gramTerms({ tokens }: { tokens: readonly Token[] }): string[] {
  return (tokens.length === 1 ? tokens : tokens.slice(0, -1)).map(({ term }) => term)
}

/**
 * The stem of a token as it was typed, or undefined for a word that does not count in this
 * language. Tokens with digits are names, and names are not stemmed.
 */
export function stemOf(token: Token, lang: string): string | undefined {
  return stemIn(token, languageOf(languageCode(lang)))
}

/** The same, by the rules of a language; without any, a word is only folded. */
export function stemIn(token: Token, language: Language | undefined): string | undefined {
  if (token.elided) return undefined
  if (!language) return token.term
  if (language.isStopWord(token.term)) return undefined
  return lettersOnly.test(token.written) ? language.stem(token.written) : token.term
}

/** Makes the stems of words beforehand, so that whoever asks for them need not wait. */
export function prepareStems(words: Iterable<string>, langs: readonly string[]): void {
  const languages = languagesOf(langs)
  for (const word of words) {
    if (!lettersOnly.test(word)) continue
    for (const language of languages) if (!language?.isStopWord(word)) language?.stem(word)
  }
}

/**
 * A word with diacritics goes in twice when stemming and folding do not commute (`inspectée` gives
 * inspect, `inspectee` inspecte), so that it is found with and without its accents.
 */
function indexStems(token: Token, lang: string): string[] {
  const stem = stemOf(token, lang)
  if (stem === undefined) return []
  if (token.written === token.term || !lettersOnly.test(token.written)) return [stem]
  const plain = stemOf({ ...token, written: token.term }, lang)
  return plain === undefined || plain === stem ? [stem] : [stem, plain]
}
