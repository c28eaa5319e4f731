import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BenchPassage, spelled } from '../passages.ts'

const words = 100
const stopWords = ['the', 'of', 'and', 'in', 'to', 'for'] as const
const stopShare = 0.25
/** Names and numbers of things, of which each text brings new ones. */
const rareShare = 0.05
const rareWords = 1_000_000

/** Words that the shipped model knows, the most frequent first: of others nothing is meant. */
const known = readFileSync(
  resolve(import.meta.dirname, '../../../data/models/kontor-static-5/vocab.txt'),
  'utf8',
)
  .split('\n')
  .filter((word) => /^[a-z]{5,}$/.test(word))

/** Made up of words in no order, as unevenly spread as in a language, a quarter stop words. */
export function madeUpPassages(count: number, next: () => number): BenchPassage[] {
  const word = () => {
    const share = next()
    if (share < stopShare) return stopWords[Math.floor(next() * stopWords.length)]
    return share > 1 - rareShare ? spelled(Math.floor(next() * rareWords)) : knownWord(next)
  }
  return Array.from({ length: count }, () => ({
    kind: 'doc_chunk',
    modality: 'document',
    lang: 'en',
    text: Array.from({ length: words }, word).join(' '),
  }))
}

function knownWord(next: () => number): string {
  return known[Math.floor(known.length * next() ** 3)] as string
}

/** Searches for two words that are as frequent as those of the texts; each another one. */
export function searches(count: number, { next, mode }: { next: () => number; mode: string }) {
  return Array.from({ length: count }, () => `${knownWord(next)} ${knownWord(next)}`).map((q) =>
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
