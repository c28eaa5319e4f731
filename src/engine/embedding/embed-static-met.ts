import { wholePart } from '../neighbours/unit-vector.ts'
import { blockMax, queryWordsMax } from './embed-static-bench.ts'
import type { StaticModel } from './embed-static-files.ts'
import { openJoinedWords, type Word } from './embed-static-joined.ts'

/** From this cosine on a word begins to count as another one. */
export const alikeMin = 0.5

const capacityMin = 1_024

/** The words of a query, by which it is known again. */
export type AskedWords = { readonly vectors: readonly Int16Array[] }
export type MetWords = ReturnType<typeof openMetWords>

/**
 * The words that texts have: a number for each, which holds for all queries until there are too
 * many; then all are forgotten, and `since` goes up. A word of one piece has the number of that.
 * Beside them their cosines with the words of the query that is asked.
 */
export function openMetWords(model: StaticModel, { textMax }: { textMax: number }) {
  const size = model.scales.length
  const joined = openJoinedWords(model)
  const cosines = openCosines(model, joined)
  const taken = new Int32Array(textMax)
  let since = 0
  return {
    since: () => since,
    /** Room for the numbers of so many words of a text; good until the next. */
    begin(wordsMax: number): Int32Array {
      if (!joined.hasRoom(wordsMax)) {
        joined.clear()
        cosines.clear()
        since += 1
      }
      return taken.subarray(0, wordsMax)
    },
    numberOf(word: Word): number {
      return word.count === 1 ? (word.ids[0] as number) : size + joined.find(word)
    },
    cosinesWith: cosines.with,
  }
}

type Joined = ReturnType<typeof openJoinedWords>

/** Of each word of texts where its cosines with those of a query lie, as many as it has words. */
function openCosines({ rows, scales, dimensions }: StaticModel, joined: Joined) {
  const { bench } = rows
  const size = scales.length
  const ofWords = openPlaces(size + joined.max)
  const ofPieces = openPlaces(size)
  const fresh = new Int32Array(blockMax)
  const lengths = new Float64Array(size)
  const one = Int32Array.of(0)
  let dots = new Int32Array(capacityMin)
  let cosines = new Float64Array(capacityMin)
  /** 1: some word of the query is near. */
  let isNear = new Uint8Array(capacityMin)
  let asked: AskedWords | undefined

  function piecesOf(number: number): Int32Array {
    if (number >= size) return joined.piecesOf(number - size)
    one[0] = number
    return one
  }

  /** Of a row of whole numbers. */
  function lengthOf(piece: number): number {
    const known = lengths[piece] as number
    if (known > 0) return known
    const start = rows.startOf(piece)
    let squares = 0
    for (let k = start; k < start + dimensions; k += 1) squares += (rows.table[k] as number) ** 2
    lengths[piece] = Math.sqrt(squares)
    return lengths[piece] as number
  }

  function comparePieces(listed: number, width: number): void {
    const before = ofPieces.count() - listed
    const needed = ofPieces.count() * width
    if (needed > dots.length) dots = withRoom(dots, new Int32Array(2 * needed))
    for (let i = 0; i < width; i += 1) {
      const found = bench.dots({ listed, word: i })
      for (let k = 0; k < listed; k += 1) dots[(before + k) * width + i] = found[k] as number
    }
  }

  function compareWord(number: number, width: number): void {
    const place = ofWords.at(number)
    const needed = (place + 1) * width
    if (needed > cosines.length) cosines = withRoom(cosines, new Float64Array(2 * needed))
    if (place >= isNear.length) isNear = withRoom(isNear, new Uint8Array(2 * isNear.length))
    isNear[place] = 0
    const isJoined = number >= size
    const pieces = piecesOf(number)
    const length = isJoined ? joined.lengthOf(number - size) : lengthOf(number)
    const whole = length * wholePart
    for (let i = 0; i < width; i += 1) {
      let sum = 0
      for (let k = 0; k < pieces.length; k += 1) {
        const piece = pieces[k] as number
        const dot = dots[ofPieces.at(piece) * width + i] as number
        sum += isJoined ? (scales[piece] as number) * dot : dot
      }
      const cosine = whole > 0 ? Math.min(1, sum / whole) : 0
      cosines[place * width + i] = cosine
      if (cosine > alikeMin) isNear[place] = 1
    }
  }

  /** Those of the words that were not compared with the query, from a place in the list on. */
  function compareSome(numbers: Int32Array, from: number): number {
    const width = asked?.vectors.length ?? 0
    const { list } = bench
    let [listed, count, at] = [0, 0, from]
    for (; at < numbers.length && count < blockMax; at += 1) {
      const number = numbers[at] as number
      if (ofWords.has(number)) continue
      const pieces = piecesOf(number)
      if (listed + pieces.length > blockMax) break
      ofWords.take(number)
      fresh[count++] = number
      for (let k = 0; k < pieces.length; k += 1) {
        const piece = pieces[k] as number
        if (ofPieces.has(piece)) continue
        ofPieces.take(piece)
        list[listed++] = rows.startOf(piece) / dimensions
      }
    }
    if (listed > 0) comparePieces(listed, width)
    for (let k = 0; k < count; k += 1) compareWord(fresh[k] as number, width)
    return at
  }

  return {
    clear() {
      asked = undefined
    },
    /** Good until the next call. */
    with(by: AskedWords, numbers: Int32Array) {
      if (asked !== by) {
        bench.lay(by.vectors.slice(0, queryWordsMax))
        ofWords.clear()
        ofPieces.clear()
        asked = by
      }
      for (let at = 0; at < numbers.length; ) at = compareSome(numbers, at)
      return { placeOf: ofWords.at, cosines, isNear }
    },
  }
}

/** Gives numbers the places 0, 1, 2 and so on. */
function openPlaces(size: number) {
  const stamps = new Int32Array(size)
  const places = new Int32Array(size)
  let stamp = 1
  let count = 0
  return {
    count: () => count,
    has: (number: number) => stamps[number] === stamp,
    at: (number: number) => places[number] as number,
    take(number: number): void {
      stamps[number] = stamp
      places[number] = count
      count += 1
    },
    clear() {
      stamp += 1
      count = 0
    },
  }
}

function withRoom<T extends Int32Array | Float64Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
