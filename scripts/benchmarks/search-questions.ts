import type { SearchJob } from '../../src/engine/index.ts'
import { jobOf } from '../../test/support/open-test-search.ts'
import { type BenchPassage, randomNumbers } from './passages.ts'

export const questionKinds = [
  'plain',
  'plain, common words',
  'phrase',
  'boolean',
  'prefix',
  'fuzzy',
  'filter',
] as const
/** What so many of the passages have is a common word. */
const commonShare = 0.02

export type Question = { kind: (typeof questionKinds)[number]; words: string[] }

/** Words of at least five letters from anywhere in the texts: frequent ones come frequently. */
export function questionsOf(kind: Question['kind'], passages: readonly BenchPassage[]) {
  const next = randomNumbers(questionKinds.indexOf(kind) + 11)
  const pick = <T>(some: readonly T[]) => some[Math.floor(next() * some.length)] as T
  const anyWord = () =>
    untilFound('a word of five letters', () => {
      const words = pick(passages)
        .text.split(/[^\p{L}]+/u)
        .filter((word) => word.length >= 5)
      return words.length > 0 ? pick(words).toLowerCase() : undefined
    })
  const common = kind === 'plain, common words' ? commonWords(passages) : []
  const inARow = () =>
    untilFound('three words in a row', () => {
      const words = pick(passages).text.split(/\s+/)
      const at = Math.floor(next() * Math.max(1, words.length - 2))
      const three = words.slice(at, at + 3)
      const isWhole = three.length === 3 && three.every((word) => /^\p{L}+$/u.test(word))
      return isWhole ? three : undefined
    })
  return (count: number): Question[] =>
    Array.from({ length: count }, () => {
      if (kind === 'phrase') return { kind, words: inARow() }
      if (common.length > 0) return { kind, words: [pick(common), pick(common), pick(common)] }
      if (kind === 'prefix') return { kind, words: [anyWord().slice(0, 5)] }
      if (kind === 'fuzzy') return { kind, words: [anyWord()] }
      return { kind, words: [anyWord(), anyWord(), anyWord()] }
    })
}

/** The fourth and fifth word of each passage that has so many: nothing that a query is made of. */
export function twoWordsOfEach(passages: readonly Pick<BenchPassage, 'text'>[]): string[] {
  return passages.flatMap(({ text }) => {
    const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '')
    return words.length < 5 ? [] : words.slice(3, 5).join(' ').toLowerCase()
  })
}

/** Passages of other alphabets or of numbers alone would have somebody look for ever. */
const triesMax = 10_000

function untilFound<T>(what: string, look: () => T | undefined): T {
  for (let i = 0; i < triesMax; i++) {
    const found = look()
    if (found !== undefined) return found
  }
  throw new Error(`None of ${triesMax} passages has ${what} to ask for.`)
}

/** The same question as a search of ours. */
export function searchJobOf(
  visibility: SearchJob['visibility'],
  { kind, words }: Question,
): SearchJob {
  const [a, b, c] = words
  const forms: Record<Question['kind'], string> = {
    plain: `${a} ${b} ${c}`,
    'plain, common words': `${a} ${b} ${c}`,
    phrase: `"${words.join(' ')}"`,
    boolean: `${a} AND (${b} OR ${c})`,
    prefix: `${a}*`,
    fuzzy: `${a}~`,
    filter: `${a} ${b} ${c}`,
  }
  const filters = kind === 'filter' ? { kind: 'ocr' as const } : {}
  return { ...jobOf(visibility, forms[kind]), filters, facets: false }
}

function commonWords(passages: readonly BenchPassage[]): string[] {
  const some = passages.filter((_, i) => i % 20 === 0)
  const counts = new Map<string, number>()
  for (const { text } of some) {
    for (const word of new Set(text.toLowerCase().match(/\p{L}{5,}/gu) ?? [])) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts].flatMap(([word, n]) => (n >= some.length * commonShare ? [word] : []))
}
