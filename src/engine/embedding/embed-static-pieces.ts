import { openLetterTree } from './embed-static-tree.ts'

/** Longer words are not looked up. */
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
 * word that cannot be cut to its end is left out. scripts/train-embedder/text.py says the same.
 */
export function openPieces(vocabulary: readonly string[]): Pieces {
  const tree = openLetterTree(vocabulary)
  const word = new Uint16Array(wordCharsMax)
  const ids = new Int32Array(wordCharsMax)
  let length = 0

  function endWord(takeWord: TakeWord): void {
    const letters = length
    const count = letters <= wordCharsMax ? tree.cut(word, letters, ids) : 0
    length = 0
    if (count > 0) takeWord(count, letters)
  }

  function put(form: number, takeWord: TakeWord): void {
    if (form > 0) {
      if (length < wordCharsMax) word[length] = form
      length += 1
    } else if (form === separator) {
      if (length > 0) endWord(takeWord)
    } else if (form <= several) {
      for (const part of expansions[several - form] as readonly number[]) put(part, takeWord)
    }
  }

  /** The pieces of each word that can be cut are in `ids` while `takeWord` has it. */
  function eachWord(text: string, takeWord: TakeWord): void {
    length = 0
    for (let i = 0; i < text.length; i += 1) {
      const form = formAt(text, i)
      // The usual case first: a letter inside a word.
      if (form > 0 && length < wordCharsMax) {
        word[length] = form
        length += 1
      } else put(form, takeWord)
    }
    if (length > 0) endWord(takeWord)
  }

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

type TakeWord = (...word: [pieces: number, letters: number]) => void

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

/** Compatibility form, lower case, no marks. */
function foldCharacter(character: string): number[] {
  const folded = character.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return [...folded].map((letter) => {
    if (!/[\p{L}\p{N}]/u.test(letter)) return separator
    return letter.length === 1 ? letter.charCodeAt(0) : foreign
  })
}
