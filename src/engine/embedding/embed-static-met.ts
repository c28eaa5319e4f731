import { wholePart } from '../neighbours/unit-vector.ts'
import { blockMax } from './embed-static-bench.ts'
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
function openCosines(model: StaticModel, joined: Joined) {
  const size = model.scales.length
  const lengthOf = openLengths(model)
  const pieceDots = openPieceDots(model)
  const ofWords = openPlaces(size + joined.max)
  const fresh = new Int32Array(blockMax)
  const alone = Int32Array.of(0)
  let cosines = new Float64Array(capacityMin)
  /** 1: some word of the query is near. */
  let isNear = new Uint8Array(capacityMin)
  let asked: AskedWords | undefined

  function piecesOf(number: number): Int32Array {
    if (number >= size) return joined.piecesOf(number - size)
    alone[0] = number
    return alone
  }

  function compare(number: number): void {
    const { width } = pieceDots
    const place = ofWords.at(number)
    const needed = (place + 1) * width()
    if (needed > cosines.length) cosines = withRoom(cosines, new Float64Array(2 * needed))
    if (place >= isNear.length) isNear = withRoom(isNear, new Uint8Array(2 * isNear.length))
    isNear[place] = 0
    const pieces = piecesOf(number)
    const isScaled = number >= size
    const length = isScaled ? joined.lengthOf(number - size) : lengthOf(number)
    for (let i = 0; i < width(); i += 1) {
      const dot = pieceDots.sum({ pieces, isScaled, word: i })
      const cosine = length > 0 ? Math.min(1, dot / (length * wholePart)) : 0
      cosines[place * width() + i] = cosine
      if (cosine > alikeMin) isNear[place] = 1
    }
  }

  /** Those that were not compared with the query, from a place in the list on: says how far. */
  function compareSome(numbers: Int32Array, from: number): number {
    let [count, at] = [0, from]
    for (; at < numbers.length && count < blockMax; at += 1) {
      const number = numbers[at] as number
      if (ofWords.has(number)) continue
      if (!pieceDots.take(piecesOf(number))) break
      ofWords.take(number)
      fresh[count++] = number
    }
    pieceDots.compare()
    for (let k = 0; k < count; k += 1) compare(fresh[k] as number)
    return at
  }

  return {
    clear() {
      asked = undefined
    },
    /** Good until the next call. */
    with(by: AskedWords, numbers: Int32Array) {
      if (asked !== by) {
        pieceDots.begin(by)
        ofWords.clear()
        asked = by
      }
      for (let at = 0; at < numbers.length; ) at = compareSome(numbers, at)
      return { placeOf: ofWords.at, cosines, isNear }
    },
  }
}

/** How long the rows of pieces are, in whole numbers. */
function openLengths({ rows, scales, dimensions }: StaticModel) {
  const lengths = new Float64Array(scales.length)
  return (piece: number): number => {
    const known = lengths[piece] as number
    if (known > 0) return known
    const start = rows.startOf(piece)
    let squares = 0
    for (let k = start; k < start + dimensions; k += 1) squares += (rows.table[k] as number) ** 2
    lengths[piece] = Math.sqrt(squares)
    return lengths[piece] as number
  }
}

/** The products of pieces with the words of a query, each once for a query. */
function openPieceDots({ rows, scales, dimensions }: StaticModel) {
  const { bench } = rows
  const places = openPlaces(scales.length)
  let dots = new Int32Array(capacityMin)
  let [width, listed] = [0, 0]

  return {
    width: () => width,
    begin({ vectors }: AskedWords): void {
      bench.lay(vectors)
      width = vectors.length
      places.clear()
    },
    /** Lists those that are not there; false: there is no room for them in the list. */
    take(pieces: Int32Array): boolean {
      if (listed + pieces.length > blockMax) return false
      for (let k = 0; k < pieces.length; k += 1) {
        const piece = pieces[k] as number
        if (places.has(piece)) continue
        places.take(piece)
        bench.list[listed++] = rows.startOf(piece) / dimensions
      }
      return true
    },
    /** Those that are listed. */
    compare(): void {
      const before = places.count() - listed
      const needed = places.count() * width
      if (needed > dots.length) dots = withRoom(dots, new Int32Array(2 * needed))
      for (let i = 0; i < width && listed > 0; i += 1) {
        const found = bench.dots({ listed, word: i })
        for (let k = 0; k < listed; k += 1) dots[(before + k) * width + i] = found[k] as number
      }
      listed = 0
    },
    /** Of the pieces of a word with one of the query; scaled where they are several. */
    sum({ pieces, isScaled, word }: { pieces: Int32Array; isScaled: boolean; word: number }) {
      let sum = 0
      for (let k = 0; k < pieces.length; k += 1) {
        const piece = pieces[k] as number
        const dot = dots[places.at(piece) * width + word] as number
        sum += isScaled ? (scales[piece] as number) * dot : dot
      }
      return sum
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
