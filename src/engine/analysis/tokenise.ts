import { fold, isFolded } from './fold.ts'

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
/** Between Hebrew letters: abbreviations and foreign sounds (צה״ל, דו"ח, ג׳ירפה). */
const hebrewMarks = `(?<=[\\u05d0-\\u05ea])["'\u201d\u2019\u05f3\u05f4](?=[\\u05d0-\\u05ea])`
const wordChars = `[\\p{L}\\p{N}\\p{M}${invisible}]*`
const wordPattern = new RegExp(`[\\p{L}\\p{N}]${wordChars}(?:${hebrewMarks}${wordChars})*`, 'gu')
const unspaced =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}' +
  '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
/** Words of these are not parted by spaces either, and a pair of signs says nothing. */
const segmented = '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const startsSegmented = new RegExp(`^[${segmented}]`, 'u')
const segmentedRun = new RegExp(`[${segmented}][${segmented}\\p{M}]*|[^${segmented}]+`, 'gu')
const unspacedRun = new RegExp(`[${unspaced}][${unspaced}\\p{M}]*|[^${unspaced}]+`, 'gu')
/** All of those scripts lie above this; most words are spared the closer look. */
const mayBeUnspaced = /[\u0e00-\u{10ffff}]/u
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')
/** A letter with its marks; half-width voiced sound marks and parts of a Korean syllable are. */
const clusterPattern = /[^\p{M}\uff9e\uff9f\u1160-\u11ff][\p{M}\uff9e\uff9f\u1160-\u11ff]*/gu
const notTokenChar = /[^\p{L}\p{N}\p{M}]+/gu
const joiners = new Set('-\u2010\u2011_./:@')
/** Between digits alone: comma, and the Arabic decimal and thousands signs. */
const numberSigns = new Set(',\u066b\u066c')
const apostrophes = new Set("'\u2019\u02bc")
/** l', d', qu', 's, 't, 'll, 're: what an apostrophe cuts off has at most two letters. */
const elidedLengthMax = 2

/** The words of a text in reading order, with offsets into that very text. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let parts: Token[] = []
  /** Behind the T of a timestamp. */
  let isTime = false
  function close() {
    const [first] = parts
    if (first) units.push(unitOfParts(text, first, parts))
    parts = []
    isTime = false
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
      const end = index + word.length
      const cut: Cut | undefined = startsWithDigit.test(word)
        ? cutOf(text, { word, index, isTime })
        : undefined
      if (!cut) {
        add({ start: index, end })
        continue
      }
      add({ start: index, end: index + cut.at })
      if (cut.kind === 'time') close()
      isTime = cut.kind !== 'unit'
      if (cut.kind !== 'zone') add({ start: index + cut.at + cut.skip, end })
      continue
    }
    for (const { 0: run, index: within } of word.matchAll(unspacedRun)) {
      const start = index + within
      if (!startsUnspaced.test(run)) {
        add({ start, end: start + run.length })
      } else {
        close()
        units.push(...unspacedUnits(run, start))
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
  if (!numberSigns.has(between)) return joiners.has(between)
  return /^\p{Nd}.\p{Nd}$/u.test(text.slice(at - 1, at + 2))
}

/** Where a word that begins with a digit is two: a date and a time, a number and its unit. */
type Cut = { kind: 'time' | 'zone' | 'unit'; at: number; skip: number }

const startsWithDigit = /^\d/
const dateBefore = /(?:^|[^\p{L}\p{N}-])\d{4}-\d{2}-$/u

function cutOf(
  text: string,
  { word, index, isTime }: { word: string; index: number; isTime: boolean },
): Cut | undefined {
  const inTime = isTime && /^\d+z$/i.test(word)
  if (inTime) return { kind: 'zone', at: word.length - 1, skip: 1 }
  if (/^\d{8}t\d{4,6}z?$/i.test(word)) return { kind: 'time', at: 8, skip: 1 }
  if (/^\d{2}t\d{2}$/i.test(word) && dateBefore.test(text.slice(Math.max(0, index - 9), index))) {
    return { kind: 'time', at: 2, skip: 1 }
  }
  const [, digits = '', letters] = /^(\d+)(\p{L}{1,4})$/u.exec(word) ?? []
  const isUnit =
    letters !== undefined &&
    (letters.length === 1 ? unitLetters.has(letters) : unitsOfMeasure.has(fold(letters)))
  return isUnit ? { kind: 'unit', at: digits.length, skip: 0 } : undefined
}

/** The letters that number no houses and paragraphs, as 10a and 17A do. */
const unitLetters = new Set('gmlhstWVNJK')
/** What is written behind a number without a space as often as with one. */
const unitsOfMeasure = new Set(
  (
    'kg mg μg lb lbs oz km cm dm mm μm nm ft yd mi ha ml cl dl hl gal min ms μs ns ' +
    'kw mw gw tw wh kwh mwh gwh twh kwp va kva mva kv mv ma mah ah hz khz mhz ghz pa hpa ' +
    'kpa mpa bar mbar psi kn kj mj cal kcal db ppm ppb mol mmol lm lx rpm mph kmh ' +
    'kb mb gb tb kib mib gib bit px dpi eur usd gbp chf am pm'
  ).split(' '),
)

function unitOfParts(text: string, first: Token, parts: Token[]): Unit {
  const { start } = first
  const end = parts.at(-1)?.end ?? first.end
  if (parts.length === 1) return { kind: 'word', start, end, tokens: [first] }
  const whole = shorten(wholeOf(text, parts))
  return { kind: 'compound', start, end, tokens: parts, whole }
}

/** All parts as one; 3.5 and 3,5 are one number, which is not 35, while 10,000 is 10000. */
function wholeOf(text: string, parts: readonly Token[]): string {
  const terms = parts.map(({ term }) => term)
  const [one, other, unit] = parts
  const separator = one && other ? text.slice(one.end, other.start) : ''
  const isNumber = terms.slice(0, 2).every((term) => /^\d+$/.test(term))
  const isAlone = parts.length === 2 || (parts.length === 3 && unit?.start === other?.end)
  const isDecimal = /^[.,\u066b]$/.test(separator) && isNumber && isAlone && terms[1]?.length !== 3
  return isDecimal ? [terms[0], 'd', ...terms.slice(1)].join('') : terms.join('')
}

function tokenOf(text: string, { start, end }: { start: number; end: number }): Token {
  const word = text.slice(start, end)
  const lower = word.toLowerCase()
  const plain = isFolded(lower)
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

/** Words where a dictionary of ICU knows them, else pairs of characters. */
function unspacedUnits(run: string, start: number): Unit[] {
  return [...run.matchAll(segmentedRun)].flatMap(({ 0: part, index }) =>
    startsSegmented.test(part) ? wordsOf(part, start + index) : [gramsOf(part, start + index)],
  )
}

let segmenter: Intl.Segmenter | undefined

/** One segmenter has the dictionaries of all these scripts. */
function wordsOf(run: string, start: number): Unit[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  return [...segmenter.segment(run)].flatMap(({ segment, index }): Unit[] => {
    const term = termOf(segment)
    if (term === '') return []
    const place = { start: start + index, end: start + index + segment.length }
    return [{ kind: 'word', ...place, tokens: [{ term, written: term, ...place, elided: false }] }]
  })
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
