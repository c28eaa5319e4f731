import iconv from 'iconv-lite'
import { type Language, onebyte } from './letter-shares.ts'
import { multibyteLikelihood } from './multibyte.ts'

/** So many bytes beyond ASCII, in so many of a text, are enough. */
const lookedBytes = 64 * 1024
const beyondMax = 2_000
/** More bytes beyond ASCII than these are no text when so few different ones are in it. */
const lonelyMax = 50
const valuesMin = 5
/** What is less like a text than this, as a logarithm for each byte, is none. */
const perByteMin = -6
/** Logarithms of how likely something is. */
const unknownLetter = -8.5
const mark = -3.5
const noText = -12
const frame = { again: -1, first: -7 }
/** The second encoding of a group, and any other than Western, is less likely by so much. */
const less = { notFirst: -2, notWestern: -2.5 }

/** For each short word of the language, up to so much. */
const word = { each: 0.7, most: 4 }
const plainWord = /(?<![\w\x80-\xff])[a-z]{1,7}(?![\w\x80-\xff])/g

const marks = new Set('“”„‘’‚«»–—…•°§€£©®™ªº¿¡½¼¾²³×·´№‰†\u00a0')
const isFrame = /[\u2500-\u259f]/
const lowerCase = /\p{Ll}/u
const letter = /[\p{L}\p{M}]/u
const combining = /\p{M}/u
/** Scripts whose words have no letters of ASCII in them. */
const ownScript = /[\u0370-\u06ff\u0e00-\u0e7f]/

/**
 * The encoding in which a text reads most like one, by how often its letters are in a language that
 * is written in it and by what stands beside them. Undefined for what reads like none in any.
 */
export function guessCharset(head: Buffer): string | undefined {
  const bytes = partOf(head)
  const beyond = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0)
  if (new Set(bytes).size < valuesMin && beyond > lonelyMax) return undefined
  let best = { encoding: '', likely: Number.NEGATIVE_INFINITY }
  for (const one of onebyteGuesses(bytes)) if (one.likely > best.likely) best = one
  for (const one of multibyteLikelihood(bytes, best.likely))
    if (one.likely > best.likely) best = one
  return best.likely > perByteMin * beyond ? best.encoding : undefined
}

/** As far as there are enough of them, and whole lines of it where there are some. */
function partOf(head: Buffer): Buffer {
  let beyond = 0
  let end = 0
  while (end < Math.min(head.length, lookedBytes) && beyond < beyondMax) {
    if ((head[end++] ?? 0) > 0x7f) beyond++
  }
  const line = head.lastIndexOf(0x0a, end)
  return head.subarray(0, end < head.length && line > end / 2 ? line : end)
}

function* onebyteGuesses(bytes: Buffer): Generator<{ encoding: string; likely: number }> {
  const words = bytes.toString('latin1').match(plainWord) ?? []
  for (const [group, { encodings, languages }] of onebyte.entries()) {
    for (const [i, encoding] of encodings.entries()) {
      const prior = (i > 0 ? less.notFirst : 0) + (group > 0 ? less.notWestern : 0)
      const { signs, letters } = readAs(bytes, encoding)
      const likely = languages.map((one) => likelihoodOf(letters, one) + wordsOf(words, one))
      yield { encoding, likely: prior + signs + Math.max(...likely) }
    }
  }
}

/** How often each letter is there; and how likely all is that no language tells of. */
function readAs(bytes: Buffer, encoding: string) {
  const text = iconv.decode(bytes, encoding)
  const letters = new Map<string, number>()
  let signs = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (char <= '\u007f') continue
    const place = { char, before: text.charAt(i - 1) || ' ', after: text.charAt(i + 1) || ' ' }
    if (!letter.test(char)) signs += signAt(place)
    else {
      // Of İ that is two characters.
      const lower = char.toLowerCase().charAt(0)
      letters.set(lower, (letters.get(lower) ?? 0) + 1)
      signs += caseOf(place) + besides(place)
    }
  }
  return { signs, letters }
}

function likelihoodOf(letters: ReadonlyMap<string, number>, { shares }: Language): number {
  let sum = 0
  for (const [lower, count] of letters) {
    const share = shares.get(lower)
    sum += count * (share === undefined ? unknownLetter : Math.log(share))
  }
  return sum
}

function wordsOf(words: readonly string[], language: Language): number {
  return Math.min(words.filter((one) => language.words.has(one)).length * word.each, word.most)
}

type Place = { char: string; before: string; after: string }

function signAt({ char, before, after }: Place): number {
  if (isFrame.test(char)) return char === before ? frame.again : frame.first
  if (!marks.has(char)) return noText
  return isWordMark({ char, before, after }) ? noText / 2 : mark
}

/** Within a word there is an apostrophe, and hardly any other. */
function isWordMark({ char, before, after }: Place): boolean {
  return char !== '’' && char !== '·' && letter.test(before) && letter.test(after)
}

function caseOf({ char, before }: Place): number {
  if (char === char.toLowerCase()) return 0
  return lowerCase.test(before) ? -5 : -1
}

/**
 * Other scripts have letters of their own beside one another, Latin ones stand alone; none has the
 * same three times.
 */
function besides({ char, before, after }: Place): number {
  if (char === before && char === after) return noText
  const isAscii = (one: string) => /[A-Za-z]/.test(one)
  if (ownScript.test(char)) {
    const lonely = combining.test(char) && !letter.test(before) ? -5 : 0
    return lonely + (isAscii(before) || isAscii(after) ? -5 : 0)
  }
  if (before > '\u007f' && letter.test(before)) return -2.5
  return isAscii(before) || isAscii(after) ? 0 : -1.5
}
