import type { SearchJob } from '../../src/domain/search/index.ts'
import { jobOf } from '../../test/support/open-test-search.ts'
import { type BenchPassage, randomNumbers } from './passages.ts'

export const questionKinds = ['plain', 'phrase', 'boolean', 'prefix', 'fuzzy', 'filter'] as const
export type Question = { kind: (typeof questionKinds)[number]; words: string[] }

/** Words as people write them into a search: at least five letters, from anywhere in the texts. */
export function questionsOf(kind: Question['kind'], passages: readonly BenchPassage[]) {
  const next = randomNumbers(questionKinds.indexOf(kind) + 11)
  const pick = <T>(some: readonly T[]) => some[Math.floor(next() * some.length)] as T
  const anyWord = (): string => {
    const words = pick(passages)
      .text.split(/[^\p{L}]+/u)
      .filter((word) => word.length >= 5)
    return words.length > 0 ? pick(words).toLowerCase() : anyWord()
  }
  const inARow = (): string[] => {
    const words = pick(passages).text.split(/\s+/)
    const at = Math.floor(next() * (words.length - 3))
    const three = words.slice(at, at + 3)
    return three.every((word) => /^\p{L}+$/u.test(word)) ? three : inARow()
  }
  return (count: number): Question[] =>
    Array.from({ length: count }, () => {
      if (kind === 'phrase') return { kind, words: inARow() }
      if (kind === 'prefix') return { kind, words: [anyWord().slice(0, 5)] }
      if (kind === 'fuzzy') return { kind, words: [anyWord()] }
      return { kind, words: [anyWord(), anyWord(), anyWord()] }
    })
}

/** The same question as a search of ours. */
export function searchJobOf(viewer: SearchJob['viewer'], { kind, words }: Question): SearchJob {
  const [a, b, c] = words
  const forms: Record<Question['kind'], string> = {
    plain: `${a} ${b} ${c}`,
    phrase: `"${words.join(' ')}"`,
    boolean: `${a} AND (${b} OR ${c})`,
    prefix: `${a}*`,
    fuzzy: `${a}~`,
    filter: `${a} ${b} ${c}`,
  }
  const filters = kind === 'filter' ? { kind: 'ocr' as const } : {}
  return { ...jobOf(viewer, forms[kind]), filters, facets: false }
}
