import { unknownLanguage } from '../../domain/ingest/ports.ts'

/**
 * Loads the letter statistics: from the sources a third of a second and 100 MB, so never in the
 * serving thread. In the bundle they are one text (scripts/packaging/language-rows.ts).
 */
export async function loadLanguageDetector(): Promise<(text: string) => string> {
  const { eld } = await import('eld/small')
  return (text) => {
    const result = eld.detect(text)
    return result.language !== '' && result.isReliable() ? result.language : unknownLanguage
  }
}
