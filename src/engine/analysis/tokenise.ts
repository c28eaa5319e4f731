import { fold } from './fold.ts'

/** A token never counts beyond this: base64 and hashes would only swell the index. */
export const tokenLengthMax = 64

/** One searchable token with the place in the original text that it stands for. */
export type Token = {
  /** Folded: what two spellings have in common. */
  term: string
  /** As written, in lower case: what a stemmer wants to see, because endings carry accents. */
  written: string
  start: number
  end: number
  /** The `l` of l'eau, the `s` of Anna's: part of a phrase, nothing to rank by. */
  elided: boolean
}

/**
 * What a reader takes for one word: a plain word, an identifier or compound of several parts
 * (`A-17`, `2024-05-01`, `well-known`), or a run of a script that is written without spaces.
 */
export type Unit =
  | { kind: 'word'; start: number; end: number; tokens: [Token] }
  /** `whole` is all parts as one token: A-17, A/17 and A17 meet in it. */
  | { kind: 'compound'; start: number; end: number; tokens: Token[]; whole: string }
  /** Overlapping pairs of characters, and at last the final character alone: so every character
   * begins a token, and a query of one character can be asked as a prefix. */
  | { kind: 'grams'; start: number; end: number; tokens: Token[] }

const invisible = '\\u00ad\\u200c\\u200d'
const wordPattern = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}${invisible}]*`, 'gu')
const unspaced =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}' +
  '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const unspacedRun = new RegExp(`[${unspaced}][${unspaced}\\p{M}]*|[^${unspaced}]+`, 'gu')
/** All of those scripts lie above this; most words are spared the closer look. */
const mayBeUnspaced = /[\u0e00-\u{10ffff}]/u
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')
/** A letter with its marks; the half-width voiced sound marks count as marks. */
const clusterPattern = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*/gu
const beyondAscii = /[^\0-\x7f]/
const notTokenChar = /[^\p{L}\p{N}\p{M}]+/gu
const joiners = new Set('-\u2010\u2011_./:@')
const apostrophes = new Set("'\u2019\u02bc")
/** l', d', qu', 's, 't, 'll, 're: what an apostrophe cuts off has at most two letters. */
const elidedLengthMax = 2

/** The words of a text in reading order, with offsets into that very text. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let parts: Token[] = []
  function close() {
    const [first] = parts
    if (first) units.push(unitOfParts(first, parts))
    parts = []
  }
  function add(place: { start: number; end: number }) {
    const token = tokenOf(text, place)
    if (token.term !== '') parts.push(token)
  }
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const name = signedName(text, { word, index })
    if (name) {
      if (parts.at(-1)?.end !== name.start - 1 || !joins(text, name.start - 1)) close()
      parts.push(name)
      continue
    }
    if (parts.at(-1)?.end !== index - 1 || !joins(text, index - 1)) close()
    if (!mayBeUnspaced.test(word)) {
      add({ start: index, end: index + word.length })
      continue
    }
    for (const { 0: run, index: within } of word.matchAll(unspacedRun)) {
      const start = index + within
      if (!startsUnspaced.test(run)) {
        add({ start, end: start + run.length })
      } else {
        close()
        units.push(gramsOf(run, start))
      }
    }
  }
  close()
  return units
}

/**
 * C++, C#, F# and .NET are names of their own, apart from the letter C and the word net: spelt out,
 * as people also write them.
 */
function signedName(text: string, { word, index }: { word: string; index: number }) {
  const end = index + word.length
  const dotNet = word.length === 3 && isDotNet(text, index)
  const sign = /^[A-Za-z]$/.test(word) ? signBehind(text, end) : undefined
  if (!dotNet && sign === undefined) return undefined
  const place = { start: dotNet ? index - 1 : index, end: end + (sign?.length ?? 0) }
  const written = text.slice(place.start, place.end).toLowerCase()
  const term = dotNet ? 'dotnet' : word.toLowerCase() + spelt[sign as Sign]
  return { ...place, written, term, elided: false }
}

const spelt = { '++': 'plusplus', '#': 'sharp' } as const
type Sign = keyof typeof spelt

function signBehind(text: string, end: number): Sign | undefined {
  if (text.startsWith('++', end)) return /[+\p{L}]/u.test(text[end + 2] ?? '') ? undefined : '++'
  if (text[end] !== '#') return undefined
  return /[#\p{L}\p{N}]/u.test(text[end + 1] ?? '') ? undefined : '#'
}

/** Not in example.net, and not in ../net. */
function isDotNet(text: string, index: number): boolean {
  const isNet = text.slice(index, index + 3).toLowerCase() === 'net'
  if (text[index - 1] !== '.' || !isNet) return false
  return !/[\p{L}\p{N}\p{M}./\\]/u.test(text[index - 2] ?? '')
}

/** All tokens of a text in reading order: the positions that phrases count by. */
export function tokenise(text: string): Token[] {
  return unitsOf(text).flatMap((unit) => unit.tokens as Token[])
}

/** Whether the character between two words makes one of them: A-17, 10:30, 1,000. */
function joins(text: string, at: number): boolean {
  const between = text[at] ?? ''
  if (between !== ',') return joiners.has(between)
  return /^\d,\d$/.test(text.slice(at - 1, at + 2))
}

function unitOfParts(first: Token, parts: Token[]): Unit {
  const { start } = first
  const end = parts.at(-1)?.end ?? first.end
  if (parts.length === 1) return { kind: 'word', start, end, tokens: [first] }
  const whole = shorten(parts.map(({ term }) => term).join(''))
  return { kind: 'compound', start, end, tokens: parts, whole }
}

function tokenOf(text: string, { start, end }: { start: number; end: number }): Token {
  const word = text.slice(start, end)
  const lower = word.toLowerCase()
  const plain = !beyondAscii.test(lower)
  const besideApostrophe =
    apostrophes.has(text[start - 1] ?? '') || apostrophes.has(text[end] ?? '')
  return {
    term: plain ? shorten(lower) : termOf(word),
    written: shorten(plain ? lower : lower.normalize('NFC').replace(notTokenChar, '')),
    start,
    end,
    elided: besideApostrophe && end - start <= elidedLengthMax,
  }
}

function gramsOf(run: string, start: number): Unit {
  const clusters = [...run.matchAll(clusterPattern)]
  const tokens = clusters.map((cluster, i): Token => {
    const next = clusters[i + 1]
    const from = cluster.index
    const to = next ? next.index + next[0].length : from + cluster[0].length
    const term = termOf(run.slice(from, to))
    return { term, written: term, start: start + from, end: start + to, elided: false }
  })
  return { kind: 'grams', start, end: start + run.length, tokens }
}

function termOf(written: string): string {
  return shorten(fold(written).replace(notTokenChar, ''))
}

function shorten(term: string): string {
  if (term.length <= tokenLengthMax) return term
  const cut = term.slice(0, tokenLengthMax)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
