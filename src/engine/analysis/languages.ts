import { stemmer as greekStem } from '@orama/stemmers/greek'
import { newStemmer } from 'snowball-stemmers'
import {
  ara,
  cat,
  ces,
  dan,
  deu,
  ell,
  eng,
  eus,
  fas,
  fin,
  fra,
  gle,
  heb,
  hun,
  ita,
  nld,
  nob,
  pol,
  por,
  ron,
  rus,
  slv,
  spa,
  swe,
  tur,
} from 'stopword'
import { arabicStem } from './arabic.ts'
import { fold } from './fold.ts'
import { hebrewStem } from './hebrew.ts'
import { persianStem } from './persian.ts'
import { polishStem } from './polish.ts'
import { askingWords, countingWords } from './stop-words.ts'

/**
 * A language that we stem, by its ISO 639-1 code: with Snowball's algorithm of that name, or with
 * our own. Every other one is folded only.
 */
const known: Readonly<Record<string, Known>> = {
  ar: { algorithm: arabicStem, stopWords: ara },
  ca: { algorithm: 'catalan', stopWords: cat },
  cs: { algorithm: 'czech', stopWords: ces },
  da: { algorithm: 'danish', stopWords: dan },
  de: { algorithm: 'german', stopWords: deu },
  el: { algorithm: greekStem, stopWords: ell },
  en: { algorithm: 'english', stopWords: eng },
  es: { algorithm: 'spanish', stopWords: spa },
  eu: { algorithm: 'basque', stopWords: eus },
  fa: { algorithm: persianStem, stopWords: fas },
  fi: { algorithm: 'finnish', stopWords: fin },
  fr: { algorithm: 'french', stopWords: fra },
  ga: { algorithm: 'irish', stopWords: gle },
  he: { algorithm: hebrewStem, stopWords: heb },
  hu: { algorithm: 'hungarian', stopWords: hun },
  it: { algorithm: 'italian', stopWords: ita },
  nb: { algorithm: 'norwegian', stopWords: nob },
  nl: { algorithm: 'dutch', stopWords: nld },
  nn: { algorithm: 'norwegian', stopWords: nob },
  no: { algorithm: 'norwegian', stopWords: nob },
  pl: { algorithm: polishStem, stopWords: pol },
  pt: { algorithm: 'portuguese', stopWords: por },
  ro: { algorithm: 'romanian', stopWords: ron },
  ru: { algorithm: russianStem, stopWords: rus },
  sl: { algorithm: 'slovene', stopWords: slv },
  sv: { algorithm: 'swedish', stopWords: swe },
  tr: { algorithm: 'turkish', stopWords: tur },
}

/** The codes of all languages that we stem. */
export const knownLanguages: readonly string[] = Object.keys(known)

type Known = {
  algorithm: string | ((word: string) => string)
  stopWords: readonly string[]
}

export type Language = {
  stem(word: string): string
  isStopWord(term: string): boolean
  /** Whether it only asks, as in every question: in the index, but no plain word to look for. */
  onlyAsks(term: string): boolean
}

/** Stems are cheap to keep and take 3 to 50 µs each to make. */
const stemCacheMax = 50_000
const opened = new Map<string, Language>()

/** `de-AT`, `de_AT` and `DE` are `de`; what is no language code is `und` (our choice). */
export function languageCode(lang: string): string {
  return /^([a-z]{2,3})(?:[-_][a-z0-9]+)*$/i.exec(lang)?.[1]?.toLowerCase() ?? 'und'
}

/** The rules of a language that we stem, or undefined. */
export function languageOf(code: string): Language | undefined {
  const old = opened.get(code)
  if (old) return old
  if (!Object.hasOwn(known, code)) return undefined
  const entry = known[code]
  if (!entry) return undefined
  const language = openLanguage(entry, code)
  opened.set(code, language)
  return language
}

/** The rules of some languages, once each; undefined stands for all that we do not stem. */
export function languagesOf(langs: readonly string[]): (Language | undefined)[] {
  return [...new Set(langs.map((lang) => languageOf(languageCode(lang))))]
}

/** The languages in which a word says nothing. */
export function stopWordLanguages(term: string): readonly string[] {
  silent ??= gatherStopWords()
  return silent.get(term) ?? []
}

let silent: Map<string, string[]> | undefined

function gatherStopWords(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [code, entry] of Object.entries(known)) {
    for (const word of stopWordsOf(entry, code)) {
      const codes = found.get(word)
      if (codes) codes.push(code)
      else found.set(word, [code])
    }
  }
  return found
}

function stopWordsOf({ stopWords }: Known, code: string): Set<string> {
  const counting = countingWords(code)
  return new Set(stopWords.map(fold).filter((word) => !counting.has(word)))
}

function openLanguage(entry: Known, code: string): Language {
  const { algorithm } = entry
  const stopWords = stopWordsOf(entry, code)
  const asking = askingWords(code)
  const stemOf = typeof algorithm === 'string' ? snowball(algorithm) : algorithm
  const cache = new Map<string, string>()
  return {
    isStopWord: (term) => stopWords.has(term),
    onlyAsks: (term) => asking.has(term),
    stem(word) {
      const old = cache.get(word)
      if (old !== undefined) return old
      if (cache.size >= stemCacheMax) cache.clear()
      const stem = fold(stemOf(word))
      cache.set(word, stem)
      return stem
    },
  }
}

/** Snowball knows no ё: звёзды would stay as it is, and звезда is звезд. */
function russianStem(word: string): string {
  russian ??= snowball('russian')
  return russian(word.replaceAll('ё', 'е'))
}

let russian: ((word: string) => string) | undefined

function snowball(algorithm: string): (word: string) => string {
  const stemmer = newStemmer(algorithm)
  return (word) => stemmer.stem(word)
}
