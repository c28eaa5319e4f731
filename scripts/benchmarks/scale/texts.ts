import { type BenchPassage, spelled } from '../passages.ts'

const words = 100
const vocabulary = 100_000
const stopWords = ['the', 'of', 'and', 'in', 'to', 'for'] as const
const stopShare = 0.25

/** Made up: words as unevenly spread as in a language, a quarter of them stop words. */
export function madeUpPassages(count: number, next: () => number): BenchPassage[] {
  const word = () =>
    next() < stopShare ? stopWords[Math.floor(next() * stopWords.length)] : wordOf(next)
  return Array.from({ length: count }, () => ({
    kind: 'doc_chunk',
    modality: 'document',
    lang: 'en',
    text: Array.from({ length: words }, word).join(' '),
  }))
}

function wordOf(next: () => number): string {
  return spelled(Math.floor(vocabulary * next() ** 3))
}

/** Searches for two words that are as frequent as those of the texts; each another one. */
export function searches(count: number, { next, mode }: { next: () => number; mode: string }) {
  return Array.from({ length: count }, () => `${wordOf(next)} ${wordOf(next)}`).map((q) =>
    pathOf({ q, mode }),
  )
}

/** Of two or three words that nearly every text has. */
export function stopWordSearches(): string[] {
  const pairs = stopWords.flatMap((a) => stopWords.filter((b) => b !== a).map((b) => `${a} ${b}`))
  const more = stopWords.map((word, i) => `${word} ${pairs[i * 5 + 2]}`)
  return [...pairs, ...more].map((q) => pathOf({ q, mode: 'keyword' }))
}

function pathOf({ q, mode }: { q: string; mode: string }): string {
  return `/search?q=${encodeURIComponent(q)}&mode=${mode}`
}
