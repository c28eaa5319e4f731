import { growTo, openKernel } from '../neighbours/kernel.ts'
import type { StaticModel } from './embed-static-files.ts'
import type { Pieces } from './embed-static-pieces.ts'
import type { TermComparer, TermSimilarities } from './embedder.ts'

/** From this cosine on a word begins to count as another one. */
const alikeMin = 0.5
/** Longer queries and texts are read as far as this. */
const queryWordsMax = 32
const textMaxChars = 6_000

/** Where things lie in the program's memory: a word, a list, its results, the query's words. */
const listAt = 16_384
const outAt = 20_480
const wordsAt = 24_576
const numbersPerTurn = 32
const wholePart = 32_767
const bytesPerNumber = Int16Array.BYTES_PER_ELEMENT

type WordReader = Pick<TermComparer, 'words' | 'unknown' | 'compare'> & {
  /** Changes the sum of the query's rows so that its words count that much. */
  stress(sum: Float64Array, boosts: readonly number[]): void
}
type Ids = { readonly ids: ArrayLike<number>; readonly count: number }
type Bench = ReturnType<typeof openBench>
type QueryWord = { readonly text: string; readonly weight: number; readonly vector: Int16Array }

/**
 * Compares the words of texts with those of a query, each the sum of its pieces. A word says as
 * much as its sum is long, as in the vector of a text. The numbers are compared by the program
 * that compares vectors, and each word that texts have is compared once.
 */
export function openWordReader(model: StaticModel, pieces: Pieces): (query: string) => WordReader {
  const bench = openBench(model)
  return (query) => {
    const all = wordsOf(model, pieces, query)
    const unknown = all.unknown.slice(0, queryWordsMax)
    const known = all.known.slice(0, queryWordsMax).map(({ text, ids }) => ({
      text,
      ...bench.vectorOf({ ids, count: ids.length }),
    }))
    const said = known.filter(({ weight }) => weight > 0)
    const words = said.map(({ text, weight }) => ({ text, weight }))
    const met = openMetWords(bench, { said, size: model.scales.length })
    let texts = 0

    function compare(text: string): TermSimilarities {
      const near = {
        nearest: new Float64Array(said.length),
        frequencies: new Float64Array(said.length),
      }
      if (said.length === 0) return near
      texts += 1
      met.begin()
      pieces.eachWord(text.slice(0, textMaxChars), (ids, count) => {
        met.take(met.numberOf({ ids, count }), { near, text: texts })
      })
      return near
    }

    return { words, unknown, compare, stress: (sum, boosts) => stress(sum, { said, boosts }) }
  }
}

/**
 * The words of texts that were met while one query was read: a number for each, and its cosines
 * with the words of the query.
 */
function openMetWords(bench: Bench, { said, size }: { said: QueryWord[]; size: number }) {
  const width = said.length
  const ofPiece = new Int32Array(size)
  /** Words of several pieces, by the number of what comes before and the piece. */
  const ofPieces = new Map<number, number>()
  let lastRoot = size
  let count = 0
  let cosines = new Float64Array(metAtFirst * width)
  /** 1: some word of the query is near. */
  let isNear = new Uint8Array(metAtFirst)
  let lastText = new Int32Array(metAtFirst)

  function meet(word: Ids): number {
    if (count === isNear.length) grow()
    const found = bench.cosinesOf(word, width)
    cosines.set(found, count * width)
    isNear[count] = found.some((cosine) => cosine > alikeMin) ? 1 : 0
    count += 1
    return count
  }

  function grow(): void {
    cosines = withRoom(cosines, new Float64Array(cosines.length * 2))
    isNear = withRoom(isNear, new Uint8Array(isNear.length * 2))
    lastText = withRoom(lastText, new Int32Array(lastText.length * 2))
  }

  /** Numbers from 1 on; what stands for the beginning of a word is above all pieces. */
  function ofSeveral(word: Ids): number {
    let root = word.ids[0] as number
    for (let i = 1; i < word.count; i += 1) {
      const key = (root * size + (word.ids[i] as number)) * 2
      const isLast = i === word.count - 1
      const known = ofPieces.get(isLast ? key + 1 : key)
      if (isLast) return known ?? remember({ key: key + 1, value: meet(word) })
      root = known ?? remember({ key, value: lastRoot++ })
    }
    return root
  }

  function remember({ key, value }: { key: number; value: number }): number {
    ofPieces.set(key, value)
    return value
  }

  return {
    /** Another query may have been read in between. */
    begin: () => bench.lay(said.map(({ vector }) => vector)),
    numberOf(word: Ids): number {
      if (word.count > 1) return ofSeveral(word)
      const id = word.ids[0] as number
      if (ofPiece[id] === 0) ofPiece[id] = meet(word)
      return ofPiece[id] as number
    },
    take(number: number, { near, text }: { near: TermSimilarities; text: number }): void {
      const at = number - 1
      const isNew = lastText[at] !== text
      if (!isNew && isNear[at] === 0) return
      lastText[at] = text
      const { nearest, frequencies } = near
      for (let i = 0; i < width; i += 1) {
        const cosine = Math.min(1, cosines[at * width + i] as number)
        if (cosine > (nearest[i] as number)) nearest[i] = cosine
        if (cosine > alikeMin) {
          frequencies[i] = (frequencies[i] as number) + (cosine - alikeMin) / (1 - alikeMin)
        }
      }
    },
  }
}

type Stressed = { said: readonly QueryWord[]; boosts: readonly number[] }

/** Words beyond those that are read, and repetitions, count as much as the others on average. */
function stress(sum: Float64Array, { said, boosts }: Stressed): void {
  const mean = boosts.reduce((all, one) => all + one, 0) / Math.max(1, said.length)
  for (let k = 0; k < sum.length; k += 1) sum[k] = mean * (sum[k] as number)
  for (const [i, { vector, weight }] of said.entries()) {
    const more = (((boosts[i] as number) - mean) * weight) / wholePart
    for (let k = 0; k < sum.length; k += 1) {
      sum[k] = (sum[k] as number) + more * (vector[k] as number)
    }
  }
}

const metAtFirst = 1_024

function withRoom<T extends Float64Array | Int32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

/** The program's memory with the words of one query in it. */
function openBench({ dimensions, rows, scales }: StaticModel) {
  const { table } = rows
  const kernel = openKernel()
  const stride = Math.ceil(dimensions / numbersPerTurn) * numbersPerTurn * bytesPerNumber
  growTo(kernel, wordsAt + queryWordsMax * stride)
  const { buffer } = kernel.memory
  new Int32Array(buffer, listAt, queryWordsMax).set([...Array(queryWordsMax).keys()])
  const out = new Int32Array(buffer, outAt, queryWordsMax)
  const asked = new Int16Array(buffer, 0, dimensions)
  const places = Array.from(
    { length: queryWordsMax },
    (_, i) => new Int16Array(buffer, wordsAt + i * stride, dimensions),
  )
  const sum = new Float64Array(dimensions)

  /** Writes a word as a vector of length 1; says how long it was. */
  function put({ ids, count }: Ids): number {
    sum.fill(0)
    for (let i = 0; i < count; i += 1) {
      const scale = scales[ids[i] as number] as number
      const start = rows.startOf(ids[i] as number)
      for (let k = 0; k < dimensions; k += 1) {
        sum[k] = (sum[k] as number) + scale * (table[start + k] as number)
      }
    }
    let squares = 0
    for (let k = 0; k < dimensions; k += 1) squares += (sum[k] as number) * (sum[k] as number)
    const length = Math.sqrt(squares)
    const whole = length > 0 ? wholePart / length : 0
    for (let k = 0; k < dimensions; k += 1) asked[k] = (sum[k] as number) * whole
    return length
  }

  return {
    vectorOf(word: Ids): { vector: Int16Array; weight: number } {
      const weight = put(word)
      return { vector: asked.slice(), weight }
    },
    lay(vectors: readonly Int16Array[]): void {
      vectors.forEach((vector, i) => void places[i]?.set(vector))
    },
    /** Of a word and the first ones that were laid. */
    cosinesOf(word: Ids, laid: number): Float64Array {
      const found = new Float64Array(laid)
      if (put(word) === 0) return found
      kernel.dots({ list: listAt, count: laid, base: wordsAt, stride, query: 0, out: outAt })
      for (let i = 0; i < laid; i += 1) found[i] = (out[i] as number) / wholePart ** 2
      return found
    },
  }
}

type Word = { readonly text: string; readonly ids: readonly number[] }

type Words = { readonly known: readonly Word[]; readonly unknown: readonly string[] }

/** The words of a query that can be cut, and the others, each once. */
function wordsOf({ vocabulary }: StaticModel, pieces: Pieces, query: string): Words {
  const found = new Map<string, Word>()
  const unknown = new Set<string>()
  for (const text of query.slice(0, textMaxChars).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    let count = 0
    pieces.eachWord(text, (all, pieceCount) => {
      const ids = Array.from(all.subarray(0, pieceCount))
      count += 1
      const said = saysItself(text) ? text : (vocabulary[ids[0] as number] ?? text)
      if (!found.has(ids.join())) found.set(ids.join(), { text: said, ids })
    })
    if (count === 0) unknown.add(text)
  }
  return { known: [...found.values()], unknown: [...unknown] }
}

/** Not a run of letters in which words are not told apart. */
function saysItself(text: string): boolean {
  return !/[\u0e00-\u0eff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff]/u.test(text)
}
