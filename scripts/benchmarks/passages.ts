import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { NewPassage } from '../../src/domain/search/index.ts'

export type BenchPassage = Pick<NewPassage, 'kind' | 'text' | 'lang'> & {
  modality: 'document' | 'image' | 'audio' | 'video' | 'text'
}

type Line = { k: string; l: string; m: string; x: string }

/**
 * Passages to measure with: those of KONTOR_BENCH_PASSAGES (JSON lines, gzip: x text, l language,
 * k kind, m modality), or made-up ones. KONTOR_BENCH_COUNT of them; beyond those that there are
 * they come again with another word each.
 */
export function benchPassages(env: NodeJS.ProcessEnv = process.env): {
  passages: BenchPassage[]
  name: string
} {
  const file = env.KONTOR_BENCH_PASSAGES ?? ''
  const count = Number(env.KONTOR_BENCH_COUNT ?? 100_000)
  const known = existsSync(file) ? linesOf(file) : madeUp(20_000)
  const passages = Array.from({ length: count }, (_, i): BenchPassage => {
    const passage = known[i % known.length] as BenchPassage
    return i < known.length ? passage : { ...passage, text: `${passage.text} copy${i}` }
  })
  return {
    passages,
    name: existsSync(file) ? `${count} real passages` : `${count} made-up passages`,
  }
}

function linesOf(file: string): BenchPassage[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines.map((line) => {
    const { k, l, m, x } = JSON.parse(line) as Line
    // Names of assets are short, one for each: a text of a hundred words is none.
    const kind = k === 'metadata' ? 'doc_chunk' : k
    return { kind, lang: l, modality: m, text: x } as BenchPassage
  })
}

/** Words as unevenly spread as in a language; every tenth passage was read from a picture. */
function madeUp(count: number): BenchPassage[] {
  const next = randomNumbers(7)
  const word = () => spelled(Math.floor(30_000 * next() ** 3))
  return Array.from({ length: count }, (_, i) => ({
    ...(i % 10 === 0
      ? { kind: 'ocr', modality: 'image' }
      : { kind: 'doc_chunk', modality: 'document' }),
    lang: 'en',
    text: Array.from({ length: 100 }, word).join(' '),
  }))
}

const consonants = 'bcdfghjklmnprstvwxyz'
const vowels = 'aeiou'
const syllables = consonants.length * vowels.length

/** A number below a million as a word of three syllables. */
export function spelled(number: number): string {
  const parts = [number, Math.floor(number / syllables), Math.floor(number / syllables ** 2)]
  return parts
    .map((part) => part % syllables)
    .map((part) => {
      const vowel = vowels[Math.floor(part / consonants.length)]
      return `${consonants[part % consonants.length]}${vowel}`
    })
    .join('')
}

/** The same numbers from 0 to 1 in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x8000_0000
  }
}
