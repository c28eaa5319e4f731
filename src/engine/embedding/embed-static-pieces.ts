import { rememberCuts } from './embed-static-cuts.ts'
import { openLetterTree } from './embed-static-tree.ts'

/** Longer words are not looked up, and longer runs of letters without spaces cut here. */
const wordCharsMax = 64

const separator = -1
const silent = -2
/** Below this a form is the place of several letters in `expansions`, counted from here down. */
const several = -3
/** Stands for a letter that no piece can have. */
const foreign = 0xffff

/** A word in several pieces is known by one of so many letters at its beginning ... */
const beginningMin = 6
/** ... or when its pieces have so many on average. */
const meanMin = 4

export type Pieces = {
  /** Calls `take` with the number of each piece of the text, in order. */
  each(text: string, take: (id: number) => void): void
  /**
   * Calls `take` with each word of the text that can be cut: its first pieces are in `ids`, until
   * the next word.
   */
  eachWord(text: string, take: (ids: Int32Array, count: number) => void): void
  /** Whether a word of the text is known: as a whole, or by more than crumbs. */
  knowsOne(text: string): boolean
}

/**
 * WordPiece: words are runs of letters and digits, in lower case and without marks; a word is cut
 * into the longest piece known at its beginning, then the longest known to go on, and so forth. A
 * word that cannot be cut to its end is left out. Thai, kana and Han put nothing between words:
 * there each of the longest known pieces is a word. scripts/train-embedder/text.py says the same.
 */
export function openPieces(vocabulary: readonly string[]): Pieces {
  const { ids, eachWord } = openCutter(vocabulary)
  return {
    each(text, take) {
      eachWord(text, (count) => {
        for (let i = 0; i < count; i += 1) take(ids[i] as number)
      })
    },
    eachWord: (text, take) => eachWord(text, (count) => take(ids, count)),
    knowsOne(text) {
      let isKnown = false
      eachWord(text, (count, letters) => {
        const beginning = vocabulary[ids[0] as number]?.length ?? 0
        isKnown ||= count === 1 || beginning >= beginningMin || letters / count >= meanMin
      })
      return isKnown
    },
  }
}

/** Walks over texts; the pieces of the word that it is at are in `ids`. */
function openCutter(vocabulary: readonly string[]) {
  const tree = openLetterTree(vocabulary)
  const word = new Uint16Array(wordCharsMax)
  const ids = new Int32Array(wordCharsMax)
  const runIds = new Int32Array(wordCharsMax)
  const cut = rememberCuts((word, length) => tree.cut(word, length, ids), ids)
  let length = 0
  /** What is being read is a run of letters without spaces. */
  let isRun = false

  function endWord(takeWord: TakeWord): void {
    const letters = length
    length = 0
    if (isRun) endRun(letters, takeWord)
    else if (letters <= wordCharsMax) {
      const left = withoutArticle(word, letters)
      const count = cut(word, left)
      if (count > 0) takeWord(count, left)
    }
  }

  function endRun(letters: number, takeWord: TakeWord): void {
    const count = tree.cutRun(word, letters, runIds)
    for (let i = 0; i < count; i += 1) {
      ids[0] = runIds[i] as number
      takeWord(1, vocabulary[ids[0]]?.length ?? 0)
    }
  }

  function putLetter(letter: number, takeWord: TakeWord): void {
    const isOfRun = isUnspaced(letter)
    const isFull = isRun && length === wordCharsMax
    if (length > 0 && (isOfRun !== isRun || isFull)) endWord(takeWord)
    isRun = isOfRun
    if (length < wordCharsMax) word[length] = letter
    length += 1
  }

  function put(form: number, takeWord: TakeWord): void {
    if (form > 0) putLetter(form, takeWord)
    else if (form === separator) {
      if (length > 0) endWord(takeWord)
    } else if (form <= several) {
      for (const part of expansions[several - form] as readonly number[]) put(part, takeWord)
    }
  }

  /** The pieces of each word that can be cut are in `ids` while `takeWord` has it. */
  function eachWord(text: string, takeWord: TakeWord): void {
    length = 0
    isRun = false
    for (let i = 0; i < text.length; i += 1) {
      const form = formAt(text, i)
      // The usual case first: a letter inside a word.
      if (form > 0 && form < unspacedFrom && !isRun && length < wordCharsMax) {
        word[length] = form
        length += 1
      } else put(form, takeWord)
    }
    if (length > 0) endWord(takeWord)
  }

  return { ids, eachWord }
}

type TakeWord = (...word: [pieces: number, letters: number]) => void

const unspacedFrom = 0x0e00

/** Thai and Lao, kana with the signs of repetition, Han. */
function isUnspaced(letter: number): boolean {
  if (letter < unspacedFrom) return false
  return (
    letter <= 0x0eff ||
    (letter >= 0x3005 && letter <= 0x3007) ||
    (letter >= 0x3040 && letter <= 0x30ff) ||
    (letter >= 0x3400 && letter <= 0x9fff)
  )
}

const [alef, lam] = [0x627, 0x644]
/** "And", "so", "with" and "like" are written together with the article. */
const beforeArticle = new Set([0x648, 0x641, 0x628, 0x643])
const besideArticleMin = 3

/** Takes the Arabic article off the beginning of a word; says how many letters are left. */
function withoutArticle(word: Uint16Array, length: number): number {
  const [first, second] = word
  if (second !== alef && second !== lam) return length
  const isLong = second === alef && beforeArticle.has(first as number) && word[2] === lam
  const isShort = second === lam && (first === alef || first === lam)
  const skipped = isLong ? 3 : isShort ? 2 : 0
  if (skipped === 0 || length - skipped < besideArticleMin) return length
  word.copyWithin(0, skipped, length)
  return length - skipped
}

/** What each UTF-16 unit becomes: a letter or digit, or one of the above; 0: not known yet. */
const forms = new Int32Array(0x10000)
const expansions: (readonly number[])[] = []

function formAt(text: string, place: number): number {
  const unit = text.charCodeAt(place)
  const known = forms[unit] as number
  if (known !== 0) return known
  if (unit >= 0xd800 && unit <= 0xdfff) return formOfHalf(text, place)
  const form = formOf(String.fromCharCode(unit))
  forms[unit] = form
  return form
}

/** Characters beyond 16 bits are two units: the first speaks for both. */
function formOfHalf(text: string, place: number): number {
  const isSecond = /[\ud800-\udbff]/.test(text.charAt(place - 1))
  if (isSecond && text.charCodeAt(place) >= 0xdc00) return silent
  const character = String.fromCodePoint(text.codePointAt(place) as number)
  const letters = foldCharacter(character)
  // One that becomes a single letter or several is rare: only the first is kept apart.
  return letters.length === 1 ? (letters[0] as number) : letters.length === 0 ? silent : foreign
}

function formOf(character: string): number {
  const letters = foldCharacter(character)
  if (letters.length === 0) return silent
  if (letters.length === 1) return letters[0] as number
  expansions.push(letters)
  return several - (expansions.length - 1)
}

/** Indian scripts, Thai and Lao write vowels as marks: there they are kept. */
const lostMarks = /(?![\u0900-\u0eff])\p{M}/gu
const letterOrMark = /[\p{L}\p{N}\p{M}]/u

/** Compatibility form, lower case, no marks. */
function foldCharacter(character: string): number[] {
  const folded = character.normalize('NFKD').toLowerCase().replace(lostMarks, '')
  return [...folded.replaceAll('ς', 'σ')].map((letter) => {
    if (!letterOrMark.test(letter)) return separator
    return letter.length === 1 ? letter.charCodeAt(0) : foreign
  })
}
