import { languageCharsMin, languageSampleChars } from './limits.ts'

export const unknownLanguage = 'und'

export type DetectLanguage = (text: string) => string

/** Loads the letter statistics when the first file needs them. */
export async function loadLanguageDetector(): Promise<DetectLanguage> {
  const { eld } = await import('eld/small')
  return (text) => {
    const result = eld.detect(text)
    return result.language !== '' && result.isReliable() ? result.language : unknownLanguage
  }
}

export type LanguageJudge = {
  ofPassage(text: string): string
  /** The language of most of the text so far, `und` before any was clear. */
  ofDocument(): string
}

/**
 * Gives each passage its language and keeps count for the document. A short or unclear passage
 * takes the language that most of the document had until then; one that differs from it must be
 * clear as a whole, not only in a sample (lists of names look like many languages).
 */
export async function openLanguageJudge(): Promise<LanguageJudge> {
  const detect = await loadLanguageDetector()
  const chars = new Map<string, number>()
  const ofDocument = () => {
    let best = unknownLanguage
    for (const [lang, count] of chars) if (count > (chars.get(best) ?? 0)) best = lang
    return best
  }
  return {
    ofDocument,
    ofPassage(text) {
      const usual = ofDocument()
      // A short text decides only where there is nothing longer: the notes on a picture.
      if (text.length < languageCharsMin && usual !== unknownLanguage) return usual
      let own = detect(middleOf(text))
      if (own !== usual && text.length > languageSampleChars && detect(text) !== own) own = usual
      if (own === unknownLanguage) return usual
      chars.set(own, (chars.get(own) ?? 0) + text.length)
      return own
    },
  }
}

/** A sample from the middle, where a passage is more likely to be prose than in its first line. */
function middleOf(text: string): string {
  const from = Math.max(0, Math.floor((text.length - languageSampleChars) / 2))
  return text.slice(from, from + languageSampleChars)
}
