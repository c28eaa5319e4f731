import { languageCharsMin, languageSampleChars } from '../limits.ts'
import { type DetectLanguages, unknownLanguage } from '../ports.ts'

export type LanguageJudge = {
  /** One for each passage; call it in the order of the document. */
  ofPassages(texts: string[]): Promise<string[]>
  /** The language of most of the text so far, `und` before any was clear. */
  ofDocument(): string
}

/**
 * Gives each passage its language and keeps count for the document. A short or unclear passage
 * takes the language that most of the document had until then; one that differs from it must be
 * clear as a whole, not only in a sample (lists of names look like many languages).
 */
export function openLanguageJudge(detect: DetectLanguages): LanguageJudge {
  const chars = new Map<string, number>()

  function ofDocument(): string {
    let best = unknownLanguage
    for (const [lang, count] of chars) if (count > (chars.get(best) ?? 0)) best = lang
    return best
  }

  async function judge({ text, sampled }: { text: string; sampled: string }): Promise<string> {
    const usual = ofDocument()
    // A short text decides only where there is nothing longer: the notes on a picture.
    if (text.length < languageCharsMin && usual !== unknownLanguage) return usual
    let own = sampled
    if (own !== usual && text.length > languageSampleChars) {
      const [whole] = await detect([text])
      if (whole !== own) own = usual
    }
    if (own === unknownLanguage) return usual
    chars.set(own, (chars.get(own) ?? 0) + text.length)
    return own
  }

  return {
    ofDocument,
    async ofPassages(texts) {
      const samples = await detect(texts.map(middleOf))
      const languages: string[] = []
      for (const [i, text] of texts.entries()) {
        languages.push(await judge({ text, sampled: samples[i] ?? unknownLanguage }))
      }
      return languages
    },
  }
}

/** A sample from the middle, where a passage is more likely to be prose than in its first line. */
function middleOf(text: string): string {
  const from = Math.max(0, Math.floor((text.length - languageSampleChars) / 2))
  return text.slice(from, from + languageSampleChars)
}
