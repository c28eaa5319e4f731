// Texts and queries out of few words, so that they meet: of several languages, stop words, names
// with digits, runs without spaces.
import type { Random } from '../../random.ts'

const vocabulary = (
  'boiler boilers turbine turbines inspection inspected report reports heat pump pumps valve the ' +
  'of and A-17 OPS-306 2024-05-01 Prüfung Kessel Kesseln die der chaudière inspectée le la 検査 報告 ' +
  'paper papers papéis papel meeting meetings meet constructor'
).split(' ')

const langs = ['en', 'en', 'de', 'fr', 'und', 'ja', 'pt', 'es']
const kinds = ['doc_chunk', 'doc_chunk', 'doc_chunk', 'ocr', 'metadata'] as const

export type DrawnPassage = { text: string; lang: string; kind: (typeof kinds)[number] }

const repeated = 'The report of the inspection is paper'

export function drawPassages(random: Random): DrawnPassage[] {
  const lang = random.pick(langs)
  return Array.from({ length: 1 + random.below(7) }, (): DrawnPassage => {
    const words = Array.from({ length: 1 + random.below(24) }, () => random.pick(vocabulary))
    const kind = random.pick(kinds)
    const text = random.below(9) === 0 ? repeated : words.join(' ')
    return { text, lang: random.below(6) === 0 ? random.pick(langs) : lang, kind }
  })
}

/** Not each can be read. */
export function drawQuery(random: Random): string {
  const term = () => random.pick(vocabulary)
  const some = Array.from({ length: 1 + random.below(5) }, term).join(' ')
  const ways: readonly (() => string)[] = [
    () => some,
    () => some,
    () => some,
    () => [term(), random.pick(['AND', 'OR', 'NOT']), term()].join(' '),
    () => `${term()} -${term()}`,
    () => `+${term()} ${some}`,
    () => `(${term()} OR ${term()}) AND NOT ${term()}`,
    () => `"${term()} ${term()}" ${term()}`,
    () => `${term().slice(0, 3)}*`,
    () => `${term()}~ ${term()}`,
    () => `kind:ocr ${some}`,
    () => `lang:en ${some}`,
    () => `"${term()}"`,
  ]
  return random.pick(ways)()
}
